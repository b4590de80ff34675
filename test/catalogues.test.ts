// What people read, in each language: no key is missing or unused, and each text has the placeholders of English.
import assert from "node:assert/strict"
import { globSync, readFileSync } from "node:fs"
import { test } from "node:test"
import { buyWords } from "../src/http/buy/words.ts"
import { words as payWords } from "../src/http/pay/words.ts"
import { contactWords } from "../src/http/portal/contact-words.ts"
import { partnerWords } from "../src/http/portal/partner-words.ts"
import { portalWords } from "../src/http/portal/words.ts"
import { documentWords } from "../src/insight/documents/words.ts"
import { importWords } from "../src/insight/imports/notify.ts"
import { mentionWords } from "../src/insight/notes/mails.ts"
import { summaryWords } from "../src/insight/weekly-summary/words.ts"
import { effectWords } from "../src/control/approvals/effect-words.ts"
import { mailWords as approvalWords } from "../src/control/approvals/mail-words.ts"
import { signInPageWords } from "../src/http/sign-in/words.ts"
import { locales } from "../src/kit/pure/mail-settings.ts"
import { noticeWords } from "../src/money/direct-debits/notify.ts"
import { disputeWords } from "../src/money/disputes/notice-words.ts"
import { noticeWords as connectionWords } from "../src/money/gateway-connections/notice-words.ts"
import { entryWords } from "../src/money/ledger/partner-words.ts"
import { mailWords as requestWords } from "../src/money/payment-intents/mail-words.ts"
import { taxWords } from "../src/money/payment-intents/tax-words.ts"
import { payoutWords } from "../src/money/payouts/mails.ts"
import { failureWords } from "../src/money/payouts/notice-words.ts"
import { lateFailureWords } from "../src/money/refund-intents/notice-words.ts"
import { refundWords } from "../src/money/refund-intents/mails.ts"
import { mailWords as savedMethodWords } from "../src/money/saved-methods/mail-words.ts"
import { units as cadenceWords } from "../src/money/subscriptions/cadence-words.ts"
import { mailWords as subscriptionWords } from "../src/money/subscriptions/mail-words.ts"
import { receiptWords } from "../src/money/transactions/mails.ts"
import { settlementWords } from "../src/money/transactions/settlement-words.ts"
import { methodWords } from "../src/money/transactions/method-words.ts"
import { invitationWords } from "../src/platform/invitations/mails.ts"
import { confirmEmailWords } from "../src/platform/mails/confirm-email.ts"
import { emailChangedWords } from "../src/platform/mails/email-changed.ts"
import { commonWords } from "../src/platform/mails/language.ts"
import { signInWords } from "../src/platform/mails/sign-in-link.ts"
import { passkeyWords } from "../src/platform/passkeys/mail-words.ts"
import { passwordWords } from "../src/platform/passwords/mails.ts"
import { accountWords } from "../src/platform/sessions/mail-words.ts"
import { twoFactorWords } from "../src/platform/two-factor/mail-words.ts"
import { endpointWords } from "../src/platform/webhooks/notice-words.ts"

type Catalogue = Record<string, unknown>

/** Each names its texts in code. */
const named: Record<string, Catalogue> = {
  "src/http/buy": buyWords,
  "src/http/pay": payWords,
  "src/http/portal/contact-words": contactWords,
  "src/http/portal/partner-words": partnerWords,
  "src/http/portal": portalWords,
  "src/control/approvals/mail-words": approvalWords,
  "src/http/sign-in": signInPageWords,
  "src/insight/documents": documentWords,
  "src/insight/imports": importWords,
  "src/insight/notes": mentionWords,
  "src/insight/weekly-summary": summaryWords,
  "src/money/direct-debits": noticeWords,
  "src/money/disputes": disputeWords,
  "src/money/gateway-connections": connectionWords,
  "src/money/payment-intents": requestWords,
  "src/money/payouts": payoutWords,
  "src/money/payouts/notice-words": failureWords,
  "src/money/refund-intents": refundWords,
  "src/money/refund-intents/notice-words": lateFailureWords,
  "src/money/saved-methods": savedMethodWords,
  "src/money/subscriptions": subscriptionWords,
  "src/money/transactions": receiptWords,
  "src/money/transactions/settlement-words": settlementWords,
  "src/platform/invitations": invitationWords,
  "src/platform/mails/confirm-email": confirmEmailWords,
  "src/platform/mails/email-changed": emailChangedWords,
  "src/platform/mails/language": commonWords,
  "src/platform/mails/sign-in-link": signInWords,
  "src/platform/passkeys": passkeyWords,
  "src/platform/passwords": passwordWords,
  "src/platform/sessions": accountWords,
  "src/platform/two-factor": twoFactorWords,
  "src/platform/webhooks": endpointWords,
}
/** Each finds its texts by a value, such as the kind of an entry. */
const keyed: Record<string, Catalogue> = { effectWords, entryWords, taxWords, cadenceWords, methodWords, widgets: widgetWords() }
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
