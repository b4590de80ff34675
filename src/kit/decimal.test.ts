import assert from "node:assert/strict"
import { test } from "node:test"
import fc from "fast-check"
import { floor, fraction, millionths, roundHalfUp, scaledDown, scaledHalfUp, significant } from "./decimal.ts"

const amounts = fc.oneof(fc.nat(1_000_000), fc.maxSafeNat())
/** Short rates and long ones, on both sides of what plain numbers hold. */
const parts = fc.oneof(fc.bigInt(1n, 10n ** 8n), fc.bigInt(1n, 10n ** 30n))
const fractions = fc.record({ over: parts, under: parts })
/** A product next to a multiple of the divisor is where a float would slip. */
const atAnEdge = fc
  .record({ under: fc.bigInt(2n, 10n ** 10n), times: fc.nat(2 ** 20), off: fc.constantFrom(-1, 0, 1) })
  .map(({ under, times, off }) => ({ under, amount: Math.max(0, times * Number(under) + off) }))
  .filter(({ amount }) => Number.isSafeInteger(amount))

test("whole numbers times a fraction are the same by plain numbers and by big ones", () => {
  fc.assert(
    fc.property(amounts, fractions, (amount, { over, under }) => {
      const exact = { over: BigInt(amount) * over, under }
      assert.equal(scaledDown({ over, under })(amount), Number(floor(exact)))
      assert.equal(scaledHalfUp({ over, under })(amount), Number(roundHalfUp(exact)))
    }),
    { numRuns: 5000 },
  )
})

test("next to a whole result nothing slips over", () => {
  fc.assert(
    fc.property(atAnEdge, ({ under, amount }) => {
      const exact = { over: BigInt(amount), under }
      assert.equal(scaledDown({ over: 1n, under })(amount), Number(floor(exact)))
      assert.equal(scaledHalfUp({ over: 1n, under })(amount), Number(roundHalfUp(exact)))
    }),
    { numRuns: 5000 },
  )
})

test("a share in millionths is exact, however large the amounts", () => {
  fc.assert(
    fc.property(amounts, fc.integer({ min: 1, max: Number.MAX_SAFE_INTEGER }), (amount, of) => {
      assert.equal(millionths(amount, of), Number(roundHalfUp({ over: BigInt(amount) * 1_000_000n, under: BigInt(of) })))
    }),
    { numRuns: 2000 },
  )
})

test("digits are cut, not rounded, and a decimal is read as it is written", () => {
  assert.deepEqual(fraction("0.0199"), { over: 199n, under: 10_000n })
  assert.deepEqual(significant(fraction("6.39976999"), 8), { over: 63_997_699n, under: 10_000_000n })
  assert.throws(() => fraction("1e5"), /no decimal/)
})
