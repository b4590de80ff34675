import { z } from "zod"
import { Timestamp } from "./fields.ts"
import { isId } from "./id.ts"
import { isStorable } from "./input.ts"
import { invalid, Problem } from "./problem.ts"

/** What a list can be filtered and sorted by. `refersTo` fields take smart references, resolved by the store. */
export type Filter = {
  kind: "text" | "amount" | "time" | "boolean" | "metadata"
  column: string
  values?: readonly string[]
  fold?: true
  sort?: true
}
export type Filters = Record<string, Filter>

export const by = {
  text: (column: string): Filter => ({ kind: "text", column }),
  /** Found in any case: the column holds the lower case. */
  anyCase: (column: string): Filter => ({ kind: "text", column, fold: true }),
  oneOf: (column: string, values: readonly string[]): Filter => ({ kind: "text", column, values }),
  amount: (column: string): Filter => ({ kind: "amount", column }),
  time: (column: string, sort?: true): Filter => ({ kind: "time", column, ...(sort && { sort }) }),
  boolean: (column: string): Filter => ({ kind: "boolean", column }),
  metadata: { kind: "metadata", column: "metadata" } as Filter,
}

/** What every resource's list has. `createdAt` is sorted by id, whose order it is. */
export const commonFilters = { createdAt: by.time("created_at", true), updatedAt: by.time("updated_at"), metadata: by.metadata }

export type Operator = "eq" | "ne" | "in" | "gt" | "gte" | "lt" | "lte"
export type Condition = { field: string; column: string; operator: Operator; values: unknown[] }
export type ListQuery = {
  limit: number
  startingAfter?: string
  endingBefore?: string
  sort: { column: string; descending: boolean }
  where: Condition[]
  metadata: [key: string, value: string][]
}

const equal: Operator[] = ["eq", "ne", "in"]
const range: Operator[] = ["gt", "gte", "lt", "lte"]
const operatorsOf = (filter: Filter): Operator[] => (filter.kind === "amount" || filter.kind === "time" ? [...equal, ...range] : equal)

const newestFirst = { column: "id", descending: true }

/** Reads the parameters of a list. A parameter that is none is refused by name: a filter must not silently not filter. */
export function parseQuery(filters: Filters, parameters: [name: string, value: string][]): ListQuery {
  const query: ListQuery = { limit: 25, sort: newestFirst, where: [], metadata: [] }
  const seen = new Set<string>()
  for (const [name, value] of parameters) {
    if (seen.has(name)) throw invalid(name, "must be given once")
    seen.add(name)
    if (!isStorable(name + value)) throw invalid(name, "must be text without NUL and half characters")
    if (name === "limit") query.limit = limitOf(value)
    else if (name === "startingAfter" || name === "endingBefore") query[name] = cursorOf(name, value)
    else if (name === "sort") query.sort = sortBy(filters, value)
    else readFilter(filters, query, name, value)
  }
  if (query.startingAfter && query.endingBefore) throw invalid("endingBefore", "can't be given together with startingAfter")
  return query
}

function readFilter(filters: Filters, query: ListQuery, name: string, text: string) {
  const [, field = "", inside] = /^(\w+)(?:\[(.+)\])?$/.exec(name) ?? []
  const filter = Object.hasOwn(filters, field) ? filters[field] : undefined
  if (!filter)
    throw new Problem("VAL-1004", {
      parameter: name,
      allowed: ["limit", "startingAfter", "endingBefore", "sort", ...Object.keys(filters)].join(", "),
    })
  if (filter.kind === "metadata") {
    if (inside === undefined || inside.includes("][")) throw invalid(name, "must name one key: metadata[key]=value")
    query.metadata.push([inside, text])
    return
  }
  const operator = (inside ?? "eq") as Operator
  if (!operatorsOf(filter).includes(operator))
    throw invalid(name, `must use one of ${operatorsOf(filter).slice(1).join(", ")} in its brackets`)
  const values = (operator === "in" ? text.split(",") : [text]).map(value => valueOf(name, filter, value))
  query.where.push({ field, column: filter.column, operator, values })
}

function valueOf(name: string, filter: Filter, text: string): unknown {
  if (filter.kind === "amount") {
    if (!/^-?\d+$/.test(text) || !Number.isSafeInteger(Number(text))) throw invalid(name, "must be a whole number of minor units")
    return Number(text)
  }
  if (filter.kind === "boolean") {
    if (text !== "true" && text !== "false") throw invalid(name, "must be true or false")
    return text === "true"
  }
  if (filter.kind === "time") {
    const time = Timestamp.safeParse(text)
    if (!time.success) throw invalid(name, time.error.issues[0]!.message)
    return time.data
  }
  if (filter.values && !filter.values.includes(text)) throw invalid(name, `must be one of ${filter.values.join(", ")}`)
  return filter.fold ? text.toLowerCase() : text
}

function limitOf(text: string): number {
  const limit = Number(text)
  if (!/^\d+$/.test(text) || limit < 1 || limit > 100) throw invalid("limit", limits)
  return limit
}

function cursorOf(name: string, text: string): string {
  if (!isId(text)) throw invalid(name, "must be the _id of a row of this list")
  return text
}

function sortBy(filters: Filters, text: string): ListQuery["sort"] {
  const field = text.replace(/^-/, "")
  const filter = Object.hasOwn(filters, field) ? filters[field] : undefined
  const known = sortsOf(filters).join(", ")
  if (!filter?.sort)
    throw invalid("sort", known ? `must be one of ${known}, with a - before it for descending` : "is not taken by this list")
  return { column: field === "createdAt" ? "id" : filter.column, descending: text.startsWith("-") }
}

export const sortsOf = (filters: Filters) => Object.keys(filters).filter(field => filters[field]!.sort)

const limits = "must be a whole number from 1 to 100"

/** The parameters that every list takes, for the reference and for agents. */
export const paging = {
  limit: z.int(limits).min(1, limits).max(100, limits).optional().meta({ description: "Rows on a page, 1 to 100" }),
  startingAfter: z.string().optional().meta({ description: "The _id of the last row of the page before" }),
}

/** For agents: a few plain filters, and the way onward. */
export function listInput(filters: Filters, names: readonly string[]) {
  const plain = names.map(name => {
    const { values } = filters[name]!
    return [name, values ? z.enum(values).optional() : z.string().optional()] as const
  })
  return z.object({ ...Object.fromEntries(plain), ...paging }) as z.ZodObject
}
