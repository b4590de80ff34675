import { divide, type Fraction, multiply } from "../../kit/pure/decimal.ts"
import { exponent } from "../../kit/pure/money.ts"

/** The least amount of the source currency of which at least `due` of the target currency arrives at this rate. */
export function costOf(due: number, rate: Fraction, sourceCurrency: string, targetCurrency: string): number {
  const units = { numerator: BigInt(10 ** exponent(targetCurrency)), denominator: BigInt(10 ** exponent(sourceCurrency)) }
  const { numerator, denominator } = divide({ numerator: BigInt(due), denominator: 1n }, multiply(rate, units))
  return Number((numerator + denominator - 1n) / denominator)
}
