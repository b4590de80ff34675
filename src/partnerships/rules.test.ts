import assert from "node:assert/strict"
import { test } from "node:test"
import fc from "fast-check"
import type { Problem } from "../kit/problem.ts"
import { accruedOf, assertWithin, sharedIn, shareOf, sharesOf, type SuppliedLine } from "./rules.ts"
import type { SplitTerms } from "./schema.ts"

const percent = (basisPoints: number): SplitTerms => ({ type: "percentage", basisPoints })
const fixed = (amount: number, currency = "BRL"): SplitTerms => ({ type: "fixed", amount, currency })

const table: [what: string, terms: SplitTerms, line: number, share: number][] = [
  ["a tenth of a round line", percent(1000), 10_000, 1000],
  ["a percentage, floored", percent(1500), 99, 14],
  ["the smallest percentage of little, nothing", percent(1), 9999, 0],
  ["the smallest percentage of just enough", percent(1), 10_000, 1],
  ["all of it", percent(10_000), 12_345, 12_345],
  ["a percentage of nothing", percent(5000), 0, 0],
  ["a percentage of a discount, floored away from zero", percent(1500), -99, -15],
  ["all of a discount", percent(10_000), -99, -99],
  ["a percentage of the most there is, to the unit", percent(3333), Number.MAX_SAFE_INTEGER, 3_002_099_511_605_172],
  ["a fixed amount", fixed(500), 10_000, 500],
  ["a fixed amount up to the line itself", fixed(500), 499, 499],
  ["a fixed amount of nothing", fixed(500), 0, 0],
  ["a fixed amount of a discount, nothing", fixed(500), -10_000, 0],
]

for (const [what, terms, line, share] of table)
  test(`a supplier is owed ${what}: ${share} of ${line}`, () => assert.equal(shareOf(terms, line, "BRL"), share))

test("fixed terms in another currency than the line are refused, a percentage knows no currency", () => {
  const isWrongCurrency = (error: Problem) => error.code === "SPL-1001" && error.status === 422
  assert.throws(() => shareOf(fixed(500, "USD"), 10_000, "BRL"), isWrongCurrency)
  assert.throws(() => sharesOf([{ amount: 1, supplier: "a", terms: fixed(500, "USD") }], "BRL"), isWrongCurrency)
  assert.equal(shareOf(percent(100), 10_000, "JPY"), 100)
})

test("each line is floored by itself, and a supplier's lines are one share", () => {
  const line = (supplier: string, amount: number) => ({ supplier, amount, terms: percent(1500) })
  const shares = sharesOf([line("b", 99), line("a", 99), line("b", 99), { amount: 50 }, { amount: 50, supplier: "c", terms: null }], "BRL")
  assert.deepEqual(
    shares.map(({ partnership, amount }) => [partnership, amount]),
    [
      ["b", 28],
      ["a", 14],
    ],
  )
  assert.equal(sharedIn(shares), 42)
})

test("a discount takes its part of the share back, and a share that comes to nothing is none", () => {
  const line = (amount: number) => ({ supplier: "a", amount, terms: percent(5000) })
  assert.equal(sharedIn(sharesOf([line(1000), line(-300)], "BRL")), 350)
  assert.deepEqual(sharesOf([line(1000), line(-1000)], "BRL"), [])
  assert.deepEqual(sharesOf([line(1000), line(-2000)], "BRL"), [])
})

test("all splits together never exceed the payment intent", () => {
  assertWithin(100, 100)
  assert.throws(
    () => assertWithin(101, 100),
    (error: Problem) => error.code === "SPL-2001" && error.status === 422 && error.details["shared"] === 101,
  )
})

const amount = fc.integer({ min: 1, max: Number.MAX_SAFE_INTEGER })
const terms = fc.oneof(
  fc.integer({ min: 1, max: 10_000 }).map(percent),
  fc.integer({ min: 1, max: 1_000_000 }).map(each => fixed(each)),
)
const line: fc.Arbitrary<SuppliedLine> = fc.record({
  amount: fc.integer({ min: 0, max: 1_000_000 }),
  supplier: fc.constantFrom("a", "b", "c", undefined),
  terms: fc.option(terms),
})

test("whatever the terms, the share of a line is whole and between nothing and the line", () => {
  fc.assert(
    fc.property(terms, amount, (each, of) => {
      const share = shareOf(each, of, "BRL")
      assert.ok(Number.isSafeInteger(share) && share >= 0 && share <= of, `${share} of ${of}`)
    }),
  )
})

test("whatever the lines, shares are the sum of what each line owes and stay within them", () => {
  fc.assert(
    fc.property(fc.array(line), lines => {
      const shares = sharesOf(lines, "BRL")
      const supplied = lines.filter(each => each.supplier && each.terms)
      const each = supplied.map(one => shareOf(one.terms!, one.amount, "BRL"))
      assert.equal(
        sharedIn(shares),
        each.reduce((sum, n) => sum + n, 0),
      )
      assert.ok(sharedIn(shares) <= lines.reduce((sum, one) => sum + one.amount, 0))
      assert.equal(new Set(shares.map(share => share.partnership)).size, shares.length)
    }),
  )
})

/** An intent, one of its shares, and two states of its money, the lesser first. */
const money = amount.chain(whole =>
  fc.record({
    whole: fc.constant(whole),
    share: fc.integer({ min: 0, max: whole }),
    paid: fc
      .tuple(fc.integer({ min: 0, max: whole }), fc.integer({ min: 0, max: whole }))
      .map(([a, b]): [number, number] => [Math.min(a, b), Math.max(a, b)]),
  }),
)

test("accrual grows with the money, never passes the share nor the money, and lands exactly", () => {
  fc.assert(
    fc.property(money, ({ whole, share, paid: [less, more] }) => {
      const [before, after] = [accruedOf(share, less, whole), accruedOf(share, more, whole)]
      assert.ok(before <= after)
      assert.ok(after <= share && after <= more && after >= 0)
      assert.deepEqual([accruedOf(share, 0, whole), accruedOf(share, whole, whole)], [0, share])
    }),
  )
})

/** Payments and reversals in thousandths of what may still be paid or taken back. */
const walk = fc.array(fc.record({ back: fc.boolean(), part: fc.integer({ min: 0, max: 1000 }) }), { maxLength: 40 })
const parts = fc.array(fc.integer({ min: 0, max: 1_000_000 }), { minLength: 1, maxLength: 6 })

test("whatever is paid and taken back, all splits together have earned no more than was paid", () => {
  fc.assert(
    fc.property(parts, fc.integer({ min: 1, max: 1_000_000 }), walk, (splits, kept, steps) => {
      const whole = splits.reduce((sum, n) => sum + n, kept)
      let paid = 0
      for (const { back, part } of [...steps, { back: false, part: 1000 }, { back: true, part: 1000 }]) {
        paid += back ? -Math.floor((paid * part) / 1000) : Math.floor(((whole - paid) * part) / 1000)
        const accrued = splits.map(split => accruedOf(split, paid, whole))
        const together = accrued.reduce((sum, n) => sum + n, 0)
        assert.ok(together <= paid, `${together} of ${paid}`)
        if (paid === whole) assert.deepEqual(accrued, splits)
        if (paid === 0) assert.equal(together, 0)
      }
    }),
  )
})
