import { dayMs } from "../../kit/pure/calendar.ts"
import { display } from "../../kit/pure/money.ts"
import { memoize } from "../../kit/service/memoize.ts"
import { type Words, words } from "./words.ts"

/** How a payer reads: the words, and how money and times are written. */
export type Language = {
  tag: keyof typeof words
  words: Words
  money(amount: number, currency: string): string
  /** Includes the time zone, because the payer's is not known. */
  time(iso: string, timeZone: string): string
  number(value: number): string
  /** Between two times, in days of the time zone: "in 7 days", "yesterday". */
  days(iso: string, now: Date, timeZone: string): string
  /** "US dollar" */
  currency(code: string): string
}

/** The first language of the header Accept-Language that the page has; English where it has none of them. */
export function languageOf(accepted: string | undefined): Language {
  const wanted = (accepted ?? "")
    .slice(0, 500)
    .split(",")
    .map(part =>
      part
        .trim()
        .toLowerCase()
        .split(/\s*;\s*/),
    )
    .map(([tag = "", ...parameters]) => ({ tag, weight: weightOf(parameters) }))
    .filter(({ weight }) => weight > 0)
    .toSorted((a, b) => b.weight - a.weight)
  return wanted.map(({ tag }) => languageNamed(tag.split("-")[0]!)).find(language => language !== undefined) ?? languageNamed("en")!
}

function weightOf(parameters: string[]): number {
  const weight = parameters.find(parameter => parameter.startsWith("q="))
  return weight === undefined ? 1 : Number(weight.slice("q=".length)) || 0
}

/** The countries that the header names, such as BR of pt-BR, in its order. */
export const regionsOf = (accepted: string | undefined) =>
  [...(accepted ?? "").slice(0, 500).matchAll(/\b[a-z]{2,3}-(?:[a-z]{4}-)?([a-z]{2})\b/gi)].map(([, region = ""]) => region.toUpperCase())

/**
 * `datesLocale` differs for English: days come before months, as in the reminders. Formats are kept, because making one takes longer than
 * formatting a hundred values.
 */
function language(tag: Language["tag"], datesLocale: string): Language {
  const relative = new Intl.RelativeTimeFormat(tag, { numeric: "auto" })
  const names = new Intl.DisplayNames(tag, { type: "currency" })
  const numbers = new Intl.NumberFormat(tag, { maximumFractionDigits: 4 })
  const dates = memoize((timeZone: string) => ({
    day: new Intl.DateTimeFormat(datesLocale, { day: "numeric", month: "long", year: "numeric", timeZone }),
    time: new Intl.DateTimeFormat(datesLocale, { hour: "2-digit", minute: "2-digit", timeZone, timeZoneName: "short" }),
  }))
  return {
    tag,
    words: words[tag],
    money: (amount, currency) => display(amount, currency, tag),
    time(iso, timeZone) {
      const at = new Date(iso)
      const { day, time } = dates(timeZone)
      return `${day.format(at)}, ${time.format(at)}`
    },
    number: value => numbers.format(value),
    days: (iso, now, timeZone) => relative.format(dayNumber(new Date(iso), timeZone) - dayNumber(now, timeZone), "day"),
    currency: memoize(code => names.of(code) ?? code),
  }
}

/** Counts the days of a time zone. "sv" writes dates as 2036-01-31. */
const dayNumber = (at: Date, timeZone: string) => Date.parse(calendarOf(timeZone).format(at)) / dayMs
const calendarOf = memoize((timeZone: string) => new Intl.DateTimeFormat("sv", { timeZone }))

/** Made with the first payer who reads it: the formats of all three take 30 ms, which a start need not wait for. */
const languageNamed = memoize((name: string): Language | undefined => {
  if (name === "en") return language("en", "en-GB")
  if (name === "pt") return language("pt-BR", "pt-BR")
  return name === "es" ? language("es", "es") : undefined
})
