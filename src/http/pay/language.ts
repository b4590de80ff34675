import { display } from "../../kit/pure/money.ts"
import { type Words, words } from "./words.ts"

/** How a payer reads: the words, and how money and times are written. */
export type Language = {
  tag: keyof typeof words
  words: Words
  money(amount: number, currency: string): string
  /** Includes the time zone, because the payer's is not known. */
  time(iso: string, timeZone: string): string
  number(value: number): string
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
  return wanted.map(({ tag }) => languages[tag.split("-")[0]!]).find(language => language !== undefined) ?? english
}

function weightOf(parameters: string[]): number {
  const weight = parameters.find(parameter => parameter.startsWith("q="))
  return weight === undefined ? 1 : Number(weight.slice("q=".length)) || 0
}

/** `datesLocale` differs for English: days come before months, as in the reminders. */
function language(tag: Language["tag"], datesLocale: string): Language {
  return {
    tag,
    words: words[tag],
    money: (amount, currency) => display(amount, currency, tag),
    time(iso, timeZone) {
      const at = new Date(iso)
      const day = at.toLocaleDateString(datesLocale, { day: "numeric", month: "long", year: "numeric", timeZone })
      return `${day}, ${at.toLocaleTimeString(datesLocale, { hour: "2-digit", minute: "2-digit", timeZone, timeZoneName: "short" })}`
    },
    number: value => value.toLocaleString(tag, { maximumFractionDigits: 4 }),
  }
}

const english = language("en", "en-GB")
const languages: Record<string, Language> = { en: english, pt: language("pt-BR", "pt-BR"), es: language("es", "es") }
