import { permissions } from "../../src/kit/pure/permissions.ts"
import { type FieldRefusal, sayNames, sayRefusal } from "./field-words.ts"
import { money } from "./money.ts"
import { sayPermission } from "./permission-words.ts"
import { sentences } from "./refusal-sentences.ts"
import { exactTime } from "./time.ts"

type Details = Record<string, unknown>
type Refusal = { code: string; message: string; errors?: readonly FieldRefusal[]; details?: Details }

/** As people say it: the API tells amounts in minor units, counts lines from zero, and names fields and permissions by their codes. */
export function refusalInWords<R extends Refusal>(refusal: R): R {
  const first = refusal.errors?.find(({ message }) => message === refusal.message)
  return { ...refusal, message: first ? sayRefusal(first) : fill(refusal) }
}

/** The sentence of a refusal that names users by their ids, with their names. */
export function withNames(refusal: Refusal, nameOf: (id: string) => string): string {
  const { details = {} } = refusal
  const named = Object.entries(details).map(([name, value]) => [name, users.has(name) ? namesOf(String(value), nameOf) : value])
  return fill({ ...refusal, details: Object.fromEntries(named) as Details })
}

/** Details that have the ids of users. Nobody's turn is not an id. */
const users = new Set(["approvers", "turn"])
const namesOf = (ids: string, nameOf: (id: string) => string) => (ids === "nobody" ? ids : ids.split(", ").map(nameOf).join(", "))

/** Details that are amounts in minor units of the currency beside them. */
const amounts = new Set(["amount", "available", "credit", "debt", "due", "maxAmount", "paid", "scheduled", "shared", "sum"])

/**
 * Fills the gaps of the sentence from the details, as the service does. What lacks a detail, such as a refusal of a newer version, is shown
 * as it was sent.
 */
function fill({ code, message, errors = [], details = {} }: Refusal): string {
  const parts = isOfApi(code) ? [] : (sentences[code]?.split(gap) ?? [])
  const names = parts.filter((_, i) => i % 2 === 1).map(nameOfGap)
  if (parts.length === 0 || names.some(name => details[name] === undefined)) return message
  return parts.map((part, i) => (i % 2 === 0 ? sayFixed(part) : sayDetail(part, details, errors))).join("")
}

/** `{amount}`, or `{amount} {currency}`, which people read as one. */
const gap = /(\{\w+\}(?: \{currency\})?)/
const nameOfGap = (part: string) => part.slice(1, part.indexOf("}"))

/** The fixed words of a sentence may name a field or a permission by its code. */
const sayFixed = (part: string) => sayNames(part, []).replace(/\b\w+\.\w+\b/g, word => (codes.has(word) ? quotedPermission(word) : word))
const codes: ReadonlySet<string> = new Set(permissions)
const quotedPermission = (code: string) => `“${sayPermission(code)}”`

function sayDetail(part: string, details: Details, errors: readonly FieldRefusal[]): string {
  const name = nameOfGap(part)
  const { [name]: value, currency } = details
  if (typeof value === "number" && typeof currency === "string" && amounts.has(name)) return money(value, currency)
  const unit = part.endsWith(" {currency}") ? ` ${String(currency)}` : ""
  return `${sayValue(name, value, errors)}${unit}`
}

function sayValue(name: string, value: unknown, errors: readonly FieldRefusal[]): string {
  if (name === "line") return String(Number(value) + 1)
  const text = String(value)
  if (name === "permission") return quotedPermission(text)
  if (name === "field" || name === "parameter") return sayNames(text, [])
  if (timeShape.test(text)) return exactTime(text)
  const refused = errors.find(({ message }) => message === text)
  return refused ? sayRefusal(refused) : text
}

const timeShape = /^\d{4}-\d\d-\d\dT[\d:.]+Z$/

/** They are about the request itself, which programs make: its names and numbers stay. */
const isOfApi = (code: string) => /^(VAL-100[14]|GEN-100|IDM-|RFD-1002)/.test(code)
