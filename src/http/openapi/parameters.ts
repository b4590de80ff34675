import { type Filter, type Filters, sortsOf } from "../../kit/filters.ts"
import type { Operation } from "../../kit/operation.ts"
import type { Schema } from "./json-schema.ts"
import { partsOf, singular } from "./names.ts"

export type Parameter = {
  name: string
  in: "path" | "query" | "header"
  description: string
  required?: boolean
  style?: "deepObject"
  explode?: boolean
  schema: Schema
  "x-operators"?: string[]
}

/** Everything that an operation takes outside its body. `fields` are those of its input, where a path or a query finds its own. */
export function parametersOf(op: Operation, fields: Record<string, Schema>): Parameter[] {
  const { method, fields: inPath } = partsOf(op.route!)
  const query = op.list ? listParameters(op.list.filters) : method === "GET" ? queryParameters(op, fields, inPath) : []
  return [...pathParameters(op.route!, fields), ...query, ...(method === "POST" ? headersOf(op) : [])]
}

function pathParameters(route: string, fields: Record<string, Schema>): Parameter[] {
  const { segments, fields: inPath } = partsOf(route)
  return inPath.map(name => {
    const owner = singular(segments[segments.indexOf(`{${name}}`) - 1] ?? name)
    const { description = name === "id" ? `The ${owner}, by its _id` : `The ${name}`, ...schema } = fields[name] ?? { type: "string" }
    return { name, in: "path", required: true, description, schema }
  })
}

function queryParameters({ input }: Operation, fields: Record<string, Schema>, inPath: string[]): Parameter[] {
  const names = Object.keys(input.shape).filter(name => !inPath.includes(name))
  return names.map(name => {
    const { description = "", ...schema } = fields[name]!
    const required = !input.shape[name]!.safeParse(undefined).success
    return { name, in: "query", ...(required && { required }), description, schema }
  })
}

function listParameters(filters: Filters): Parameter[] {
  const sorts = sortsOf(filters).flatMap(name => [`-${name}`, name])
  const limit = query("limit", "Rows on a page", { type: "integer", minimum: 1, maximum: 100, default: 25 })
  if (sorts.length === 0) return [limit] // a short list, known whole
  const sort = { type: "string", enum: sorts, default: "-createdAt" }
  return [
    limit,
    query("startingAfter", "The _id of the last row of this page, to see the next one", id),
    query("endingBefore", "The _id of the first row of this page, to see the one before", id),
    query("sort", "What to sort by; with - the highest or newest first", sort),
    ...Object.entries(filters).map(([name, filter]) => filterParameter(name, filter)),
  ]
}

const query = (name: string, description: string, schema: Schema): Parameter => ({ name, in: "query", description, schema })
const id: Schema = { type: "string", pattern: "^[0-9a-f]{24}$" }

const kinds: Record<Filter["kind"], Schema> = {
  text: { type: "string" },
  amount: { type: "integer" },
  time: { type: "string", format: "date-time" },
  boolean: { type: "boolean" },
  metadata: { type: "object", additionalProperties: { type: "string" } },
}

function filterParameter(name: string, { kind, values, fold }: Filter): Parameter {
  if (kind === "metadata")
    return { ...query(name, "Only those with this entry: metadata[key]=value", kinds.metadata), style: "deepObject", explode: true }
  const operators = ["ne", "in", ...(kind === "amount" || kind === "time" ? ["gt", "gte", "lt", "lte"] : [])]
  const more = `${name}${operators.map(operator => `[${operator}]`).join(", ")}`
  const schema: Schema = { ...kinds[kind], ...(values && { enum: [...values] }) }
  return { ...query(name, `Equal to it${fold ? ", in any case" : ""}; also ${more}`, schema), "x-operators": operators }
}

function headersOf(op: Operation): Parameter[] {
  const key = { ...header("Idempotency-Key", keyWords[op.idempotency ?? "both"], { type: "string", minLength: 1, maxLength: 256 }) }
  return [
    ...(op.idempotency ? [{ ...key, ...(op.idempotency === "header" && { required: true }) }] : []),
    header("Dry-Run", "true: answers what would happen, and writes nothing", { const: "true" }),
    ...(op.subject && op.effect !== "read"
      ? [header("If-Match", "The version you last saw; refused with GEN-1009 when it has changed since", { type: "string" })]
      : []),
  ]
}

const header = (name: string, description: string, schema: Schema): Parameter => ({ name, in: "header", description, schema })

const keyWords = {
  both: "Makes a repeat safe for 24 hours. Without it, an equal request within 120 seconds counts as a repeat",
  header: "Required, because money moves: the same key never moves it twice",
}
