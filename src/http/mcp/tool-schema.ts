import { z } from "zod"
import { common, Reference, text } from "../../kit/pure/fields.ts"
import type { Operation } from "../../kit/operation/operation.ts"

/**
 * The JSON Schemas of the tools, limited to what every model accepts: an object at the root, no references, no lists of types, and a
 * description for every parameter. A model that rejects one schema rejects all tools.
 */
export type ObjectSchema = { type: "object"; properties: Record<string, Json> }
type Json = string | number | boolean | null | Json[] | { [keyword: string]: Json }
type Schema = z.core.JSONSchema.BaseSchema

/** Contract: the default page size of agents is 20. */
export const agentPageSize = 20

/** The arguments that MCP adds to the operation's input: the reference of its subject, whether to explain it, and the idempotency key. */
export function ownArgumentsOf({ noun, subject, effect }: Operation, isExplained: boolean): z.ZodObject {
  return z.object({
    ...(subject && { [noun]: Reference(descriptions[noun] ?? `${sentenceCase(noun)} id`) }),
    ...(isExplained && { explain }),
    ...(effect !== "read" && { idempotencyKey }),
  })
}
const explain = z.boolean().optional().meta({ description: "Also say why" })
const idempotencyKey = text(256, 1).optional().meta({ description: "Send a new one to repeat the same call on purpose" })

export function inputSchemaOf(op: Operation, isExplained: boolean): ObjectSchema {
  const { idempotencyKey: key, ...reference } = ownArgumentsOf(op, isExplained).shape
  const all = z.strictObject({ ...reference, ...op.input.shape, ...(op.list && { limit }), ...(key && { idempotencyKey: key }) })
  return simplify(z.toJSONSchema(all, { io: "input" })) as ObjectSchema
}
const limit = z.int().min(1).max(100).default(agentPageSize).meta({ description: "Rows on a page" })

/**
 * An object is under its noun, a list under the plural; a report, which has no _id, is not wrapped. Only reads describe the fields of an
 * object, without the fields that every object has. In writes they would double the tool list, which takes up tokens in each conversation.
 */
export function outputSchemaOf(op: Operation, isExplained: boolean): ObjectSchema {
  if (op.list) {
    const rows: Schema = { type: "array", items: { type: "object" } }
    return objectSchema({ [op.list.plural]: rows, count: { type: "integer" }, hasMore: { type: "boolean" } })
  }
  if (op.effect !== "read") return objectSchema({ [op.noun]: { type: "object" }, replayed: { type: "boolean" } })
  const shape: Record<string, z.ZodType> = op.output instanceof z.ZodObject ? op.output.shape : {}
  const own = Object.entries(shape).filter(([name]) => !commonFields.has(name))
  const fields = Object.fromEntries(own.map(([name, field]) => [name, typeOnly(z.toJSONSchema(field))]))
  if (isReport(op)) return objectSchema(fields)
  return objectSchema({ [op.noun]: { type: "object", properties: fields }, ...(isExplained && { explanation: { type: "array" } }) })
}
/** The instructions name them once. */
const commonFields = new Set([...Object.keys(common), "version"])
const objectSchema = (properties: Record<string, Schema>) => ({ type: "object", properties }) as ObjectSchema

export const isReport = ({ output }: Operation) => output instanceof z.ZodObject && !("_id" in output.shape)

/** Keeps only the types of an output schema, since a model sees the values anyway. Text that may be null has none: most fields are. */
function typeOnly(schema: Schema | boolean): Schema {
  const { type, anyOf, items } = typeof schema === "boolean" ? {} : splitTypeList(schema)
  if (anyOf) {
    const types = anyOf.map(typeOnly)
    return types.map(each => each.type).join() === "string,null" ? {} : { anyOf: types }
  }
  if (type === "array") return { type, items: Array.isArray(items) || items === undefined ? {} : typeOnly(items) }
  return { type: type ?? "object" }
}

/** Turns a list of types into `anyOf`: some models reject all tools if one schema has a list of types. */
function splitTypeList({ type, ...rest }: Schema): Schema {
  if (!Array.isArray(type)) return type === undefined ? rest : { type, ...rest }
  return { ...rest, anyOf: type.map(each => ({ type: each })) }
}

/** Keywords that only a validator needs are omitted: `perform` validates the arguments and explains what is wrong. */
const omittedKeywords = new Set([
  "$schema",
  "pattern",
  "example",
  "propertyNames",
  "minLength",
  "maxLength",
  "minItems",
  "maxItems",
  "format",
])

function simplify(schema: Schema): Schema {
  const entries = Object.entries(withoutNull(splitTypeList(schema))).filter(
    ([keyword, value]) => !omittedKeywords.has(keyword) && !isRedundantBound(keyword, value) && !isEmptyDefault(keyword, value),
  )
  // Equivalent in our schemas, and every model accepts anyOf and enum.
  const renamed = entries.map(([keyword, value]) =>
    keyword === "oneOf" ? (["anyOf", value] as const) : keyword === "const" ? (["enum", [value]] as const) : ([keyword, value] as const),
  )
  return Object.fromEntries(renamed.map(([keyword, value]) => [keyword, simplifyKeyword(keyword, value)]))
}

/** A model leaves an optional argument out instead of sending null, which not every model can express. */
function withoutNull({ anyOf, ...schema }: Schema): Schema {
  const [only, ...others] = anyOf?.filter(each => typeof each === "object" && each.type !== "null") ?? []
  if (!anyOf || only === undefined) return anyOf ? { ...schema, anyOf } : schema
  return others.length > 0 ? { ...schema, anyOf: [only, ...others] } : { ...(only as Schema), ...schema }
}

function simplifyKeyword(keyword: string, value: unknown): unknown {
  if (keyword === "properties") return Object.fromEntries(Object.entries(value as Record<string, Schema>).map(withDescription))
  if (keyword === "anyOf") return (value as Schema[]).map(simplify)
  if (keyword === "items" || keyword === "additionalProperties") return typeof value === "object" ? simplify(value as Schema) : value
  return value
}

const isRedundantBound = (keyword: string, value: unknown) =>
  (keyword === "minimum" || keyword === "maximum") && Math.abs(value as number) === Number.MAX_SAFE_INTEGER

/** Leaving out an empty default means the same. */
const isEmptyDefault = (keyword: string, value: unknown) => keyword === "default" && (value === "" || JSON.stringify(value) === "{}")

/** A field without a description is described here, or by its name. */
function withDescription([name, schema]: [string, Schema]): [string, Schema] {
  return [name, { description: descriptions[name] ?? sentenceCase(name), ...simplify(schema) }]
}

const descriptions: Record<string, string> = {
  contact: "Contact id or e-mail",
  paymentIntent: "Payment intent id or number",
  order: "Order id or number",
  subscription: "Subscription id or number",
  partnership: "Partnership id, code, name or beginning of the name",
  transaction: "Transaction id",
  team: "Team id",
  email: "E-mail address; case does not matter",
  profile: "Name and phone",
  items: "What is paid for, line by line",
  reference: "Your own, such as an invoice number",
  code: "Short and unique, to refer to it by",
  country: "ISO 3166-1 alpha-2 code",
  currency: "ISO 4217 code",
  cadence: "How often, such as every 2 weeks",
  every: "Units from one cycle to the next",
  dueAfterDays: "Days from the beginning of a cycle until its request is due",
}

/** paymentIntent and payment_intent → Payment intent */
export function sentenceCase(name: string): string {
  const words = name.replaceAll("_", " ").replaceAll(/[A-Z]/g, letter => ` ${letter.toLowerCase()}`)
  return `${words[0]!.toUpperCase()}${words.slice(1)}`
}
