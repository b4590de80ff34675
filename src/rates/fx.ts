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

/** A provider's place on a corridor. It is the same for every amount. */
type Place = { provider: Provider; rate: Fraction; rank: number; differencePercentage: number }

/** What arrives through each provider, the best first. Rate, amount, rank and difference all follow from the rate that is shown. */
export function compare(rates: Rates, providers: readonly Provider[], query: FxQuery, baseUrl: string): FxComparison {
  assertServed(rates.rates, query)
  const entries = ranking(rates, providers, query).map(({ provider, rate, rank, differencePercentage }) => ({
    gateway: provider.id,
    targetAmount: targetAmount(query, rate),
    rate: asNumber(rate),
    comparison: { rank, isBestRate: rank === 1, differencePercentage },
    provider: { name: provider.name, logos: { normal: logosOf(provider, baseUrl) } },
  }))
  return Object.fromEntries(entries.map(entry => [entry.gateway, entry]))
}

function assertServed(rates: Rates["rates"], { sourceCurrency, targetCurrency, targetCountry }: FxQuery) {
  for (const [parameter, currency] of Object.entries({ sourceCurrency, targetCurrency }))
    if (!Object.hasOwn(rates, currency))
      throw new Problem("FXR-1001", { parameter, currency, served: Object.keys(rates).sort().join(", ") })
  if (!isCountry(targetCountry)) throw new Problem("FXR-1002", { targetCountry })
  if (sourceCurrency === targetCurrency) throw new Problem("FXR-1003", { currency: sourceCurrency })
}

/** Made once for a corridor, as long as the rates hold: it is most of the work, and the amount has no part in it. */
function ranking(rates: Rates, providers: readonly Provider[], query: FxQuery): Place[] {
  const { sourceCurrency, targetCurrency, targetCountry } = query
  const corridor = `${sourceCurrency} ${targetCurrency} ${isAtHome(targetCurrency, targetCountry)}`
  const before = rankings.get(rates)
  const known = before?.providers === providers ? before : { providers, places: new Map<string, Place[]>() }
  const made = known.places.get(corridor) ?? ranked(rates, providers, query)
  known.places.set(corridor, made)
  if (known !== before) rankings.set(rates, known)
  return made
}
const rankings = new WeakMap<Rates, { providers: readonly Provider[]; places: Map<string, Place[]> }>()

function ranked({ rates }: Rates, providers: readonly Provider[], query: FxQuery): Place[] {
  const mid = dividedBy(fraction(rates[query.targetCurrency]!), fraction(rates[query.sourceCurrency]!))
  const kept = (provider: Provider) => ({ over: 10_000n - BigInt(marginOf(provider, query)), under: 10_000n })
  const quotes = providers.map(provider => ({ provider, rate: significant(times(mid, kept(provider)), digits) })).toSorted(byRate)
  return quotes.map((quote, i) => ({ ...quote, rank: i + 1, differencePercentage: difference(quote.rate, quotes[0]!.rate) }))
}

function targetAmount({ sourceAmount, sourceCurrency, targetCurrency }: FxQuery, { over, under }: Fraction): number {
  const units = BigInt(10 ** exponent(targetCurrency))
  const amount = Number(floor({ over: BigInt(sourceAmount) * over * units, under: under * BigInt(10 ** exponent(sourceCurrency)) }))
  if (!Number.isSafeInteger(amount)) throw new Problem("FXR-1004", { sourceAmount, targetCurrency })
  return amount
}

function logosOf({ id, hasLogo }: Provider, baseUrl: string) {
  const url = `${baseUrl}/assets/providers/${id}`
  return hasLogo ? { svgUrl: `${url}.svg`, pngUrl: `${url}.png` } : { svgUrl: null, pngUrl: null }
}

function marginOf({ margins, abroad }: Provider, { sourceCurrency, targetCurrency, targetCountry }: FxQuery): number {
  return margins[corridorOf(sourceCurrency, targetCurrency)] + (isAtHome(targetCurrency, targetCountry) ? 0 : abroad)
}

/** Ties go to the house, then by id. */
function byRate(a: Pick<Place, "provider" | "rate">, b: Pick<Place, "provider" | "rate">): number {
  const [x, y] = [a.provider.id, b.provider.id]
  return compared(b.rate, a.rate) || Number(y === house) - Number(x === house) || (x < y ? -1 : 1)
}

/** In percent, to 4 places: 0 for the best, below it for the rest. */
function difference(rate: Fraction, best: Fraction): number {
  const share = dividedBy(rate, best)
  const lacking = roundHalfUp({ over: (share.under - share.over) * 1_000_000n, under: share.under })
  return lacking === 0n ? 0 : -Number(lacking) / 10_000
}
