// The sessions of colleagues: who may see and end them, at once, with the audit entry of who did.
import assert from "node:assert/strict"
import { test } from "node:test"
import { type Any, startTestServer } from "../../../test/harness.ts"
import { adminOf, invite, signedIn } from "../../../test/people.ts"

const server = await startTestServer()
const { api, sql } = server
const outcome = ({ status, body }: Any) => `${status} ${body?.error?.code ?? ""}`.trim()
const sessionsOf = async (user: string, by: Pick<typeof api, "get"> = api): Promise<Any[]> => {
  const answer = await by.get(`/v1/users/${user}/sessions`)
  assert.equal(answer.status, 200, answer.text)
  return answer.body.data
}

test("an admin sees a colleague's sessions and ends one, which is over at its next request, while the others go on", async () => {
  const person = await invite(server, "finance")
  const [phone, laptop] = [await signedIn(server, person), await signedIn(server, person)]
  const found = await sessionsOf(person._id)
  assert.deepEqual([found.length, found.every(({ user, current }) => user === person._id && !current)], [2, true])
  const own = (await phone.get("/v1/sessions/current")).body.data
  const ended = await api.post(`/v1/users/${person._id}/sessions/${own._id}/end`)
  assert.deepEqual(ended.body.data, { _id: own._id, ended: true })
  assert.deepEqual([outcome(await phone.get("/v1/users/user")), outcome(await laptop.get("/v1/users/user"))], ["401 AUT-1005", "200"])
  const [entry] = (await api.get(`/v1/audit-log?object=${own._id}`)).body.data
  const admin = (await api.get("/v1/users/user")).body.data
  assert.deepEqual([entry.action, entry.actor.user, entry.before.user], ["sessions.end", admin._id, person._id])
  assert.equal(outcome(await api.post(`/v1/users/${person._id}/sessions/${own._id}/end`)), "404 GEN-1004")
})

test("an admin signs a colleague out everywhere, and the colleague can sign in again", async () => {
  const person = await invite(server, "finance")
  const pages = [await signedIn(server, person), await signedIn(server, person)]
  assert.deepEqual((await api.post(`/v1/users/${person._id}/end-sessions`)).body.data, { _id: person._id, ended: true })
  for (const page of pages) assert.equal(outcome(await page.get("/v1/users/user")), "401 AUT-1005")
  assert.deepEqual(await sessionsOf(person._id), [])
  const [entry] = (await api.get(`/v1/audit-log?object=${person._id}`)).body.data
  assert.equal(entry.action, "sessions.end-all")
  assert.equal(outcome(await (await signedIn(server, person)).get("/v1/users/user")), "200")
})

test("signs nobody out who has more permissions, asks for a confirmation, and needs the right to change users", async () => {
  const owner = (await api.get("/v1/users?type=person&role=super-admin")).body.data[0]
  const ownerPage = await signedIn(server, adminOf(server))
  const theirs = (await ownerPage.get("/v1/sessions/current")).body.data
  const admin = await signedIn(server, await invite(server, "admin"))
  assert.equal(outcome(await admin.post(`/v1/users/${owner._id}/end-sessions`)), "403 PRM-1002")
  assert.equal(outcome(await admin.post(`/v1/users/${owner._id}/sessions/${theirs._id}/end`)), "403 PRM-1002")
  assert.equal(outcome(await ownerPage.get("/v1/users/user")), "200")
  const viewer = await invite(server, "viewer")
  const viewing = await signedIn(server, viewer)
  for (const path of [`/v1/users/${owner._id}/sessions`, `/v1/users/${viewer._id}/sessions`])
    assert.equal(outcome(await viewing.get(path)), "403 PRM-1001")
  const session = (await sessionsOf(viewer._id))[0]
  assert.equal(outcome(await admin.post(`/v1/users/${owner._id}/sessions/${session._id}/end`)), "404 GEN-1004", "of somebody else")
  await sql("update sessions set confirmed_at = now() - interval '11 minutes'")
  assert.equal(outcome(await admin.post(`/v1/users/${viewer._id}/end-sessions`)), "401 AUT-1009")
  assert.equal(outcome(await viewing.get("/v1/users/user")), "200")
})

test("a key has no sessions, and the refusal says what to do instead", async () => {
  const key = (await api.get("/v1/users/user")).body.data
  assert.deepEqual(await sessionsOf(key._id), [])
  assert.equal(outcome(await api.post(`/v1/users/${key._id}/end-sessions`)), "409 USR-1003")
})
