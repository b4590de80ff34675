import { type FieldRefusal, sayNames, sayRefusal } from "./field-words.ts"
import type { Field } from "./form.ts"
import { isId } from "./is-id.ts"
import { language } from "./language.ts"
import { money } from "./money.ts"
import { sayPermission } from "./permission-words.ts"
import { exactTime } from "./time.ts"
import { inService } from "./service-rules.ts"
import { sentencesOf, serviceNouns } from "./service-words.ts"
import { inCatalogue, inSentence, listOf, small, t } from "./translate.ts"
import { say } from "./words.ts"

type Details = Readonly<Record<string, unknown>>
export type Refusal = {
  code: string
  /** As programs read it: amounts in minor units, names and statuses by their codes. */
  message: string
  errors?: readonly FieldRefusal[]
  details?: Details
  /** What the message is made of, with the names of details in braces; see `withSentence`. */
  sentence?: string
}
type Reader = {
  /** Of the form that was refused, whose labels are used. */
  fields?: readonly Field[]
  /** The name of a user. */
  nameOf?(id: string): string
}

/** As people say it. What has no sentence, such as a refusal of a newer version, is shown as it was sent. */
export function refusalInWords(refusal: Refusal, reader: Reader = {}): string {
  const { code, message, errors = [] } = refusal
  if (code === "TEN-1001") return switched
  const first = errors.find(error => error.message === message)
  if (first) return sayRefusal(first, reader.fields)
  return isOfApi(code) && inCatalogue(refusal.sentence ?? "") === undefined ? message : fill(refusal, reader)
}

/** Requests of the pages name their business; see `nameTenant`. */
const switched = t`This browser has switched to another business, so nothing was done.
  Switch back in the menu of your account, or reload this page.`

/** Why an action is not possible now. Nothing was tried, so nothing needs to be said of it, and ids are left out. */
export function reasonInWords(reason: Refusal): string {
  const { code, details = {} } = reason
  if (code === "PRM-1001") return t`Your role does not include ${sayDetail("permission", details)}`
  return fill({ ...reason, details: withoutIds(details) }, {}, withoutOutcome)
}

/** They are about the request itself, which programs make: in English its names and numbers stay. */
export const isOfApi = (code: string) => /^(VAL-100[14]|GEN-100|IDM-|RFD-1002)/.test(code)

/** A sentence of an explanation, with amounts and times as the reader writes them. */
export const inWords = (said: Pick<Refusal, "message" | "sentence" | "details">): string => fill({ code: "", ...said })

/** Fills the gaps of the sentence from the details, as the service does. A translation of it has the same gaps. */
function fill(
  { message, sentence, details = {}, errors = [] }: Refusal,
  reader: Reader = {},
  shorten: typeof withoutOutcome = told => told,
): string {
  if (sentence === undefined) return message
  const told = inCatalogue(sentence) ?? inSentences(sentence)
  const parts = shorten(told ?? sentence.replace(/an \{allowed\} one|one that is \{allowed\}/, "{allowed}"), sentence).split(gap)
  if (parts.some((part, i) => i % 2 === 1 && details[nameIn(part)] === undefined)) return message
  const sayPart = (part: string) => (told === undefined ? sayFixed(part, reader) : part)
  return parts.map((part, i) => (i % 2 === 0 ? sayPart(part) : sayGap(part, details, errors, reader))).join("")
}

/** An explanation may have several sentences, whose translations are apart. */
function inSentences(text: string): string | undefined {
  const told = sentencesOf(text).map(inCatalogue)
  return told.includes(undefined) ? undefined : told.join(" ")
}

/** Without "; nothing was …". A translation keeps the semicolons of the sentence, so that the same parts can be left out. */
function withoutOutcome(told: string, sentence: string): string {
  const [short = "", outcome] = sentence.split("; nothing was ")
  if (outcome === undefined) return told
  return told.split(";").slice(0, short.split(";").length).join(";").trimEnd()
}

/** `{amount}`, ` ({transaction})`, or `{amount} {currency}`, which people read as one. */
const gap = /( ?\(?\{\w+\}\)?(?: \{currency\})?)/
const nameIn = (part: string) => part.slice(part.indexOf("{") + 1, part.indexOf("}"))

function sayGap(part: string, details: Details, errors: readonly FieldRefusal[], reader: Reader): string {
  const name = nameIn(part)
  if (details[name] === "") return ""
  const unit = part.endsWith(" {currency}") && !isMoney(name, details) ? ` ${String(details["currency"])}` : ""
  const [before = "", after = ""] = part.replace(" {currency}", "").split(`{${name}}`)
  return `${before}${sayDetail(name, details, errors, reader)}${after}${unit}`
}

function sayDetail(name: string, details: Details, errors: readonly FieldRefusal[] = [], { fields = [], nameOf }: Reader = {}): string {
  const { [name]: value, currency } = details
  if (isMoney(name, details)) return money(Number(value), String(currency))
  if (name === "line") return String(Number(value) + 1)
  const text = String(value)
  if (name === "permission") return `“${sayPermission(text)}”`
  if (name === "status") return sayStatus(text)
  if (name === "allowed") return sayAllowed(text)
  if (name === "field") return sayNames(text, fields)
  if (users.has(name) && nameOf) return text === "nobody" ? t`nobody` : text.split(", ").map(nameOf).join(", ")
  if (spoken.has(name)) return sayEach(text)
  if (coded.has(name)) return sayCodes(text)
  if (timeShape.test(text)) return exactTime(text)
  const refused = errors.find(({ message }) => message === text)
  return refused ? sayRefusal(refused, fields) : text
}

/** Details that are amounts in minor units of the currency beside them. */
const amounts = new Set(["amount", "available", "credit", "debt", "due", "maxAmount", "paid", "scheduled", "shared", "sum"])
const isMoney = (name: string, { [name]: value, currency }: Details) =>
  amounts.has(name) && typeof value === "number" && typeof currency === "string"

/** Details that are words of the service. Others may be names that people gave. */
const spoken = new Set("action advice cadence entityType gateway kind next noun object open reason stage type when where why".split(" "))
/** Details that are codes, with commas between them. */
const coded = new Set(["method", "recipient", "rule"])
/** Details that have the ids of users. */
const users = new Set(["approvers", "turn"])
const timeShape = /^\d{4}-\d\d-\d\dT[\d:.]+Z$/

/** The words of an English sentence that do not depend on details: it may name fields and objects as the API does. */
const sayFixed = (part: string, { fields = [] }: Reader) => sayNames(sayNouns(part), fields)

const nouns: readonly (readonly [code: string, word: string])[] = [
  ["payment intent", "payment"],
  ["refund intent", "refund"],
  ["payment split", "split"],
  ["authorization", "mandate"],
]
const sayNouns = (text: string) => nouns.reduce((words, [code, word]) => words.replaceAll(code, word), text)

const sayWord = (text: string): string => inService(text, sayValue) ?? text
/** What fills a gap of such a text. A word such as "reversed" is an action alone, but a status here. */
function sayValue(value: string): string {
  if (timeShape.test(value)) return exactTime(value)
  if (!isCode(value)) return sayWord(value)
  const noun = inCatalogue(value)
  return noun !== undefined && serviceNouns.has(noun) ? noun : sayStatus(value)
}

/** The service lists reasons with semicolons and conditions with commas; a place stands before a space. */
function sayEach(text: string): string {
  const whole = inService(text.trimEnd(), sayValue)
  if (whole !== undefined) return `${whole}${text.slice(text.trimEnd().length)}`
  const parts = text.split(text.includes("; ") ? /(; )/ : /(, )/)
  return parts.length > 1 ? parts.map(sayWord).join("") : sayCodes(text)
}

const isCode = (text: string) => /^[a-z]+(-[a-z]+)*$/.test(text)
/** In English they stay as the API names them. */
const sayCodes = (text: string) =>
  language === "en"
    ? text
    : text
        .split(", ")
        .map(each => (isCode(each) ? inSentence(say(each)) : each))
        .join(", ")

/** Statuses whose words on a badge can't follow "it is …". */
const states: Record<string, string> = { draft: t`a draft`, "needs-response": t`waiting for your answer` }
/** `paid-full` is "paid". A status may be described in words already, as in "processing at a gateway". */
function sayStatus(status: string): string {
  if (isOneWord(status)) return states[status] ?? small(say(status))
  const [, code, rest] = /^([a-z-]+) (at .+|without a gateway|with method \S+|\([a-z]+\))$/.exec(status) ?? []
  return code && rest ? `${small(say(code))} ${sayWord(rest)}` : sayWord(status)
}
const isOneWord = (text: string) => !text.includes(" ")

/** "due, overdue" is "one that is due or overdue". Where the service describes them, as in "drafts", that stays. */
function sayAllowed(allowed: string): string {
  const statuses = allowed.split(", ").flatMap(each => each.split(" and "))
  if (allowed === "drafts" || !statuses.every(isOneWord)) return sayWord(allowed)
  return t`one that is ${listOf(statuses.map(sayStatus), "disjunction")}`
}

/** Ids are emptied, and cut out of the texts that name them. */
function withoutIds(details: Details): Details {
  const ids = Object.values(details).filter((value): value is string => typeof value === "string" && value.split(", ").every(isId))
  const withoutThem = (text: string) => sayNouns(ids.reduce((rest, id) => rest.replaceAll(` ${id}`, ""), text))
  return Object.fromEntries(
    Object.entries(details).map(([name, value]) => {
      if (typeof value !== "string") return [name, value]
      return [name, ids.includes(value) ? "" : withoutThem(value)]
    }),
  )
}
