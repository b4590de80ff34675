import assert from "node:assert/strict"
import { test } from "node:test"
import fc from "fast-check"
import { type Any, type Caller, newContact, newIntent, startTestServer } from "../../../test/harness.ts"
import { faultRounds } from "../../../test/levels.ts"
import { payoutFixtures } from "../../../test/payout-fixtures.ts"
import { monthOf, nextMonth } from "../../kit/pure/months.ts"

const server = await startTestServer()

const statementOf = async (api: Caller, partner: Any, month?: string): Promise<Any> => {
  const { status, body, text } = await api.get(`/v1/partnerships/${partner._id}/statement${month ? `?month=${month}` : ""}`)
  assert.equal(status, 200, text)
  return body.data
}
const nowOf = async (api: Caller) => new Date((await api.get("/v1/settings")).body.data.now)

test("a statement shows what a partner earned, what a payout took and what it gave back, with references", async () => {
  const api = await server.otherTenant()
  const { act, bodyFor, dueSplit, newPayout } = await payoutFixtures(api)
  const { partner, intent, split, account } = await dueSplit(1_000)
  const payout = await newPayout(bodyFor({ partner, split, account }, { method: "manual" }))
  await act(payout, "fail", { reason: "closed" })
  const { byCurrency, ...about } = await statementOf(api, partner)
  const lines = byCurrency.BRL.lines.map(({ kind, reference, amount, balance }: Any) => [kind, reference, amount, balance])
  assert.deepEqual(lines, [
    ["split", intent.number, 1_000, 1_000],
    ["payout-reserve", payout.number, -1_000, 0],
    ["payout-release", payout.number, 1_000, 1_000],
  ])
  assert.deepEqual([byCurrency.BRL.opening, byCurrency.BRL.closing], [0, 1_000])
  assert.deepEqual([about.partnership, about.timezone, about.month], [partner._id, "UTC", monthOf(await nowOf(api), "UTC")])
  assert.deepEqual(await statementOf(api, { _id: partner.code }, about.month), await statementOf(api, partner))
})

test("returns a table for Accept: text/csv, and an error still as JSON", async () => {
  const api = await server.otherTenant()
  const { dueSplit } = await payoutFixtures(api)
  const { partner, intent } = await dueSplit(700)
  const asCsv = (path: string) => api.get(`/v1/partnerships/${path}`, { accept: "text/csv" })
  const { status, headers, text } = await asCsv(`${partner._id}/statement`)
  assert.deepEqual([status, headers.get("content-type")], [200, "text/csv; charset=utf-8; header=present"])
  const rows = text.trimEnd().split("\r\n")
  assert.deepEqual([rows.length, rows[0]], [4, "currency,at,kind,reference,amount,balance"])
  assert.match(rows[2]!, new RegExp(`^BRL,[^,]+,split,${intent.number},700,700$`))
  for (const [path, code] of [
    [`${partner._id}/statement?month=2026-13`, "VAL-1003"],
    [`${partner._id}/statement?from=2026`, "VAL-1004"],
    ["nobody/statement", "GEN-1004"],
  ]) {
    const refused = await asCsv(path!)
    assert.equal(refused.body.error.code, code)
    assert.match(refused.headers.get("content-type")!, /^application\/json/)
  }
})

test("only callers who may see splits read statements, and only those of partners of their tenant", async () => {
  const { newPartner } = await payoutFixtures(server.api)
  const partner = await newPartner()
  const other = await server.otherTenant()
  assert.equal((await other.get(`/v1/partnerships/${partner._id}/statement`)).body.error.code, "GEN-1004")
  assert.deepEqual((await statementOf(server.api, partner)).byCurrency, {})
})

const anyStep = fc.oneof(
  fc.record({ kind: fc.constant("sell" as const), share: fc.integer({ min: 1, max: 5_000 }) }),
  fc.record({ kind: fc.constant("pay out" as const), end: fc.constantFrom("confirm", "fail", "return", "cancel") }),
  fc.record({ kind: fc.constant("delete" as const), share: fc.integer({ min: 1, max: 5_000 }), daysLater: fc.nat(40) }),
  fc.record({ kind: fc.constant("wait" as const), days: fc.integer({ min: 1, max: 40 }) }),
)

/** Sales, payouts with every outcome, and shares that are deleted again, over several months. */
async function take(api: Caller, partner: Any, step: Any) {
  const { act, advance, dueSplit, newAccount, pay, made, send } = await payoutFixtures(api)
  if (step.kind === "sell") return dueSplit(step.share, partner)
  if (step.kind === "wait") return advance(`P${step.days}D`)
  if (step.kind === "delete") {
    const contact = await made("contacts", newContact())
    const intent = await made("payment-intents", newIntent(contact._id, { items: [{ name: "Course", amount: 10_000 }] }))
    const split = await made("payment-splits", { paymentIntent: intent._id, partnership: partner._id, amount: step.share })
    await pay(intent)
    if (step.daysLater > 0) await advance(`P${step.daysLater}D`)
    return assert.equal((await api.post(`/v1/payment-splits/${split._id}/delete`)).status, 200)
  }
  const due = (await api.get(`/v1/payment-splits?partnership=${partner._id}&status=due&limit=100`)).body.data
  if (due.length === 0) return undefined
  const account = await newAccount(partner)
  const ofSplits = { recipientType: "supplier", currency: "BRL", method: "manual", partnership: partner._id, bankAccount: account._id }
  const draft = step.end === "cancel"
  const payout = (await send({ ...ofSplits, splits: due.map(({ _id }: Any) => _id), draft })).body.data
  if (step.end === "cancel") return act(payout, "cancel")
  if (step.end === "fail") return act(payout, "fail", { reason: "closed" })
  await act(payout, "confirm", { reference: "wire 1" })
  return step.end === "return" ? act(payout, "fail", { reason: "returned" }) : undefined
}

test("opens each month with the last closing balance, and closes the last with what the partner is owed now", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(anyStep, { minLength: 4, maxLength: 12 }), async steps => {
      const api = await server.otherTenant()
      const { newPartner, balance } = await payoutFixtures(api)
      const partner = await newPartner()
      const first = monthOf(await nowOf(api), "UTC")
      for (const step of steps) await take(api, partner, step)
      const last = monthOf(await nowOf(api), "UTC")
      let closing = 0
      for (let month = first; month <= last; month = nextMonth(month)) {
        const { BRL } = (await statementOf(api, partner, month)).byCurrency
        assert.equal(BRL?.opening ?? 0, closing, month)
        closing = BRL?.closing ?? 0
      }
      assert.equal(closing, (await balance()).payable)
      assert.deepEqual((await api.get("/v1/ledger/verify")).body.data.differences, [])
    }),
    { numRuns: faultRounds(6) },
  )
})
