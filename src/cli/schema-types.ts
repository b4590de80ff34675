import { nameOf, type Schema } from "../http/openapi/json-schema.ts"

/** A program may leave out a field of an input, or set it to undefined, also where `exactOptionalPropertyTypes` is on. */
type Direction = "input" | "output"

/** The TypeScript type of a JSON schema. */
export function typeOf(schema: Schema, direction: Direction, depth = 0): string {
  const { $ref, enum: values, anyOf, oneOf, allOf, type } = schema
  if ($ref !== undefined) return nameOf($ref)
  if ("const" in schema) return JSON.stringify(schema.const)
  if (values) return values.map(value => JSON.stringify(value)).join(" | ")
  const union = anyOf ?? oneOf
  if (union) return [...new Set(union.map(each => typeOf(each, direction, depth)))].join(" | ")
  if (allOf) return allOf.map(each => `(${typeOf(each, direction, depth)})`).join(" & ")
  const types = type === undefined ? [] : [type].flat()
  return types.length === 0 ? "unknown" : types.map(each => simpleType(each, schema, direction, depth)).join(" | ")
}

function simpleType(type: string, schema: Schema, direction: Direction, depth: number): string {
  if (type === "object") return objectType(schema, direction, depth)
  if (type === "array") return `${direction === "input" ? "readonly " : ""}${arrayOf(typeOf(schema.items ?? {}, direction, depth))}`
  if (type === "integer") return "number"
  return schema.format === "binary" ? "Blob" : type
}

const arrayOf = (type: string) => (/^[\w{][^|&]*$/.test(type) && !type.includes(" | ") ? `${type}[]` : `(${type})[]`)

function objectType(schema: Schema, direction: Direction, depth: number): string {
  const { properties, additionalProperties } = schema
  const entries = additionalProperties ? `{ [name: string]: ${typeOf(additionalProperties, direction, depth)} }` : undefined
  if (!properties || Object.keys(properties).length === 0) return entries ?? "{ [name: string]: unknown }"
  const fields = `{\n${fieldsOf(schema, direction, depth + 1)}${"  ".repeat(depth)}}`
  return entries ? `${fields} & ${entries}` : fields
}

/** The fields of an object, one on each line, with their descriptions. */
export function fieldsOf({ properties = {}, required = [] }: Schema, direction: Direction, depth: number): string {
  const indent = "  ".repeat(depth)
  const lines = Object.entries(properties).map(([name, schema]) => {
    const key = /^[A-Za-z_]\w*$/.test(name) ? name : JSON.stringify(name)
    const isOptional = !required.includes(name)
    const type = `${typeOf(schema, direction, depth)}${isOptional && direction === "input" ? " | undefined" : ""}`
    return `${commentOf(schema, depth)}${indent}${key}${isOptional ? "?" : ""}: ${type}
`
  })
  return lines.join("")
}

/** The description of a schema as a comment, on the lines before it. */
export function commentOf({ description }: Pick<Schema, "description">, depth = 0): string {
  return description ? `${"  ".repeat(depth)}/** ${description.replaceAll("*/", "*\\/")} */\n` : ""
}
