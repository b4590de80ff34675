import assert from "node:assert/strict"
import { connect } from "node:net"
import { test } from "node:test"
import { z } from "zod"
import { type Answer, newContact, newIntent, openHouse } from "../../test/harness.ts"
import { operation } from "../kit/operation.ts"
import { Problem, errorBody } from "../kit/problem.ts"
import { buildServer } from "./server.ts"

const house = await openHouse()
const { api } = house
const unknownId = "f".repeat(24)

const said = ({ status, body }: Answer) => `${status} ${body.error?.code}`
const is = (answer: Answer, expected: string) => assert.equal(said(answer), expected, answer.text)

test("who asks is looked at before anything else", async () => {
  is(await api.get("/v1/users/user", { authorization: null }), "401 AUT-1001")
  is(await api.get("/v1/users/user", { authorization: "" }), "401 AUT-1001")
  for (const header of ["ApiKey", `${api.apiKey}`, `ApiKey${api.apiKey}`, "Basic YTpi", `Bearer ${api.apiKey}`, `ApiKey ${api.apiKey} x`])
    is(await api.get("/v1/users/user", { authorization: header }), "401 AUT-1002")
  const forged = api.apiKey.slice(0, -1) + (api.apiKey.endsWith("a") ? "b" : "a")
  is(await api.get("/v1/users/user", { authorization: `ApiKey ${forged}` }), "401 AUT-1003")
  const stranger = { authorization: "ApiKey cs_nobody", "x-tenant-id": "nonsense" }
  const answer = await api.post("/v1/contacts/create", "not even JSON", stranger)
  is(answer, "401 AUT-1003")
  assert.equal(answer.headers.get("www-authenticate"), "ApiKey")
})

test("a key past its expiry is refused by its own code, and one that would be born expired is not made", async () => {
  const { body } = await api.post("/v1/dev/api-keys/create", {
    name: "short",
    role: "viewer",
    expiresAt: new Date(Date.now() + 60_000).toISOString(),
  })
  await house.sql("update api_keys set expires_at = now() where id = $1", [body.data._id])
  is(await api.get("/v1/users/user", { authorization: `ApiKey ${body.data.key}` }), "401 AUT-1004")
  is(await api.post("/v1/dev/api-keys/create", { name: "old", role: "viewer", expiresAt: "2020-01-01T00:00:00Z" }), "400 VAL-1003")
})

test("the tenant comes second: missing, malformed, unknown and another's are one answer", async () => {
  const other = (await house.stranger()).keys.tenantId
  for (const tenant of [null, "", "nonsense", unknownId, other]) {
    const answer = await api.post("/v1/contacts/create", { bogus: 1 }, { "x-tenant-id": tenant })
    is(answer, "400 TEN-1001")
    assert.equal(answer.body.error.message, "Invalid Tenant ID")
  }
})

test("permission comes third, and its refusal names it", async () => {
  const viewer = await house.withRole("viewer")
  const answer = await viewer.post(`/v1/payment-intents/${unknownId}/cancel`)
  is(answer, "403 PRM-1001")
  assert.equal(answer.body.error.details.permission, "paymentIntents.edit")
  const developer = await house.withRole("developer")
  is(await developer.post("/v1/dev/api-keys/create", { name: "more", role: "admin" }), "403 PRM-1002")
})

test("the key comes fourth, the object fifth, the body last", async () => {
  const contact = (await api.post("/v1/contacts/create", newContact())).body.data
  const key = { "idempotency-key": "first" }
  is(await api.post("/v1/payment-intents/create", newIntent(contact._id), key), "201 undefined")
  is(await api.post("/v1/payment-intents/create", "not even JSON", key), "422 IDM-1002")
  is(await api.post("/v1/payment-intents/create", "not even JSON", { "idempotency-key": "" }), "400 IDM-1001")
  is(await api.post("/v1/payment-intents/create", "not even JSON", { "idempotency-key": "k".repeat(257) }), "400 IDM-1001")
  is(await api.post(`/v1/contacts/${unknownId}/update`, "not even JSON"), "404 GEN-1004")
  is(await api.post(`/v1/contacts/nonsense/update`, { bogus: 1 }), "404 GEN-1004")
})

test("where money moves a key is required", async () => {
  const input = z.object({})
  const app = buildServer([
    operation({
      route: "POST /v1/things/create",
      noun: "thing",
      summary: "Move money",
      effect: "money",
      idempotency: "header",
      input,
      output: input,
      run: () => ({}),
    }),
  ])
  const headers = { authorization: `ApiKey ${api.apiKey}`, "x-tenant-id": house.keys.tenantId }
  const without = await app.inject({ method: "POST", url: "/v1/things/create", headers })
  assert.equal(without.json().error.code, "IDM-1004")
  assert.equal(
    (await app.inject({ method: "POST", url: "/v1/things/create", headers: { ...headers, "idempotency-key": "k" } })).statusCode,
    201,
  )
})

test("a body is one JSON object, and what is wrong with it is named by its path", async () => {
  for (const raw of ['{"email":', "email=a", '{"a": NaN}', "{'a': 1}"]) is(await api.post("/v1/contacts/create", raw), "400 VAL-1001")
  for (const raw of ["null", "42", '"text"', "[]", "[{}]"]) is(await api.post("/v1/contacts/create", raw), "400 VAL-1003")
  is(await api.post("/v1/contacts/create", { profile: {} }), "400 VAL-1002")
  const answer = await api.post("/v1/payment-intents/create", newIntent("ana@example.com", { items: [{ name: "x", amount: "1" }] }))
  is(answer, "400 VAL-1003")
  assert.deepEqual(answer.body.error.errors, [
    { path: "items[0].amount", message: "items[0].amount must be a whole number of minor units" },
  ])
  const typo = await api.post("/v1/contacts/create", { ...newContact(), profile: { nick: "A" }, emial: "x" })
  is(typo, "400 VAL-1005")
  assert.deepEqual(
    typo.body.error.errors.map((error: { path: string }) => error.path),
    ["profile.nick", "emial"],
  )
  for (const value of ['"a\\u0000b"', '"\\ud800"'])
    is(await api.post("/v1/contacts/create", `{"email":"a@example.com","profile":{},"metadata":{"k":${value}}}`), "400 VAL-1003")
  is(await api.post("/v1/contacts/create", '{"__proto__":{"email":"a@example.com"}}'), "400 VAL-1005")
})

test("a body of another type is 415, one over 1 MiB is 413, and neither comes before the key", async () => {
  const raw = JSON.stringify(newContact())
  for (const type of ["text/plain", "application/x-www-form-urlencoded", "application/jsonx"])
    is(await api.post("/v1/contacts/create", raw, { "content-type": type }), "415 VAL-1008")
  is(await api.post("/v1/contacts/create", raw, { "content-type": "application/json; charset=utf-8" }), "201 undefined")
  const big = JSON.stringify({ ...newContact(), metadata: { big: "x".repeat(1_100_000) } })
  is(await api.post("/v1/contacts/create", big), "413 VAL-1006")
  is(await api.post("/v1/contacts/create", big, { authorization: "ApiKey cs_nobody" }), "401 AUT-1003")
})

test("only GET and POST are used, and an unknown route says so", async () => {
  for (const method of ["PUT", "PATCH", "DELETE"]) {
    const answer = await api.send(method, "/v1/contacts", {}, {})
    is(answer, "405 GEN-1005")
    assert.equal(answer.headers.get("allow"), "GET, POST")
  }
  is(await api.post("/v1/users", {}), "405 GEN-1005")
  for (const path of [
    "/v1/no-such-thing",
    "/v2/contacts",
    "//v1/contacts",
    "//",
    "//x:y",
    "/v1/contacts/%E0%A4%A",
    `/v1/contacts/${"x".repeat(500)}`,
  ])
    is(await api.get(path), "404 GEN-1006")
  is(await api.get("/v1/users/user?x=1"), "400 VAL-1004")
  is(await api.post("/v1/contacts/create?x=1", newContact()), "400 VAL-1004")
})

test("every answer has its own request id, and an error repeats it", async () => {
  const answers = [await api.get("/v1/users/user"), await api.get("/v1/nothing"), await api.post("/v1/contacts/create", {})]
  const ids = answers.map(({ headers }) => headers.get("x-request-id"))
  assert.equal(new Set(ids).size, 3)
  assert.deepEqual(
    answers.slice(1).map(({ body }) => body.error.requestId),
    ids.slice(1),
  )
})

test("a dry run is checked by every rule and constraint, answers what would be, and writes nothing", async () => {
  const contact = newContact()
  const dry = { "dry-run": "true" }
  is(await api.post("/v1/contacts/create", contact, dry), "201 undefined")
  assert.equal((await api.get(`/v1/contacts/${contact.email}`)).status, 404)
  is(await api.post("/v1/contacts/create", contact), "201 undefined")
  is(await api.post("/v1/contacts/create", contact, dry), "409 GEN-1010")
  const intent = newIntent(contact.email)
  is(await api.post("/v1/payment-intents/create", intent, dry), "201 undefined")
  const real = await api.post("/v1/payment-intents/create", intent)
  assert.equal(real.headers.get("idempotent-replayed"), null)
  is(await api.post(`/v1/payment-intents/${real.body.data._id}/cancel`, {}, dry), "200 undefined")
  assert.equal((await api.get(`/v1/payment-intents/${real.body.data._id}`)).body.data.status, "due")
})

test("guessing keys is slowed down", async () => {
  const tries = await Promise.all(Array.from({ length: 600 }, () => api.get("/v1/users/user", { authorization: "ApiKey cs_guess" })))
  const slowed = tries.find(({ status }) => status === 429)!
  is(slowed, "429 RTE-1001")
  assert.ok(Number(slowed.headers.get("retry-after")) >= 1)
  assert.equal((await api.get("/v1/users/user")).status, 200)
})

test("a fault of ours says nothing of the inside and whether to come again", () => {
  const unknown = errorBody(new Problem("SYS-9001"), "r").error
  assert.deepEqual([unknown.retryable, unknown.message.includes("nothing was changed")], [true, true])
  assert.equal(errorBody(new Problem("SYS-9002"), "r").error.retryable, true)
})

test("what is no request is answered in our words too", async () => {
  const { hostname, port } = new URL(house.baseUrl)
  const raw = (text: string) =>
    new Promise<string>(resolve => {
      let said = ""
      const socket = connect(Number(port), hostname, () => socket.write(text))
      socket.on("data", chunk => (said += chunk)).on("close", () => resolve(said))
    })
  assert.match(await raw("NONSENSE\r\n\r\n"), /^HTTP\/1\.1 400 .*"code":"GEN-1001"/s)
  assert.match(
    await raw(`GET / HTTP/1.1\r\nHost: x\r\nX-Big: ${"x".repeat(20_000)}\r\n\r\n`),
    /^HTTP\/1\.1 431 .*nosniff.*"code":"GEN-1007"/s,
  )
})
