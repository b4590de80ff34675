import type { FastifyRequest } from "fastify"
import { isLocale, type Locale } from "../../kit/pure/mail-settings.ts"
import type { Problem } from "../../kit/pure/problem.ts"
import { languageOf } from "../pay/language.ts"
import { signInPageWords } from "./words.ts"
import type { SignInWords } from "./words/en.ts"

/** The language of a person at the pages around sign-in. */
export type SignInLanguage = { locale: Locale; words: SignInWords }

export const english: SignInLanguage = { locale: "en", words: signInPageWords.en }

/** The language that a person chose in the dashboard, which leaves it in a cookie; else the first of the browser's that the pages have. */
export function signInLanguageOf({ headers }: Pick<FastifyRequest, "headers">): SignInLanguage {
  const [, chosen = ""] = /(?:^|;\s*)language=([\w-]+)/.exec(headers.cookie ?? "") ?? []
  const locale = isLocale(chosen) ? chosen : languageOf(headers["accept-language"]).tag
  return { locale, words: signInPageWords[locale] }
}

/** Why a form was refused. What the pages have no words for is said in English. */
export function alertIn({ words }: SignInLanguage, { code, message, details }: Problem): string {
  const known: Record<string, string> = words.refusals
  const text =
    code === "VAL-1003" ? passwordRule(message, words) : known[code]?.replaceAll(/\{(\w+)\}/g, (_, name) => String(details[name]))
  return `${text ?? message}.`
}

/** The only field with rules on these pages is the password. */
function passwordRule(message: string, { passwords }: SignInWords): string | undefined {
  const english = Object.entries(signInPageWords.en.passwords)
  const rule = english.find(([, text]) => text === message)?.[0]
  return rule === undefined ? undefined : (passwords as Record<string, string>)[rule]
}
