import type { Context } from "../kit/context.ts"
import { ask, sql } from "../kit/db.ts"
import type { ListQuery } from "../kit/filters.ts"
import { isId, newId } from "../kit/id.ts"
import { iso } from "../kit/iso.ts"
import { page, type Source } from "../kit/page.ts"
import { Problem } from "../kit/problem.ts"
import { publish } from "../kit/publish.ts"
import { question } from "../kit/question.ts"
import { type RowOf, table } from "../kit/table.ts"
import type { Partnership, SplitTerms } from "./schema.ts"

const source = { from: "partnerships", counted: true } satisfies Source
const partnerships = table(
  "partnerships",
  {
    tenant_id: "text",
    id: "text",
    name: "text",
    name_key: "text",
    code: "text",
    code_key: "text",
    kind: "text",
    email: "text?",
    country: "text?",
    currency: "text?",
    team_id: "text?",
    split_terms: "jsonb",
    metadata: "jsonb",
    created_at: "timestamptz",
    updated_at: "timestamptz",
    version: "int",
  },
  source,
)
export type PartnershipRow = RowOf<typeof partnerships>
type Content = Pick<PartnershipRow, "name" | "code" | "kind" | "email" | "country" | "currency" | "team_id" | "split_terms" | "metadata">

const partnershipById = question<{ tenant_id: string; id: string }, PartnershipRow>(`
  select n, p.*
  from jsonb_to_recordset($1) as asked(n int, tenant_id text, id text)
  cross join lateral (select * from partnerships where tenant_id = asked.tenant_id and id = asked.id limit 1) p`)

/** Contract: at most ten candidates are shown. */
const candidatesMost = 10

/** Id, code, exact name or a beginning that only one name has, in any case. What is exact beats a beginning. */
async function findPartnerships({ tenant }: Context, reference: string): Promise<PartnershipRow[]> {
  const known = isId(reference) ? await partnershipById({ tenant_id: tenant.id, id: reference }) : undefined
  if (known) return [known]
  const key = reference.toLowerCase()
  const rows = await ask<PartnershipRow & { rank: number }>(
    [tenant.id],
    sql`
    (select *, 1 as rank from partnerships where tenant_id = ${tenant.id} and code_key = ${key})
    union all
    (select *, 2 as rank from partnerships where tenant_id = ${tenant.id} and name_key = ${key} order by id limit ${candidatesMost}::int)
    union all
    (select *, 3 as rank from partnerships
     where tenant_id = ${tenant.id} and name_key > ${key} and name_key < ${key} || chr(1114111) and starts_with(name_key, ${key})
     order by name_key, id limit ${candidatesMost}::int)
    order by rank`,
  )
  return rows.filter(row => row.rank === rows[0]!.rank)
}

export async function readPartnership(ctx: Context, reference: string): Promise<PartnershipRow> {
  return one(await findPartnerships(ctx, reference), reference, "GEN-1004")
}

/** A partnership that another object names. */
export async function resolvePartnership(ctx: Context, reference: string): Promise<PartnershipRow> {
  return one(await findPartnerships(ctx, reference), reference, "SMR-1001")
}

export const resolvePartnershipId = async (ctx: Context, reference: string) => (await resolvePartnership(ctx, reference)).id

function one([first, ...others]: PartnershipRow[], reference: string, code: "GEN-1004" | "SMR-1001"): PartnershipRow {
  if (!first) throw new Problem(code, { kind: "partnership", reference })
  if (others.length === 0) return first
  const candidates = [first, ...others].map(row => ({ _id: row.id, name: row.name, code: row.code }))
  throw new Problem("SMR-1002", { kind: "partnerships", reference, candidates })
}

/** To be changed: saving it is refused if it has moved on meanwhile, and the request runs again. */
export async function takePartnership(ctx: Context, reference: string): Promise<PartnershipRow> {
  const { id } = await readPartnership(ctx, reference)
  const { tenant, take } = ctx
  const lock = sql`select * from partnerships where tenant_id = ${tenant.id} and id = ${id} for update`
  const row = await take<PartnershipRow>(`partnership ${tenant.id} ${id}`, () => partnershipById({ tenant_id: tenant.id, id }), lock)
  return one(row ? [row] : [], id, "GEN-1004")
}

export async function findByCode({ tenant }: Context, code: string): Promise<PartnershipRow | undefined> {
  const key = code.toLowerCase()
  const [row] = await ask<PartnershipRow>([tenant.id], sql`select * from partnerships where tenant_id = ${tenant.id} and code_key = ${key}`)
  return row
}

export async function listPartnerships(ctx: Context, query: ListQuery) {
  const { data, ...rest } = await page<PartnershipRow>(ctx, source, query)
  return { data: data.map(shownPartnership), ...rest }
}

export function insertPartnership(ctx: Context, content: Content): Partnership {
  const row: PartnershipRow = {
    ...content,
    ...keysOf(content),
    tenant_id: ctx.tenant.id,
    id: newId(ctx.now),
    created_at: ctx.now,
    updated_at: ctx.now,
    version: 1,
  }
  ctx.write(partnerships.insert(row))
  publish(ctx, "partnerships.create", shownPartnership(row))
  return shownPartnership(row)
}

export function savePartnership(ctx: Context, before: PartnershipRow, change: Partial<Content>): Partnership {
  const next = { ...before, ...change, updated_at: ctx.now, version: before.version + 1 }
  const after = { ...next, ...keysOf(next) }
  ctx.write(partnerships.update(before, after))
  publish(ctx, "partnerships.update", shownPartnership(after), shownPartnership(before))
  return shownPartnership(after)
}

const keysOf = ({ name, code }: Pick<Content, "name" | "code">) => ({ name_key: name.toLowerCase(), code_key: code.toLowerCase() })

export const shownPartnership = (row: PartnershipRow): Partnership => ({
  _id: row.id,
  name: row.name,
  code: row.code,
  kind: row.kind as Partnership["kind"],
  email: row.email,
  country: row.country,
  currency: row.currency,
  team: row.team_id,
  splitTerms: row.split_terms as SplitTerms | null,
  version: row.version,
  createdAt: iso(row.created_at),
  updatedAt: iso(row.updated_at),
  metadata: row.metadata as Partnership["metadata"],
})
