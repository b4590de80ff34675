import assert from "node:assert/strict"
import { test } from "node:test"
import { claimDeliveries } from "../../src/platform/webhooks/claim-store.ts"
import { type Any, inParallel, newContact, startTestServer } from "../harness.ts"
import { registerWebhook, startReceiver } from "../receiver.ts"

// No worker runs here, so that a test can call claimDeliveries itself.
const server = await startTestServer({ WEBHOOKS_ALLOW_PRIVATE: "true", ROLE: "api" })
const createContact = (fields: object = {}) => server.api.post("/v1/contacts/create", newContact(fields))

test("a new delivery of one endpoint is claimed before the backlog of the others", async () => {
  const receiver = await startReceiver()
  const backlogged = await inParallel(5, () => registerWebhook(server.api, receiver, { events: ["contacts.create"] }))
  await inParallel(20, () => createContact())
  const { _id } = await registerWebhook(server.api, receiver, { events: ["contacts.create"] })
  await createContact()
  const claimed = await claimDeliveries(new Map(), 10, 12)
  assert.equal(claimed.length, 12)
  assert.equal(claimed.filter(each => each.endpoint_id === _id).length, 1, "its only delivery is the newest of all, and is claimed")
  for (const { _id: other } of backlogged) assert.ok(claimed.filter(each => each.endpoint_id === other).length >= 2)
})

test("no delivery is claimed twice, and deliveries in flight count against the limit of their endpoint", async () => {
  const all = await server.sql("select id from deliveries where leased_until is null")
  const claimed = (await inParallel(4, () => claimDeliveries(new Map(), 100, 10))).flat().map(({ id }) => id)
  assert.equal(new Set(claimed).size, claimed.length)
  const [{ endpoint_id: busy }] = (await server.sql("select endpoint_id from deliveries where leased_until is null limit 1")) as Any
  const rest = await claimDeliveries(new Map([[busy, 99]]), 100, 1000)
  assert.equal(rest.filter(({ endpoint_id }) => endpoint_id === busy).length, 1)
  assert.ok(claimed.length + rest.length <= all.length)
})

test("cancels every pending delivery when an endpoint is disabled and enabled, also more than one statement cancels", async () => {
  const caller = await server.otherTenant()
  const { _id } = await registerWebhook(caller, await startReceiver(), { events: ["contacts.create"] })
  const { tenantId } = caller.keys
  await server.sql(
    `insert into deliveries (tenant_id, id, endpoint_id, event_id, event, next_at, created_at)
     select $1, left(md5(g::text), 24), $2, repeat('e', 24), 'contacts.create', now(), now() from generate_series(1, 25000) g`,
    [tenantId, _id],
  )
  const countOf = async (table: string) =>
    Number((await server.sql(`select count(*) as n from ${table} where endpoint_id = $1`, [_id]))[0].n)
  assert.equal((await caller.create(`/v1/dev/webhooks/${_id}/disable`, {})).body.data.status, "disabled")
  assert.deepEqual([await countOf("deliveries"), await countOf("delivery_history")], [15_000, 10_000])
  assert.equal((await caller.create(`/v1/dev/webhooks/${_id}/enable`, {})).body.data.status, "active")
  assert.deepEqual([await countOf("deliveries"), await countOf("delivery_history")], [0, 25_000])
})
