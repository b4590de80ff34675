import { z } from "zod"
import type { FieldError } from "./problem.ts"
import { invalidField, generalProblem } from "./errors.ts"

/** Parses the fields of a body. Unknown fields are refused by name: a typo must not lose money. */
export function parseInput(schema: z.ZodObject, fields: unknown, query: [string, string][] = []): unknown {
  if (query[0]) throw generalProblem("VAL-1004", { parameter: query[0][0], allowed: "none" })
  return isEmptyObject(fields) && isEmptyObject(schema.shape) ? {} : parse(strictOf(schema), fields)
}

function isEmptyObject(fields: unknown): boolean {
  if (typeof fields !== "object" || fields === null || Array.isArray(fields)) return false
  for (const _ in fields) return false
  return true
}

function parse(schema: z.ZodObject, fields: unknown): unknown {
  const result = schema.safeParse(fields)
  if (result.success) {
    assertNoProto(fields)
    return result.data
  }
  const faults = Map.groupBy(
    result.error.issues.flatMap(issue => faultsOf(issue, fields)),
    ({ path }) => path,
  )
  const errors = [...faults.values()].map(([first]) => first!) // a field's other faults often follow from its first
  const first = codesByRank.map(code => errors.find(error => error.code === code)).find(Boolean) ?? errors[0]!
  throw generalProblem(
    first.code,
    { detail: first.message },
    errors.map(({ path, message }) => ({ path, message })),
  )
}

/** Zod silently drops the key __proto__ of a record, as an assignment to an object does. So that nothing is lost, it is refused. */
function assertNoProto(fields: unknown) {
  const path = findProto(fields)
  if (path) throw invalidField(pathOf(path), "is not a possible name; use another")
}

/** Arrays apart, because `for in` over them is ten times as slow. */
function findProto(value: unknown): PropertyKey[] | undefined {
  if (typeof value !== "object" || value === null) return undefined
  if (Array.isArray(value)) return findProtoIn(value)
  if (Object.hasOwn(value, "__proto__")) return ["__proto__"]
  for (const key in value) {
    const below = findProto((value as Record<string, unknown>)[key])
    if (below) return [key, ...below]
  }
  return undefined
}

function findProtoIn(values: unknown[]): PropertyKey[] | undefined {
  for (let i = 0; i < values.length; i++) {
    const below = findProto(values[i])
    if (below) return [i, ...below]
  }
  return undefined
}

/** Parses query parameters. They are text, so those of numeric fields are converted first; arguments of a tool have their types. */
export function parseParameters(schema: z.ZodObject, parameters: [name: string, value: string][], toolArguments: object = {}): unknown {
  const fields: Record<string, unknown> = { ...toolArguments }
  for (const [name, text] of parameters) {
    const expected = Object.hasOwn(schema.shape, name) ? schema.shape[name] : undefined
    if (!expected) throw generalProblem("VAL-1004", { parameter: name.slice(0, 100), allowed: Object.keys(schema.shape).join(", ") })
    if (Object.hasOwn(fields, name)) throw invalidField(name, "must be given once")
    if (!isStorable(text)) throw invalidField(name, storableRule)
    fields[name] = isNumeric(expected) && /^-?\d{1,20}$/.test(text) ? Number(text) : text
  }
  return parse(strictOf(schema), fields)
}

function isNumeric(expected: unknown): boolean {
  const isWrapped = expected instanceof z.ZodDefault || expected instanceof z.ZodOptional
  return isWrapped ? isNumeric(expected.unwrap()) : expected instanceof z.ZodNumber
}

/** Cached, because Zod compiles a schema at its first use. Without the cache this takes a fifth of the time of a create. */
function strictOf(schema: z.ZodObject): z.ZodObject {
  let strict = stricts.get(schema)
  if (!strict) stricts.set(schema, (strict = schema.strict()))
  return strict
}
const stricts = new WeakMap<z.ZodObject, z.ZodObject>()

/** An unknown field is often a misspelled required one, so it is reported first. */
const codesByRank = ["VAL-1005", "VAL-1002", "VAL-1003"] as const

type Code = (typeof codesByRank)[number]
type Fault = FieldError & { code: Code }

function faultsOf(issue: z.core.$ZodIssue, fields: unknown): Fault[] {
  const path = pathOf(issue.path)
  if (issue.code === "unrecognized_keys")
    return issue.keys.map(key => fault("VAL-1005", pathOf([...issue.path, key]), "is not a field of this request"))
  if (valueAt(fields, issue.path) === undefined && issue.path.length > 0) return [fault("VAL-1002", path, "is required")]
  return [fault("VAL-1003", path || "The body", ruleOf(issue))]
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

/** Our own schemas bring sentences that begin with "must"; Zod's messages are put in the same form. */
function ruleOf(issue: z.core.$ZodIssue): string {
  if (issue.message.startsWith("must ")) return issue.message
  if (issue.code === "invalid_type") return `must be ${typeNames[issue.expected] ?? issue.expected}`
  if (issue.code === "invalid_value") return `must be ${issue.values.length === 1 ? "" : "one of "}${issue.values.join(", ")}`
  if (issue.code === "too_small") return `must ${verbFor(issue.origin)} at least ${issue.minimum}${unitOf(issue.origin, issue.minimum)}`
  if (issue.code === "too_big") return `must ${verbFor(issue.origin)} at most ${issue.maximum}${unitOf(issue.origin, issue.maximum)}`
  if (issue.code === "invalid_key") return `has a key that ${issue.issues[0] ? ruleOf(issue.issues[0]) : "is not allowed"}`
  if (issue.code === "invalid_union") return "matches none of the allowed forms"
  return `is not valid: ${issue.message}`
}

const typeNames: Record<string, string> = {
  object: "an object",
  record: "an object",
  array: "a list",
  string: "text",
  number: "a number",
  int: "a whole number",
  boolean: "true or false",
}
const verbFor = (origin: string) => (origin === "array" || origin === "string" ? "have" : "be")
const unitOf = (origin: string, n: number | bigint) =>
  origin === "array" ? (n === 1 ? " entry" : " entries") : origin === "string" ? " characters" : ""

/** PostgreSQL stores neither NUL nor unpaired surrogates in text, so both are refused on input. */
export const isStorable = (text: string) => !text.includes("\0") && text.isWellFormed()
export const storableRule = "must be text without NUL and unpaired surrogates"
