import assert from "node:assert/strict"
import { test } from "node:test"
import {
  allocateAmount,
  allocateSplits,
  assertCanFollow,
  assertStillCovered,
  canFollow,
  convert,
  covering,
  isDebt,
  nextLookUpDelayMs,
} from "./rules.ts"
import { payoutStatuses } from "./values.ts"

const split = (id: string, accrued: number, paid_out = 0) => {
  return { id, accrued, paid_out, partnership_id: "p", currency: "BRL", status: accrued > paid_out ? ("due" as const) : ("paid" as const) }
}
const amountsOf = (allocations: { amount: number }[]) => allocations.map(({ amount }) => amount)
const codeOf = (call: () => unknown) => {
  try {
    call()
  } catch (error) {
    return (error as { code: string }).code
  }
  return "allowed"
}

test("splits are paid in full, less every debt", () => {
  const [due, debt] = [[split("a", 100), split("b", 50, 20)], [split("c", 10, 40)]]
  assert.deepEqual(amountsOf(allocateSplits(due, [], "BRL")), [100, 30])
  assert.deepEqual(amountsOf(allocateSplits(due, debt, "BRL")), [100, 30, -30])
  assert.equal(
    codeOf(() => allocateSplits(due, [split("d", 0, 130)], "BRL")),
    "PAY-2005",
  )
  assert.deepEqual(amountsOf(allocateSplits(due, [split("d", 0, 129)], "BRL")), [100, 30, -129])
  const largest = Number.MAX_SAFE_INTEGER
  assert.equal(
    codeOf(() => allocateSplits([split("a", largest), split("b", largest)], [], "BRL")),
    "PAY-1007",
  )
})

test("takes whole splits in order and a part of the last, so that the amount is left after all debts are netted", () => {
  const due = [split("a", 100), split("b", 100), split("c", 100)]
  const cases: [amount: number, debt: number, expected: number[] | string][] = [
    [1, 0, [1]],
    [100, 0, [100]],
    [101, 0, [100, 1]],
    [300, 0, [100, 100, 100]],
    [301, 0, "PAY-2001"],
    [150, 60, [100, 100, 10, -60]],
    [240, 60, [100, 100, 100, -60]],
    [241, 60, "PAY-2001"],
    [1, 400, "PAY-2001"],
  ]
  for (const [amount, debt, expected] of cases) {
    const debts = debt ? [split("d", 0, debt)] : []
    const allocate = () => allocateAmount(due, debts, { amount, currency: "BRL" })
    if (typeof expected === "string") assert.equal(codeOf(allocate), expected)
    else assert.deepEqual(amountsOf(allocate()), expected)
    if (typeof expected !== "string")
      assert.equal(
        amountsOf(allocate()).reduce((sum, part) => sum + part, 0),
        amount,
      )
  }
})

test("a debt that a payout nets already is none for the next", () => {
  const owed = split("a", 0, 400)
  assert.deepEqual([isDebt(owed), isDebt({ ...owed, status: "scheduled" }), isDebt(split("b", 400))], [true, false, false])
})

test("takes no more splits than the amount needs", () => {
  const due = [split("a", 100), split("b", 100), split("c", 100)]
  assert.deepEqual(
    [1, 100, 101, 300, 900].map(amount => covering(due, amount).length),
    [1, 1, 2, 3, 3],
  )
})

test("a split covers a payout until it has earned less, and a netted debt until the debt is smaller", () => {
  const check = (amount: number, accrued: number, paidOut: number) =>
    codeOf(() => assertStillCovered({ paymentSplit: "a", amount }, split("a", accrued, paidOut)))
  assert.deepEqual([check(100, 100, 0), check(100, 150, 0), check(100, 99, 0)], ["allowed", "allowed", "PAY-2006"])
  assert.deepEqual([check(-100, 0, 100), check(-100, 0, 150), check(-100, 1, 100)], ["allowed", "allowed", "PAY-2006"])
})

test("rounds the amount that arrives in another currency down to its minor unit", () => {
  const rates = { date: "2026-01-01", base: "EUR", rates: { EUR: "1", BRL: "6.5", JPY: "160.05", KWD: "0.33", USD: "1.1" } }
  const cases: [amount: number, from: string, to: string, targetAmount: number][] = [
    [100_00, "EUR", "BRL", 650_00],
    [1, "EUR", "BRL", 6],
    [650, "BRL", "EUR", 99], // the rate is 0.15384615, rounded down to eight digits
    [1_00, "EUR", "JPY", 160],
    [160, "JPY", "EUR", 99],
    [1_00, "EUR", "KWD", 330],
  ]
  for (const [amount, from, to, targetAmount] of cases)
    assert.equal(convert(rates, amount, from, to).targetAmount, targetAmount, `${from} ${to}`)
  assert.equal(
    codeOf(() => convert(rates, 1, "JPY", "EUR")),
    "PAY-1006",
  )
  assert.equal(
    codeOf(() => convert(rates, Number.MAX_SAFE_INTEGER, "EUR", "KWD")),
    "PAY-1006",
  )
  assert.equal(
    codeOf(() => convert(rates, 100, "EUR", "SEK")),
    "FXR-1001",
  )
})

test("allows no transition from a final status, and after paid only returned, or processing by an undone match", () => {
  for (const from of payoutStatuses)
    for (const to of payoutStatuses) {
      const isAllowed = from === to || (canFollow[from] as readonly string[]).includes(to)
      if (isAllowed) assertCanFollow(from, to)
      else assert.throws(() => assertCanFollow(from, to))
    }
  assert.deepEqual([canFollow.paid, canFollow.failed, canFollow.returned, canFollow.canceled], [["returned", "processing"], [], [], []])
})

test("looks a payout up less often as it gets older", () => {
  assert.deepEqual([0, 60_000, 3_600_000, 1e9].map(nextLookUpDelayMs), [30_000, 30_000, 150_000, 3_600_000])
})
