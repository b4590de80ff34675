import assert from "node:assert/strict"
import { test } from "node:test"
import fc from "fast-check"
import type { Problem } from "../../kit/pure/problem.ts"
import { accruedOf, assertSharesFit, sumShares, shareOf, sharesOf, type SuppliedLine } from "./rules.ts"
import type { SplitTerms } from "./schema.ts"

const percent = (basisPoints: number): SplitTerms => ({ type: "percentage", basisPoints })
const fixed = (amount: number, currency = "BRL"): SplitTerms => ({ type: "fixed", amount, currency })

const table: [what: string, terms: SplitTerms, line: number, share: number][] = [
  ["a tenth of a round line", percent(1000), 10_000, 1000],
  ["a percentage, rounded down", percent(1500), 99, 14],
  ["nothing, for the smallest percentage of a small line", percent(1), 9999, 0],
  ["one unit, for the smallest percentage of a large enough line", percent(1), 10_000, 1],
  ["everything at 100 %", percent(10_000), 12_345, 12_345],
  ["nothing of an empty line, with a percentage", percent(5000), 0, 0],
  ["a percentage of a discount, rounded away from zero", percent(1500), -99, -15],
  ["all of a discount at 100 %", percent(10_000), -99, -99],
  ["a percentage of the largest amount, exactly", percent(3333), Number.MAX_SAFE_INTEGER, 3_002_099_511_605_172],
  ["a fixed amount", fixed(500), 10_000, 500],
  ["a fixed amount, at most the line", fixed(500), 499, 499],
  ["nothing of an empty line, with a fixed amount", fixed(500), 0, 0],
  ["nothing of a discount, with a fixed amount", fixed(500), -10_000, 0],
]

for (const [what, terms, line, share] of table)
  test(`a supplier is owed ${what}: ${share} of ${line}`, () => assert.equal(shareOf(terms, line, "BRL"), share))

test("fixed terms in another currency than the line are refused; a percentage has no currency", () => {
  const isWrongCurrency = (error: Problem) => error.code === "SPL-1001" && error.status === 422
  assert.throws(() => shareOf(fixed(500, "USD"), 10_000, "BRL"), isWrongCurrency)
  assert.throws(() => sharesOf([{ amount: 1, supplier: "a", terms: fixed(500, "USD") }], "BRL"), isWrongCurrency)
  assert.equal(shareOf(percent(100), 10_000, "JPY"), 100)
})

test("rounds each line down separately, and adds the lines of a supplier up to one share", () => {
  const line = (supplier: string, amount: number) => ({ supplier, amount, terms: percent(1500) })
  const shares = sharesOf([line("b", 99), line("a", 99), line("b", 99), { amount: 50 }, { amount: 50, supplier: "c", terms: null }], "BRL")
  assert.deepEqual(
    shares.map(({ partnership, amount }) => [partnership, amount]),
    [
      ["b", 28],
      ["a", 14],
    ],
  )
  assert.equal(sumShares(shares), 42)
})

test("reduces the share by a discount, and leaves out an empty share", () => {
  const line = (amount: number) => ({ supplier: "a", amount, terms: percent(5000) })
  assert.equal(sumShares(sharesOf([line(1000), line(-300)], "BRL")), 350)
  assert.deepEqual(sharesOf([line(1000), line(-1000)], "BRL"), [])
  assert.deepEqual(sharesOf([line(1000), line(-2000)], "BRL"), [])
})

test("all splits together never exceed the payment intent", () => {
  assertSharesFit(100, 100, "EUR")
  assert.throws(
    () => assertSharesFit(101, 100, "EUR"),
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

test("for all terms, the share of a line is a whole number between 0 and the line", () => {
  fc.assert(
    fc.property(terms, amount, (each, of) => {
      const share = shareOf(each, of, "BRL")
      assert.ok(Number.isSafeInteger(share) && share >= 0 && share <= of, `${share} of ${of}`)
    }),
  )
})

test("for all lines, the shares add up to the share of each line and do not exceed the lines", () => {
  fc.assert(
    fc.property(fc.array(line), lines => {
      const shares = sharesOf(lines, "BRL")
      const supplied = lines.filter(each => each.supplier && each.terms)
      const each = supplied.map(one => shareOf(one.terms!, one.amount, "BRL"))
      assert.equal(
        sumShares(shares),
        each.reduce((sum, n) => sum + n, 0),
      )
      assert.ok(sumShares(shares) <= lines.reduce((sum, one) => sum + one.amount, 0))
      assert.equal(new Set(shares.map(share => share.partnership)).size, shares.length)
    }),
  )
})

/** An intent, one of its shares, and two paid amounts, the smaller first. */
const money = amount.chain(whole =>
  fc.record({
    whole: fc.constant(whole),
    share: fc.integer({ min: 0, max: whole }),
    paid: fc
      .tuple(fc.integer({ min: 0, max: whole }), fc.integer({ min: 0, max: whole }))
      .map(([a, b]): [number, number] => [Math.min(a, b), Math.max(a, b)]),
  }),
)

test("accrual grows with what is paid, exceeds neither the share nor what is paid, and ends at exactly the share", () => {
  fc.assert(
    fc.property(money, ({ whole, share, paid: [less, more] }) => {
      const [before, after] = [accruedOf(share, less, whole), accruedOf(share, more, whole)]
      assert.ok(before <= after)
      assert.ok(after <= share && after <= more && after >= 0)
      assert.deepEqual([accruedOf(share, 0, whole), accruedOf(share, whole, whole)], [0, share])
    }),
  )
})

/** Payments and reversals, in thousandths of what can still be paid or reversed. */
const movements = fc.array(fc.record({ isReversal: fc.boolean(), part: fc.integer({ min: 0, max: 1000 }) }), { maxLength: 40 })
const parts = fc.array(fc.integer({ min: 0, max: 1_000_000 }), { minLength: 1, maxLength: 6 })

test("after any payments and reversals, all splits together have earned at most what was paid", () => {
  fc.assert(
    fc.property(parts, fc.integer({ min: 1, max: 1_000_000 }), movements, (splits, kept, steps) => {
      const whole = splits.reduce((sum, n) => sum + n, kept)
      let paid = 0
      for (const { isReversal, part } of [...steps, { isReversal: false, part: 1000 }, { isReversal: true, part: 1000 }]) {
        paid += isReversal ? -Math.floor((paid * part) / 1000) : Math.floor(((whole - paid) * part) / 1000)
        const accrued = splits.map(split => accruedOf(split, paid, whole))
        const total = accrued.reduce((sum, n) => sum + n, 0)
        assert.ok(total <= paid, `${total} of ${paid}`)
        if (paid === whole) assert.deepEqual(accrued, splits)
        if (paid === 0) assert.equal(total, 0)
      }
    }),
  )
})
