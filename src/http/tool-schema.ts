import { z } from "zod"
import { Reference, text } from "../kit/fields.ts"
import type { Operation } from "../kit/operation.ts"

/**
 * The schemas that agents read, in the dialect that every model takes: an object at the root, no references, no lists of types, and a
 * meaning for every parameter. One schema that a single model refuses would cost it all tools.
 */
export type ObjectSchema = { type: "object"; properties: Record<string, Json> }
type Json = string | number | boolean | null | Json[] | { [word: string]: Json }
type Schema = z.core.JSONSchema.BaseSchema

/** Contract: an agent's page has 20 rows unless it asks for another number. */
export const agentPage = 20

/** The arguments that belong to the door rather than to the operation: which object, and whether a repeat is meant. */
export function ownArguments({ noun, subject, effect }: Operation): z.ZodObject {
  return z.object({
    ...(subject && { [noun]: Reference(meanings[noun] ?? `${sentence(noun)} id`) }),
    ...(effect !== "read" && { idempotencyKey }),
  })
}
const idempotencyKey = text(256, 1)
  .optional()
  .meta({ description: "Asks for a deliberate second one; without it the same call within 24 hours returns the first result" })

export function inputSchemaOf(op: Operation): ObjectSchema {
  const { idempotencyKey: again, ...which } = ownArguments(op).shape
  const all = z.strictObject({ ...which, ...op.input.shape, ...(op.list && { limit }), ...(again && { idempotencyKey: again }) })
  return plain(z.toJSONSchema(all, { io: "input" })) as ObjectSchema
}
const limit = z.int().min(1).max(100).default(agentPage).meta({ description: "Rows on a page" })

/**
 * An object is named by its kind; rows stand under its plural; a report, which is no object of ours, stands by itself. The fields of an
 * object are told where it is read: told again by every write they would be half of the catalogue, which each conversation pays for.
 */
export function outputSchemaOf(op: Operation): ObjectSchema {
  if (op.list) {
    const rows: Schema = { type: "array", items: { type: "object" } }
    return objectOf({ [op.list.plural]: rows, count: { type: "integer" }, hasMore: { type: "boolean" } })
  }
  if (op.effect !== "read") return objectOf({ [op.noun]: { type: "object" }, replayed: { type: "boolean" } })
  const shape: Record<string, z.ZodType> = op.output instanceof z.ZodObject ? op.output.shape : {}
  const fields = Object.fromEntries(Object.entries(shape).map(([name, field]) => [name, bare(z.toJSONSchema(field))]))
  return objectOf(isReport(op) ? fields : { [op.noun]: { type: "object", properties: fields } })
}
const objectOf = (properties: Record<string, Schema>) => ({ type: "object", properties }) as ObjectSchema

export const isReport = ({ output }: Operation) => output instanceof z.ZodObject && !("_id" in output.shape)

/** Of what comes out, only the kind: a model sees the values themselves. */
function bare(schema: Schema | boolean): Schema {
  const { type, anyOf, items } = typeof schema === "boolean" ? {} : oneTypeEach(schema)
  if (anyOf) return { anyOf: anyOf.map(bare) }
  if (type === "array") return { type, items: Array.isArray(items) || items === undefined ? {} : bare(items) }
  return { type: type ?? "object" }
}

/** Some models refuse all tools over one list of types. */
function oneTypeEach({ type, ...rest }: Schema): Schema {
  if (!Array.isArray(type)) return type === undefined ? rest : { type, ...rest }
  return { ...rest, anyOf: type.map(each => ({ type: each })) }
}

/** What only a validator needs is left out: `perform` reads the arguments anyway, and says what is wrong in words. */
const leftOut = new Set(["$schema", "pattern", "example", "propertyNames", "minLength", "maxLength"])

function plain(schema: Schema): Schema {
  const kept = Object.entries(oneTypeEach(schema)).filter(([word, value]) => !leftOut.has(word) && !saysNothing(word, value))
  const spelled = kept.map(([word, value]) => [word === "oneOf" ? "anyOf" : word, value] as const) // the same here, and all models take it
  return Object.fromEntries(spelled.map(([word, value]) => [word, plainPart(word, value)]))
}

function plainPart(word: string, value: unknown): unknown {
  if (word === "properties") return Object.fromEntries(Object.entries(value as Record<string, Schema>).map(withMeaning))
  if (word === "anyOf") return (value as Schema[]).map(plain)
  if (word === "items" || word === "additionalProperties") return typeof value === "object" ? plain(value as Schema) : value
  return value
}

const saysNothing = (word: string, value: unknown) =>
  (word === "minimum" || word === "maximum") && Math.abs(value as number) === Number.MAX_SAFE_INTEGER

/** A field that says nothing of itself is explained by its name. */
function withMeaning([name, schema]: [string, Schema]): [string, Schema] {
  return [name, { description: meanings[name] ?? sentence(name), ...plain(schema) }]
}

const meanings: Record<string, string> = {
  contact: "Contact id or e-mail",
  partnership: "Partnership id, code, name or the beginning of a name",
  email: "E-mail address, in any case",
}

/** paymentIntent and payment_intent → Payment intent */
export function sentence(name: string): string {
  const words = name.replaceAll("_", " ").replaceAll(/[A-Z]/g, letter => ` ${letter.toLowerCase()}`)
  return `${words[0]!.toUpperCase()}${words.slice(1)}`
}
