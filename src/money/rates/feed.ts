import { dayMs } from "../../kit/pure/calendar.ts"
import { asNumber, divide, fraction, significant } from "../../kit/pure/decimal.ts"
import type { Rates } from "./fx.ts"

/** Parses published rates: our own JSON, or the XML of the European Central Bank. Throws when they are not valid. */
export function parseFeed(text: string): Rates {
  const { date, base, rates } = text.trimStart().startsWith("<") ? fromXml(text) : fromJson(text)
  if (typeof date !== "string" || !/^\d{4}-\d\d-\d\d$/.test(date) || Number.isNaN(Date.parse(date))) throw new Error("the feed has no date")
  if (typeof base !== "string" || typeof rates !== "object" || rates === null) throw new Error("the feed has no base or no rates")
  const valid = Object.entries(rates).flatMap(([currency, rate]): [string, string][] =>
    isRate(String(rate)) ? [[currency, String(rate)]] : [],
  )
  return { date, base, rates: { ...Object.fromEntries(valid), [base]: "1" } }
}

/** A plain decimal above zero. */
export const isRate = (text: string) => /^\d{1,12}(\.\d{1,20})?$/.test(text) && /[1-9]/.test(text)

type UncheckedFeed = { date?: unknown; base?: unknown; rates?: unknown }

/** {"date": "2025-06-30", "base": "EUR", "rates": {"USD": "1.1720"}}; rates may be numbers too. */
const fromJson = (text: string) => (JSON.parse(text) ?? {}) as UncheckedFeed

/** <Cube time="2025-06-30"><Cube currency="USD" rate="1.1720"/>…: the base is always the euro, and the newest day comes first. */
function fromXml(text: string): UncheckedFeed {
  const [, date, day = ""] = /<Cube time=["']([^"']+)["']>(.*?)<\/Cube>/s.exec(text) ?? []
  const cubes = [...day.matchAll(/<Cube currency=["'](\w+)["'] rate=["']([^"']+)["']\s*\/>/g)]
  return { date, base: "EUR", rates: Object.fromEntries(cubes.map(([, currency, rate]) => [currency, rate])) }
}

type MergedRates = { rates: Rates; refused: string[] }

/**
 * Replaces stored rates by those of a feed. Ignores currencies that we do not serve. A missing currency keeps its stored rate and date. So
 * does a currency whose rate changed too much; it is returned in `refused`.
 */
export function mergeFeed(before: Rates, feed: Rates, today: Date): MergedRates {
  if (feed.date < before.date) throw new Error(`the feed is of ${feed.date}, older than the stored rates`)
  if (Date.parse(feed.date) > today.getTime() + dayMs) throw new Error(`the feed is of ${feed.date}, which is in the future`)
  const base = feed.rates[before.base]
  if (base === undefined) throw new Error(`the feed has no rate for ${before.base}`)
  const [rates, since]: [Rates["rates"], Rates["rates"]] = [{}, {}]
  const refused: string[] = []
  for (const [currency, stored] of Object.entries(before.rates)) {
    const storedOn = before.since?.[currency] ?? before.date
    const published = currency === before.base ? undefined : feed.rates[currency]
    const rate = published && significant(divide(fraction(published), fraction(base)), 10)
    const isAccepted = rate && isPlausible(asNumber(divide(rate, fraction(stored))), storedOn, feed.date)
    rates[currency] = isAccepted ? `${rate.numerator / rate.denominator}.${decimalsOf(rate)}` : stored
    if (rate && !isAccepted) refused.push(currency)
    if (!isAccepted && currency !== before.base) since[currency] = storedOn
  }
  return { rates: { date: feed.date, base: before.base, rates, since }, refused }
}

const decimalsOf = ({ numerator, denominator }: { numerator: bigint; denominator: bigint }) =>
  denominator === 1n ? "0" : String(numerator % denominator).padStart(String(denominator).length - 1, "0")

/** A fifth, and another fifth for every month between the two dates. A larger change is assumed to be an error of the feed. */
function isPlausible(change: number, from: string, to: string): boolean {
  const maxChange = 1 + 0.2 * (1 + Math.floor((Date.parse(to) - Date.parse(from)) / (30 * dayMs)))
  return change <= maxChange && change >= 1 / maxChange
}
