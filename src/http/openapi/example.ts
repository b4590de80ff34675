import { createHash } from "node:crypto"
import { nameOf, resolve, type Schema, type Schemas } from "./json-schema.ts"

/** `request`: only the required fields. `response`: every field, and null for nullable ones. */
type Side = "request" | "response"

/** Returns a realistic value that matches a schema. Schemas whose value can't be derived have their own `example`. */
export function exampleOf(schema: Schema, side: Side, noun: string, named: Schemas = {}): unknown {
  return valueOf(schema, { side, named, field: "", owner: noun })
}

/** The field to fill, and the object that it belongs to. */
type FieldContext = { side: Side; named: Schemas; field: string; owner: string }

function valueOf(schema: Schema, context: FieldContext): unknown {
  if (schema.$ref) {
    const name = nameOf(schema.$ref)
    return valueOf(resolve(schema, context.named), { ...context, owner: name.charAt(0).toLowerCase() + name.slice(1) })
  }
  const types = [schema.type ?? []].flat()
  if (schema.const !== undefined) return schema.const
  if (context.side === "response" && (types.includes("null") || isNullable(schema))) return null
  if (schema.examples) return schema.examples[0]
  if (schema.enum) return schema.enum.includes(textExamples[context.field]) ? textExamples[context.field] : schema.enum[0]
  const choices = schema.anyOf ?? schema.oneOf
  if (choices)
    return valueOf(
      choices.find(choice => choice.type !== "null")!,
      context,
    )
  if (schema.allOf) return Object.assign({}, ...schema.allOf.map(part => valueOf(part, context))) as object
  return types[0] === undefined ? {} : byType[types[0]]?.(schema, context)
}

const isNullable = ({ anyOf, oneOf }: Schema) => (anyOf ?? oneOf ?? []).some(choice => choice.type === "null")

const byType: Record<string, (schema: Schema, context: FieldContext) => unknown> = {
  object,
  array,
  string,
  integer: number,
  number,
  boolean,
}

function object({ properties, required = [], additionalProperties }: Schema, context: FieldContext): object {
  if (!properties) return additionalProperties && context.side === "request" ? { key: valueOf(additionalProperties, context) } : {}
  const all = Object.keys(properties)
  const included = context.side === "response" || required.length === 0 ? all : all.filter(name => required.includes(name))
  return Object.fromEntries(included.map(field => [field, valueOf(properties[field]!, { ...context, field })]))
}

function array({ items = {}, minItems = 1 }: Schema, context: FieldContext): unknown[] {
  const owner = context.field === "data" ? context.owner : context.field.replace(/s$/, "")
  return Array.from({ length: Math.max(1, minItems) }, () => valueOf(items, { ...context, owner, field: owner }))
}

function string({ format, pattern, minLength = 0, maxLength = Infinity }: Schema, { field, owner }: FieldContext): string {
  if (format === "date-time") return "2027-01-31T12:00:00.000Z"
  if (format === "date") return "2027-01-31"
  if (format === "email") return "ana@example.com"
  if (format === "uri") return "https://example.com/hooks"
  if (pattern?.includes("[0-9a-f]{24}")) return idFor(field === "_id" ? owner : field)
  const text = (field === "name" ? nameExamples[owner] : undefined) ?? textExamples[field] ?? (field === "" ? "text" : field)
  return text.padEnd(minLength, "x").slice(0, maxLength)
}

/** The same name has the same id in all examples, so that they refer to each other. */
const idFor = (name: string) => `69${createHash("sha256").update(name).digest("hex").slice(0, 22)}`

function number({ minimum = -Infinity, maximum = Infinity }: Schema, { field }: FieldContext): number {
  const value = Object.hasOwn(numberExamples, field) ? numberExamples[field]! : /amount|due|total|balance|price/i.test(field) ? 125_000 : 1
  return Math.min(Math.max(value, minimum), maximum)
}

function boolean(_schema: Schema, { field }: FieldContext): boolean {
  return ["ok", "active", "enabled"].includes(field)
}

const nameExamples: Record<string, string> = {
  user: "Ana Souza",
  team: "Admissions",
  apiKey: "Web shop",
  createdApiKey: "Web shop",
  settings: "Aurora Language School",
  partnership: "Horizon Agency",
}

const textExamples: Record<string, string> = {
  firstName: "Ana",
  lastName: "Souza",
  name: "Language course",
  description: "Twenty lessons",
  category: "tuition",
  phone: "+5511987654321",
  contact: "ana@example.com",
  reference: "INV-2027-0042",
  timezone: "America/Sao_Paulo",
  last4: "9f3k",
  key: "cs_…",
  long: "https://pay.example.com/pay/…",
  short: "https://pay.example.com/p/…",
  address: "203.0.113.7",
  user: idFor("user"),
  role: "operator",
  operation: "POST /v1/contacts/{id}/update",
  type: "contacts",
  id: idFor("contact"),
  requestId: "0d9f6b1e-6f0c-4c4e-9d4e-2f8a4a1c7b55",
}

const numberExamples: Record<string, number> = { paid: 0, refunded: 0, disputed: 0, keylessWindowSeconds: 120, entries: 1, sealed: 1 }
