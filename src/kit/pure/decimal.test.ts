import assert from "node:assert/strict"
import { test } from "node:test"
import fc from "fast-check"
import { floor, fraction, millionths, roundHalfUp, floorMultiplier, halfUpMultiplier, significant } from "./decimal.ts"

const amounts = fc.oneof(fc.nat(1_000_000), fc.maxSafeNat())
/** Short and long rates, below and above the safe integers. */
const parts = fc.oneof(fc.bigInt(1n, 10n ** 8n), fc.bigInt(1n, 10n ** 30n))
const fractions = fc.record({ numerator: parts, denominator: parts })
/** Products next to a multiple of the divisor, where floats would round wrongly. */
const atAnEdge = fc
  .record({ denominator: fc.bigInt(2n, 10n ** 10n), times: fc.nat(2 ** 20), off: fc.constantFrom(-1, 0, 1) })
  .map(({ denominator, times, off }) => ({ denominator, amount: Math.max(0, times * Number(denominator) + off) }))
  .filter(({ amount }) => Number.isSafeInteger(amount))

test("plain numbers and BigInt give the same product", () => {
  fc.assert(
    fc.property(amounts, fractions, (amount, { numerator, denominator }) => {
      const exact = { numerator: BigInt(amount) * numerator, denominator }
      assert.equal(floorMultiplier({ numerator, denominator })(amount), Number(floor(exact)))
      assert.equal(halfUpMultiplier({ numerator, denominator })(amount), Number(roundHalfUp(exact)))
    }),
    { numRuns: 5000 },
  )
})

test("a product just below a whole number is not rounded up", () => {
  fc.assert(
    fc.property(atAnEdge, ({ denominator, amount }) => {
      const exact = { numerator: BigInt(amount), denominator }
      assert.equal(floorMultiplier({ numerator: 1n, denominator })(amount), Number(floor(exact)))
      assert.equal(halfUpMultiplier({ numerator: 1n, denominator })(amount), Number(roundHalfUp(exact)))
    }),
    { numRuns: 5000 },
  )
})

test("a share in millionths is exact, however large the amounts", () => {
  fc.assert(
    fc.property(amounts, fc.integer({ min: 1, max: Number.MAX_SAFE_INTEGER }), (amount, of) => {
      assert.equal(millionths(amount, of), Number(roundHalfUp({ numerator: BigInt(amount) * 1_000_000n, denominator: BigInt(of) })))
    }),
    { numRuns: 2000 },
  )
})

test("digits are truncated, and a decimal is parsed exactly", () => {
  assert.deepEqual(fraction("0.0199"), { numerator: 199n, denominator: 10_000n })
  assert.deepEqual(significant(fraction("6.39976999"), 8), { numerator: 63_997_699n, denominator: 10_000_000n })
  assert.throws(() => fraction("1e5"), /not a decimal/)
})
