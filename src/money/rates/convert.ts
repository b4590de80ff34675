import { asNumber, divide, type Fraction, multiply, roundHalfUp, significant, wholeNumber } from "../../kit/pure/decimal.ts"
import { exponent } from "../../kit/pure/money.ts"
import { midOf, type Rates } from "./fx.ts"

/** How much of the target one unit of the currency is worth, by the stored rates of a day. */
type UsedRate = { currency: string; rate: number; date: string }

type Converted<M extends string> = {
  /** Of the oldest rate that was used; null if none was, because all amounts are in the target currency. */
  date: string | null
  rates: UsedRate[]
  /** Currencies without a stored rate, whose amounts are in no total. */
  leftOut: string[]
  totals: Record<M, bigint>
}

/** So many digits are exact as JSON numbers, so everybody can compute the converted amounts again from the rates that are shown. */
const rateDigits = 10

/**
 * Adds up amounts of several currencies, each converted by its mid-market rate and rounded to minor units of the target. The result is
 * approximate, so it is only for people to read: nothing may book it or compute a payment by it.
 */
export function convertTotals<M extends string>(
  stored: Rates,
  target: string,
  byCurrency: Readonly<Record<string, Readonly<Record<M, number>>>>,
  measures: readonly M[],
): Converted<M> {
  const currencies = Object.keys(byCurrency).sort()
  const found = currencies.map(currency => ({ currency, rate: rateOf(stored, currency, target) }))
  const rated = found.flatMap(({ currency, rate }) => (rate ? [{ currency, rate }] : []))
  const sumOf = (measure: M) =>
    rated.reduce((sum, { currency, rate }) => sum + convert(BigInt(byCurrency[currency]![measure]), currency, target, rate), 0n)
  const rates = rated
    .filter(({ currency }) => currency !== target)
    .map(({ currency, rate }) => ({ currency, rate: asNumber(rate), date: dateOf(stored, currency, target) }))
  return {
    date: rates.map(({ date }) => date).sort()[0] ?? null,
    rates,
    leftOut: found.filter(({ rate }) => !rate).map(({ currency }) => currency),
    totals: Object.fromEntries(measures.map(measure => [measure, sumOf(measure)])) as Record<M, bigint>,
  }
}

/** Undefined unless both currencies have a stored rate: none is ever guessed. A currency is worth itself without one. */
function rateOf(stored: Rates, currency: string, target: string): Fraction | undefined {
  if (currency === target) return wholeNumber(1n)
  const isStored = (code: string) => Object.hasOwn(stored.rates, code)
  if (!isStored(currency) || !isStored(target)) return undefined
  return significant(midOf(stored, { sourceCurrency: currency, targetCurrency: target }), rateDigits)
}

/** A rate between two currencies is as old as the older of their two rates. */
const dateOf = ({ date, since = {} }: Rates, ...currencies: string[]) => currencies.map(currency => since[currency] ?? date).sort()[0]!

/** Rounds half away from zero, so that an amount and its negative convert alike. */
function convert(amount: bigint, from: string, to: string, rate: Fraction): bigint {
  const units = divide(wholeNumber(10n ** BigInt(exponent(to))), wholeNumber(10n ** BigInt(exponent(from))))
  const converted = roundHalfUp(multiply(wholeNumber(amount < 0n ? -amount : amount), multiply(rate, units)))
  return amount < 0n ? -converted : converted
}
