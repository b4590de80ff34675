import type { Method } from "../gateways/gateway.ts"
import { asNumber, type Fraction, fraction, millionths, scaledHalfUp } from "../kit/decimal.ts"
import type { Installments } from "../transactions/schema.ts"

/** The currency that is financed; in all others everything is paid at once. */
export const financed = "BRL"

/** What the method asks for n installments of an amount, if it offers that. What is shown and what is charged both come from here. */
export function installmentsOf(method: Method, amount: number, n: number): Installments | undefined {
  const { financing, installments: most } = method
  if (n === 1) return priced(amount, "0", 1)
  if (!financing || n > most) return undefined
  const plan = priced(amount, n <= financing.interestFree ? "0" : financing.monthlyRate, n)
  return plan.installmentAmount >= financing.leastInstallment ? plan : undefined
}

/** Every number of installments that the method offers for this amount, from the lump sum up. */
export function simulationsOf(method: Method, amount: number): Installments[] {
  const offered: Installments[] = []
  for (let n = 1; n <= method.installments; n++) {
    const plan = installmentsOf(method, amount, n)
    if (plan) offered.push(plan)
  }
  return offered
}

/** The price table: equal payments that pay off the amount at a monthly rate. */
export function priced(amount: number, monthlyRate: string, n: number): Installments {
  const { interestRate, totalOf } = termsOf(monthlyRate, n)
  const total = totalOf(amount)
  const installmentAmount = (total - (total % n)) / n
  return {
    nInstallments: n,
    installmentAmount,
    firstInstallmentAmount: total - (n - 1) * installmentAmount,
    total,
    interestRate,
    feePercentage: millionths(total - amount, amount) / 1_000_000,
  }
}

type Terms = { interestRate: number; totalOf(amount: number): number }

/** There are few rates and few counts, and high powers take long, so each is raised once. */
function termsOf(monthlyRate: string, n: number): Terms {
  const known = knownTerms.get(monthlyRate)
  const terms = known?.[n] ?? {
    interestRate: n === 1 ? 0 : asNumber(fraction(monthlyRate)),
    totalOf: scaledHalfUp(growthOf(monthlyRate, n)),
  }
  if (known) known[n] = terms
  else if (knownTerms.size < 1000) knownTerms.set(monthlyRate, { [n]: terms })
  return terms
}
const knownTerms = new Map<string, Record<number, Terms>>()

/** By what an amount grows: n·i ÷ (1 − (1 + i)^−n), with i as the fraction p ÷ q: n·p·(q + p)^n ÷ (q·((q + p)^n − q^n)). */
function growthOf(monthlyRate: string, n: number): Fraction {
  const { over: p, under: q } = fraction(monthlyRate)
  if (p === 0n || n === 1) return { over: 1n, under: 1n }
  const grown = (q + p) ** BigInt(n)
  return { over: BigInt(n) * p * grown, under: q * (grown - q ** BigInt(n)) }
}
