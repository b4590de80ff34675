import { isCurrency } from "../../src/kit/pure/money.ts"
import { appliedFields, type Field, type FieldErrors, type Values } from "./form.ts"
import { money } from "./money.ts"
import { exactTime } from "./time.ts"
import { say } from "./words.ts"

export type FieldRefusal = { path: string; message: string }

/** Rewords the API's message about a field with the label and the unit of the form: "Share in percent must be at most 100 percent". */
export function sayRefusal({ path, message }: FieldRefusal, fields: readonly Field[] = [], values: Values = {}): string {
  if (!message.startsWith(`${path} `)) return sayNames(message, fields)
  const field = fieldAt(fields, path)
  const rule = sayNames(message.slice(path.length + 1), fields)
  return `${subjectOf(field, path)} ${inUnits(rule, field, path, values)}`
}

/** `items[0].amount` is shown at the field `items`. Messages that belong to no visible field are returned for the foot of the form. */
export function errorsByField(fields: readonly Field[], values: Values, errors: readonly FieldRefusal[]) {
  const shown = appliedFields(fields, values)
  const byField: FieldErrors = {}
  const others: string[] = []
  for (const error of errors) {
    const field = fieldAt(shown, error.path)
    const message = sayRefusal(error, fields, values)
    if (field) byField[field.name] ??= message
    else others.push(message)
  }
  return { byField, others }
}

/** `items[0].amount` belongs to the field `items`. */
const fieldAt = (fields: readonly Field[], path: string): Field | undefined =>
  fields.find(({ name }) => path === name || path.startsWith(`${name}[`) || path.startsWith(`${name}.`))

/** Replaces the API's names by labels: `bankAccount is required` becomes "“Bank account” is required". */
export const sayNames = (message: string, fields: readonly Field[]): string =>
  message
    .replace(/(?<![\w.@-])[a-z]+(?:\.[a-z]+|[A-Z])[A-Za-z.]*(?![\w@-])/g, name => {
      const label = labelOf(fields, name)
      if (label !== undefined) return `“${label}”`
      return /[A-Z]/.test(name) ? `“${say(name.split(".").at(-1)!)}”` : name
    })
    .replace(/\b(after|before|with|or) ([a-z]+)\b/g, (all, word: string, name: string) => {
      const label = labelOf(fields, name)
      return label === undefined ? all : `${word} “${label}”`
    })

const labelOf = (fields: readonly Field[], name: string) => fields.find(field => field.name === name)?.label

function subjectOf(field: Field | undefined, path: string): string {
  const [, index, part] = /\[(\d+)\](?:\.(\w+))?$/.exec(path) ?? []
  const name = field?.label ?? say(path.replace(/\[.*$/, "").split(".").at(-1)!)
  if (index === undefined) return name
  return `${name}, line ${Number(index) + 1}${part ? `: ${say(part).toLowerCase()}` : ""}`
}

/** Shows basis points in percent, minor units as an amount, and times in the tenant's zone. */
function inUnits(rule: string, field: Field | undefined, path: string, values: Values): string {
  const timed = rule.replace(/\b\d{4}-\d\d-\d\dT[\d:.]+Z/g, exactTime)
  if (field?.kind === "percent") return timed.replace(/\b\d+\b/g, digits => `${Number(digits) / 100} percent`)
  const isAmount = field?.kind === "money" || (field?.kind === "lines" && path.endsWith(".amount"))
  if (!isAmount) return timed
  const currency = field.currency ?? values[field.currencyField ?? "currency"]
  return typeof currency === "string" && isCurrency(currency)
    ? timed.replace(/-?\b\d+\b/g, digits => (Number.isSafeInteger(Number(digits)) ? money(Number(digits), currency) : digits))
    : timed
}
