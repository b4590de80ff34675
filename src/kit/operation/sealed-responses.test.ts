import assert from "node:assert/strict"
import { test } from "node:test"
import { type Any, createCaller, startTestServer } from "../../../test/harness.ts"
import { adminOf, codeOf, currentStep, invite, type Page, signedIn, signIn } from "../../../test/people.ts"
import { startReceiver } from "../../../test/receiver.ts"
import { sha256, setSecretKeys } from "../service/crypto.ts"
import { resealResponses } from "./idempotency.ts"

const receiver = await startReceiver()
const server = await startTestServer({ WEBHOOKS_ALLOW_PRIVATE: "true", ROLE: "api" }) // without a worker, so that only the test reseals
const { api, baseUrl, keys, sql } = server
const withKey = (key: string) => ({ "idempotency-key": key })
const storedUnder = async (key: string): Promise<Any> => (await sql("select * from idempotency_keys where key = $1", [`key ${key}`]))[0]
const newKey = JSON.stringify({ name: "till", role: "admin" })
const createKey = (key: string, by = api) => by.post("/v1/dev/api-keys/create", newKey, withKey(key))

test("a retry shows a new API key again to its creator, and the database stores it only sealed", async () => {
  const first = await createKey("new key")
  const again = await createKey("new key")
  assert.deepEqual([again.status, again.text, again.headers.get("idempotent-replayed")], [201, first.text, "true"])
  assert.equal((await api.get("/v1/dev/api-keys")).body.data.filter((each: Any) => each.name === "till").length, 1)
  const stored = await storedUnder("new key")
  assert.match(stored.body, /^v1\./)
  assert.ok(!JSON.stringify(stored).includes(first.body.data.key))
})

test("another user of the tenant who sends the same key and bytes does not get the first user's secret", async () => {
  const { text, body } = await createKey("whose")
  const other = createCaller(baseUrl, { ...keys, apiKey: body.data.key })
  const refused = await createKey("whose", other)
  assert.deepEqual([refused.status, refused.body.error.code], [422, "IDM-1002"])
  assert.ok(!refused.text.includes(body.data.key))
  assert.equal((await createKey("whose")).text, text)
})

test("another user of the tenant gets the stored response of the same key if it has no secret", async () => {
  const team = JSON.stringify({ name: "Finance" })
  const { text } = await api.post("/v1/teams/create", team, withKey("any user"))
  const admin = await server.withRole("admin")
  assert.equal((await admin.post("/v1/teams/create", team, withKey("any user"))).text, text)
})

test("a retry shows a webhook's sealed secret again, and a failed challenge leaves the key free for a corrected request", async () => {
  const bodyWith = (url: string) => ({ url, events: ["*"] })
  receiver.challenge = () => ({ body: "not the token" })
  const create = (url: string) => api.post("/v1/dev/webhooks/create", bodyWith(url), withKey("hook"))
  assert.equal((await create(receiver.url)).body.error.code, "WHK-1002")
  receiver.challenge = token => ({ body: token })
  const first = await create(`${receiver.url}?corrected`)
  assert.equal(first.status, 201, first.text)
  const challenges = receiver.challenges.length
  assert.equal((await create(`${receiver.url}?corrected`)).text, first.text)
  assert.equal(receiver.challenges.length, challenges, "a replay challenges nobody")
  const path = `/v1/dev/webhooks/${first.body.data._id}/rotate-secret`
  const rotated = await api.post(path, {}, withKey("rotated"))
  assert.equal((await api.post(path, {}, withKey("rotated"))).text, rotated.text)
  for (const [key, { secret }] of [
    ["hook", first.body.data],
    ["rotated", rotated.body.data],
  ] as const)
    assert.ok(secret.length > 8 && !JSON.stringify(await storedUnder(key)).includes(secret))
})

/** Nobody can guess a password from what is stored under the key of a request that contained it. */
async function assertNoTrace(key: string, path: string, body: string, ...secrets: string[]) {
  const stored = await storedUnder(key)
  for (const secret of secrets) assert.ok(!JSON.stringify(stored).includes(secret))
  assert.notEqual(stored.fingerprint, sha256(`POST ${path}\n${body}`))
}

test("a person changes their password once under a key; the same key of another person is another request", async () => {
  const [person, other] = [await invite(server), await invite(server)]
  const [page, otherPage] = [await signedIn(server, person), await signedIn(server, other)]
  const change = { current: person.password, password: "other words in a long row" }
  const send = (by: Page) => by.post("/v1/passwords/change", change, withKey("password"))
  const first = await send(page)
  assert.equal(first.status, 200, first.text)
  assert.deepEqual([(await send(page)).text, (await send(otherPage)).body.error.code], [first.text, "IDM-1002"])
  assert.equal((await signIn(server, { ...person, password: change.password })).status, 201)
  await assertNoTrace("password", "/v1/passwords/change", JSON.stringify(change), change.current, change.password)
})

test("a retry shows recovery codes again to their owner, and the database stores them sealed", async () => {
  const page = await signedIn(server, await invite(server))
  const { secret } = (await page.post("/v1/two-factor/enroll", {}, withKey("enroll"))).body.data
  assert.equal((await page.post("/v1/two-factor/enroll", {}, withKey("enroll"))).body.data.secret, secret)
  const body = { code: codeOf(secret, currentStep()) }
  const first = await page.post("/v1/two-factor/confirm", body, withKey("codes"))
  assert.equal(first.status, 200, first.text)
  assert.equal((await page.post("/v1/two-factor/confirm", body, withKey("codes"))).text, first.text)
  await assertNoTrace("codes", "/v1/two-factor/confirm", JSON.stringify(body), ...first.body.data.recoveryCodes)
  await assertNoTrace("enroll", "/v1/two-factor/enroll", "{}", secret)
})

test("a wrong password is not stored, so the right one may use the same key", async () => {
  const page = await signedIn(server, adminOf(server))
  const confirm = (password: string) => page.post("/v1/sessions/confirm", { password }, withKey("confirm"))
  assert.equal((await confirm("wrong words in a long row")).body.error.code, "AUT-1006")
  assert.equal((await confirm(keys.password)).status, 200)
})

test("replays a sealed response after SECRET_KEY was rotated, before and after the response is resealed", async t => {
  const [oldKey, nextKey] = ["a secret key that is only for tests", "another secret key that is only for tests"]
  t.after(async () => {
    setSecretKeys([oldKey, nextKey])
    await resealResponses()
    setSecretKeys([oldKey])
  })
  const { text } = await createKey("rotation")
  setSecretKeys([nextKey, oldKey])
  assert.equal((await createKey("rotation")).text, text)
  assert.ok((await resealResponses()) > 0)
  assert.equal(await resealResponses(), 0)
  assert.equal((await createKey("rotation")).text, text)
})
