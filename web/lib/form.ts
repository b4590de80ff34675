import type { ReactNode } from "react"
import { exponent, isCurrency } from "../../src/kit/pure/money.ts"
import { amountText, parseMoney, readAmount } from "./money.ts"
import { endOfDay, fromLocal } from "./time.ts"

export type Choice = { value: string; label: string; hint?: string }
export type Line = {
  name: string
  amount: string
  /** A partnership, whose share of the line is calculated. */
  supplier?: string
}
export type Values = Record<string, string | Line[]>
export type FormHelp = { values: Values; fill(values: Values): void }

/** One field of a form. `name` is its path in the request: `profile.firstName`. */
export type Field = {
  name: string
  label: string
  hint?: string
  isRequired?: boolean
  placeholder?: string
  /** A function is asked when the form opens. */
  initial?: string | Line[] | (() => string)
  /** What a form that changes an object sends where the field was emptied; null when it is not said. */
  emptied?: "" | 0
  /** Beside another one that is half as wide. */
  isHalf?: true
  /** Shown only where the other values make it apply. */
  appliesTo?(values: Values): boolean
  /** Below it: what helps to fill it in. `fill` sets values of the form. */
  Help?(props: FormHelp): ReactNode
} & (
  | { kind: "text" | "email" | "long-text" | "day" | "number" | "currency" | "country" | "secret" }
  /** A day and a time in the tenant's zone. */
  | { kind: "moment" }
  /** "12.5" is sent as 1250 basis points; a flag is true or not sent; a list has one entry on each line. */
  | { kind: "percent" | "flag" | "list" }
  /** More than zero, unless it is the price of something. */
  | { kind: "money"; currencyField?: string; currency?: string; mayBeZero?: true }
  | { kind: "choice"; choices: readonly Choice[] }
  /** `moreFrom` is a route that lists further values. */
  | { kind: "choices"; choices: readonly Choice[]; moreFrom?: string }
  /** All objects of a list; with `isTyped`, what the API takes as a reference is typed, and the newest objects are offered. */
  | {
      kind: "reference"
      route: string
      query?: Record<string, string>
      isTyped?: true
      /** Only those of whom another field names. */
      of?: "contact" | "partnership"
      /** What is typed is also searched for among these. */
      searches?: "contacts" | "partnerships"
      describe(row: Record<string, unknown>): Choice
    }
  | { kind: "lines"; currencyField?: string; currency?: string; hasSuppliers?: true }
)

/** The value of a field that is written as text. */
export const textOf = (values: Values, name: string): string => {
  const value = values[name]
  return typeof value === "string" ? value : ""
}

export type FieldErrors = Record<string, string>

export const initialValues = (fields: readonly Field[]): Values =>
  Object.fromEntries(
    fields.map(({ name, kind, initial = kind === "lines" ? [{ name: "", amount: "" }] : "" }) => [
      name,
      typeof initial === "function" ? initial() : initial,
    ]),
  )

export const appliedFields = (fields: readonly Field[], values: Values) => fields.filter(({ appliesTo }) => appliesTo?.(values) ?? true)

/** What the fields make of the values: the request, or what is wrong with each. */
export function toInput(fields: readonly Field[], values: Values): { input: Record<string, unknown>; errors: FieldErrors } {
  const input: Record<string, unknown> = {}
  const errors: FieldErrors = {}
  for (const field of appliedFields(fields, values)) {
    const value = values[field.name] ?? ""
    if (value === "") {
      if (field.isRequired) errors[field.name] = "This is needed."
      continue
    }
    const result = convert(field, value, values)
    if (result.error !== undefined) errors[field.name] = result.error
    else assign(input, field.name, result.value)
  }
  return { input, errors }
}

/** What a form that changes an object sends: only what was changed. */
export function toChange(fields: readonly Field[], values: Values): { input: Record<string, unknown>; errors: FieldErrors } {
  const before = initialValues(fields)
  const changed = fields.filter(({ name }) => JSON.stringify(values[name]) !== JSON.stringify(before[name]))
  const { input, errors } = toInput(changed, values)
  for (const field of appliedFields(changed, values))
    if (values[field.name] === "" && !field.isRequired) assign(input, field.name, field.kind === "flag" ? false : (field.emptied ?? null))
  return { input, errors }
}

type Converted = { value?: unknown; error?: undefined } | { value?: undefined; error: string }

function convert(field: Field, value: string | Line[], values: Values): Converted {
  if (typeof value !== "string") return field.kind === "lines" ? convertLines(value, currencyOf(field, values)) : { value }
  if (field.kind === "money") return convertMoney(value, currencyOf(field, values), field.mayBeZero)
  if (field.kind === "number") return /^\d+$/.test(value) ? { value: Number(value) } : { error: "Write a whole number." }
  if (field.kind === "percent") return convertPercent(value)
  if (field.kind === "flag") return { value: true }
  if (field.kind === "list")
    return {
      value: value
        .split("\n")
        .map(line => line.trim())
        .filter(Boolean),
    }
  if (field.kind === "day") return { value: endOfDay(value) }
  if (field.kind === "moment") return { value: fromLocal(value) }
  if (field.kind === "choices") return { value: value.split(",") }
  return { value: value.trim() }
}

const currencyOf = ({ currency, currencyField = "currency" }: { currency?: string; currencyField?: string }, values: Values) =>
  currency ?? textOf(values, currencyField)

/** Two decimals at most, because a basis point is a hundredth of a percent. */
function convertPercent(text: string): Converted {
  const [, whole, fraction = ""] = /^(\d{1,3})(?:[.,](\d{1,2}))?$/.exec(text.trim()) ?? []
  return whole === undefined ? { error: "Write a percentage such as 12.5." } : { value: Number(whole + fraction.padEnd(2, "0")) }
}

function convertMoney(text: string, currency: string, mayBeZero = false): Converted {
  if (!isCurrency(currency)) return { error: "Choose the currency first." }
  const amount = readAmount(text, currency)
  if (amount === undefined) return { error: `Write an amount with at most ${exponent(currency)} decimals, such as ${sample(currency)}.` }
  if (amount > maxAmount) return { error: `This is too large: write at most ${amountText(maxAmount, currency)}.` }
  if (amount < 0 || (amount === 0 && !mayBeZero))
    return { error: `Write an amount ${mayBeZero ? "of zero or more" : "of more than zero"}.` }
  return { value: amount }
}

/** What the service keeps exactly. */
const maxAmount = Number.MAX_SAFE_INTEGER

function convertLines(lines: Line[], currency: string): Converted {
  const filled = lines.filter(({ name, amount }) => name !== "" || amount !== "")
  if (filled.length === 0) return { error: "Write at least one line." }
  if (!isCurrency(currency)) return { error: "Choose the currency first." }
  const value = filled.map(({ name, amount, supplier = "" }) => ({
    name: name.trim(),
    amount: parseMoney(amount, currency),
    ...(supplier.trim() !== "" && { supplier: supplier.trim() }),
  }))
  return value.some(line => line.name === "" || line.amount === undefined) ? { error: "Each line needs a name and an amount." } : { value }
}

const sample = (currency: string) => (exponent(currency) === 0 ? "1500" : `15.${"5".padEnd(exponent(currency), "0")}`)

function assign(target: Record<string, unknown>, path: string, value: unknown) {
  const [first = "", ...rest] = path.split(".")
  if (rest.length === 0) target[first] = value
  else assign((target[first] ??= {}) as Record<string, unknown>, rest.join("."), value)
}

/** `items[0].amount` is shown at the field `items`. What belongs to no field is returned for the foot of the form. */
export function errorsByField(fields: readonly Field[], errors: readonly { path: string; message: string }[]) {
  const byField: FieldErrors = {}
  const others: string[] = []
  for (const { path, message } of errors) {
    const field = fields.find(({ name }) => path === name || path.startsWith(`${name}[`) || path.startsWith(`${name}.`))
    if (field) byField[field.name] ??= message
    else others.push(message)
  }
  return { byField, others }
}
