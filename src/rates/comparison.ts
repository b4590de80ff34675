import { z } from "zod"
import { compared, dividedBy, type Fraction, fraction, significant, times } from "../kit/decimal.ts"
import { decimal } from "../kit/money.ts"
import { isRate } from "./feed.ts"
import { digits, type Quote } from "./fx.ts"
import { house } from "./providers.ts"
import type { FxQuery } from "./schema.ts"

/** More than anybody reads. The best ones are kept. */
const most = 50

/** What a question and its answer must agree on. */
const Answer = z.object({ sourceCurrency: z.string(), targetCurrency: z.string(), amount: z.number(), providers: z.array(z.unknown()) })

/** A browser loads it from wherever it says, so it is encrypted or none. */
const LogoUrl = z
  .url({ protocol: /^https$/ })
  .max(500)
  .nullable()
  .catch(null)
const noLogos = { normal: { svgUrl: null, pngUrl: null } }

/** The alias becomes a key of our answer: never one that an engine would sort to the front or that means something to an object. */
const Provider = z.object({
  alias: z
    .string()
    .max(60)
    .regex(/^(?=.*[a-z])[a-z0-9]+(-[a-z0-9]+)*$/)
    .refine(alias => alias !== house && !(alias in Object.prototype)),
  name: z
    .string()
    .trim()
    .max(80)
    .regex(/^\P{C}+$/u),
  logos: z.object({ normal: z.object({ svgUrl: LogoUrl, pngUrl: LogoUrl }) }).catch(noLogos),
  quotes: z.array(z.unknown()),
})
const Received = z.object({ receivedAmount: z.number(), targetCountry: z.string().nullish() })

export type Read = { quotes: Quote[]; refused: string[] }

/**
 * The public comparison format of Wise. Whoever can't be read is left out, and whoever is too far from the mid-market rate is refused
 * by name. Throws when it is no answer to what was asked.
 */
export function readComparison(text: string, asked: FxQuery, mid: Fraction): Read {
  const answer = Answer.parse(JSON.parse(text))
  const sent = decimal(asked.sourceAmount, asked.sourceCurrency)
  const isAnswer = answer.sourceCurrency === asked.sourceCurrency && answer.targetCurrency === asked.targetCurrency
  if (!isAnswer || answer.amount !== Number(sent)) throw new Error("it answers another question")
  const best = new Map<string, Quote>()
  const refused = new Set<string>()
  for (const quote of answer.providers.flatMap(provider => quotesOf(provider, asked, fraction(sent)))) {
    const { id } = quote.provider
    const known = best.get(id)
    if (!isBelievable(quote.rate, mid)) refused.add(id)
    else if (!known || compared(quote.rate, known.rate) > 0) best.set(id, quote)
  }
  const quotes = [...best.values()].toSorted((a, b) => compared(b.rate, a.rate)).slice(0, most)
  return { quotes, refused: [...refused] }
}

/** All-in: what arrives, divided by what was sent. Numbers are taken as they are written, and divided as fractions. */
function quotesOf(provider: unknown, { targetCountry }: FxQuery, sent: Fraction): Quote[] {
  const read = Provider.safeParse(provider)
  if (!read.success) return []
  const { alias: id, name, logos, quotes } = read.data
  return quotes.flatMap(quote => {
    const { success, data } = Received.safeParse(quote)
    if (!success || !isRate(String(data.receivedAmount)) || (data.targetCountry ?? targetCountry) !== targetCountry) return []
    const rate = significant(dividedBy(fraction(String(data.receivedAmount)), sent), digits)
    return [{ provider: { id, name, logos: logos.normal }, rate }]
  })
}

/** Within a fifth of the mid-market rate. What is further off is a mistake, or fees that eat a small amount up. */
const isBelievable = (rate: Fraction, mid: Fraction) =>
  compared(rate, times(mid, { over: 8n, under: 10n })) >= 0 && compared(rate, times(mid, { over: 12n, under: 10n })) <= 0
