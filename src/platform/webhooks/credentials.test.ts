import assert from "node:assert/strict"
import { test } from "node:test"
import { type Any, newContact, startTestServer, until } from "../../../test/harness.ts"
import { registerWebhook, startReceiver } from "../../../test/receiver.ts"

const server = await startTestServer()
const { api } = server
const path = "/v1/dev/webhooks"
const [viewer, developer] = [await server.withRole("viewer"), await server.withRole("developer")]
const receiver = await startReceiver()
receiver.reply = ({ url, headers }) => ({ body: `${url.href} ${headers.authorization}` })
const host = new URL(receiver.url).host
const url = `http://shop:pa55word@${host}/hook?token=s3cret&shop=7`
const masked = `http://***@${host}/hook?token=***&shop=***`
const { _id } = await registerWebhook(api, { url }, { events: ["contacts.create"] })

/** Asserts that a text shows nothing secret of the address. */
const assertMasked = (text: string) => assert.doesNotMatch(text, /pa55word|s3cret|c2hvcDpwYTU1d29yZA/)

test("callers without webhooks.edit see an address without its credentials and query values", async () => {
  for (const caller of [api, developer]) {
    assert.equal((await caller.get(`${path}/${_id}`)).body.data.url, url)
    assert.equal((await caller.get(path)).body.data[0].url, url)
  }
  assert.equal((await viewer.get(`${path}/${_id}`)).body.data.url, masked)
  assert.equal((await viewer.get(path)).body.data[0].url, masked)
})

test("masks the address in every audit entry about an endpoint for callers without webhooks.edit", async () => {
  const other = await registerWebhook(api, { url })
  await api.create(`${path}/${other._id}/update`, { url: `http://shop:pa55word2@${host}/hook?token=s3cret2` })
  await api.create(`${path}/${other._id}/delete`, {})
  const entriesOf = async (caller: typeof api) => (await caller.get(`/v1/audit-log?object=${other._id}&sort=createdAt`)).body.data
  const urlsOf = (entries: Any[]) => entries.map(({ before, after }) => [before?.url, after?.url])
  const [one, two] = [masked, `http://***@${host}/hook?token=***`]
  assert.deepEqual(urlsOf(await entriesOf(viewer)), [
    [undefined, one],
    [one, two],
    [two, undefined],
  ])
  assert.equal((await entriesOf(api))[0].after.url, url)
  assertMasked((await viewer.get("/v1/audit-log?limit=100")).text)
})

test("hides the response of an endpoint from them too, because it may repeat the credentials", async () => {
  await api.create("/v1/contacts/create", newContact())
  const delivered = await until(
    async () => (await api.get(`${path}/${_id}/deliveries?status=delivered`)).body.data[0],
    "the event is delivered",
  )
  assert.match(delivered.answer, /s3cret.*Basic c2hvcDpwYTU1d29yZA/)
  const shown = await viewer.get(`${path}/${_id}/deliveries`)
  assert.deepEqual([shown.body.data[0]._id, shown.body.data[0].answer], [delivered._id, null])
  assertMasked(shown.text)
  const accepts = receiver.reply
  receiver.reply = ({ url: asked }) => ({ status: 302, headers: { location: asked.href } })
  await api.create("/v1/contacts/create", newContact())
  const failed = await until(async () => {
    const [newest] = (await api.get(`${path}/${_id}/deliveries`)).body.data
    return newest.attempts.length > 0 && newest.status === "pending" && newest
  }, "the redirect is refused")
  receiver.reply = accepts
  assert.match(failed.attempts[0].headers.location, /s3cret/)
  const [seen] = (await viewer.get(`${path}/${_id}/deliveries`)).body.data
  assert.deepEqual([seen._id, seen.attempts[0].headers], [failed._id, null])
})

test("mails about an endpoint never contain its credentials", async () => {
  await api.create(`${path}/${_id}/disable`, {})
  await api.create(`${path}/${_id}/enable`, {})
  const [mail] = (await api.get(`/v1/dev/mails?object=${_id}`)).body.data
  assert.ok(mail.text.includes(masked))
  assertMasked(JSON.stringify(mail))
})

test("shows a delivery's request as it was sent, byte for byte, and masks its address for callers without webhooks.edit", async () => {
  const { _id: contact } = (await api.create("/v1/contacts/create", newContact({ profile: { firstName: "Zoë" } }))).body.data
  const { raw, headers } = await receiver.waitFor("contacts.create", contact)
  const messageId = String(headers["webhook-id"])
  const read = (caller: typeof api) => caller.get(`${path}/${_id}/deliveries/${messageId}`)
  const { request } = (await until(async () => {
    const { data } = (await read(api)).body
    return data.status === "delivered" && data
  }, "the delivery is finished")) as Any
  assert.deepEqual([request.url, request.body], [url, raw.toString()])
  for (const [name, value] of Object.entries(request.headers)) assert.equal(headers[name], value)
  assert.deepEqual(Object.keys(request.headers).sort(), [
    "content-type",
    "user-agent",
    "webhook-id",
    "x-delivery-attempt",
    "x-event-sequence",
  ])
  const seen = (await read(viewer)).body.data
  assert.deepEqual([seen.request.url, seen.request.body, seen.answer], [masked, request.body, null])
  assert.equal((await api.get(`${path}/${_id}/deliveries/000000000000000000000000`)).status, 404)
})
