import { asNumber, compared, dividedBy, type Fraction, fraction, roundHalfUp, scaledDown, times } from "../kit/decimal.ts"
import { exponent } from "../kit/money.ts"
import { Problem } from "../kit/problem.ts"
import { isCountry } from "./countries.ts"
import { house } from "./providers.ts"
import type { FxComparison, FxQuery } from "./schema.ts"

/** Mid-market rates of one day: how much of each currency one unit of the base buys, as decimals. */
export type Rates = { date: string; base: string; rates: Record<string, string> }

/** Enough for a million to be exact to the cent, and few enough to be read. */
export const digits = 8

/** Somebody who exchanges money, as shown, and the all-in rate: nothing else is taken off. */
export type Quote = { provider: { id: string; name: string; logos: Logos }; rate: Fraction }
export type Logos = { svgUrl: string | null; pngUrl: string | null }

/** Who exchanges, and at which rates. It gives the same list for as long as it holds, since the ranking is kept with the list. */
export type QuoteSource = { quotesFor(rates: Rates, query: FxQuery): readonly Quote[] | Promise<readonly Quote[]> }

/** A provider's place in a list: its entry as JSON, with a gap for the amount. */
type Place = { before: string; arrives(amount: number): number; after: string }

/** What arrives through each provider, the best first. Rate, amount, rank and difference all follow from the rate that is shown. */
export const compare = (quotes: readonly Quote[], query: FxQuery) => JSON.parse(comparison(quotes, query)) as FxComparison

/** The same as JSON: nearly all of it is ready before the amount is known. */
export function comparison(quotes: readonly Quote[], query: FxQuery): string {
  let text = ""
  for (const { before, arrives, after } of ranking(quotes, query)) {
    const targetAmount = arrives(query.sourceAmount)
    if (!Number.isSafeInteger(targetAmount)) throw new Problem("FXR-1004", amountIn(query))
    text += (text && ",") + before + String(targetAmount) + after
  }
  return `{${text}}`
}

const amountIn = ({ sourceAmount, targetCurrency }: FxQuery) => ({ sourceAmount, targetCurrency })

/** How much of the target one unit of the source is worth, before anybody takes anything. */
export const midOf = ({ rates }: Rates, { sourceCurrency, targetCurrency }: FxQuery): Fraction =>
  dividedBy(fraction(rates[targetCurrency]!), fraction(rates[sourceCurrency]!))

export function assertServed({ rates }: Rates, { sourceCurrency, targetCurrency, targetCountry }: FxQuery) {
  const unserved = !Object.hasOwn(rates, sourceCurrency) ? { sourceCurrency } : !Object.hasOwn(rates, targetCurrency) && { targetCurrency }
  for (const [parameter, currency] of Object.entries(unserved || {}))
    throw new Problem("FXR-1001", { parameter, currency, served: Object.keys(rates).sort().join(", ") })
  if (!isCountry(targetCountry)) throw new Problem("FXR-1002", { targetCountry })
  if (sourceCurrency === targetCurrency) throw new Problem("FXR-1003", { currency: sourceCurrency })
}

/** Made once for each list, which is of one pair of currencies: it is most of the work, and the amount has no part in it. */
function ranking(quotes: readonly Quote[], pair: FxQuery): Place[] {
  const known = rankings.get(quotes)
  if (known) return known
  const sorted = quotes.toSorted(byRate)
  const made = sorted.map((quote, i) => placed(quote, i + 1, sorted[0]!.rate, pair))
  rankings.set(quotes, made)
  return made
}
const rankings = new WeakMap<readonly Quote[], Place[]>()

function placed({ provider: { id, name, logos }, rate }: Quote, rank: number, best: Fraction, pair: FxQuery): Place {
  const comparison = { rank, isBestRate: rank === 1, differencePercentage: difference(rate, best) }
  const units = { over: BigInt(10 ** exponent(pair.targetCurrency)), under: BigInt(10 ** exponent(pair.sourceCurrency)) }
  const rest = { rate: asNumber(rate), comparison, provider: { name, logos: { normal: logos } } }
  const gateway = JSON.stringify(id)
  return {
    before: `${gateway}:{"gateway":${gateway},"targetAmount":`,
    arrives: scaledDown(times(rate, units)),
    after: `,${JSON.stringify(rest).slice(1)}`,
  }
}

/** Ties go to the house, then by id. */
function byRate(a: Quote, b: Quote): number {
  const [x, y] = [a.provider.id, b.provider.id]
  return compared(b.rate, a.rate) || Number(y === house) - Number(x === house) || (x < y ? -1 : 1)
}

/** In percent, to 4 places: 0 for the best, below it for the rest. */
function difference(rate: Fraction, best: Fraction): number {
  const share = dividedBy(rate, best)
  const lacking = roundHalfUp({ over: (share.under - share.over) * 1_000_000n, under: share.under })
  return lacking === 0n ? 0 : -Number(lacking) / 10_000
}
