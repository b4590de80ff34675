import assert from "node:assert/strict"
import { test } from "node:test"
import { type Any, linkKeyOf, startTestServer } from "../../../test/harness.ts"
import { payoutFixtures } from "../../../test/payout-fixtures.ts"
import { signature } from "../gateways/simulator.ts"

const server = await startTestServer()
const { api, keys } = server
const { assertLedgerVerifies, balance, bodyFor, dueSplit, newAccount, newPayout, pay, newPartner, newSale, read, toSelf } =
  await payoutFixtures(api)
const linkKey = await linkKeyOf(server, keys.tenantId)

/**
 * Sends an event as the simulator does. The tenant's clock stands still here, so the simulator itself does not report the payout as paid.
 */
async function report(type: string, { _id: key }: Any, fields: object = {}): Promise<string> {
  const bytes = JSON.stringify({ id: `${type} ${key}`, tenant: keys.tenantId, type, key, ...fields })
  const headers = { "simulator-signature": signature(linkKey, Buffer.from(bytes)) }
  return (await api.post("/v1/gateways/simulator/events", bytes, headers)).body.data.effect
}
const kindsOf = async ({ _id }: Any): Promise<string[]> =>
  (await api.get(`/v1/ledger/entries?source=${_id}&sort=createdAt`)).body.data.map((each: Any) => each.kind)
const statusesOf = async ({ _id }: Any): Promise<string[]> =>
  (await api.get(`/v1/dev/events?object=${_id}&event=payouts.update&sort=createdAt`)).body.data.map((each: Any) => each.data.status)

test("books a payout as paid and as returned when its return is reported first, and its splits are due again", async () => {
  const due = await dueSplit()
  const before = await balance()
  const payout = await newPayout(bodyFor(due))
  assert.equal(await report("payout.returned", payout, { reason: "account closed" }), "returned")
  const returned = await read("payouts", payout)
  assert.deepEqual([returned.status, returned.failureReason, returned.paidAt !== null], ["returned", "account closed", true])
  assert.deepEqual(await kindsOf(payout), ["payout-reserve", "payout", "payout-return"])
  assert.deepEqual((await statusesOf(payout)).slice(-2), ["paid", "returned"])
  const split = await read("payment-splits", due.split)
  assert.deepEqual([split.status, split.payout, split.paidOut], ["due", null, 0])
  assert.deepEqual(await balance(), before)
  await assertLedgerVerifies()
  assert.match(await report("payout.paid", payout, { reference: "late" }), /returned already/)
  assert.equal((await newPayout(bodyFor(due))).status, "processing")
  await assertLedgerVerifies()
})

test("books a payout of the own balance as paid and as returned when its return is reported first", async () => {
  await pay(await newSale(await newPartner()))
  const before = await balance()
  const payout = await newPayout(toSelf(await newAccount(), 500))
  assert.equal(await report("payout.returned", payout, { reason: "account closed" }), "returned")
  assert.deepEqual(await kindsOf(payout), ["payout-reserve", "payout", "payout-return"])
  assert.deepEqual(await balance(), before)
  await assertLedgerVerifies()
})
