import assert from "node:assert/strict"
import { test } from "node:test"
import { type Any, startTestServer } from "../../../test/harness.ts"
import { payoutFixtures } from "../../../test/payout-fixtures.ts"

const { api } = await startTestServer()
const { act, advance, assertLedgerVerifies, balance, bodyFor, dueSplit, newPayout, settled, simulateFailure } = await payoutFixtures(api)

const entriesOf = async ({ _id }: Any): Promise<Any[]> => (await api.get(`/v1/ledger/entries?source=${_id}&sort=createdAt`)).body.data
const inEuro = async (fields: object = {}, account: object = {}) =>
  newPayout(bodyFor(await dueSplit(1_000, undefined, { currency: "EUR", ...account }), { targetCurrency: "EUR", ...fields }))

test("what a payout by hand cost more at the rate of the day it was paid is an entry of its own", async () => {
  const payout = await inEuro({ method: "manual" })
  const before = await balance()
  const paid = (await act(payout, "confirm", { reference: "wire 1", charged: 1_025 })).body.data
  assert.deepEqual([paid.status, paid.amount, paid.exchangeDifference], ["paid", 1_000, 25])
  const entries = await entriesOf(payout)
  assert.deepEqual(
    entries.map(({ kind }) => kind),
    ["payout-reserve", "payout", "payout-exchange"],
  )
  assert.deepEqual(entries[2].postings, [
    { account: "fx:difference", debit: 25, credit: 0 },
    { account: "cash:own", debit: 0, credit: 25 },
  ])
  assert.equal((await balance()).available, before.available - 25)
  const { lines } = (await api.get("/v1/journal?limit=100")).body.data
  const shown = lines.filter(({ account }: Any) => account === "fx:difference")
  assert.deepEqual(
    shown.map(({ debit, externalAccount, text }: Any) => [debit, externalAccount, text]),
    [[25, "2150", `Exchange difference of payout ${payout.number}`]],
  )
  await assertLedgerVerifies()
})

test("a payout that cost less is a gain, and one at its own rate has no such entry", async () => {
  const [less, same] = [await inEuro({ method: "manual" }), await inEuro({ method: "manual" })]
  assert.equal((await act(less, "confirm", { reference: "wire 2", charged: 990 })).body.data.exchangeDifference, -10)
  assert.deepEqual((await entriesOf(less))[2].postings, [
    { account: "fx:difference", debit: 0, credit: 10 },
    { account: "cash:own", debit: 10, credit: 0 },
  ])
  assert.equal((await act(same, "confirm", { reference: "wire 3", charged: 1_000 })).body.data.exchangeDifference, 0)
  assert.equal((await entriesOf(same)).length, 2)
  await assertLedgerVerifies()
})

test("books what a gateway reports to have taken at another rate, once, and keeps it when the payout is returned", async () => {
  const payout = await settled(await inEuro({ method: "sepa" }, { holder: "Other Rate" }))
  assert.equal(payout.exchangeDifference, 10)
  await advance("PT1H")
  await simulateFailure(payout, { outcome: "returned" })
  const kinds = (await entriesOf(payout)).map(({ kind }) => kind)
  assert.deepEqual(kinds, ["payout-reserve", "payout", "payout-exchange", "payout-return"])
  await assertLedgerVerifies()
})

test("refuses another charge than the amount where nothing is exchanged", async () => {
  const payout = await newPayout(bodyFor(await dueSplit(), { method: "manual" }))
  const { error } = (await act(payout, "confirm", { reference: "wire 4", charged: 1_001 })).body
  assert.deepEqual([error.code, error.details.charged], ["PAY-1009", 1_001])
  assert.equal((await act(payout, "confirm", { reference: "wire 4", charged: 1_000 })).body.data.status, "paid")
})
