import { dayMs } from "../../kit/pure/calendar.ts"
import { display } from "../../kit/pure/money.ts"
import { memoize } from "../../kit/service/memoize.ts"
import { type Words, words } from "./words.ts"

/** The language of a payer: the words, and how money and times are written. */
export type Language = {
  tag: keyof typeof words
  /** Includes the country, which decides how numbers are written. */
  locale: string
  words: Words
  money(amount: number | bigint, currency: string): string
  /** Includes the time zone, because the payer's zone is not known. */
  time(iso: string, timeZone: string): string
  number(value: number): string
  /** The days between two times in the time zone: "in 7 days", "yesterday". */
  days(iso: string, now: Date, timeZone: string): string
  /** "US dollar" */
  currency(code: string): string
}

/** The first language of the header Accept-Language that the page has; English if it has none of them. */
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
  return wanted.map(({ tag }) => languageNamed(tag)).find(language => language !== undefined) ?? languageNamed("en")!
}

function weightOf(parameters: string[]): number {
  const weight = parameters.find(parameter => parameter.startsWith("q="))
  return weight === undefined ? 1 : Number(weight.slice("q=".length)) || 0
}

/** The countries that the header names, such as BR of pt-BR, in its order. */
export const regionsOf = (accepted: string | undefined) =>
  [...(accepted ?? "").slice(0, 500).matchAll(/\b[a-z]{2,3}-(?:[a-z]{4}-)?([a-z]{2})\b/gi)].map(([, region = ""]) => region.toUpperCase())

function languageNamed(wanted: string): Language | undefined {
  const [name] = wanted.split("-", 1)
  if (name === "en") return languageIn("en", "en")
  if (name === "pt") return languageIn("pt-BR", "pt-BR")
  return name === "es" || name === "de" || name === "fr" ? languageIn(name, localeOf(name, wanted)) : undefined
}

/**
 * Mexico writes 1,234.56 and Argentina 1.234,56, and Switzerland not as Germany. Only locales that Intl knows, so that headers can't
 * create endless formats.
 */
const localeOf = (name: string, wanted: string) => (/^[a-z]{2}-([a-z]{2}|419)$/.test(wanted) ? knownLocale(wanted) : name)
const knownLocale = memoize((wanted: string) => new Intl.NumberFormat(wanted).resolvedOptions().locale)

/**
 * Made for the first payer who needs it, because the formats of all languages would add 30 ms to each start. They are cached, because
 * making one takes longer than formatting a hundred values.
 */
const languageIn = memoize((tag: Language["tag"], locale: string): Language => {
  const datesLocale = tag === "en" ? "en-GB" : tag // days come before months, as in the reminders
  const relative = new Intl.RelativeTimeFormat(tag, { numeric: "auto" })
  const names = new Intl.DisplayNames(locale, { type: "currency" })
  const numbers = new Intl.NumberFormat(locale, { maximumFractionDigits: 4 })
  const dates = memoize((timeZone: string) => ({
    day: new Intl.DateTimeFormat(datesLocale, { day: "numeric", month: "long", year: "numeric", timeZone }),
    time: new Intl.DateTimeFormat(datesLocale, { hour: "2-digit", minute: "2-digit", timeZone, timeZoneName: "short" }),
  }))
  return {
    tag,
    locale,
    words: words[tag],
    money: (amount, currency) => display(amount, currency, locale),
    time(iso, timeZone) {
      const at = new Date(iso)
      const { day, time } = dates(timeZone)
      return `${day.format(at)}, ${time.format(at)}`
    },
    number: value => numbers.format(value),
    days: (iso, now, timeZone) => relative.format(dayNumber(new Date(iso), timeZone) - dayNumber(now, timeZone), "day"),
    currency: memoize(code => names.of(code) ?? code),
  }
})

/** Counts the days of a time zone. "sv" writes dates as 2036-01-31. */
const dayNumber = (at: Date, timeZone: string) => Date.parse(calendarOf(timeZone).format(at)) / dayMs
const calendarOf = memoize((timeZone: string) => new Intl.DateTimeFormat("sv", { timeZone }))
