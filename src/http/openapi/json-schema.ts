import { z } from "zod"

/** As much of JSON Schema as our shapes use. */
export type Schema = {
  $ref?: string
  type?: string | string[]
  format?: string
  pattern?: string
  description?: string
  default?: unknown
  const?: unknown
  enum?: unknown[]
  examples?: unknown[]
  anyOf?: Schema[]
  oneOf?: Schema[]
  allOf?: Schema[]
  items?: Schema
  properties?: Record<string, Schema>
  required?: string[]
  additionalProperties?: Schema | false
  minLength?: number
  maxLength?: number
  minimum?: number
  maximum?: number
  minItems?: number
  maxItems?: number
}
export type Schemas = Record<string, Schema>

/** What a caller sends. Written out in full, so that a body can be read in one place; unknown fields are refused, and it says so. */
export function inputSchema(input: z.ZodObject): Schema {
  const { $defs = {}, ...schema } = z.toJSONSchema(input, { io: "input", unrepresentable: "any" }) as Raw
  const inlined = (value: unknown): unknown => replaceRefs(value, name => inlined($defs[name]))
  return { ...clean(inlined(schema)), additionalProperties: false }
}

/** What comes back. Schemas with an id are put among `named` and referred to. New fields may be added, so none are ruled out. */
export function outputSchema(output: z.ZodType, named: Schemas): Schema {
  const { $defs = {}, ...schema } = z.toJSONSchema(z.object({ output }), { io: "output", unrepresentable: "any" }) as Raw
  const referring = (value: unknown) => open(clean(replaceRefs(value, name => ({ $ref: `#/components/schemas/${name}` }))))
  for (const [name, definition] of Object.entries($defs)) named[name] ??= referring(definition)
  return referring((schema["properties"] as Record<"output", unknown>).output)
}

/** The schema itself, whether it is written out or named. */
export const resolve = (schema: Schema, named: Schemas): Schema => (schema.$ref ? named[nameOf(schema.$ref)]! : schema)
export const nameOf = (ref: string) => ref.slice(ref.lastIndexOf("/") + 1)

type Raw = Record<string, unknown> & { $defs?: Record<string, unknown> }

function replaceRefs(value: unknown, by: (name: string) => unknown): unknown {
  return walk(value, node => (typeof node["$ref"] === "string" ? by(nameOf(node["$ref"])) : node))
}

/** Drops what says nothing: the bounds of every whole number, the long patterns behind a format, a least length of none. */
function clean(schema: unknown): Schema {
  return walk(schema, ({ example, ...node }) => {
    delete node["$schema"]
    delete node["id"]
    if (example !== undefined) node["examples"] = [example]
    if (node["format"] !== undefined) delete node["pattern"]
    if (node["minimum"] === Number.MIN_SAFE_INTEGER) delete node["minimum"]
    if (node["maximum"] === Number.MAX_SAFE_INTEGER) delete node["maximum"]
    if (node["minLength"] === 0) delete node["minLength"]
    return orNull(node)
  }) as Schema
}

/** `anyOf` a plain type or null is that type or null. */
function orNull({ anyOf, ...node }: Record<string, unknown>): Record<string, unknown> {
  const [first, second, ...more] = (anyOf as Schema[] | undefined) ?? []
  if (typeof first?.type === "string" && second?.type === "null" && more.length === 0)
    return { ...first, ...node, type: [first.type, "null"], ...(first.enum && { enum: [...first.enum, null] }) }
  return anyOf === undefined ? node : { ...node, anyOf }
}

const open = (schema: Schema) =>
  walk(schema, ({ additionalProperties, ...node }) =>
    additionalProperties === undefined || additionalProperties === false ? node : { ...node, additionalProperties },
  ) as Schema

/** Every object inside, innermost first. The values of examples and defaults are data, not schemas. */
function walk(value: unknown, change: (node: Record<string, unknown>) => unknown): unknown {
  if (Array.isArray(value)) return value.map(each => walk(each, change))
  if (value === null || typeof value !== "object") return value
  const inside = Object.entries(value).map(([key, each]) => [key, data.includes(key) ? each : walkKey(key, each, change)])
  return change(Object.fromEntries(inside) as Record<string, unknown>)
}

const data = ["example", "examples", "default", "const", "enum"]

/** The names under `properties` are fields, whatever they are called, so the map itself is not a schema. */
function walkKey(key: string, value: unknown, change: (node: Record<string, unknown>) => unknown): unknown {
  if (key !== "properties") return walk(value, change)
  return Object.fromEntries(Object.entries(value as object).map(([name, schema]) => [name, walk(schema, change)]))
}
