import { language } from "./language.ts"
import { serviceWords } from "./service-words.ts"
import { fill, inCatalogue, translated } from "./translate.ts"

type Pattern = { english: RegExp; told: string }

/** What fills a gap: regular expressions, which also say the gaps of the English text. */
const any = "(.+)"
const phrase = "([^;]+)"
const word = "(\\S+)"
const code = "([A-Z]{2,3})"
const number = "(-?\\d+)"
const status = "([a-z]+(?:-[a-z]+)*)"

/** Here a template is a text of the service: what it matches, and its translation. */
function t(strings: TemplateStringsArray, ...gaps: readonly string[]): Pattern {
  const parts = strings.map(part => part.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"))
  return { english: new RegExp(`^${parts.map((part, at) => `${part}${gaps[at] ?? ""}`).join("")}$`), told: translated(strings) }
}

/** The first that matches is used. */
const patterns: readonly Pattern[] = [
  // Reasons, and other words with gaps.
  t`its payment is ${status}`,
  t`its payment ${word} is ${status}`,
  t`its mandate ${word} is ${status}`,
  t`its mandate ${word} allows one debit only, which was made`,
  t`it is due on ${word}`,
  t`it is in ${code}`,
  t`it is in the payment file ${word} already`,
  t`it is more than ${number} days away`,
  t`the gateway ${any} reports about it`,
  t`it is ${word}, and only a paid one can come back`,
  t`it is ${word}, and only a succeeded one can be taken back`,
  t`item ${any} has no price`,
  t`the service ${any} has no price now`,
  t`the item is billed by the payment`,
  t`the payment asks its contact for money; cancel that first`,
  t`${number} ${any} is open, such as ${word}: ${phrase}`,
  t`${number} ${any}s are open, such as ${word}: ${phrase}`,
  t`line ${number}:`,
  t`(${status})`,
  t`it has credit of ${number} ${code} (minor units): spend it or pay it back`,
  t`at ${any}`,
  t`with method ${word}`,
  t`every ${number} days`,
  t`every ${number} weeks`,
  t`every ${number} months`,
  t`every ${number} years`,
  t`it is ${status}`,
  // Rules about fields, after the name of the field.
  t`is required`,
  t`is required with the account number`,
  t`is required when the owner is a contact`,
  t`is required when the owner is a partnership`,
  t`is not valid: ${any}`,
  t`can't be given together with ${any}`,
  t`must be given once`,
  t`must be left out, because the payer chooses it`,
  t`must be text`,
  t`must be a number`,
  t`must be a whole number`,
  t`must be a whole number of days`,
  t`must be a whole number of minor units`,
  t`must be a whole number from ${number} to ${number}`,
  t`must be a percentage with at most two decimals`,
  t`must be true or false`,
  t`must be one of ${any}`,
  t`must be from ${number} to ${number}`,
  t`must be at least ${number}`,
  t`must be at least ${number}, which are sold or held already`,
  t`must be at most ${number}`,
  t`must be more than ${number}`,
  t`must not be negative`,
  t`must not be blank`,
  t`must not be empty`,
  t`must not begin or end with a space`,
  t`must be one line without a space at its ends`,
  t`must have at least ${number} characters`,
  t`must have at most ${number} characters`,
  t`must have at least 1 entry`,
  t`must have at most ${number} entries`,
  t`must have ${number} to ${number} digits`,
  t`must have ${number} to ${number} letters and digits`,
  t`must have ${number} to ${number} small letters, digits and hyphens`,
  t`must be after ${any}`,
  t`must not be after ${word}, which is ${any}`,
  t`must not be after ${word}`,
  t`must be in the future`,
  t`must not lie in the future`,
  t`must lie between the year 2000 and today`,
  t`must lie between the year 2000 and tomorrow`,
  t`must be a date such as ${word}`,
  t`must be a month such as ${word}`,
  t`must be an e-mail address`,
  t`must be a phone number in international format, such as ${word}`,
  t`must be an http or https address`,
  t`must be a domain such as ${word}`,
  t`must be an IBAN of its country's length and form, such as ${word}`,
  t`must be an IBAN of ${code}, the account's country`,
  t`must be a BIC of 8 or 11 characters, such as ${word}`,
  t`must be a creditor id such as ${word}`,
  t`must be an ISO 4217 currency code such as ${code}`,
  t`must be an ISO 3166-1 code such as ${code}`,
  t`must be a colour such as ${word}`,
]

/**
 * A text of the service in the reader's language, and undefined in English or if it is none that is known here. `say` says what is in its
 * gaps. Names that people gave are no texts of the service.
 */
export function inService(text: string, say: (value: string) => string): string | undefined {
  if (language === "en") return undefined
  const told = inCatalogue(text)
  if (told !== undefined && serviceWords.has(told)) return told
  for (const pattern of patterns) {
    const values = pattern.english.exec(text)?.slice(1)
    if (values) return fill(pattern.told, values.map(say)).join("")
  }
  return undefined
}
