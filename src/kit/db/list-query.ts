import type { Context } from "./context.ts"
import { query, type Query, type Statement, prepare } from "./query.ts"
import { queryList } from "./replica-reads.ts"
import type { Condition, ListQuery, Operator } from "../pure/filters.ts"
import { firstIdAt } from "../pure/id.ts"
import type { Page } from "../pure/page.ts"
import { invalidField } from "../pure/errors.ts"

/** Filters that take smart references: resolves one to the id. */
export type ListReferences = Record<string, (ctx: Context, reference: string) => Promise<string>>

/** Filters by more than a column. Each makes its SQL from the parameter of its values and one for the time. `$1` is the tenant. */
export type ListConditions = Record<string, (values: string, now: () => string) => string>

/** The table of a list. Counts of a `counted` one are kept as tallies. */
type ListSource = {
  from: string
  counted?: string | true | undefined
  references?: ListReferences | undefined
  conditions?: ListConditions | undefined
}

/** One page and the exact count of all matching rows, consistent because they come from one statement. */
export async function queryPage<Row extends object>(ctx: Context, source: ListSource, list: ListQuery): Promise<Page<Row>> {
  const where = await Promise.all(list.where.map(condition => resolveReferences(ctx, source, condition)))
  // What a change depends on is read from the primary.
  const read = ctx.isReadOnly ? queryList : query
  const rows = await read<Row & { id: string | null; list_total: number }>([ctx.tenant.id], queryFor(source, ctx, { ...list, where }))
  const count = Number(rows[0]?.list_total ?? 0)
  const matches = rows.filter(row => row.id !== null)
  if (matches.length === 0) await assertCursor(ctx, source, list)
  const data = matches.slice(0, list.limit)
  return { data: list.endingBefore ? data.reverse() : data, hasMore: matches.length > list.limit, count }
}

/** If a list is not sorted by id, its position comes from the cursor's row. If that row is missing, the list must fail and not just end. */
async function assertCursor({ tenant }: Context, { from }: ListSource, { sort, startingAfter, endingBefore }: ListQuery) {
  const cursor = startingAfter ?? endingBefore
  if (cursor === undefined || sort.column === "id") return
  const text = `select 1 from ${from} where tenant_id = $1 and id = $2`
  if ((await query([tenant.id], { ...prepared(text), values: [tenant.id, cursor] })).length > 0) return
  const rule = "must name an existing row in this sort order; with sort=createdAt a deleted row works too"
  throw invalidField(startingAfter ? "startingAfter" : "endingBefore", rule)
}

/** The page of a short list that is computed whole. Its rows have no ids, so it takes no cursors; its filters compare for equality. */
export function pageOf<T extends object>(rows: readonly T[], { limit, startingAfter, endingBefore, where }: ListQuery): Page<T> {
  if (startingAfter) throw invalidField("startingAfter", "is not supported by this list: its rows have no _id")
  if (endingBefore) throw invalidField("endingBefore", "is not supported by this list: its rows have no _id")
  const all = rows.filter(row =>
    where.every(({ field, operator, values }) => values.includes(row[field as keyof T]) !== (operator === "ne")),
  )
  return { data: all.slice(0, limit), hasMore: all.length > limit, count: all.length }
}

async function resolveReferences(ctx: Context, { references = {} }: ListSource, condition: Condition): Promise<Condition> {
  const resolve = references[condition.field]
  if (!resolve) return condition
  return { ...condition, values: await Promise.all(condition.values.map(value => resolve(ctx, String(value)))) }
}

function queryFor({ from, counted, conditions = {} }: ListSource, { tenant, now }: Context, query: ListQuery): Query {
  const values: unknown[] = [tenant.id]
  const bind = (value: unknown) => `$${values.push(value)}`
  const filters = [
    ...query.where.flatMap(each => ownCondition(each, conditions, bind, now) ?? comparison(each, bind)),
    ...query.metadata.slice(1).map(([key, value]) => `metadata ->> ${bind(key)} = ${bind(value)}`),
  ]
  const all = [`tenant_id = $1`, ...filters].join(" and ")
  const rows = query.metadata[0] ? withMetadata(from, ...query.metadata[0], bind) : from
  const isTallied = counted && query.metadata.length === 0 && query.where.every(({ column }) => column === counted)
  const sum = () => (isTallied ? tallySum(from, query.where, bind) : `select count(*) from ${rows} where ${all}`)
  const count = query.uncounted ? "0" : sum()

  const { column, descending } = query.sort
  const backwards = query.endingBefore !== undefined
  const down = descending !== backwards
  const order = (column === "id" ? ["id"] : [column, "id"]).map(name => `${name} ${down ? "desc" : "asc"}`).join(", ")
  const cursor = query.startingAfter ?? query.endingBefore
  const beyond = cursor === undefined ? "" : ` and ${after(from, column, down, bind(cursor))}`
  const text = `
    select shown.*, counted.list_total from (select (${count}) as list_total) counted
    left join lateral (select * from ${rows} where ${all}${beyond} order by ${order} limit ${bind(query.limit + 1)}::int) shown on true`
  return { ...prepared(text), values }
}

function ownCondition({ field, operator, values }: Condition, conditions: ListConditions, bind: (value: unknown) => string, now: Date) {
  const condition = conditions[field]?.(bind(values), () => bind(now))
  return condition === undefined || operator !== "ne" ? condition : `not ${condition}`
}

/** The objects with an entry in their metadata, from its index. */
const withMetadata = (from: string, key: string, value: string, bind: (value: unknown) => string) => `(
      select o.* from metadata_entries m
      cross join lateral (select * from ${from} where tenant_id = $1 and id = m.object_id limit 1) o
      where m.tenant_id = $1 and m.kind = '${from}' and m.key = ${bind(key)} and m.value = ${bind(value)}) matching`

/** Sorted by id the cursor's row may be deleted; by another column it gives the position. */
function after(from: string, column: string, down: boolean, cursor: string): string {
  const past = down ? "<" : ">"
  if (column === "id") return `id ${past} ${cursor}`
  return `(${column}, id) ${past} (select ${column}, id from ${from} where tenant_id = $1 and id = ${cursor})`
}

const signs: Record<Operator, string> = { eq: "=", ne: "<>", in: "=", gt: ">", gte: ">=", lt: "<", lte: "<=" }

function comparison({ field, column, operator, values }: Condition, bind: (value: unknown) => string): string[] {
  const byId = field === "createdAt" && values[0] instanceof Date ? createdAt(operator, values[0].getTime(), bind) : undefined
  if (byId) return [byId]
  if (field === "tag") return [labelled(operator, bind(values))]
  const type = Number.isInteger(values[0]) ? "::bigint" : "" // of a column that is smaller, too: a value may be past its range
  if (operator === "in") return [`${column} = any(${bind(values)}${type && `${type}[]`})`]
  return [`${column} ${operator === "ne" ? "is distinct from" : signs[operator]} ${bind(values[0])}${type}`]
}

/** The objects that have one of these labels. Ids are unique in a tenant, whatever the object is. */
const labelled = (operator: Operator, tags: string) =>
  `${operator === "ne" ? "not " : ""}exists (
    select 1 from object_tags l where l.tenant_id = $1 and l.object_id = id and l.tag = any(${tags}))`

/** An id begins with the millisecond of its creation, so a range of times is a range of the primary key. */
function createdAt(operator: Operator, ms: number, bind: (value: unknown) => string): string | undefined {
  if (operator === "gte") return `id >= ${bind(firstIdAt(ms))}`
  if (operator === "gt") return `id >= ${bind(firstIdAt(ms + 1))}`
  if (operator === "lt") return `id < ${bind(firstIdAt(ms))}`
  if (operator === "lte") return `id < ${bind(firstIdAt(ms + 1))}`
  return undefined
}

/** The sum of the tallies of a table, all or those of the given values. */
function tallySum(from: string, where: Condition[], bind: (value: unknown) => string): string {
  const conditions = where.map(({ operator, values }) =>
    operator === "ne" ? `value <> ${bind(values[0])}` : `value = any(${bind(values)})`,
  )
  return `select coalesce(sum(n), 0) from tallies where ${["tenant_id = $1", `kind = '${from}'`, ...conditions].join(" and ")}`
}

/** Each combination of filters is prepared once; beyond a thousand, others are planned each time to bound memory. */
function prepared(text: string): Statement {
  const existing = statements.get(text)
  if (existing) return existing
  if (statements.size >= maxStatements) return { name: "", text }
  const statement = prepare(text)
  statements.set(text, statement)
  return statement
}
const maxStatements = 1000
const statements = new Map<string, Statement>()
