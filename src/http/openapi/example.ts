import { createHash } from "node:crypto"
import { resolve, type Schema, type Schemas } from "./json-schema.ts"

/** `request`: the fewest fields that make sense. `response`: every field, and null where nothing has happened yet. */
type Side = "request" | "response"

/** A value that fits a schema and reads like one of ours. What can't be guessed carries its own `example` in the schema. */
export function exampleOf(schema: Schema, side: Side, noun: string, named: Schemas = {}): unknown {
  return valueOf(schema, { side, named, field: "", owner: noun })
}

/** The field that is filled, and the object whose `_id` it may be. */
type Place = { side: Side; named: Schemas; field: string; owner: string }

function valueOf(schema: Schema, place: Place): unknown {
  if (schema.$ref) {
    const name = schema.$ref.slice(schema.$ref.lastIndexOf("/") + 1)
    return valueOf(resolve(schema, place.named), { ...place, owner: name.charAt(0).toLowerCase() + name.slice(1) })
  }
  const types = [schema.type ?? []].flat()
  if (schema.const !== undefined) return schema.const
  if (place.side === "response" && (types.includes("null") || isNullable(schema))) return null
  if (schema.examples) return schema.examples[0]
  if (schema.enum) return schema.enum.includes(words[place.field]) ? words[place.field] : schema.enum[0]
  const choices = schema.anyOf ?? schema.oneOf
  if (choices)
    return valueOf(
      choices.find(choice => choice.type !== "null")!,
      place,
    )
  if (schema.allOf) return Object.assign({}, ...schema.allOf.map(part => valueOf(part, place))) as object
  return types[0] === undefined ? {} : byType[types[0]]?.(schema, place)
}

const isNullable = ({ anyOf, oneOf }: Schema) => (anyOf ?? oneOf ?? []).some(choice => choice.type === "null")

const byType: Record<string, (schema: Schema, place: Place) => unknown> = { object, array, string, integer: number, number, boolean }

function object({ properties, required = [], additionalProperties }: Schema, place: Place): object {
  if (!properties) return additionalProperties && place.side === "request" ? { key: valueOf(additionalProperties, place) } : {}
  const all = Object.keys(properties)
  const wanted = place.side === "response" || required.length === 0 ? all : all.filter(name => required.includes(name))
  return Object.fromEntries(wanted.map(field => [field, valueOf(properties[field]!, { ...place, field })]))
}

function array({ items = {}, minItems = 1 }: Schema, place: Place): unknown[] {
  const owner = place.field === "data" ? place.owner : place.field.replace(/s$/, "")
  return Array.from({ length: Math.max(1, minItems) }, () => valueOf(items, { ...place, owner, field: owner }))
}

function string({ format, pattern, minLength = 0, maxLength = Infinity }: Schema, { field, owner }: Place): string {
  if (format === "date-time") return "2027-01-31T12:00:00.000Z"
  if (format === "date") return "2027-01-31"
  if (format === "email") return "ana@example.com"
  if (format === "uri") return "https://example.com/hooks"
  if (pattern?.includes("[0-9a-f]{24}")) return idFor(field === "_id" ? owner : field)
  const word = (field === "name" ? names[owner] : undefined) ?? words[field] ?? (field === "" ? "text" : field)
  return word.padEnd(minLength, "x").slice(0, maxLength)
}

/** The same name has the same id all over the document, so that an example's contact is the contact of the next. */
const idFor = (name: string) => `69${createHash("sha256").update(name).digest("hex").slice(0, 22)}`

function number({ minimum = -Infinity, maximum = Infinity }: Schema, { field }: Place): number {
  const usual = Object.hasOwn(numbers, field) ? numbers[field]! : /amount|due|total|balance|price/i.test(field) ? 125_000 : 1
  return Math.min(Math.max(usual, minimum), maximum)
}

function boolean(_schema: Schema, { field }: Place): boolean {
  return ["ok", "active", "enabled"].includes(field)
}

const names: Record<string, string> = {
  user: "Ana Souza",
  team: "Admissions",
  apiKey: "Web shop",
  createdApiKey: "Web shop",
  settings: "Aurora Language School",
  partnership: "Horizon Agency",
}

const words: Record<string, string> = {
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

const numbers: Record<string, number> = { paid: 0, refunded: 0, keylessWindowSeconds: 120, entries: 1, sealed: 1 }
