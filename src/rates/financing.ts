import type { Method } from "../gateways/gateway.ts"
import { asNumber, type Fraction, floor, fraction, roundHalfUp } from "../kit/decimal.ts"

/** What a payer pays for paying in so many installments. The first one takes the remainder. */
export type Installments = {
  nInstallments: number
  installmentAmount: number
  firstInstallmentAmount: number
  total: number
  interestRate: number
  feePercentage: number
}

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
  const counts = Array.from({ length: method.installments }, (_, i) => i + 1)
  return counts.flatMap(n => installmentsOf(method, amount, n) ?? [])
}

/** The price table: equal payments that pay off the amount at a monthly rate. */
export function priced(amount: number, monthlyRate: string, n: number): Installments {
  const rate = fraction(monthlyRate)
  const total = rate.over === 0n || n === 1 ? BigInt(amount) : roundHalfUp(totalOf(BigInt(amount), rate, BigInt(n)))
  const each = floor({ over: total, under: BigInt(n) })
  const fee = roundHalfUp({ over: (total - BigInt(amount)) * 1_000_000n, under: BigInt(amount) })
  return {
    nInstallments: n,
    installmentAmount: Number(each),
    firstInstallmentAmount: Number(total - BigInt(n - 1) * each),
    total: Number(total),
    interestRate: n === 1 ? 0 : asNumber(rate),
    feePercentage: Number(fee) / 1_000_000,
  }
}

/** n × A·i ÷ (1 − (1 + i)^−n), with i as the fraction p ÷ q: n·A·p·(q + p)^n ÷ (q·((q + p)^n − q^n)). */
function totalOf(amount: bigint, { over: p, under: q }: Fraction, n: bigint): Fraction {
  const grown = (q + p) ** n
  return { over: n * amount * p * grown, under: q * (grown - q ** n) }
}
