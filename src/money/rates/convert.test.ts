import assert from "node:assert/strict"
import { test } from "node:test"
import fc from "fast-check"
import { convertTotals } from "./convert.ts"
import type { Rates } from "./fx.ts"

const stored: Rates = {
  date: "2026-10-02",
  base: "EUR",
  rates: { EUR: "1", USD: "1.25", BRL: "6.4", JPY: "160", KWD: "0.4" },
  since: { BRL: "2026-09-01" },
}
const amounts = (byCurrency: Record<string, number>) =>
  Object.fromEntries(Object.entries(byCurrency).map(([currency, paid]) => [currency, { paid }]))
const converted = (target: string, byCurrency: Record<string, number>) => convertTotals(stored, target, amounts(byCurrency), ["paid"])
const paid = (target: string, byCurrency: Record<string, number>) => converted(target, byCurrency).totals.paid

const table: [what: string, target: string, byCurrency: Record<string, number>, paid: bigint][] = [
  ["the own currency stays as it is", "EUR", { EUR: 12_345 }, 12_345n],
  ["from the base", "USD", { EUR: 100 }, 125n],
  ["to the base, rounded half up", "EUR", { USD: 100, BRL: 100 }, 80n + 16n],
  ["a cross rate", "USD", { BRL: 640 }, 125n],
  ["into a currency without decimals", "JPY", { EUR: 100, USD: 125 }, 320n],
  ["from a currency without decimals", "EUR", { JPY: 160 }, 100n],
  ["from three decimals", "EUR", { KWD: 400 }, 100n],
  ["into three decimals", "KWD", { EUR: 100 }, 400n],
  ["half a cent goes up", "EUR", { BRL: 16 }, 3n],
  ["and half a cent less than nothing goes down", "EUR", { BRL: -16 }, -3n],
  ["to the nearest whole unit", "JPY", { EUR: -31 }, -50n],
  ["no amounts", "EUR", {}, 0n],
  ["beyond the safe integers", "JPY", { KWD: Number.MAX_SAFE_INTEGER }, 3_602_879_701_896_396n],
]
for (const [what, target, byCurrency, expected] of table)
  test(`converts totals: ${what}`, () => assert.equal(paid(target, byCurrency), expected))

test("names the rates with their dates, the oldest of all, and the currencies that have no rate", () => {
  const { date, rates, leftOut, totals } = converted("EUR", { USD: 125, XAF: 99_999, BRL: 640, EUR: 1 })
  assert.deepEqual(rates, [
    { currency: "BRL", rate: 0.15625, date: "2026-09-01" },
    { currency: "USD", rate: 0.8, date: "2026-10-02" },
  ])
  assert.deepEqual([date, leftOut, totals.paid], ["2026-09-01", ["XAF"], 201n])
  assert.deepEqual(converted("EUR", { EUR: 5 }), { date: null, rates: [], leftOut: [], totals: { paid: 5n } })
})

test("leaves every other currency out when the reporting currency itself has no rate", () => {
  const { leftOut, rates, totals } = converted("XAF", { XAF: 7, EUR: 100 })
  assert.deepEqual([leftOut, rates, totals.paid], [["EUR"], [], 7n])
})

test("takes a name of an object's prototype for no currency with a rate", () => {
  assert.deepEqual(converted("EUR", { constructor: 1 }).leftOut, ["constructor"])
})

const codes = fc.constantFrom(...Object.keys(stored.rates))
const amount = fc.integer({ min: -(10 ** 12), max: 10 ** 12 })
const business = fc.dictionary(codes, amount)

test("an amount and its negative convert alike, and a larger amount never to less", () => {
  fc.assert(
    fc.property(codes, codes, amount, amount, (from, to, a, b) => {
      assert.equal(paid(to, { [from]: -a }), -paid(to, { [from]: a }))
      const [less, more] = a < b ? [a, b] : [b, a]
      assert.ok(paid(to, { [from]: less }) <= paid(to, { [from]: more }))
    }),
  )
})

test("the total is the sum of the currencies converted one by one, in any order", () => {
  fc.assert(
    fc.property(codes, business, (to, byCurrency) => {
      const alone = Object.entries(byCurrency).map(([currency, value]) => paid(to, { [currency]: value }))
      const sum = alone.reduce((all, each) => all + each, 0n)
      assert.equal(paid(to, byCurrency), sum)
      assert.equal(paid(to, Object.fromEntries(Object.entries(byCurrency).toReversed())), sum)
    }),
  )
})

test("a currency without a rate changes no total", () => {
  fc.assert(
    fc.property(codes, business, amount, (to, byCurrency, value) => {
      assert.equal(paid(to, { ...byCurrency, XAF: value }), paid(to, byCurrency))
    }),
  )
})

test("anybody computes the same from the rates that are shown, within one minor unit", () => {
  fc.assert(
    fc.property(codes, codes, fc.integer({ min: 0, max: 10 ** 9 }), (from, to, value) => {
      const digits: Record<string, number> = { JPY: 0, KWD: 3 }
      const { rates, totals } = converted(to, { [from]: value })
      const rate = rates[0]?.rate ?? 1
      const expected = value * rate * 10 ** ((digits[to] ?? 2) - (digits[from] ?? 2))
      assert.ok(Math.abs(Number(totals.paid) - expected) <= 1, `${value} ${from} is ${totals.paid} ${to}, not ${expected}`)
    }),
  )
})
