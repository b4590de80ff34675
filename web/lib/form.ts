import type { ReactNode } from "react"
import { isCurrency } from "../../src/kit/pure/money.ts"
import { locale } from "./language.ts"
import { amountText, hasTooManyDecimals, parseMoney, readAmount, whyNoAmount } from "./money.ts"
import { endOfDay, fromLocal } from "./time.ts"
import { t } from "./translate.ts"

export type Choice = { value: string; label: string; hint?: string }
export type Line = {
  name: string
  amount: string
  /** A partnership, whose share of the line is calculated. */
  supplier?: string
  /** The id of the service that it sells. */
  service?: string
}
/** The value of a flag is a boolean, that of lines is a list, and every other value is the typed text. */
export type Value = string | boolean | Line[]
export type Values = Record<string, Value>
export type FormHelp = { values: Values; fill(values: Values): void }

/** One field of a form. The kind decides the type of its value, so that a flag can't start with a text. */
export type Field<Name extends string = string> =
  | TypedField<Name>
  | (FieldBase<Name> & { kind: "flag"; initial?: boolean })
  | (FieldBase<Name> & LinesField)
/** A field whose value is text. */
export type TypedField<Name extends string = string> = FieldBase<Name> & TextField

/** `name` is its path in the request: `profile.firstName`. */
type FieldBase<Name extends string> = {
  name: Name
  label: string
  hint?: string
  /** A function decides by the other values whether it is required. */
  isRequired?: boolean | ((values: Values) => boolean)
  placeholder?: string
  /** The value that a form sends when a person has emptied the field of an existing object; null by default. */
  emptied?: "" | 0 | readonly []
  /** Half as wide, beside another such field. */
  isHalf?: true
  /** Decides by the other values whether the field is shown. */
  appliesTo?(values: Values): boolean
  /** Content below the field that helps to fill it in. `fill` sets values of the form. */
  Help?(props: FormHelp): ReactNode
}

/** What the control of a field gets. A form that few people open brings its own, so that the first page does not wait for it. */
export type ControlProps = {
  id: string
  className: string
  "aria-invalid": boolean
  "aria-describedby": string
  placeholder: string | undefined
  value: string
  onChange(value: string): void
}

/** A control that depends on other fields, or changes them. */
export type PartsProps = Omit<ControlProps, "onChange"> & { values: Values; onChange(value: string, others?: Values): void }

/** `initial` is its first value; a function is called when the form opens. */
type TextField = { initial?: string | (() => string) } & (
  | { kind: "text" | "email" | "long-text" | "number" | "currency" | "country" | "secret" }
  /** A key or a certificate of another service: shown only when the person asks, and stored neither by the page nor by the browser. */
  | { kind: "credential"; isLong?: boolean; Control(props: ControlProps & { isLong: boolean }): ReactNode }
  /** `isDue` offers the usual days by when to pay. */
  | { kind: "day"; isDue?: true }
  /** A day and a time in the tenant's zone. */
  | { kind: "moment" }
  /** "12.5" is sent as 1250 basis points; a list has one entry on each line. */
  | { kind: "percent" | "list" }
  /** Must be more than zero; `mayBeZero` allows zero, as for a price. */
  | { kind: "money"; currencyField?: string; currency?: string; mayBeZero?: true }
  | { kind: "choice"; choices: readonly Choice[] }
  /** `moreFrom` is a route that lists further values. */
  | { kind: "choices"; choices: readonly Choice[]; moreFrom?: string }
  /** Values with commas between them, chosen in a control of the form's own. */
  | { kind: "several"; Control(props: ControlProps): ReactNode }
  /** Several parts, in a control of the form's own: the value is their JSON, and `read` makes the request of it. */
  | { kind: "parts"; Control(props: PartsProps): ReactNode; read(text: string, values: Values): Converted }
  /** Some of these currencies. */
  | { kind: "currencies"; currencies: readonly string[]; Control(props: ControlProps & { currencies: readonly string[] }): ReactNode }
  /**
   * The person chooses among all objects of a list; with `isTyped` they type a reference that the API takes, and the newest objects are
   * suggested.
   */
  | {
      kind: "reference"
      route: string
      query?: Record<string, string>
      isTyped?: true
      /** Only objects that belong to the contact or partner of another field. */
      of?: "contact" | "partnership"
      /** The typed text is also searched for among these. */
      searches?: "contacts" | "partnerships"
      describe(row: Record<string, unknown>): Choice
    }
)

export type LinesField = { kind: "lines"; initial?: Line[]; currencyField?: string; currency?: string; hasSuppliers?: true }

/** The line that sells a service at its price. Its supplier and tax are copied from it where the line names none. */
export const soldAs = (line: Line, { _id, name, price }: { _id: string; name: string; price: Price | null }): Line => ({
  ...line,
  name,
  service: _id,
  ...(price && { amount: amountText(price.amount, price.currency) }),
})

type Price = { amount: number; currency: string }

/** The value of a text field. */
export const textOf = (values: Values, name: string): string => {
  const value = values[name]
  return typeof value === "string" ? value : ""
}

export type FieldErrors = Record<string, string>

export const initialValues = (fields: readonly Field[]): Values => Object.fromEntries(fields.map(field => [field.name, initialOf(field)]))

function initialOf(field: Field): Value {
  if (field.kind === "flag") return field.initial ?? false
  if (field.kind === "lines") return field.initial ?? [{ name: "", amount: "" }]
  return typeof field.initial === "function" ? field.initial() : (field.initial ?? "")
}

export const isRequired = ({ isRequired: rule = false }: Field, values: Values) => (typeof rule === "function" ? rule(values) : rule)

export const appliedFields = (fields: readonly Field[], values: Values) => fields.filter(({ appliesTo }) => appliesTo?.(values) ?? true)

/** Turns the values into the request, or returns an error for each wrong field. */
export function toInput(fields: readonly Field[], values: Values): { input: Record<string, unknown>; errors: FieldErrors } {
  const input: Record<string, unknown> = {}
  const errors: FieldErrors = {}
  for (const field of appliedFields(fields, values)) {
    const value = values[field.name] ?? ""
    if (value === "" || value === false) {
      if (isRequired(field, values)) errors[field.name] = t`This field is required.`
      continue
    }
    const result = convert(field, value, values)
    if (result.error !== undefined) errors[field.name] = result.error
    else assign(input, field.name, result.value)
  }
  return { input, errors }
}

/** The request of a form that changes an object: only the changed fields. */
export function toChange(fields: readonly Field[], values: Values): { input: Record<string, unknown>; errors: FieldErrors } {
  const before = initialValues(fields)
  const changed = fields.filter(({ name }) => JSON.stringify(values[name]) !== JSON.stringify(before[name]))
  const { input, errors } = toInput(changed, values)
  for (const field of appliedFields(changed, values)) {
    const value = values[field.name]
    if (value === false) assign(input, field.name, false)
    if (value === "" && !isRequired(field, values)) assign(input, field.name, field.emptied ?? null)
  }
  return { input, errors }
}

export type Converted = { value?: unknown; error?: undefined } | { value?: undefined; error: string }

function convert(field: Field, value: Value, values: Values): Converted {
  if (typeof value === "boolean") return { value }
  if (typeof value !== "string") return field.kind === "lines" ? convertLines(value, currencyOf(field, values), field.label) : { value }
  if (field.kind === "money") return convertMoney(value, currencyOf(field, values), field)
  if (field.kind === "number") return /^\d+$/.test(value) ? { value: Number(value) } : { error: t`Write a whole number.` }
  if (field.kind === "percent") return convertPercent(value)
  if (field.kind === "list")
    return {
      value: value
        .split("\n")
        .map(line => line.trim())
        .filter(Boolean),
    }
  if (field.kind === "day") return { value: endOfDay(value) }
  if (field.kind === "moment") return { value: fromLocal(value) }
  if (field.kind === "parts") return field.read(value, values)
  if (field.kind === "choices" || field.kind === "several" || field.kind === "currencies") return { value: value.split(",") }
  return { value: value.trim() }
}

/** The currency of an amount: its own, or that of another field. */
export const currencyOf = ({ currency, currencyField = "currency" }: { currency?: string; currencyField?: string }, values: Values) =>
  currency ?? textOf(values, currencyField)

/** Two decimals at most, because a basis point is a hundredth of a percent. */
function convertPercent(text: string): Converted {
  const [, whole, fraction = ""] = /^(\d{1,3})(?:[.,](\d{1,2}))?$/.exec(text.trim()) ?? []
  return whole === undefined
    ? { error: t`Write a percentage such as ${(12.5).toLocaleString(locale)}.` }
    : { value: Number(whole + fraction.padEnd(2, "0")) }
}

function convertMoney(text: string, currency: string, { label, mayBeZero = false }: { label: string; mayBeZero?: boolean }): Converted {
  const refuse = (why: string) => ({ error: `${label}: ${why}` })
  if (!isCurrency(currency)) return refuse(t`Choose the currency first.`)
  const amount = readAmount(text, currency)
  if (amount === undefined) return refuse(whyNoAmount(text, currency))
  if (amount > maxAmount) return refuse(t`This is too large: write at most ${amountText(maxAmount, currency)}.`)
  if (amount < 0 || (amount === 0 && !mayBeZero))
    return refuse(mayBeZero ? t`Write an amount of zero or more.` : t`Write an amount of more than zero.`)
  return { value: amount }
}

/** The largest amount that the service stores exactly. */
const maxAmount = Number.MAX_SAFE_INTEGER

function convertLines(lines: Line[], currency: string, label: string): Converted {
  const filled = lines.map((line, index) => ({ ...line, at: index + 1 })).filter(({ name, amount }) => name !== "" || amount !== "")
  if (filled.length === 0) return { error: `${label}: ${t`Write at least one line.`}` }
  if (!isCurrency(currency)) return { error: `${label}: ${t`Choose the currency first.`}` }
  for (const { name, amount, at } of filled) {
    if (hasTooManyDecimals(amount, currency)) return { error: `${lineName(label, at)}: ${whyNoAmount(amount, currency)}` }
    const isWhole = name.trim() !== "" && parseMoney(amount, currency) !== undefined
    if (!isWhole) return { error: `${lineName(label, at)}: ${t`Write a name and an amount.`}` }
  }
  const value = filled.map(({ name, amount, supplier = "", service = "" }) => ({
    name: name.trim(),
    amount: parseMoney(amount, currency),
    ...(supplier.trim() !== "" && { supplier: supplier.trim() }),
    ...(service !== "" && { service }),
  }))
  return { value }
}

/** How an error names one of several lines, which people count from 1. */
export const lineName = (label: string, at: number) => t`${label}, line ${at}`

function assign(target: Record<string, unknown>, path: string, value: unknown) {
  const [first = "", ...rest] = path.split(".")
  if (rest.length === 0) target[first] = value
  else assign((target[first] ??= {}) as Record<string, unknown>, rest.join("."), value)
}
