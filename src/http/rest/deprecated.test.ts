import assert from "node:assert/strict"
import { test } from "node:test"
import { application } from "../../app.ts"
import { ownDatabase, startTestServer } from "../../../test/harness.ts"
import type { Operation } from "../../kit/operation/operation.ts"
import { deprecatedField, type Deprecation } from "../../kit/pure/deprecation.ts"
import { openapi } from "../openapi/document.ts"

const named = (route: string): Operation => application.operations.find(op => op.route === route)!
const instead = { since: "2027-01-31", instead: "GET /v1/ledger/entries" }
const field: Deprecation = { since: "2026-12-01", sunset: "2028-01-01", instead: "metadata" }
Object.assign(named("GET /v1/balances"), { deprecated: instead })
Object.assign(named("GET /v1/journal"), { deprecated: { ...instead, sunset: "2027-12-31" } })
const { input } = named("POST /v1/contacts/create")
Object.assign(named("POST /v1/contacts/create"), { input: input.extend({ locale: deprecatedField(input.shape["locale"]!, field) }) })
const { api } = await startTestServer(ownDatabase) // started after the change above
const headersOf = ({ headers }: { headers: Headers }) => [headers.get("deprecation"), headers.get("sunset")]

test("every response of a deprecated operation says since when it is, and until when to rely on it", async () => {
  const since = `@${Date.parse("2027-01-31T00:00:00Z") / 1000}`
  assert.deepEqual(headersOf(await api.get("/v1/balances")), [since, null])
  const refused = await api.get("/v1/balances?nothing=1")
  assert.deepEqual([refused.status, ...headersOf(refused)], [400, since, null])
  const csv = await api.get("/v1/journal?from=2026-01-01&to=2026-01-31", { accept: "text/csv" })
  assert.deepEqual([csv.status, ...headersOf(csv)], [200, since, "Fri, 31 Dec 2027 00:00:00 GMT"])
  assert.deepEqual(headersOf(await api.get("/v1/contacts")), [null, null])
})

test("a response to a request with a deprecated field says so, and others do not", async () => {
  const contact = { email: "ana@example.com", profile: { firstName: "Ana" } }
  assert.deepEqual(headersOf(await api.create("/v1/contacts/create", contact)), [null, null])
  const answer = await api.create("/v1/contacts/create", { ...contact, email: "rui@example.com", locale: "es" })
  assert.deepEqual([answer.status, ...headersOf(answer)], [201, "@1796083200", "Sat, 01 Jan 2028 00:00:00 GMT"])
})

test("the reference marks what is deprecated, and says what to use instead", () => {
  const { paths } = openapi(application, "http://localhost:4000")
  const balances = paths["/v1/balances"]!["get"]!
  assert.equal(balances.deprecated, true)
  assert.match(balances.description, /\n\nDeprecated since 2027-01-31: use GET \/v1\/ledger\/entries\. Needs/)
  const content = paths["/v1/contacts/create"]!["post"]!.requestBody!.content
  const schema = "application/json" in content ? content["application/json"].schema.properties!["locale"]! : {}
  assert.equal(schema.deprecated, true)
  assert.match(schema.description!, /Deprecated since 2026-12-01, do not rely on it after 2028-01-01: use metadata$/)
  assert.equal(paths["/v1/contacts"]!["get"]!.deprecated, undefined)
})
