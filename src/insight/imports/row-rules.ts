import { endOfDay, fromLocal } from "../../kit/pure/calendar.ts"
import { isDate } from "../../kit/pure/banking-days.ts"
import { isCurrency, minorUnits } from "../../kit/pure/money.ts"
import { omitUndefined } from "../../kit/pure/omit-undefined.ts"
import { isStorable } from "../../kit/pure/input.ts"
import { externalId, keyTarget, metadataOf, type Target, targetOf } from "./targets.ts"
import type { dateOrders, decimalSigns, ImportKind } from "./values.ts"

/** How the cells of a file are to be understood. */
export type Reading = {
  kind: ImportKind
  columns: readonly string[]
  /** By field, the column that it comes from. */
  mapping: Readonly<Record<string, string>>
  /** By field, its value where the cell is empty or no column has it. */
  defaults: Readonly<Record<string, string>>
  decimal: (typeof decimalSigns)[number]
  dates: (typeof dateOrders)[number]
  timezone: string
}

export type FileRow = { line: number; cells: readonly string[] }
type Value = string | number | boolean
export type Values = Readonly<Record<string, Value | undefined>>

/** A row as its file says it. `key` identifies it among all rows of its kind. */
export type ReadRow = { line: number; key: string; values: Values; metadata: Record<string, string> }

/** Why a row can't be imported, in a sentence that names the column. */
export class RowFault extends Error {}

/** Reads the cells of a row into the values of its fields. */
export function readRow({ line, cells }: FileRow, reading: Reading): ReadRow {
  const { kind, columns, mapping, defaults } = reading
  if (cells.length !== columns.length)
    throw new RowFault(`The row has ${cells.length} cells and the file has ${columns.length} columns; check its separators and quotes`)
  const given = new Map<string, { text: string; column: string }>()
  for (const target of new Set([...Object.keys(mapping), ...Object.keys(defaults)])) {
    const column = mapping[target] ?? ""
    const text = (cells[columns.indexOf(column)] ?? "") || (defaults[target] ?? "")
    if (text !== "") given.set(target, { text, column: column || target })
  }
  const currency = given.get("currency")?.text.toUpperCase()
  const values: Record<string, Value> = {}
  const metadata: Record<string, string> = {}
  for (const [target, { text, column }] of given) {
    if (!isStorable(text)) throw new RowFault(`${column} has a character that can't be stored`)
    const entry = metadataOf(target)
    if (entry !== undefined) metadata[entry] = text
    else values[target] = valueOf(text, column, targetOf(kind, target)!, { ...reading, currency })
  }
  return { line, key: keyOf(kind, given), values, metadata }
}

/** Names and e-mails are compared regardless of case, as the objects themselves are. */
function keyOf(kind: ImportKind, given: ReadonlyMap<string, { text: string }>): string {
  const target = keyTarget(kind, name => given.has(name))
  const key = target === undefined ? undefined : given.get(target)?.text
  if (key === undefined)
    throw new RowFault(
      target === undefined ? "The row has no externalId, by which it is known again" : `The row has neither externalId nor ${target}`,
    )
  if (key.length > 320) throw new RowFault("The key of the row has more than 320 characters")
  return target === "email" || target === "code" || (target === "name" && kind === "services") ? key.toLowerCase() : key
}

type Cell = Pick<Reading, "decimal" | "dates" | "timezone"> & { currency: string | undefined }

function valueOf(text: string, column: string, { type }: Target, cell: Cell): Value {
  const refuse = (rule: string): never => {
    throw new RowFault(`${column} ${rule}, not ${text.slice(0, 60)}`)
  }
  if (type === "amount") return amountIn(text, cell) ?? refuse(`must be an amount of ${cell.currency ?? "the row's currency"}`)
  if (type === "time" || type === "deadline")
    return timeIn(text, column, cell, type) ?? refuse(`must be a date in the order ${cell.dates}, with or without a time`)
  if (type === "day") return dayIn(text, cell) ?? refuse(`must be a date in the order ${cell.dates}`)
  if (type === "integer") return /^\d{1,15}$/.test(text) ? Number(text) : refuse("must be a whole number")
  if (type === "boolean") return booleans[text.toLowerCase()] ?? refuse("must be true or false")
  if (type === "percent") return basisPoints(text, cell.decimal) ?? refuse("must be a percentage with at most two decimals")
  if (type === "currency") return isCurrency(text.toUpperCase()) ? text.toUpperCase() : refuse("must be an ISO 4217 currency code")
  return type === "word" ? text.toLowerCase() : text
}

const booleans: Record<string, boolean | undefined> = { true: true, yes: true, "1": true, false: false, no: false, "0": false }

/** Thousands may be grouped: 1,234.50, or 1.234,50 where the comma is the decimal sign. */
function plainNumber(text: string, decimal: Reading["decimal"]): string | undefined {
  const [thousands, sign] = decimal === "." ? [",", "\\."] : ["\\.", ","]
  const isNumber = new RegExp(`^(\\d+|\\d{1,3}(?:[${thousands}' ]\\d{3})+)(?:${sign}\\d+)?$`).test(text)
  return isNumber ? text.replaceAll(new RegExp(`[${thousands}' ]`, "g"), "").replace(decimal, ".") : undefined
}

function amountIn(text: string, { decimal, currency }: Cell): number | undefined {
  if (currency === undefined || !isCurrency(currency)) return undefined
  const [, sign = "", digits = ""] = /^(-?)\s*(\S.*)$/s.exec(text) ?? []
  const plain = plainNumber(digits, decimal)
  const amount = plain === undefined ? undefined : minorUnits(plain, currency)
  return amount === undefined ? undefined : amount === 0 || sign === "" ? amount : -amount
}

function basisPoints(text: string, decimal: Reading["decimal"]): number | undefined {
  const plain = plainNumber(withoutPercent(text), decimal)
  return plain === undefined ? undefined : minorUnits(plain, "EUR") // a percentage has two decimals, as euros have
}

const withoutPercent = (text: string) => (text.endsWith("%") ? text.slice(0, -1).trimEnd() : text)

const datePattern = /^(\d{1,4})[./-](\d{1,2})[./-](\d{1,4})(?:[T ](\d{1,2}):(\d\d)(?::(\d\d))?)?$/

type Parts = { day: string; ms: number }

function partsOf(text: string, { dates }: Cell): Parts | undefined {
  const [, first = "", second = "", third = "", hour = "0", minute = "0", seconds = "0"] = datePattern.exec(text) ?? []
  const order = first.length === 4 ? "ymd" : dates
  const at = (part: string) => [first, second, third][order.indexOf(part)] ?? ""
  const day = `${at("y")}-${at("m").padStart(2, "0")}-${at("d").padStart(2, "0")}`
  if (!isDate(day) || Number(hour) > 23 || Number(minute) > 59 || Number(seconds) > 59) return undefined
  return { day, ms: ((Number(hour) * 60 + Number(minute)) * 60 + Number(seconds)) * 1000 }
}

const dayIn = (text: string, cell: Cell): string | undefined => partsOf(text, cell)?.day

/**
 * A time without a zone is in the tenant's, or in UTC where the column says so, as `Created (UTC)` does. A deadline without a time is
 * the end of its day, as in the dashboard.
 */
function timeIn(text: string, column: string, cell: Cell, type: "time" | "deadline"): string | undefined {
  if (/^\d{4}-\d\d-\d\dT.*(Z|[+-]\d\d:\d\d)$/.test(text)) return text
  const parts = partsOf(text, cell)
  if (!parts) return undefined
  const local = new Date(Date.parse(`${parts.day}T00:00:00Z`) + parts.ms)
  const zone = /\(UTC\)$/i.test(column) ? "UTC" : cell.timezone
  const at = fromLocal(local, zone)
  return (type === "deadline" && !text.includes(":") ? endOfDay(at, zone) : at).toISOString()
}

/** The fields as `create` of the kind takes them. */
export function inputOf(kind: ImportKind, { values, metadata }: ReadRow): Record<string, unknown> {
  const fields = inputs[kind](Object.fromEntries(Object.entries(values).filter(([name]) => name !== externalId)))
  return omitUndefined({ ...fields, ...(Object.keys(metadata).length > 0 && { metadata }) })
}

const inputs: Record<ImportKind, (values: Values) => object> = {
  contacts: ({ email, locale, phone, ...names }) => ({ email, profile: omitUndefined({ ...namesOf(names), phone }), locale }),
  partnerships: ({ sharePercent, shareAmount, ...rest }) => ({
    ...rest,
    splitTerms: termsOf(sharePercent, shareAmount, rest),
  }),
  services: ({ name, description, category, supplier, amount, currency, taxRate }) => ({
    name,
    description,
    category,
    supplier,
    tax: taxOf(taxRate),
    price: amount === undefined ? undefined : { amount, currency },
  }),
  "payment-intents": ({ contact, currency, dueAt, reference, description, ...line }) => ({
    intentType: "ad-hoc",
    contact,
    currency,
    dueAt,
    reference,
    description,
    items: [lineOf(line)],
  }),
  subscriptions: ({ every, unit, ...values }) => {
    const { contact, currency, startAt, endAt, cycles, dueAfterDays, mode, chargeBy, authorization, description, ...line } = values
    const schedule = { contact, currency, startAt, endAt, cycles, dueAfterDays, mode, chargeBy, authorization, description }
    return { ...schedule, cadence: { every: every ?? 1, unit }, items: [lineOf(line)] }
  },
  authorizations: ({ fileScheme, signedOn, isOneOff, noticeDays, collectsDue, ...rest }) => ({
    ...rest,
    terms: signedOn === undefined ? undefined : omitUndefined({ scheme: fileScheme, signedOn, isOneOff, noticeDays, collectsDue }),
  }),
}

/** Of a whole name the last word is the family's. */
function namesOf({ name, firstName, lastName }: Values) {
  if (name === undefined || firstName !== undefined || lastName !== undefined) return { firstName, lastName }
  const words = String(name).trim().split(/\s+/)
  return words.length === 1 ? { firstName: words[0] } : { firstName: words.slice(0, -1).join(" "), lastName: words.at(-1) }
}

function termsOf(percent: Value | undefined, amount: Value | undefined, { currency }: Values) {
  if (percent !== undefined && amount !== undefined) throw new RowFault("The row has a share in percent and one as an amount; give one")
  if (percent !== undefined) return { type: "percentage", basisPoints: percent }
  return amount === undefined ? undefined : { type: "fixed", amount, currency }
}

const taxOf = (rate: Value | undefined) => (rate === undefined ? undefined : { rate: withoutPercent(String(rate)) })

/** The amount of a row is that of one piece where it has a quantity. */
function lineOf({ name, category, service, supplier, amount, quantity = 1, taxRate }: Values) {
  const total = typeof amount === "number" ? amount * Number(quantity) : amount
  return omitUndefined({ name: name ?? service, category, service, supplier, amount: total, tax: taxOf(taxRate) })
}

/** The fields whose values differ from those of the row that an import made the object of. Both are given as hashes. */
export function differences(before: Readonly<Record<string, string>>, after: Readonly<Record<string, string>>): string[] {
  return [...new Set([...Object.keys(before), ...Object.keys(after)])].filter(name => before[name] !== after[name]).sort()
}
