import type { Locale } from "../../kit/pure/mail-settings.ts"
import { display } from "../../kit/pure/money.ts"

/** How to write to somebody: the words that all mails share, and the format of money, numbers and days. */
export type Language = (typeof commonWords)[Locale] & {
  locale: Locale
  money(amount: number, currency: string): string
  /** "21 November 2026", in the time zone of the tenant. */
  day(at: Date | string): string
  /** "12,345" */
  number(count: number): string
  /** "Ana and Rui" */
  names(names: readonly string[]): string
}

const en = {
  greeting: (name?: string) => (name ? `Hello ${name},` : "Hello,"),
  questions: (address: string) => `Questions? Write to ${address}.`,
  testMode: "Test mode: no real money moves.",
}

export const commonWords = {
  en,
  "pt-BR": {
    greeting: name => (name ? `Olá, ${name},` : "Olá,"),
    questions: address => `Dúvidas? Escreva para ${address}.`,
    testMode: "Modo de teste: nenhum dinheiro real se move.",
  },
  es: {
    greeting: name => (name ? `Hola, ${name}:` : "Hola:"),
    questions: address => `¿Preguntas? Escriba a ${address}.`,
    testMode: "Modo de prueba: no se mueve dinero real.",
  },
  de: {
    greeting: name => (name ? `Guten Tag ${name},` : "Guten Tag,"),
    questions: address => `Fragen? Schreiben Sie an ${address}.`,
    testMode: "Testmodus: Es fließt kein echtes Geld.",
  },
  fr: {
    greeting: name => (name ? `Bonjour ${name},` : "Bonjour,"),
    questions: address => `Des questions ? Écrivez à ${address}.`,
    testMode: "Mode test : aucun argent réel ne circule.",
  },
} satisfies Record<Locale, typeof en>

/** Days come before months in English too, as on the payment page. */
const dateLocales = { en: "en-GB", "pt-BR": "pt-BR", es: "es", de: "de", fr: "fr" } satisfies Record<Locale, string>

export const languageOf = (locale: Locale, timeZone: string): Language => ({
  ...commonWords[locale],
  locale,
  money: (amount, currency) => display(amount, currency, locale),
  number: count => count.toLocaleString(locale),
  names: names => new Intl.ListFormat(locale).format(names),
  day: at => new Date(at).toLocaleDateString(dateLocales[locale], { day: "numeric", month: "long", year: "numeric", timeZone }),
})

/** The recipient's own language if it is known, otherwise the tenant's language for mails. */
export const languageFor = (
  { timezone, mails }: { timezone: string; mails: { locale: Locale } },
  { locale }: { locale: Locale | null },
): Language => languageOf(locale ?? mails.locale, timezone)
