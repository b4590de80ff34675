import { asNumber, type Fraction, fraction, halfUpMultiplier, millionths } from "../../kit/pure/decimal.ts"
import type { Method } from "../gateways/gateway.ts"
import type { Installments } from "../transactions/schema.ts"

/** Installments are offered in this currency only. */
export const financedCurrency = "BRL"

/** The terms of n installments of an amount, if the method offers them. Simulations and charges both use it. */
export function installmentsOf({ financing, maxInstallments }: Method, amount: number, n: number): Installments | undefined {
  if (n === 1) return computeInstallments(amount, "0", 1)
  const monthlyRate = financing?.monthlyRates[n]
  if (!financing || monthlyRate === undefined || n > maxInstallments) return undefined
  const installments = computeInstallments(amount, monthlyRate, n)
  return installments.installmentAmount >= financing.minInstallmentAmount ? installments : undefined
}

/** The terms of every number of installments that the method offers for this amount, from 1 up. */
export function simulationsOf(method: Method, amount: number): Installments[] {
  const simulations: Installments[] = []
  for (let n = 1; n <= method.maxInstallments; n++) {
    const installments = installmentsOf(method, amount, n)
    if (installments) simulations.push(installments)
  }
  return simulations
}

/** The Price table: equal payments that pay off the amount at a monthly rate. */
export function computeInstallments(amount: number, monthlyRate: string, n: number): Installments {
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

/** Cached, because the powers are slow to compute and there are few rates and few numbers of installments. */
function termsOf(monthlyRate: string, n: number): Terms {
  const ofRate = cachedTerms.get(monthlyRate)
  const terms = ofRate?.[n] ?? {
    interestRate: n === 1 ? 0 : asNumber(fraction(monthlyRate)),
    totalOf: halfUpMultiplier(growthOf(monthlyRate, n)),
  }
  if (ofRate) ofRate[n] = terms
  else if (cachedTerms.size < maxCachedRates) cachedTerms.set(monthlyRate, { [n]: terms })
  return terms
}
const maxCachedRates = 1000
const cachedTerms = new Map<string, Record<number, Terms>>()

/** Total ÷ amount: n·i ÷ (1 − (1 + i)^−n), with i as the fraction p ÷ q: n·p·(q + p)^n ÷ (q·((q + p)^n − q^n)). */
function growthOf(monthlyRate: string, n: number): Fraction {
  const { numerator: p, denominator: q } = fraction(monthlyRate)
  if (p === 0n || n === 1) return { numerator: 1n, denominator: 1n }
  const power = (q + p) ** BigInt(n)
  return { numerator: BigInt(n) * p * power, denominator: q * (power - q ** BigInt(n)) }
}
