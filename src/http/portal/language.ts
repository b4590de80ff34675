import { type Language, languageOf } from "../pay/language.ts"
import { type PortalWords, portalWords } from "./words.ts"

/** The language of a portal's visitor: the words and amounts of the payment page, and the words of the portals. */
export type PortalLanguage = Language & {
  portal: PortalWords
  /** "31 January 2036", in the time zone of the tenant. */
  day(iso: string, timeZone: string): string
  /** "31 Jan" */
  shortDay(iso: string, timeZone: string): string
  /** "January 2036" of "2036-01". */
  month(month: string): string
  /** "Brazilian Real" */
  currencyName(currency: string): string
}

/** The first language of the header Accept-Language that the portals have. */
export function portalLanguageOf(accepted: string | undefined): PortalLanguage {
  const language = languageOf(accepted)
  const locale = language.tag === "en" ? "en-GB" : language.tag
  const date = (at: Date, options: Intl.DateTimeFormatOptions) => at.toLocaleDateString(locale, options)
  return {
    ...language,
    portal: portalWords[language.tag],
    day: (iso, timeZone) => date(new Date(iso), { day: "numeric", month: "long", year: "numeric", timeZone }),
    shortDay: (iso, timeZone) => date(new Date(iso), { day: "numeric", month: "short", timeZone }),
    month: month => date(new Date(`${month}-15T12:00:00Z`), { month: "long", year: "numeric", timeZone: "UTC" }),
    currencyName: currency => new Intl.DisplayNames([locale], { type: "currency" }).of(currency) ?? currency,
  }
}
