import assert from "node:assert/strict"
import { test } from "node:test"
import fc from "fast-check"
import { gateways } from "../gateways/registry.ts"
import { installmentsOf, priced, simulationsOf } from "./financing.ts"

/** Agreed by hand, to the cent. */
const vectors: [amount: number, rate: string, n: number, total: number, each: number, first: number][] = [
  [100_000, "0.05", 5, 115_487, 23_097, 23_099],
  [100_000, "0", 3, 100_000, 33_333, 33_334],
  [100_000, "0.0199", 12, 113_402, 9_450, 9_452],
  [12_345, "0.0249", 6, 13_443, 2_240, 2_243],
  [100_000, "0.0299", 18, 130_765, 7_264, 7_277],
]

for (const [amount, rate, n, total, each, first] of vectors)
  test(`${amount} at ${rate} in ${n} is ${total}`, () => {
    const plan = priced(amount, rate, n)
    assert.deepEqual([plan.total, plan.installmentAmount, plan.firstInstallmentAmount], [total, each, first])
    assert.ok(Math.abs(plan.feePercentage - (total / amount - 1)) < 1e-6)
  })

const card = gateways[0]!.methods.find(({ method }) => method === "card")!
const debit = gateways[0]!.methods.find(({ method }) => method === "direct-debit")!
const amount = fc.integer({ min: 1, max: 1_000_000_000 })
const rate = fc.integer({ min: 0, max: 2000 }).map(bp => `0.${String(bp).padStart(4, "0")}`)

test("installments sum to the total, and the first is the largest by less than one minor unit each", () => {
  fc.assert(
    fc.property(amount, rate, fc.integer({ min: 1, max: 48 }), (a, r, n) => {
      const { total, installmentAmount: each, firstInstallmentAmount: first } = priced(a, r, n)
      assert.equal(first + (n - 1) * each, total)
      assert.ok(first >= each && first - each < n)
      assert.ok(total >= a)
    }),
  )
})

test("paying longer, or at a higher rate, never costs less", () => {
  fc.assert(
    fc.property(amount, rate, rate, fc.integer({ min: 1, max: 47 }), (a, r, other, n) => {
      assert.ok(priced(a, r, n + 1).total >= priced(a, r, n).total)
      const [low = r, high = r] = [r, other].toSorted()
      assert.ok(priced(a, high, n).total >= priced(a, low, n).total)
    }),
  )
})

test("what is offered is what a charge would ask, counts up from the lump sum, and never falls below the least installment", () => {
  fc.assert(
    fc.property(amount, a => {
      const all = simulationsOf(card, a)
      assert.deepEqual([all[0]!.nInstallments, all[0]!.total, all[0]!.interestRate], [1, a, 0])
      for (const [i, plan] of all.entries()) {
        assert.deepEqual(installmentsOf(card, a, plan.nInstallments), plan)
        assert.ok(i === 0 || plan.nInstallments > all[i - 1]!.nInstallments)
        assert.ok(i === 0 || plan.interestRate >= all[i - 1]!.interestRate)
        assert.ok(i === 0 || plan.installmentAmount >= card.financing!.leastInstallment)
      }
    }),
  )
})

test("a method without terms is paid at once, and none goes beyond its most", () => {
  assert.equal(simulationsOf(debit, 100_000).length, 1)
  assert.equal(installmentsOf(debit, 100_000, 2), undefined)
  assert.equal(simulationsOf(card, 100_000).length, card.installments)
  assert.equal(installmentsOf(card, 100_000, card.installments + 1), undefined)
})
