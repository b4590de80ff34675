import assert from "node:assert/strict"
import { test } from "node:test"
import { claimDeliveries } from "../../src/webhooks/delivery-store.ts"
import { type Any, newContact, openHouse, storm } from "../harness.ts"
import { openReceiver, register } from "../receiver.ts"

// Nobody sends here, so that a test can look at what a worker would take.
const house = await openHouse({ WEBHOOKS_ALLOW_PRIVATE: "true", ROLE: "api" })
const newPerson = (fields: object = {}) => house.api.post("/v1/contacts/create", newContact(fields))

test("news for one endpoint goes before the backlog of all others", async () => {
  const receiver = await openReceiver()
  const behind = await storm(5, () => register(house.api, receiver, { events: ["contacts.create"] }))
  await storm(20, () => newPerson())
  const { _id } = await register(house.api, receiver, { events: ["contacts.create"] })
  await newPerson()
  const claimed = await claimDeliveries(new Map(), 10, 12)
  assert.equal(claimed.length, 12)
  assert.equal(claimed.filter(each => each.endpoint_id === _id).length, 1, "its only delivery is the youngest of all, and is claimed")
  for (const { _id: other } of behind) assert.ok(claimed.filter(each => each.endpoint_id === other).length >= 2)
})

test("what one worker holds no other takes, and an endpoint's room is what is left of it", async () => {
  const all = await house.sql("select id from deliveries where leased_until is null")
  const taken = (await storm(4, () => claimDeliveries(new Map(), 100, 10))).flat().map(({ id }) => id)
  assert.equal(new Set(taken).size, taken.length)
  const [{ endpoint_id: busy }] = (await house.sql("select endpoint_id from deliveries where leased_until is null limit 1")) as Any
  const rest = await claimDeliveries(new Map([[busy, 99]]), 100, 1000)
  assert.equal(rest.filter(({ endpoint_id }) => endpoint_id === busy).length, 1)
  assert.ok(taken.length + rest.length <= all.length)
})

test("an endpoint with more behind it than one statement can cancel is disabled and enabled all the same, and sent nothing old", async () => {
  const caller = await house.stranger()
  const { _id } = await register(caller, await openReceiver(), { events: ["contacts.create"] })
  const { tenantId } = caller.keys
  await house.sql(
    `insert into deliveries (tenant_id, id, endpoint_id, event_id, event, next_at, created_at)
     select $1, left(md5(g::text), 24), $2, repeat('e', 24), 'contacts.create', now(), now() from generate_series(1, 25000) g`,
    [tenantId, _id],
  )
  const countOf = async (table: string) =>
    Number((await house.sql(`select count(*) as n from ${table} where endpoint_id = $1`, [_id]))[0].n)
  assert.equal((await caller.create(`/v1/dev/webhooks/${_id}/disable`, {})).body.data.status, "disabled")
  assert.deepEqual([await countOf("deliveries"), await countOf("delivery_history")], [15_000, 10_000])
  assert.equal((await caller.create(`/v1/dev/webhooks/${_id}/enable`, {})).body.data.status, "active")
  assert.deepEqual([await countOf("deliveries"), await countOf("delivery_history")], [0, 25_000])
})
