import { isCurrency } from "../../src/kit/pure/money.ts"
import { appliedFields, type Field, type FieldErrors, lineName, type Values } from "./form.ts"
import { money } from "./money.ts"
import { percent } from "./percent.ts"
import { inService } from "./service-rules.ts"
import { exactTime } from "./time.ts"
import { inSentence, t } from "./translate.ts"
import { say } from "./words.ts"

export type FieldRefusal = { path: string; message: string }

/** Rewords the API's message about a field with the label and the unit of the form: "Share in percent must be at most 100%". */
export function sayRefusal({ path, message }: FieldRefusal, fields: readonly Field[] = [], values: Values = {}): string {
  const sayRule = (text: string) => inService(text, value => sayName(value, fields)) ?? sayNames(text, fields)
  if (!message.startsWith(`${path} `)) return sayRule(message)
  const field = fieldAt(fields, path)
  const rule = sayRule(message.slice(path.length + 1))
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
      if (label !== undefined) return t`“${label}”`
      return /[A-Z]/.test(name) ? t`“${say(name.split(".").at(-1)!)}”` : name
    })
    .replace(/\b(after|before|with|or) ([a-z]+)\b/g, (all, word: string, name: string) => {
      const label = labelOf(fields, name)
      return label === undefined ? all : `${word} ${t`“${label}”`}`
    })

/** What a translated rule names: another field, or a value. */
function sayName(name: string, fields: readonly Field[]): string {
  const label = labelOf(fields, name)
  return label === undefined ? sayNames(name, fields) : t`“${label}”`
}

const labelOf = (fields: readonly Field[], name: string) => fields.find(field => field.name === name)?.label

function subjectOf(field: Field | undefined, path: string): string {
  const [, index, part] = /\[(\d+)\](?:\.(\w+))?$/.exec(path) ?? []
  const name = field?.label ?? say(path.replace(/\[.*$/, "").split(".").at(-1)!)
  if (index === undefined) return name
  const line = lineName(name, Number(index) + 1)
  return part ? `${line}: ${inSentence(say(part))}` : line
}

/** Shows basis points in percent, minor units as an amount, and times in the tenant's zone. */
function inUnits(rule: string, field: Field | undefined, path: string, values: Values): string {
  const timed = rule.replace(/\b\d{4}-\d\d-\d\dT[\d:.]+Z/g, exactTime)
  if (field?.kind === "percent") return timed.replace(/\b\d+\b/g, digits => percent(Number(digits) / 10_000))
  const isAmount = field?.kind === "money" || (field?.kind === "lines" && path.endsWith(".amount"))
  if (!isAmount) return timed
  const currency = field.currency ?? values[field.currencyField ?? "currency"]
  return typeof currency === "string" && isCurrency(currency)
    ? timed.replace(/-?\b\d+\b/g, digits => (Number.isSafeInteger(Number(digits)) ? money(Number(digits), currency) : digits))
    : timed
}
