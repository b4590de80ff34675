// What payers and partners read, in each language: no key is missing or unused, and each text has the placeholders of English.
import assert from "node:assert/strict"
import { globSync, readFileSync } from "node:fs"
import { test } from "node:test"
import { buyWords } from "../src/http/buy/words.ts"
import { words as payWords } from "../src/http/pay/words.ts"
import { contactWords } from "../src/http/portal/contact-words.ts"
import { partnerWords } from "../src/http/portal/partner-words.ts"
import { portalWords } from "../src/http/portal/words.ts"
import { documentWords } from "../src/insight/documents/words.ts"
import { locales } from "../src/kit/pure/mail-settings.ts"
import { noticeWords } from "../src/money/direct-debits/notify.ts"
import { entryWords } from "../src/money/ledger/partner-words.ts"
import { mailWords as requestWords } from "../src/money/payment-intents/mail-words.ts"
import { taxWords } from "../src/money/payment-intents/tax-words.ts"
import { payoutWords } from "../src/money/payouts/mails.ts"
import { refundWords } from "../src/money/refund-intents/mails.ts"
import { mailWords as savedMethodWords } from "../src/money/saved-methods/mail-words.ts"
import { units as cadenceWords } from "../src/money/subscriptions/cadence-words.ts"
import { mailWords as subscriptionWords } from "../src/money/subscriptions/mail-words.ts"
import { receiptWords } from "../src/money/transactions/mails.ts"
import { methodWords } from "../src/money/transactions/method-words.ts"
import { confirmEmailWords } from "../src/platform/mails/confirm-email.ts"
import { emailChangedWords } from "../src/platform/mails/email-changed.ts"
import { commonWords } from "../src/platform/mails/language.ts"
import { signInWords } from "../src/platform/mails/sign-in-link.ts"

type Catalogue = Record<string, unknown>

/** Each names its texts in code. */
const named: Record<string, Catalogue> = {
  "src/http/buy": buyWords,
  "src/http/pay": payWords,
  "src/http/portal/contact-words": contactWords,
  "src/http/portal/partner-words": partnerWords,
  "src/http/portal": portalWords,
  "src/insight/documents": documentWords,
  "src/money/direct-debits": noticeWords,
  "src/money/payment-intents": requestWords,
  "src/money/payouts": payoutWords,
  "src/money/refund-intents": refundWords,
  "src/money/saved-methods": savedMethodWords,
  "src/money/subscriptions": subscriptionWords,
  "src/money/transactions": receiptWords,
  "src/platform/mails/confirm-email": confirmEmailWords,
  "src/platform/mails/email-changed": emailChangedWords,
  "src/platform/mails/language": commonWords,
  "src/platform/mails/sign-in-link": signInWords,
}
/** Each finds its texts by a value, such as the kind of an entry. */
const keyed: Record<string, Catalogue> = { entryWords, taxWords, cadenceWords, methodWords, widgets: widgetWords() }
const all = Object.entries({ ...named, ...keyed })

/** The words of the widgets are a literal in a file that runs only in browsers. */
function widgetWords(): Catalogue {
  const [, literal = ""] = /const translations = (\{[^]*?\n\})/.exec(readFileSync("src/http/static/assets/widgets.js", "utf8")) ?? []
  const read: unknown = JSON.parse(literal.replaceAll(/^( *)(\w+): /gm, '$1"$2": ').replaceAll(/,(\s*\})/g, "$1"))
  assert.ok(read && typeof read === "object")
  return { ...read }
}

/** Each text with its path: functions are called with placeholders. */
function textsOf(value: unknown, path = ""): [path: string, text: string][] {
  if (typeof value === "function") return [[path, String(Reflect.apply(value, undefined, ["{0}", "{1}", "{2}", "{3}"]))]]
  if (typeof value === "string") return [[path, value]]
  assert.ok(value && typeof value === "object", `${path} is neither a text nor a group of texts`)
  return Object.entries(value).flatMap(([key, inner]) => textsOf(inner, path === "" ? key : `${path}.${key}`))
}

const placeholdersOf = (text: string) => [...new Set(text.match(/\{\w+\}|#/g))].toSorted()
const inLanguage = (catalogue: Catalogue, locale: string) => catalogue[locale] ?? catalogue[locale.slice(0, 2)]

test("every catalogue has every language, with the keys and placeholders of English", () => {
  for (const [name, catalogue] of all) {
    const english = textsOf(inLanguage(catalogue, "en"))
    assert.equal(Object.keys(catalogue).length, locales.length, `${name} has another language`)
    for (const locale of locales) {
      const texts = new Map(textsOf(inLanguage(catalogue, locale)))
      assert.deepEqual([...texts.keys()].toSorted(), english.map(([path]) => path).toSorted(), `${name} in ${locale}`)
      for (const [path, text] of english) {
        const translated = texts.get(path) ?? ""
        assert.deepEqual(placeholdersOf(translated), placeholdersOf(text), `${name}: ${path} in ${locale} is “${translated}”`)
        assert.equal(translated.trim(), translated, `${name}: ${path} in ${locale} begins or ends with a space`)
        const isCopied = locale !== "en" && text === translated && text.split(" ").length > 3
        assert.ok(!isCopied, `${name}: ${path} is English in ${locale}`)
      }
    }
  }
})

test("every catalogue of the source is among them", () => {
  const holders = globSync("src/**/*.ts").filter(
    path => !path.endsWith(".test.ts") && /^(?: {2}"?pt(?:-BR)?"?: |export const \w+.* "pt-BR": )/m.test(readFileSync(path, "utf8")),
  )
  const own = readFileSync("test/catalogues.test.ts", "utf8")
  // The names of the languages are the same in each.
  for (const path of holders.filter(path => !path.includes("/printed/") && path !== "src/kit/pure/language-names.ts"))
    assert.ok(own.includes(`"../${path}"`), `${path} is not checked here`)
})

test("every text is used", () => {
  const source = globSync("src/**/*.ts")
    .filter(path => !path.endsWith(".test.ts"))
    .map(path => ({ path, text: readFileSync(path, "utf8") }))
  const unused = Object.entries(named).flatMap(([folder, catalogue]) => {
    const places = source.filter(
      ({ path }) => path.startsWith(folder.replace(/\/[\w]+-words$|\/mails\/.*/, "")) || path.startsWith("src/http"),
    )
    const text = places.map(each => each.text).join("\n")
    return Object.keys(inLanguage(catalogue, "en") ?? {})
      .filter(key => !new RegExp(`\\.${key}\\b|"${key}"|\\{[^{}]*\\b${key}\\b[^{}]*\\}( = |: )`).test(text))
      .map(key => `${folder}: ${key}`)
  })
  assert.deepEqual(unused, [])
})

test("French keeps its marks with the word before them, and German and French address people formally", () => {
  for (const [name, catalogue] of all) {
    for (const [path, text] of textsOf(inLanguage(catalogue, "fr"))) {
      assert.doesNotMatch(text, / [?!:;»%](?=\s|$)|« /, `${name}: ${path} has a space that breaks: “${text}”`)
      assert.doesNotMatch(text, /(?<!\p{L})(tu|ton|tes|toi)(?!\p{L})/iu, `${name}: ${path}`)
    }
    for (const [path, text] of textsOf(inLanguage(catalogue, "de")))
      assert.doesNotMatch(text, /\b(du|dein\w*|dir|dich|euch|euer)\b/i, `${name}: ${path}`)
  }
})
