import { z } from "zod"
import { Currency, Timestamp } from "./fields.ts"
import { isId } from "./id.ts"
import { isStorable, storableRule } from "./input.ts"
import { invalidField, generalProblem } from "./errors.ts"

type Kind = "text" | "amount" | "integer" | "number" | "currency" | "time" | "boolean" | "metadata" | "moment"

/** A field by which a list can be filtered, and sorted if `sort` is set. Its type keeps the accepted values, for the type of the API. */
export type Filter<K extends Kind = Kind, V extends string = string> = {
  kind: K
  column: string
  values?: readonly V[]
  /** Compared in lower case. */
  fold?: true
  sort?: true
}
export type Filters = Record<string, Filter>

export const by = {
  text: (column: string): Filter<"text"> => ({ kind: "text", column }),
  /** Case-insensitive: the column holds the lower case. */
  anyCase: (column: string): Filter<"text"> => ({ kind: "text", column, fold: true }),
  oneOf: <V extends string>(column: string, values: readonly V[]): Filter<"text", V> => ({ kind: "text", column, values }),
  amount: (column: string): Filter<"amount"> => ({ kind: "amount", column }),
  integer: (column: string): Filter<"integer"> => ({ kind: "integer", column }),
  number: (column: string): Filter<"number"> => ({ kind: "number", column }),
  currency: (column: string): Filter<"currency"> => ({ kind: "currency", column }),
  time: <S extends true | undefined = undefined>(column: string, sort?: S) =>
    ({ kind: "time", column, ...(sort && { sort }) }) as Filter<"time"> & (S extends true ? { sort: true } : unknown),
  boolean: (column: string): Filter<"boolean"> => ({ kind: "boolean", column }),
  /** By the labels of the objects, which are in another table: see `labelled` in kit/db/list-query.ts. */
  tag: { kind: "text", column: "id", fold: true } as Filter<"text">,
  metadata: { kind: "metadata", column: "metadata" } as Filter<"metadata">,
  /** The time that a computed list is about, see `asOf` of `ListQuery`. It compares nothing, so it has no operators. */
  moment: { kind: "moment", column: "" } as Filter<"moment">,
}

/** The filters of every list. `createdAt` is sorted by id, which has the same order; `_id[in]=` reads several objects at once. */
export const commonFilters = {
  _id: by.text("id"),
  createdAt: by.time("created_at", true),
  updatedAt: by.time("updated_at"),
  metadata: by.metadata,
  tag: by.tag,
}

type Equality = "eq" | "ne" | "in"
type Range = "gt" | "gte" | "lt" | "lte"
export type Operator = Equality | Range
/** The kinds of values that have an order. */
type Ordered = "amount" | "integer" | "number" | "time"
export type Condition = { field: string; column: string; operator: Operator; values: unknown[] }
export type ListQuery = {
  limit: number
  startingAfter?: string
  endingBefore?: string
  sort: { column: string; descending: boolean }
  where: Condition[]
  metadata: [key: string, value: string][]
  /** The list as it was known then; only lists with a filter by `moment` have it. */
  asOf?: Date
  /** Nobody reads the count, which would be made anew for each page. */
  uncounted?: true
}

/** Narrows a list to the rows whose column has this value, such as those of one owner. */
export const narrow = (list: ListQuery, column: string, value: unknown): ListQuery => ({
  ...list,
  where: [...list.where, { field: column, column, operator: "eq", values: [value] }],
})

/** The parameters of a list, by its filters: `status`, `status[in]`, `dueAt[gte]`, `metadata[key]`, and those that every list has. */
export type ListParameters<F extends Filters> = {
  limit?: number | undefined
  startingAfter?: string | undefined
  endingBefore?: string | undefined
  sort?: SortOf<F> | undefined
} & { [N in keyof F & string as NamesOf<N, F[N]["kind"]>]?: ValueOf<F[N]> | undefined } & {
  [N in keyof F & string as F[N]["kind"] extends "metadata" | "moment" ? never : `${N}[in]`]?: string | undefined
}

type NamesOf<N extends string, K extends Kind> = K extends "metadata"
  ? `${N}[${string}]`
  : K extends "moment"
    ? N
    : N | `${N}[ne]` | (K extends Ordered ? `${N}[${Range}]` : never)
type ValueOf<F extends Filter> =
  F extends Filter<infer K, infer V> ? (K extends "boolean" ? boolean : K extends "amount" | "integer" | "number" ? number : V) : never
type SortOf<F extends Filters> = { [N in keyof F & string]: F[N] extends { sort: true } ? N | `-${N}` : never }[keyof F & string]

const equality: Operator[] = ["eq", "ne", "in"]
const range: Operator[] = ["gt", "gte", "lt", "lte"]
/** The operators of a filter. The first is equality, which is written without brackets. */
export const operatorsOf = ({ kind }: Filter): Operator[] =>
  kind === "moment" ? ["eq"] : ["amount", "integer", "number", "time"].includes(kind) ? [...equality, ...range] : equality

const newestFirst = { column: "id", descending: true }

/** Parses the parameters of a list. Unknown ones are refused by name: a misspelled filter must not return everything. */
export function parseQuery(filters: Filters, parameters: [name: string, value: string][]): ListQuery {
  const query: ListQuery = { limit: 25, sort: newestFirst, where: [], metadata: [] }
  const seen = new Set<string>()
  for (const [name, value] of parameters) {
    if (seen.has(name)) throw invalidField(name, "must be given once")
    seen.add(name)
    if (!isStorable(name + value)) throw invalidField(name, storableRule)
    if (name === "limit") query.limit = parseLimit(value)
    else if (name === "startingAfter" || name === "endingBefore") query[name] = parseCursor(name, value)
    else if (name === "sort") query.sort = parseSort(filters, value)
    else parseFilter(filters, query, name, value)
  }
  if (query.startingAfter && query.endingBefore) throw invalidField("endingBefore", "can't be given together with startingAfter")
  return query
}

function parseFilter(filters: Filters, query: ListQuery, name: string, text: string) {
  const [, field = "", inside] = /^(\w+)(?:\[(.+)\])?$/.exec(name) ?? []
  const filter = Object.hasOwn(filters, field) ? filters[field] : undefined
  if (!filter)
    throw generalProblem("VAL-1004", {
      parameter: name,
      allowed: ["limit", "startingAfter", "endingBefore", "sort", ...Object.keys(filters)].join(", "),
    })
  if (filter.kind === "metadata") {
    if (inside === undefined || inside.includes("][")) throw invalidField(name, "must name one key: metadata[key]=value")
    query.metadata.push([inside, text])
    return
  }
  if (filter.kind === "moment") {
    if (inside !== undefined) throw invalidField(name, `must be given as ${field}, without brackets`)
    query.asOf = parseTime(name, text)
    return
  }
  const operator = (inside ?? "eq") as Operator
  if (!operatorsOf(filter).includes(operator))
    throw invalidField(name, `must use one of ${operatorsOf(filter).slice(1).join(", ")} in its brackets`)
  const values = (operator === "in" ? text.split(",") : [text]).map(value => parseValue(name, filter, value))
  query.where.push({ field, column: filter.column, operator, values })
}

function parseValue(name: string, filter: Filter, text: string): unknown {
  if (filter.kind === "amount" || filter.kind === "integer") {
    const unit = filter.kind === "amount" ? " of minor units" : ""
    if (!/^-?\d+$/.test(text) || !Number.isSafeInteger(Number(text))) throw invalidField(name, `must be a whole number${unit}`)
    return Number(text)
  }
  if (filter.kind === "number") {
    if (!/^-?\d+(\.\d+)?(e[+-]?\d+)?$/i.test(text) || !Number.isFinite(Number(text))) throw invalidField(name, "must be a number")
    return Number(text)
  }
  if (filter.kind === "boolean") {
    if (text !== "true" && text !== "false") throw invalidField(name, "must be true or false")
    return text === "true"
  }
  if (filter.kind === "time") return parseTime(name, text)
  if (filter.kind === "currency") {
    const value = Currency.safeParse(text)
    if (!value.success) throw invalidField(name, value.error.issues[0]!.message)
    return value.data
  }
  if (filter.values && !filter.values.includes(text)) throw invalidField(name, `must be one of ${filter.values.join(", ")}`)
  return filter.fold ? text.toLowerCase() : text
}

function parseTime(name: string, text: string): Date {
  const value = Timestamp.safeParse(text)
  if (!value.success) throw invalidField(name, value.error.issues[0]!.message)
  return value.data
}

function parseLimit(text: string): number {
  const limit = Number(text)
  if (!/^\d+$/.test(text) || limit < 1 || limit > 100) throw invalidField("limit", limitRule)
  return limit
}

function parseCursor(name: string, text: string): string {
  if (!isId(text)) throw invalidField(name, "must be the _id of a row of this list")
  return text
}

function parseSort(filters: Filters, text: string): ListQuery["sort"] {
  const field = text.replace(/^-/, "")
  const filter = Object.hasOwn(filters, field) ? filters[field] : undefined
  const sorts = sortsOf(filters).join(", ")
  if (!filter?.sort)
    throw invalidField("sort", sorts ? `must be one of ${sorts}, with a - before it for descending` : "is not supported by this list")
  return { column: field === "createdAt" ? "id" : filter.column, descending: text.startsWith("-") }
}

export const sortsOf = (filters: Filters) => Object.keys(filters).filter(field => filters[field]!.sort)

const limitRule = "must be a whole number from 1 to 100"

/** The parameters of every list, for the reference and for agents. */
const paging = {
  limit: z.int(limitRule).min(1, limitRule).max(100, limitRule).optional().meta({ description: "Rows on a page, 1 to 100" }),
  startingAfter: z.string().optional().meta({ description: "The last _id of the previous page" }),
}

/** The arguments of a list tool: a few plain filters, limit and cursor. */
export function listInput(filters: Filters, names: readonly string[]) {
  const fields = names.map(name => {
    const { kind, values } = filters[name]!
    const plain = kind === "boolean" ? z.boolean() : kind === "currency" ? Currency : z.string()
    return [name, (values ? z.enum(values) : plain).optional()] as const
  })
  return z.object({ ...Object.fromEntries(fields), ...paging }) as z.ZodObject
}
