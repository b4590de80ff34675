import { plural as pluralIn } from "../../src/kit/pure/plural.ts"
import { catalogue, language, locale } from "./language.ts"
import { textHash } from "./text-hash.ts"

/** A text in the reader's language: t`${done} of ${all} sent`. Its key in the catalogue is the English text, with {0} for a value. */
export function t(strings: TemplateStringsArray, ...values: readonly unknown[]): string {
  return fill(translated(strings), values).join("")
}

/** Chooses the form of a text by the rules of the reader's language: in French, "0 payment" is singular, zero is never "One payment". */
export const plural = (count: number, one: string, other: string) =>
  pluralIn(language, count, count === 0 && !one.includes("0") ? other : one, other)

/** "EUR, USD, and GBP", or "EUR, USD, or GBP". */
export const listOf = (words: readonly string[], type: "conjunction" | "disjunction" = "conjunction") =>
  new Intl.ListFormat(locale, { type }).format(words)

/** "12,345" or "12.345". */
export const whole = (count: number) => count.toLocaleString(locale, { maximumFractionDigits: 0 })

/** A name within a sentence: "API keys" and "bank accounts", but "Bankkonten" in German. */
export const inSentence = (name: string) => (language === "de" ? name : small(name))

/** A word within a sentence that is no noun, such as a status: German begins it with a small letter too. */
export const small = (word: string) => word.replace(/^\p{Lu}(?!\p{Lu})/u, letter => letter.toLocaleLowerCase(language))

/** A noun alone, or at the beginning of a text: "Bank account". */
export const capital = (noun: string) => noun.charAt(0).toLocaleUpperCase(language) + noun.slice(1)

/** The English text of a template, as it stands in the catalogue. A text may go over several lines of the source. */
export const keyOf = (strings: readonly string[]) =>
  strings
    .map((part, at) => (at === 0 ? part : `{${at - 1}}${part}`))
    .join("")
    .replace(/\s*\n\s*/g, " ")

export const translated = (strings: readonly string[]) => {
  const key = keyOf(strings)
  return inCatalogue(key) ?? key
}

/** The translation of an English text that is no template of the pages, such as a sentence of the service. Undefined if there is none. */
export const inCatalogue = (english: string): string | undefined => catalogue?.[textHash(english)]

/** A text and its values in turn, as the language orders them. */
export const fill = <Value>(text: string, values: readonly Value[]) =>
  text.split(/\{(\d+)\}/).map((part, at) => (at % 2 === 0 ? part : values[Number(part)]))
