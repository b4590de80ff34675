import assert from "node:assert/strict"
import { test } from "node:test"
import fc from "fast-check"
import type { Method } from "../gateways/gateway.ts"
import { gateways } from "../gateways/registry.ts"
import { computeInstallments, installmentsOf, simulationsOf } from "./financing.ts"

/** Computed independently, to the cent. */
const vectors: [amount: number, rate: string, n: number, total: number, each: number, first: number][] = [
  [100_000, "0.05", 5, 115_487, 23_097, 23_099],
  [100_000, "0", 3, 100_000, 33_333, 33_334],
  [100_000, "0.0199", 12, 113_402, 9_450, 9_452],
  [12_345, "0.0249", 6, 13_443, 2_240, 2_243],
  [100_000, "0.0299", 18, 130_765, 7_264, 7_277],
]

for (const [amount, rate, n, total, each, first] of vectors)
  test(`${amount} at ${rate} a month in ${n} installments costs ${total}`, () => {
    const terms = computeInstallments(amount, rate, n)
    assert.deepEqual([terms.total, terms.installmentAmount, terms.firstInstallmentAmount], [total, each, first])
    assert.ok(Math.abs(terms.feePercentage - (total / amount - 1)) < 1e-6)
  })

const card = gateways[0]!.methods.find(({ method }) => method === "card")!
const debit = gateways[0]!.methods.find(({ method }) => method === "direct-debit")!
const amount = fc.integer({ min: 1, max: 1_000_000_000 })
const rate = fc.integer({ min: 0, max: 2000 }).map(bp => `0.${String(bp).padStart(4, "0")}`)

test("installments sum to the total, and the first exceeds the others by less than one minor unit per installment", () => {
  fc.assert(
    fc.property(amount, rate, fc.integer({ min: 1, max: 48 }), (a, r, n) => {
      const { total, installmentAmount: each, firstInstallmentAmount: first } = computeInstallments(a, r, n)
      assert.equal(first + (n - 1) * each, total)
      assert.ok(first >= each && first - each < n)
      assert.ok(total >= a)
    }),
  )
})

test("more installments, or a higher rate, never cost less", () => {
  fc.assert(
    fc.property(amount, rate, rate, fc.integer({ min: 1, max: 47 }), (a, r, other, n) => {
      assert.ok(computeInstallments(a, r, n + 1).total >= computeInstallments(a, r, n).total)
      const [low = r, high = r] = [r, other].toSorted()
      assert.ok(computeInstallments(a, high, n).total >= computeInstallments(a, low, n).total)
    }),
  )
})

test("simulations show the terms of a charge, start at 1 installment, and respect the minimum amount", () => {
  fc.assert(
    fc.property(amount, a => {
      const simulations = simulationsOf(card, a)
      assert.deepEqual([simulations[0]!.nInstallments, simulations[0]!.total, simulations[0]!.interestRate], [1, a, 0])
      for (const [i, simulation] of simulations.entries()) {
        assert.deepEqual(installmentsOf(card, a, simulation.nInstallments), simulation)
        assert.ok(i === 0 || simulation.nInstallments > simulations[i - 1]!.nInstallments)
        assert.ok(i === 0 || simulation.interestRate >= simulations[i - 1]!.interestRate)
        assert.ok(i === 0 || simulation.installmentAmount >= card.financing!.minInstallmentAmount)
      }
    }),
  )
})

test("every further installment that bears interest has a higher rate, in simulations and in charges", () => {
  const { simulations, rates } = ratesOf(simulationsOf(card, 100_000))
  assert.deepEqual(simulations.slice(0, 3), [0, 0, 0])
  assert.equal(rates.length, card.maxInstallments - 3)
  for (const [i, each] of rates.entries()) assert.ok(i === 0 || each > rates[i - 1]!, `installment ${i + 4}`)
  for (const [i, each] of simulations.entries()) assert.equal(installmentsOf(card, 100_000, i + 1)!.interestRate, each)
})

/** The monthly rates of all simulations, and those of the ones that bear interest. */
function ratesOf(all: { interestRate: number }[]) {
  const simulations = all.map(({ interestRate }) => interestRate)
  return { simulations, rates: simulations.filter(each => each > 0) }
}

test("each number of installments has the rate that is declared for it, and one without a rate is not offered", () => {
  const method: Method = {
    ...card,
    maxInstallments: 6,
    financing: { monthlyRates: { 2: "0", 3: "0.01", 5: "0.05" }, minInstallmentAmount: 1 },
  }
  const offered = simulationsOf(method, 100_000).map(({ nInstallments, interestRate, total }) => [nInstallments, interestRate, total])
  assert.deepEqual(offered, [
    [1, 0, 100_000],
    [2, 0, 100_000],
    [3, 0.01, computeInstallments(100_000, "0.01", 3).total],
    [5, 0.05, 115_487],
  ])
  assert.deepEqual(
    [4, 6, 7].map(n => installmentsOf(method, 100_000, n)),
    [undefined, undefined, undefined],
  )
})

test("offers one payment for a method without financing, and never more installments than a method's maximum", () => {
  assert.equal(simulationsOf(debit, 100_000).length, 1)
  assert.equal(installmentsOf(debit, 100_000, 2), undefined)
  assert.equal(simulationsOf(card, 100_000).length, card.maxInstallments)
  assert.equal(installmentsOf(card, 100_000, card.maxInstallments + 1), undefined)
})
