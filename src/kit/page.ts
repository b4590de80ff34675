import type { Context } from "./context.ts"
import { ask, type Query, type Statement, statement } from "./db.ts"
import type { Condition, ListQuery, Operator } from "./filters.ts"
import { firstIdAt } from "./id.ts"
import type { Page } from "./operation.ts"
import { invalid } from "./problem.ts"

/** A list's table. `counted` as in its `table`: such counts are kept, not counted. */
export type Source = {
  from: string
  counted?: string | true
  /** Smart references among the filters, by field: what was written → the id. */
  references?: Record<string, (ctx: Context, reference: string) => Promise<string>>
}

/** One page and the exact count of all that match, from one statement and so of one moment. */
export async function page<Row extends object>(ctx: Context, source: Source, query: ListQuery): Promise<Page<Row>> {
  const where = await Promise.all(query.where.map(condition => resolved(ctx, source, condition)))
  const rows = await ask<Row & { id: string | null; of_all: number }>(
    [ctx.tenant.id],
    statementFor(source, ctx.tenant.id, { ...query, where }),
  )
  const count = Number(rows[0]?.of_all ?? 0)
  const found = rows.filter(row => row.id !== null)
  if (found.length === 0) await assertCursor(ctx, source, query)
  const data = found.slice(0, query.limit)
  return { data: query.endingBefore ? data.reverse() : data, hasMore: found.length > query.limit, count }
}

/** By another column than the id only the cursor's own row says where to go on: a list must not end because that row is gone. */
async function assertCursor({ tenant }: Context, { from }: Source, { sort, startingAfter, endingBefore }: ListQuery) {
  const cursor = startingAfter ?? endingBefore
  if (cursor === undefined || sort.column === "id") return
  const text = `select 1 from ${from} where tenant_id = $1 and id = $2`
  if ((await ask([tenant.id], { ...prepared(text), values: [tenant.id, cursor] })).length > 0) return
  const words = "must name a row that is still there to go on in this order; sort by createdAt needs none"
  throw invalid(startingAfter ? "startingAfter" : "endingBefore", words)
}

/** A short list that is known whole. Its rows have no ids, so there is nothing to go on from: what does not fit is asked for with a higher limit. */
export function wholeList<T>(all: readonly T[], { limit, startingAfter, endingBefore }: ListQuery): Page<T> {
  if (startingAfter) throw invalid("startingAfter", "is not taken by this list: its rows have no _id")
  if (endingBefore) throw invalid("endingBefore", "is not taken by this list: its rows have no _id")
  return { data: all.slice(0, limit), hasMore: all.length > limit, count: all.length }
}

async function resolved(ctx: Context, { references = {} }: Source, condition: Condition): Promise<Condition> {
  const resolve = references[condition.field]
  if (!resolve) return condition
  return { ...condition, values: await Promise.all(condition.values.map(value => resolve(ctx, String(value)))) }
}

function statementFor({ from, counted }: Source, tenant: string, query: ListQuery): Query {
  const values: unknown[] = [tenant]
  const bind = (value: unknown) => `$${values.push(value)}`
  const filters = [
    ...query.where.flatMap(condition => comparison(condition, bind)),
    ...query.metadata.slice(1).map(([key, value]) => `metadata ->> ${bind(key)} = ${bind(value)}`),
  ]
  const all = [`tenant_id = $1`, ...filters].join(" and ")
  const rows = query.metadata[0] ? found(from, ...query.metadata[0], bind) : from
  const kept = counted && query.metadata.length === 0 && query.where.every(({ column }) => column === counted)
  const count = kept ? keptCount(from, query.where, bind) : `select count(*) from ${rows} where ${all}`

  const { column, descending } = query.sort
  const backwards = query.endingBefore !== undefined
  const down = descending !== backwards
  const order = (column === "id" ? ["id"] : [column, "id"]).map(name => `${name} ${down ? "desc" : "asc"}`).join(", ")
  const cursor = query.startingAfter ?? query.endingBefore
  const beyond = cursor === undefined ? "" : ` and ${after(from, column, down, bind(cursor))}`
  const text = `
    select shown.*, counted.of_all from (select (${count}) as of_all) counted
    left join lateral (select * from ${rows} where ${all}${beyond} order by ${order} limit ${bind(query.limit + 1)}::int) shown on true`
  return { ...prepared(text), values }
}

/** The objects that have an entry in their metadata, looked up by the entry. */
const found = (from: string, key: string, value: string, bind: (value: unknown) => string) => `(
      select o.* from metadata_entries m
      cross join lateral (select * from ${from} where tenant_id = $1 and id = m.object_id limit 1) o
      where m.tenant_id = $1 and m.kind = '${from}' and m.key = ${bind(key)} and m.value = ${bind(value)}) matching`

/** By id the cursor need not exist any more; by another column its row says where to go on. */
function after(from: string, column: string, down: boolean, cursor: string): string {
  const past = down ? "<" : ">"
  if (column === "id") return `id ${past} ${cursor}`
  return `(${column}, id) ${past} (select ${column}, id from ${from} where tenant_id = $1 and id = ${cursor})`
}

const signs: Record<Operator, string> = { eq: "=", ne: "<>", in: "=", gt: ">", gte: ">=", lt: "<", lte: "<=" }

function comparison({ field, column, operator, values }: Condition, bind: (value: unknown) => string): string[] {
  const byId = field === "createdAt" && values[0] instanceof Date ? createdAt(operator, values[0].getTime(), bind) : undefined
  if (byId) return [byId]
  if (operator === "in") return [`${column} = any(${bind(values)})`]
  return [`${column} ${operator === "ne" ? "is distinct from" : signs[operator]} ${bind(values[0])}`]
}

/** An id begins with the millisecond of its creation, so a range of time is a range of the primary key. */
function createdAt(operator: Operator, ms: number, bind: (value: unknown) => string): string | undefined {
  if (operator === "gte") return `id >= ${bind(firstIdAt(ms))}`
  if (operator === "gt") return `id >= ${bind(firstIdAt(ms + 1))}`
  if (operator === "lt") return `id < ${bind(firstIdAt(ms))}`
  if (operator === "lte") return `id < ${bind(firstIdAt(ms + 1))}`
  return undefined
}

/** The tallies of a kind, all of them or those of the values asked for. */
function keptCount(from: string, where: Condition[], bind: (value: unknown) => string): string {
  const picked = where.map(({ operator, values }) => (operator === "ne" ? `value <> ${bind(values[0])}` : `value = any(${bind(values)})`))
  return `select coalesce(sum(n), 0) from tallies where ${["tenant_id = $1", `kind = '${from}'`, ...picked].join(" and ")}`
}

/** Shapes recur, so each is prepared once; past a thousand of them a list is planned anew each time rather than kept for ever. */
function prepared(text: string): Statement {
  const known = shapes.get(text)
  if (known) return known
  if (shapes.size >= 1000) return { name: "", text }
  const made = statement(text)
  shapes.set(text, made)
  return made
}
const shapes = new Map<string, Statement>()
