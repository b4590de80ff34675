import { z } from "zod"
import { type Code, type FieldError, invalid, Problem } from "./problem.ts"

/** A body's fields against a schema. Unknown fields are refused by name: a typo must not lose money. */
export function parseInput(schema: z.ZodObject, fields: unknown, query: [string, string][] = []): unknown {
  if (query[0]) throw new Problem("VAL-1004", { parameter: query[0][0], allowed: "none" })
  return isNothing(fields) && isNothing(schema.shape) ? {} : parsed(strictly(schema), fields)
}

function isNothing(fields: unknown): boolean {
  if (typeof fields !== "object" || fields === null || Array.isArray(fields)) return false
  for (const _ in fields) return false
  return true
}

function parsed(schema: z.ZodObject, fields: unknown): unknown {
  const read = schema.safeParse(fields)
  if (read.success) return read.data
  const errors = read.error.issues.flatMap(issue => faultsOf(issue, fields))
  const first = ranks.map(code => errors.find(error => error.code === code)).find(Boolean) ?? errors[0]!
  throw new Problem(
    first.code,
    { detail: first.message },
    errors.map(({ path, message }) => ({ path, message })),
  )
}

/** The parameters of a query against a schema. They are text, so what should be a number is read as one first. */
export function parseParameters(schema: z.ZodObject, parameters: [name: string, value: string][]): unknown {
  const fields: Record<string, unknown> = {}
  for (const [name, text] of parameters) {
    const expected = Object.hasOwn(schema.shape, name) ? schema.shape[name] : undefined
    if (!expected) throw new Problem("VAL-1004", { parameter: name.slice(0, 100), allowed: Object.keys(schema.shape).join(", ") })
    if (Object.hasOwn(fields, name)) throw invalid(name, "must be given once")
    fields[name] = expected instanceof z.ZodNumber && /^-?\d{1,20}$/.test(text) ? Number(text) : text
  }
  return parsed(schema, fields) // every name was looked at already
}

/** Made once for each schema: zod compiles a schema at its first use, a fifth of a create when every request makes its own. */
function strictly(schema: z.ZodObject): z.ZodObject {
  let made = stricts.get(schema)
  if (!made) stricts.set(schema, (made = schema.strict()))
  return made
}
const stricts = new WeakMap<z.ZodObject, z.ZodObject>()

/** An unknown name often explains a missing one, so it is said first. */
const ranks: Code[] = ["VAL-1005", "VAL-1002", "VAL-1003"]

type Fault = FieldError & { code: Code }

function faultsOf(issue: z.core.$ZodIssue, fields: unknown): Fault[] {
  const path = pathOf(issue.path)
  if (issue.code === "unrecognized_keys")
    return issue.keys.map(key => fault("VAL-1005", pathOf([...issue.path, key]), "is not a field of this request"))
  if (valueAt(fields, issue.path) === undefined && issue.path.length > 0) return [fault("VAL-1002", path, "is required")]
  return [fault("VAL-1003", path || "The body", wording(issue))]
}

const fault = (code: Code, path: string, message: string): Fault => ({ code, path, message: `${path} ${message}` })

/** items[0].amount */
const pathOf = (path: PropertyKey[]) =>
  path.map((key, i) => (typeof key === "number" ? `[${key}]` : `${i === 0 ? "" : "."}${String(key)}`)).join("")

function valueAt(fields: unknown, path: PropertyKey[]): unknown {
  return path.reduce<unknown>(
    (value, key) => (value === null || value === undefined ? value : (value as Record<PropertyKey, unknown>)[key]),
    fields,
  )
}

/** Our schemas say "must be …" themselves; the rest is put the same way. */
function wording(issue: z.core.$ZodIssue): string {
  if (issue.message.startsWith("must ")) return issue.message
  if (issue.code === "invalid_type") return `must be ${kinds[issue.expected] ?? issue.expected}`
  if (issue.code === "invalid_value") return `must be ${issue.values.length === 1 ? "" : "one of "}${issue.values.join(", ")}`
  if (issue.code === "too_small") return `must ${measure(issue.origin)} at least ${issue.minimum}${unit(issue.origin, issue.minimum)}`
  if (issue.code === "too_big") return `must ${measure(issue.origin)} at most ${issue.maximum}${unit(issue.origin, issue.maximum)}`
  if (issue.code === "invalid_union") return "has none of the forms that are allowed here"
  return `is not valid: ${issue.message}`
}

const kinds: Record<string, string> = {
  object: "an object",
  record: "an object",
  array: "a list",
  string: "text",
  number: "a number",
  int: "a whole number",
  boolean: "true or false",
}
const measure = (origin: string) => (origin === "array" || origin === "string" ? "have" : "be")
const unit = (origin: string, n: number | bigint) =>
  origin === "array" ? (n === 1 ? " entry" : " entries") : origin === "string" ? " characters" : ""

/** PostgreSQL keeps neither NUL nor half a surrogate pair in a text, so both are refused where text comes in. */
export const isStorable = (text: string) => !text.includes("\0") && text.isWellFormed()
