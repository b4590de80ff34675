import { exponent, isCurrency } from "../../src/kit/pure/money.ts"
import { parseMoney } from "./money.ts"
import { endOfDay } from "./time.ts"

export type Choice = { value: string; label: string; hint?: string }
export type Line = { name: string; amount: string }
export type Values = Record<string, string | Line[]>

/** One field of a form. `name` is its path in the request: `profile.firstName`. */
export type Field = {
  name: string
  label: string
  hint?: string
  isRequired?: boolean
  placeholder?: string
  initial?: string
  /** Shown only where the other values make it apply. */
  appliesTo?(values: Values): boolean
} & (
  | { kind: "text" | "email" | "long-text" | "day" | "number" | "currency" | "country" | "secret" }
  | { kind: "money"; currencyField?: string; currency?: string }
  | { kind: "choice"; choices: readonly Choice[] }
  | { kind: "choices"; choices: readonly Choice[] }
  /** With `isTyped`, what the API takes as a reference is typed, and the newest objects are offered. */
  | { kind: "reference"; route: string; isTyped?: true; describe(row: Record<string, unknown>): Choice }
  | { kind: "lines"; currencyField: string }
)

/** The value of a field that is written as text. */
export const textOf = (values: Values, name: string): string => {
  const value = values[name]
  return typeof value === "string" ? value : ""
}

export type FieldErrors = Record<string, string>

export const initialValues = (fields: readonly Field[]): Values =>
  Object.fromEntries(fields.map(field => [field.name, field.initial ?? (field.kind === "lines" ? [{ name: "", amount: "" }] : "")]))

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

type Converted = { value?: unknown; error?: undefined } | { value?: undefined; error: string }

function convert(field: Field, value: string | Line[], values: Values): Converted {
  if (typeof value !== "string") return field.kind === "lines" ? convertLines(value, textOf(values, field.currencyField)) : { value }
  if (field.kind === "money") return convertMoney(value, field.currency ?? textOf(values, field.currencyField ?? "currency"))
  if (field.kind === "number") return /^\d+$/.test(value) ? { value: Number(value) } : { error: "Write a whole number." }
  if (field.kind === "day") return { value: endOfDay(value) }
  if (field.kind === "choices") return { value: value.split(",") }
  return { value: value.trim() }
}

function convertMoney(text: string, currency: string): Converted {
  if (!isCurrency(currency)) return { error: "Choose the currency first." }
  const amount = parseMoney(text, currency)
  return amount === undefined
    ? { error: `Write an amount with at most ${exponent(currency)} decimals, such as ${sample(currency)}.` }
    : { value: amount }
}

function convertLines(lines: Line[], currency: string): Converted {
  const filled = lines.filter(({ name, amount }) => name !== "" || amount !== "")
  if (filled.length === 0) return { error: "Write at least one line." }
  const value = filled.map(({ name, amount }) => ({ name, amount: isCurrency(currency) ? parseMoney(amount, currency) : undefined }))
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
