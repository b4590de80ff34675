import { z } from "zod"

/** The part of JSON Schema that our schemas use. */
export type Schema = {
  $ref?: string
  type?: string | string[]
  format?: string
  pattern?: string
  description?: string
  deprecated?: boolean
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

/** The schema of a request. References are inlined, so that a body can be read in one place; unknown fields are rejected. */
export function inputSchema(input: z.ZodObject): Schema {
  const { $defs = {}, ...schema } = z.toJSONSchema(input, { io: "input", unrepresentable: "any" }) as Raw
  const inlined = (value: unknown): unknown => replaceRefs(value, name => inlined($defs[name]))
  return { ...removeNoise(inlined(schema)), additionalProperties: false }
}

/**
 * The schema of a response. Schemas with an id are added to `named` and referenced. Further fields are allowed, because we may add some
 * later.
 */
export function outputSchema(output: z.ZodType, named: Schemas): Schema {
  const { $defs = {}, ...schema } = z.toJSONSchema(z.object({ output }), { io: "output", unrepresentable: "any" }) as Raw
  const withRefs = (value: unknown) => allowNewFields(removeNoise(replaceRefs(value, name => ({ $ref: `#/components/schemas/${name}` }))))
  for (const [name, definition] of Object.entries($defs)) named[name] ??= withRefs(definition)
  return withRefs((schema["properties"] as Record<"output", unknown>).output)
}

/** Follows a reference. */
export const resolve = (schema: Schema, named: Schemas): Schema => (schema.$ref ? named[nameOf(schema.$ref)]! : schema)
export const nameOf = (ref: string) => ref.slice(ref.lastIndexOf("/") + 1)

type Raw = Record<string, unknown> & { $defs?: Record<string, unknown> }

function replaceRefs(value: unknown, by: (name: string) => unknown): unknown {
  return mapNodes(value, node => (typeof node["$ref"] === "string" ? by(nameOf(node["$ref"])) : node))
}

/** Removes redundant keywords: the bounds of safe integers, the long pattern behind a format, a minimum length of 0. */
function removeNoise(schema: unknown): Schema {
  return mapNodes(schema, ({ example, ...node }) => {
    delete node["$schema"]
    delete node["id"]
    if (example !== undefined) node["examples"] = [example]
    if (node["format"] !== undefined) delete node["pattern"]
    if (node["minimum"] === Number.MIN_SAFE_INTEGER) delete node["minimum"]
    if (node["maximum"] === Number.MAX_SAFE_INTEGER) delete node["maximum"]
    if (node["minLength"] === 0) delete node["minLength"]
    return mergeNull(node)
  }) as Schema
}

/** Turns `anyOf` a simple type and null into a list of two types. */
function mergeNull({ anyOf, ...node }: Record<string, unknown>): Record<string, unknown> {
  const [first, second, ...more] = (anyOf as Schema[] | undefined) ?? []
  if (typeof first?.type === "string" && second?.type === "null" && more.length === 0)
    return { ...first, ...node, type: [first.type, "null"], ...(first.enum && { enum: [...first.enum, null] }) }
  return anyOf === undefined ? node : { ...node, anyOf }
}

const allowNewFields = (schema: Schema) =>
  mapNodes(schema, ({ additionalProperties, ...node }) =>
    additionalProperties === undefined || additionalProperties === false ? node : { ...node, additionalProperties },
  ) as Schema

/** Maps every schema inside a schema, innermost first. The values of examples and defaults are data and stay as they are. */
function mapNodes(value: unknown, change: (node: Record<string, unknown>) => unknown): unknown {
  if (Array.isArray(value)) return value.map(each => mapNodes(each, change))
  if (value === null || typeof value !== "object") return value
  const entries = Object.entries(value).map(([key, each]) => [key, dataKeywords.includes(key) ? each : mapKey(key, each, change)])
  return change(Object.fromEntries(entries) as Record<string, unknown>)
}

const dataKeywords = ["example", "examples", "default", "const", "enum"]

/** The keys under `properties` are field names, so that object itself is not a schema. */
function mapKey(key: string, value: unknown, change: (node: Record<string, unknown>) => unknown): unknown {
  if (key !== "properties") return mapNodes(value, change)
  return Object.fromEntries(Object.entries(value as object).map(([name, schema]) => [name, mapNodes(schema, change)]))
}
