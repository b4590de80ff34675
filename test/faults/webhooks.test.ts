import assert from "node:assert/strict"
import type { ServerResponse } from "node:http"
import { test } from "node:test"
import { type Any, type Caller, createCaller, inParallel, newContact, until } from "../harness.ts"
import { registerWebhook, startReceiver } from "../receiver.ts"
import { lockTable, startPair } from "./server-process.ts"

const { baseUrls, databaseUrl, killable, otherTenant, sql } = await startPair({ WEBHOOKS_ALLOW_PRIVATE: "true" })
const path = "/v1/dev/webhooks"
const createContact = async (caller: Caller): Promise<Any> => (await caller.post("/v1/contacts/create", newContact())).body.data
const pendingOf = async (caller: Caller, id: string) =>
  (await caller.get(`${path}/${id}/deliveries?limit=100&status=pending`)).body.data.length as number

/** A tenant without the endpoints of other tests, with a caller for each process. */
async function newTenant() {
  const { keys } = await otherTenant()
  return { apis: baseUrls.map(baseUrl => createCaller(baseUrl, keys)), tenantId: keys.tenantId }
}

test("two workers send each delivery once when neither is killed", async () => {
  const { apis } = await newTenant()
  const receiver = await startReceiver()
  const { _id } = await registerWebhook(apis[0]!, receiver)
  await inParallel(300, i => createContact(apis[i % 2]!))
  await until(async () => receiver.received.length >= 300 && (await pendingOf(apis[0]!, _id)) === 0, "all are delivered")
  assert.deepEqual([receiver.received.length, new Set(receiver.received.map(({ body }) => body.messageId)).size], [300, 300])
})

test("sends the deliveries that a killed worker had claimed again, with the same bytes under the same messageId", async () => {
  const { apis, tenantId } = await newTenant()
  const receiver = await startReceiver()
  const { _id } = await registerWebhook(apis[1]!, receiver)
  const responses: ServerResponse[] = []
  receiver.reply = (_webhook, response) => void responses.push(response)
  const contacts = await inParallel(120, () => createContact(apis[1]!))
  await until(async () => responses.length >= 20, "both have deliveries in flight")
  await killable.stop("SIGKILL")
  receiver.reply = () => ({})
  for (const response of responses) response.writeHead(200).end()
  const leased = "select count(*)::int as n from deliveries where leased_until > now()"
  const unclaimed = "select count(*)::int as n from deliveries where leased_until is null"
  await until(async () => (await sql(unclaimed))[0].n === 0 && receiver.received.length >= 100, "the other worker sent the rest")
  const lost = await until(async () => (await sql(leased))[0].n as number, "some are leased by the killed worker")
  await sql("update deliveries set leased_until = now() - interval '1 second'") // the lease is one minute
  await until(async () => (await pendingOf(apis[1]!, _id)) === 0, "nothing is pending")
  const copies = Map.groupBy(receiver.received, ({ body }) => body.data._id as string)
  assert.deepEqual(new Set(copies.keys()), new Set(contacts.map(contact => contact._id)))
  const repeated = [...copies.values()].filter(webhooks => webhooks.length > 1)
  assert.ok(repeated.length >= 1 && repeated.length <= lost, `${repeated.length} repeats of ${lost} that the killed worker had leased`)
  for (const webhooks of copies.values())
    for (const each of webhooks) {
      assert.deepEqual(each.raw, webhooks[0]!.raw)
      assert.equal(each.headers["webhook-id"], each.body.messageId)
    }
  const delivered =
    "select count(*)::int as n, count(distinct id)::int as ids from delivery_history where tenant_id = $1 and status = 'delivered'"
  const [row] = await sql(delivered, [tenantId])
  assert.deepEqual(row, { n: 120, ids: 120 })
})

test("a delivery is not retried when its endpoint was disabled or deleted during the attempt", async () => {
  const api = await otherTenant()
  for (const action of ["disable", "delete"]) {
    const receiver = await startReceiver()
    const { _id } = await registerWebhook(api, receiver)
    let fail = () => {}
    receiver.reply = (_webhook, response) => void (fail = () => response.writeHead(500).end())
    await receiver.waitFor("contacts.create", (await createContact(api))._id)
    assert.equal((await api.create(`${path}/${_id}/${action}`, {})).status, 200)
    fail()
    await api.create("/v1/simulations/clock", { advance: "PT1H" })
    const second = await startReceiver()
    await registerWebhook(api, second)
    await second.waitFor("contacts.create", (await createContact(api))._id)
    const rows = await sql("select status from webhook_deliveries where endpoint_id = $1", [_id])
    assert.deepEqual([rows, receiver.received.length], [[{ status: "canceled" }], 1], action)
  }
})

test("events are sent after their commit, and refused requests and dry runs send none", async () => {
  const api = await otherTenant()
  const receiver = await startReceiver()
  await registerWebhook(api, receiver)
  const contact = await createContact(api)
  await receiver.waitFor("contacts.create", contact._id)
  const sentBefore = receiver.received.length
  const locked = await lockTable(databaseUrl, "contacts")
  const pending = createContact(api)
  await until(async () => (await locked.countWaiting()) > 0, "the change waits to be written")
  assert.equal((await api.post("/v1/contacts/create", newContact({ email: "nobody" }))).status, 400)
  assert.equal(receiver.received.length, sentBefore, "nothing is sent before the commit")
  await locked.release()
  await receiver.waitFor("contacts.create", (await pending)._id)
  assert.equal((await api.post("/v1/contacts/create", newContact({ email: contact.email }))).status, 409)
  assert.equal((await api.post("/v1/contacts/create", newContact(), { "dry-run": "true" })).status, 201)
  assert.equal((await api.post(`/v1/contacts/${contact._id}/update`, { profile: { firstName: "B" } }, { "if-match": "9" })).status, 409)
  await receiver.waitFor("contacts.create", (await createContact(api))._id)
  assert.equal(receiver.received.length, sentBefore + 2)
})
