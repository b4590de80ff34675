import { z } from "zod"
import { compare, divide, type Fraction, fraction, multiply, significant } from "../../kit/pure/decimal.ts"
import { decimal } from "../../kit/pure/money.ts"
import { isRate } from "./feed.ts"
import { type Quote, rateDigits } from "./fx.ts"
import { ownProviderId } from "./providers.ts"
import type { FxQuery } from "./schema.ts"

/** Only the best quotes are shown. */
const maxQuotes = 50

const Comparison = z.object({ sourceCurrency: z.string(), targetCurrency: z.string(), amount: z.number(), providers: z.array(z.unknown()) })

/** Browsers load the logos, so they must be https. */
const LogoUrl = z
  .url({ protocol: /^https$/ })
  .max(500)
  .nullable()
  .catch(null)
const noLogos = { normal: { svgUrl: null, pngUrl: null } }

/** The alias becomes a key of our response, so it must not be a number, which engines sort to the front, nor a key of Object.prototype. */
const Provider = z.object({
  alias: z
    .string()
    .max(60)
    .regex(/^(?=.*[a-z])[a-z0-9]+(-[a-z0-9]+)*$/)
    .refine(alias => alias !== ownProviderId && !(alias in Object.prototype)),
  name: z
    .string()
    .trim()
    .max(80)
    .regex(/^\P{C}+$/u),
  logos: z.object({ normal: z.object({ svgUrl: LogoUrl, pngUrl: LogoUrl }) }).catch(noLogos),
  quotes: z.array(z.unknown()),
})
const ProviderQuote = z.object({ receivedAmount: z.number(), targetCountry: z.string().nullish() })

type ParsedComparison = { quotes: Quote[]; refused: string[] }

/**
 * Parses the public comparison format of Wise. Skips providers that are not valid, and returns the ids of those whose rate is too far from
 * the mid-market rate as `refused`. Throws when the response is for another query.
 */
export function parseComparison(text: string, query: FxQuery, mid: Fraction): ParsedComparison {
  const response = Comparison.parse(JSON.parse(text))
  const sent = decimal(query.sourceAmount, query.sourceCurrency)
  const isForPair = response.sourceCurrency === query.sourceCurrency && response.targetCurrency === query.targetCurrency
  if (!isForPair || response.amount !== Number(sent)) throw new Error("the response is for another amount or pair of currencies")
  const best = new Map<string, Quote>()
  const refused = new Set<string>()
  for (const quote of response.providers.flatMap(provider => quotesOf(provider, query, fraction(sent)))) {
    const { id } = quote.provider
    const existing = best.get(id)
    if (!isPlausible(quote.rate, mid)) refused.add(id)
    else if (!existing || compare(quote.rate, existing.rate) > 0) best.set(id, quote)
  }
  const quotes = [...best.values()].toSorted((a, b) => compare(b.rate, a.rate)).slice(0, maxQuotes)
  return { quotes, refused: [...refused] }
}

/** The all-in rate is what arrives divided by what was sent, computed exactly with fractions. */
function quotesOf(provider: unknown, { targetCountry }: FxQuery, sent: Fraction): Quote[] {
  const parsed = Provider.safeParse(provider)
  if (!parsed.success) return []
  const { alias: id, name, logos, quotes } = parsed.data
  return quotes.flatMap(quote => {
    const { success, data } = ProviderQuote.safeParse(quote)
    if (!success || !isRate(String(data.receivedAmount)) || (data.targetCountry ?? targetCountry) !== targetCountry) return []
    const rate = significant(divide(fraction(String(data.receivedAmount)), sent), rateDigits)
    return [{ provider: { id, name, logos: logos.normal }, rate }]
  })
}

/** Within a fifth of the mid-market rate. A rate further off is an error, or the fees take most of a small amount. */
const isPlausible = (rate: Fraction, mid: Fraction) =>
  compare(rate, multiply(mid, { numerator: 8n, denominator: 10n })) >= 0 &&
  compare(rate, multiply(mid, { numerator: 12n, denominator: 10n })) <= 0
