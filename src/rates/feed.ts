import { asNumber, dividedBy, fraction, significant } from "../kit/decimal.ts"
import type { Rates } from "./fx.ts"

/** Rates as somebody publishes them: our own JSON, or the XML of the European Central Bank. Throws what is wrong with them. */
export function readFeed(text: string): Rates {
  const { date, base, rates } = text.trimStart().startsWith("<") ? fromXml(text) : fromJson(text)
  if (typeof date !== "string" || !/^\d{4}-\d\d-\d\d$/.test(date) || Number.isNaN(Date.parse(date))) throw new Error("it has no date")
  if (typeof base !== "string" || typeof rates !== "object" || rates === null) throw new Error("it has no base or no rates")
  const all = Object.entries(rates).flatMap(([currency, rate]): [string, string][] =>
    isRate(String(rate)) ? [[currency, String(rate)]] : [],
  )
  return { date, base, rates: { ...Object.fromEntries(all), [base]: "1" } }
}

/** A plain decimal above zero. */
export const isRate = (text: string) => /^\d{1,12}(\.\d{1,20})?$/.test(text) && /[1-9]/.test(text)

type Unread = { date?: unknown; base?: unknown; rates?: unknown }

/** {"date": "2025-06-30", "base": "EUR", "rates": {"USD": "1.1720"}}; numbers are taken too. */
const fromJson = (text: string) => (JSON.parse(text) ?? {}) as Unread

/** <Cube time="2025-06-30"><Cube currency="USD" rate="1.1720"/>…: always from the euro, the newest day first. */
function fromXml(text: string): Unread {
  const [, date, day = ""] = /<Cube time=["']([^"']+)["']>(.*?)<\/Cube>/s.exec(text) ?? []
  const cubes = [...day.matchAll(/<Cube currency=["'](\w+)["'] rate=["']([^"']+)["']\s*\/>/g)]
  return { date, base: "EUR", rates: Object.fromEntries(cubes.map(([, currency, rate]) => [currency, rate])) }
}

export type Merged = { rates: Rates; refused: string[] }

/** What is believable of a feed, over what was known. Unknown currencies are left out, missing and unbelievable ones stay as they were. */
export function merged(before: Rates, feed: Rates, today: Date): Merged {
  if (feed.date < before.date) throw new Error(`it is of ${feed.date}, older than what is known`)
  if (Date.parse(feed.date) > today.getTime() + dayMs) throw new Error(`it is of ${feed.date}, which has not come yet`)
  const ours = feed.rates[before.base]
  if (ours === undefined) throw new Error(`it has no rate for ${before.base}`)
  const most = mostMoved(before.date, feed.date)
  const refused: string[] = []
  const rates = Object.entries(before.rates).map(([currency, known]) => {
    const told = feed.rates[currency]
    if (told === undefined || currency === before.base) return [currency, known]
    const rate = significant(dividedBy(fraction(told), fraction(ours)), 10)
    const moved = asNumber(dividedBy(rate, fraction(known)))
    if (moved <= most && moved >= 1 / most) return [currency, `${rate.over / rate.under}.${places(rate)}`]
    refused.push(currency)
    return [currency, known]
  })
  return { rates: { date: feed.date, base: before.base, rates: Object.fromEntries(rates) as Rates["rates"] }, refused }
}

const places = ({ over, under }: { over: bigint; under: bigint }) =>
  under === 1n ? "0" : String(over % under).padStart(String(under).length - 1, "0")

const dayMs = 86_400_000

/** A fifth, and another for every month that nobody looked. What moved further is a mistake of the feed until a person says otherwise. */
const mostMoved = (from: string, to: string) => 1 + 0.2 * (1 + Math.floor((Date.parse(to) - Date.parse(from)) / (30 * dayMs)))
