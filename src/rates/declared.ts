import { significant, times } from "../kit/decimal.ts"
import { isAtHome } from "./countries.ts"
import { digits, type Logos, midOf, type Quote, type QuoteSource, type Rates } from "./fx.ts"
import { corridorOf, type Provider } from "./providers.ts"
import type { FxQuery } from "./schema.ts"

/** Quotes by declaration: the mid-market rate less what each provider keeps of it. Made once for a corridor, as long as the rates hold. */
export function declaredBy(providers: readonly Provider[], baseUrl: string): QuoteSource {
  const made = new WeakMap<Rates, Map<string, Quote[]>>()
  return {
    quotesFor(rates, query) {
      const { sourceCurrency, targetCurrency, targetCountry } = query
      const corridor = `${sourceCurrency} ${targetCurrency} ${isAtHome(targetCurrency, targetCountry)}`
      const known = made.get(rates) ?? new Map<string, Quote[]>()
      const quotes = known.get(corridor) ?? providers.map(provider => quoteOf(provider, rates, query, baseUrl))
      made.set(rates, known.set(corridor, quotes))
      return quotes
    },
  }
}

function quoteOf(provider: Provider, rates: Rates, query: FxQuery, baseUrl: string): Quote {
  const kept = { over: 10_000n - BigInt(marginOf(provider, query)), under: 10_000n }
  const { id, name } = provider
  return { provider: { id, name, logos: logosOf(provider, baseUrl) }, rate: significant(times(midOf(rates, query), kept), digits) }
}

function marginOf({ margins, abroad }: Provider, { sourceCurrency, targetCurrency, targetCountry }: FxQuery): number {
  return margins[corridorOf(sourceCurrency, targetCurrency)] + (isAtHome(targetCurrency, targetCountry) ? 0 : abroad)
}

function logosOf({ id, hasLogo }: Provider, baseUrl: string): Logos {
  const url = `${baseUrl}/assets/providers/${id}`
  return hasLogo ? { svgUrl: `${url}.svg`, pngUrl: `${url}.png` } : { svgUrl: null, pngUrl: null }
}
