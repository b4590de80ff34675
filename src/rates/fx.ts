import { asNumber, compared, dividedBy, type Fraction, floor, fraction, roundHalfUp, significant, times } from "../kit/decimal.ts"
import { exponent } from "../kit/money.ts"
import { Problem } from "../kit/problem.ts"
import { isAtHome, isCountry } from "./countries.ts"
import { corridorOf, house, type Provider } from "./providers.ts"
import type { FxComparison, FxQuery } from "./schema.ts"

/** Mid-market rates of one day: how much of each currency one unit of the base buys, as decimals. */
export type Rates = { date: string; base: string; rates: Record<string, string> }

/** Enough for a million to be exact to the cent, and few enough to be read. */
const digits = 8

type Quote = { provider: Provider; rate: Fraction; targetAmount: number }

/** What arrives through each provider, the best first. Rate, amount, rank and difference all follow from the rate that is shown. */
export function compare({ rates }: Rates, providers: readonly Provider[], query: FxQuery, baseUrl: string): FxComparison {
  assertServed(rates, query)
  const quotes = providers.map(provider => quoteOf(provider, rates, query)).toSorted(byRate)
  const best = quotes[0]!
  const entries = quotes.map(({ provider: { id, name, hasLogo }, rate, targetAmount }, i) => {
    const comparison = { rank: i + 1, isBestRate: i === 0, differencePercentage: difference(rate, best.rate) }
    const logo = (ending: string) => (hasLogo ? `${baseUrl}/assets/providers/${id}.${ending}` : null)
    const provider = { name, logos: { normal: { svgUrl: logo("svg"), pngUrl: logo("png") } } }
    return [id, { gateway: id, targetAmount, rate: asNumber(rate), comparison, provider }] as const
  })
  return Object.fromEntries(entries)
}

function assertServed(rates: Rates["rates"], { sourceCurrency, targetCurrency, targetCountry }: FxQuery) {
  for (const [parameter, currency] of Object.entries({ sourceCurrency, targetCurrency }))
    if (!Object.hasOwn(rates, currency))
      throw new Problem("FXR-1001", { parameter, currency, served: Object.keys(rates).sort().join(", ") })
  if (!isCountry(targetCountry)) throw new Problem("FXR-1002", { targetCountry })
  if (sourceCurrency === targetCurrency) throw new Problem("FXR-1003", { currency: sourceCurrency })
}

function quoteOf(provider: Provider, rates: Rates["rates"], query: FxQuery): Quote {
  const { sourceAmount, sourceCurrency, targetCurrency } = query
  const mid = dividedBy(fraction(rates[targetCurrency]!), fraction(rates[sourceCurrency]!))
  const rate = significant(times(mid, { over: 10_000n - BigInt(marginOf(provider, query)), under: 10_000n }), digits)
  const units = { over: 10n ** BigInt(exponent(targetCurrency)), under: 10n ** BigInt(exponent(sourceCurrency)) }
  const targetAmount = Number(floor(times(times({ over: BigInt(sourceAmount), under: 1n }, rate), units)))
  if (!Number.isSafeInteger(targetAmount)) throw new Problem("FXR-1004", { sourceAmount, targetCurrency })
  return { provider, rate, targetAmount }
}

function marginOf({ margins, abroad }: Provider, { sourceCurrency, targetCurrency, targetCountry }: FxQuery): number {
  return margins[corridorOf(sourceCurrency, targetCurrency)] + (isAtHome(targetCurrency, targetCountry) ? 0 : abroad)
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
