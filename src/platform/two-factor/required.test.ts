// A tenant that requires two-factor sign-in: the time of grace, what still works without a second factor, and who is not concerned.
import assert from "node:assert/strict"
import { test } from "node:test"
import { type Any, startTestServer } from "../../../test/harness.ts"
import { registerAssistant, use } from "../../../test/assistant.ts"
import { codeOf, enroll, invite, signedIn } from "../../../test/people.ts"

const server = await startTestServer()
const { api, keys, sql } = server
const outcome = ({ status, body }: Any) => `${status} ${body?.error?.code ?? ""}`.trim()
const require = (body: object, by: Pick<typeof api, "post"> = api) => by.post("/v1/settings/require-two-factor", body)
const requiredFrom = (answer: Any): string | null => answer.body.data.twoFactor.requiredFrom

test("within the time of grace people work on, and see until when; then nothing opens but the way to set it up", async () => {
  const person = await invite(server, "finance")
  const page = await signedIn(server, person)
  assert.equal((await page.get("/v1/users/user")).body.data.secondFactorDueAt, null)
  const from = requiredFrom(await require({ required: true, graceDays: 3 }))!
  assert.ok(Math.abs(Date.parse(from) - Date.now() - 3 * 86_400_000) < 60_000)
  assert.equal((await page.get("/v1/users/user")).body.data.secondFactorDueAt, from)
  assert.equal(outcome(await page.get("/v1/contacts")), "200")
  await require({ required: true, graceDays: 0 })
  for (const path of ["/v1/contacts", "/v1/settings", "/v1/assistants", "/v1/saved-views", "/v1/search?q=ana"])
    assert.equal(outcome(await page.get(path)), "403 PRM-1007", path)
  for (const path of ["/v1/contacts/create", "/v1/passwords/change", "/v1/two-factor/disable"])
    assert.equal(outcome(await page.post(path)), "403 PRM-1007", path)
  for (const path of ["/v1/users/user", "/v1/two-factor", "/v1/sessions"]) assert.equal(outcome(await page.get(path)), "200", path)
  assert.equal(outcome(await page.post("/v1/sessions/confirm", { password: person.password })), "200")
  const { secret } = await enroll(page)
  assert.equal(outcome(await page.get("/v1/contacts")), "200", "in the same session, at once")
  assert.equal((await page.get("/v1/users/user")).body.data.secondFactorDueAt, null)
  assert.equal(outcome(await (await signedIn(server, person, { code: codeOf(secret) })).get("/v1/contacts")), "200")
})

test("stops assistants of people without a second factor, but no API keys, and lets everybody work once it is not required", async () => {
  await require({ required: false })
  const person = await invite(server, "admin")
  const page = await signedIn(server, person)
  const { access_token: token } = await (await registerAssistant(server.baseUrl)).connect(person)
  const list = () => use(server.baseUrl, token, "contact_list")
  assert.ok((await list()).result)
  await require({ required: true, graceDays: 0 })
  assert.equal(outcome(await api.get("/v1/contacts")), "200")
  assert.match(JSON.stringify((await list()).error), /two-factor sign-in/)
  assert.equal(outcome(await page.get("/v1/contacts")), "403 PRM-1007")
  const off = await require({ required: false })
  assert.equal(requiredFrom(off), null)
  assert.equal(outcome(await page.get("/v1/contacts")), "200")
  assert.ok((await list()).result)
  const [entry] = (await api.get(`/v1/audit-log?object=${keys.tenantId}`)).body.data
  assert.deepEqual([entry.action, entry.after.twoFactor], ["tenants.update", { requiredFrom: null }])
})

test("a person sets up their own second factor before they require it of others, and confirms that it is them", async () => {
  const page = await signedIn(server, await invite(server, "admin"))
  assert.equal(outcome(await require({ required: true }, page)), "409 SET-1001")
  const { secret } = await enroll(page)
  assert.ok(secret)
  assert.equal(outcome(await require({ required: true }, page)), "200")
  assert.equal(outcome(await require({ required: false }, page)), "200")
  await sql("update sessions set confirmed_at = now() - interval '11 minutes'")
  assert.equal(outcome(await require({ required: true }, page)), "401 AUT-1009")
  const viewer = await signedIn(server, await invite(server, "viewer"))
  assert.equal(outcome(await require({ required: true }, viewer)), "403 PRM-1001")
  assert.equal(outcome(await require({ required: true, graceDays: 31 })), "400 VAL-1003")
})
