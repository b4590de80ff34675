import { multiply, significant } from "../../kit/pure/decimal.ts"
import { isLocalCurrency } from "./countries.ts"
import { type Logos, midOf, type Quote, type QuoteSource, rateDigits, type Rates } from "./fx.ts"
import { corridorOf, type Provider } from "./providers.ts"
import type { FxQuery } from "./schema.ts"

/** Quotes computed from declared margins: the mid-market rate less the provider's margin. They are cached by rates and corridor. */
export function declaredQuotes(providers: readonly Provider[], baseUrl: string): QuoteSource {
  const cache = new WeakMap<Rates, Map<string, Quote[]>>()
  return {
    quotesFor(rates, query) {
      const { sourceCurrency, targetCurrency, targetCountry } = query
      const corridor = `${sourceCurrency} ${targetCurrency} ${isLocalCurrency(targetCurrency, targetCountry)}`
      const byCorridor = cache.get(rates) ?? new Map<string, Quote[]>()
      const quotes = byCorridor.get(corridor) ?? providers.map(provider => quoteOf(provider, rates, query, baseUrl))
      cache.set(rates, byCorridor.set(corridor, quotes))
      return quotes
    },
  }
}

function quoteOf(provider: Provider, rates: Rates, query: FxQuery, baseUrl: string): Quote {
  const share = { numerator: 10_000n - BigInt(marginOf(provider, query)), denominator: 10_000n }
  const { id, name, illustrative } = provider
  return {
    provider: { id, name, logos: logosOf(provider, baseUrl), ...(illustrative && { illustrative }) },
    rate: significant(multiply(midOf(rates, query), share), rateDigits),
  }
}

function marginOf({ margins, foreignMargin }: Provider, { sourceCurrency, targetCurrency, targetCountry }: FxQuery): number {
  return margins[corridorOf(sourceCurrency, targetCurrency)] + (isLocalCurrency(targetCurrency, targetCountry) ? 0 : foreignMargin)
}

function logosOf({ id, hasLogo }: Provider, baseUrl: string): Logos {
  const url = `${baseUrl}/assets/providers/${id}`
  return hasLogo ? { svgUrl: `${url}.svg`, pngUrl: `${url}.png` } : { svgUrl: null, pngUrl: null }
}
