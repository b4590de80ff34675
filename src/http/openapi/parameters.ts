import { type Filter, type Filters, type Operator, operatorsOf, sortsOf } from "../../kit/pure/filters.ts"
import type { Operation } from "../../kit/operation/operation.ts"
import type { Schema } from "./json-schema.ts"
import { partsOf, singular } from "./names.ts"

export type Parameter = {
  name: string
  in: "path" | "query" | "header"
  description: string
  required?: boolean
  deprecated?: boolean
  style?: "deepObject" | "form"
  explode?: boolean
  schema: Schema
  /** The operators of a filter. Each is a separate parameter with its `x-operator`. */
  "x-operators"?: string[]
  "x-operator"?: string
}

/** The path, query and header parameters of an operation. `fields` are the schemas of its input fields. */
export function parametersOf(op: Operation, fields: Record<string, Schema>): Parameter[] {
  const { method, fields: inPath } = partsOf(op.route!)
  const query = op.list ? listParameters(op.list.filters) : method === "GET" ? queryParameters(op, fields, inPath) : []
  return [...pathParameters(op.route!, fields), ...query, ...(method === "POST" && !op.open ? headersOf(op) : [])]
}

function pathParameters(route: string, fields: Record<string, Schema>): Parameter[] {
  const { segments, fields: inPath } = partsOf(route)
  return inPath.map(name => {
    const before = segments[segments.indexOf(`{${name}}`) - 1]!
    const owner = before.startsWith("{") ? "entity" : singular(before)
    const { description = `The ${owner}, by its _id`, ...schema } = fields[name] ?? { type: "string" }
    return { name, in: "path", required: true, description, schema }
  })
}

function queryParameters({ input }: Operation, fields: Record<string, Schema>, inPath: string[]): Parameter[] {
  const names = Object.keys(input.shape).filter(name => !inPath.includes(name))
  return names.map(name => {
    const { description = "", deprecated, ...schema } = fields[name]!
    const required = !input.shape[name]!.safeParse(undefined).success
    return { name, in: "query", ...(required && { required }), ...(deprecated && { deprecated }), description, schema }
  })
}

function listParameters(filters: Filters): Parameter[] {
  const sorts = sortsOf(filters).flatMap(name => [`-${name}`, name])
  const limit = query("limit", "Rows per page", { type: "integer", minimum: 1, maximum: 100, default: 25 })
  const moments = Object.entries(filters).flatMap(([name, filter]) => (filter.kind === "moment" ? filterParameters(name, filter) : []))
  if (sorts.length === 0) return [limit, ...moments] // a short list has neither sorting nor filters
  const sort = { type: "string", enum: sorts, default: sorts.includes("-createdAt") ? "-createdAt" : sorts[1] }
  return [
    limit,
    query("startingAfter", "The _id of the last row of a page, to get the next page", id),
    query("endingBefore", "The _id of the first row of a page, to get the previous page", id),
    query("sort", "The field to sort by; prefix it with - for descending order", sort),
    ...Object.entries(filters).flatMap(([name, filter]) => filterParameters(name, filter)),
  ]
}

const query = (name: string, description: string, schema: Schema): Parameter => ({ name, in: "query", description, schema })
const id: Schema = { type: "string", pattern: "^[0-9a-f]{24}$" }

const kindSchemas: Record<Filter["kind"], Schema> = {
  text: { type: "string" },
  amount: { type: "integer" },
  integer: { type: "integer" },
  number: { type: "number" },
  currency: { type: "string", pattern: "^[A-Z]{3}$" },
  time: { type: "string", format: "date-time" },
  moment: { type: "string", format: "date-time" },
  boolean: { type: "boolean" },
  metadata: { type: "object", additionalProperties: { type: "string" } },
}

/** A filter: equality under its name, and each operator under its own name, so that generated clients have them too. */
function filterParameters(name: string, filter: Filter): Parameter[] {
  const { kind, values, fold } = filter
  if (kind === "metadata")
    return [{ ...query(name, "Rows that have this entry: metadata[key]=value", kindSchemas.metadata), style: "deepObject", explode: true }]
  if (kind === "moment") return [query(name, momentDescription, kindSchemas.moment)]
  const schema: Schema = { ...kindSchemas[kind], ...(values && { enum: [...values] }) }
  const [, ...operators] = operatorsOf(filter)
  const equal = { ...query(name, `Equal to this value${fold ? ", ignoring case" : ""}`, schema), "x-operators": operators }
  return [equal, ...operators.map(operator => operatorParameter(name, operator, schema))]
}

/** As `AsOfQuery` has it for single objects. */
const momentDescription = "As it was known then: what was recorded later is left out. By default now"

function operatorParameter(field: string, operator: Operator, schema: Schema): Parameter {
  const common = { ...query(`${field}[${operator}]`, operatorDescriptions[operator], schema), "x-operator": operator }
  return operator === "in" ? { ...common, schema: { type: "array", items: schema, minItems: 1 }, style: "form", explode: false } : common
}

const operatorDescriptions: Record<Operator, string> = {
  eq: "Equal to this value",
  ne: "Not equal to this value",
  in: "Equal to one of these values, separated by commas",
  gt: "Greater or later than this value",
  gte: "Equal to this value, or greater or later",
  lt: "Less or earlier than this value",
  lte: "Equal to this value, or less or earlier",
}

function headersOf(op: Operation): Parameter[] {
  const key = { ...header("Idempotency-Key", keyDescriptions[op.idempotency ?? "key"], { type: "string", minLength: 1, maxLength: 256 }) }
  return [
    { ...key, ...(op.idempotency === "header" && { required: true }) },
    header("Dry-Run", "true: returns what would happen and saves nothing", { type: "string", enum: ["true"] }),
    ...(op.subject && op.effect !== "read"
      ? [header("If-Match", "The version you last read; rejected with GEN-1009 if it has changed since", { type: "string" })]
      : []),
  ]
}

const header = (name: string, description: string, schema: Schema): Parameter => ({ name, in: "header", description, schema })

const keyDescriptions = {
  both: "Makes it safe to repeat the request for 24 hours. Without it, an equal request within 120 seconds counts as a repeat",
  key: "Makes it safe to repeat the request: the same key never takes effect twice",
  header: "Required, because money moves: the same key never moves it twice",
}
