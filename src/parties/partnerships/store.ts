import { identity, json, nullable, oneOf, type Row, text, timestamptz, tracked } from "../../kit/db/columns.ts"
import type { Context } from "../../kit/db/context.ts"
import { query, sql } from "../../kit/db/query.ts"
import { resource } from "../../kit/operation/resource.ts"
import { generalProblem } from "../../kit/pure/errors.ts"
import { locales } from "../../kit/pure/mail-settings.ts"
import { isoTime } from "../../kit/pure/time.ts"
import type { Partnership, SplitTerms } from "./schema.ts"
import { kinds } from "./values.ts"

const columns = {
  ...identity,
  name: text,
  name_key: text,
  code: text,
  code_key: text,
  kind: oneOf(kinds),
  email: nullable(text),
  email_changed_at: nullable(timestamptz),
  country: nullable(text),
  currency: nullable(text),
  team_id: nullable(text),
  split_terms: nullable(json<SplitTerms>()),
  locale: nullable(oneOf(locales)),
  ...tracked,
}
export type PartnershipRow = Row<typeof columns>
type Content = Pick<
  PartnershipRow,
  "name" | "code" | "kind" | "email" | "country" | "currency" | "team_id" | "split_terms" | "locale" | "metadata"
>

const partnerships = resource("partnerships", columns, {
  noun: "partnership",
  publishes: "partnerships",
  counted: true,
  searched: ({ name, code, email }) => [name, code, email].join(" "),
  render: renderPartnership,
})
export const { list: listPartnerships } = partnerships

const findByCodeKey = partnerships.findBy("code_key")
export const findByCode = (ctx: Context, code: string) => findByCodeKey(ctx, code.toLowerCase())

/** Contract: an ambiguous reference is answered with at most ten candidates. */
const maxCandidates = 10

/**
 * Finds by id, code, name or the beginning of a name, regardless of case. An exact match wins over a beginning; empty text matches nothing.
 */
async function findPartnerships(ctx: Context, reference: string): Promise<PartnershipRow[]> {
  if (reference === "") return []
  const byId = await partnerships.find(ctx, reference)
  if (byId) return [byId]
  const { id: tenant } = ctx.tenant
  const key = reference.toLowerCase()
  const rows = await query<PartnershipRow & { rank: number }>(
    [tenant],
    sql`
    (select *, 1 as rank from partnerships where tenant_id = ${tenant} and code_key = ${key})
    union all
    (select *, 2 as rank from partnerships where tenant_id = ${tenant} and name_key = ${key} order by id limit ${maxCandidates}::int)
    union all
    (select *, 3 as rank from partnerships
     where tenant_id = ${tenant} and name_key > ${key} and name_key < ${key} || chr(1114111) and starts_with(name_key, ${key})
     order by name_key, id limit ${maxCandidates}::int)
    order by rank`,
  )
  return rows.filter(row => row.rank === rows[0]!.rank)
}

export async function readPartnership(ctx: Context, reference: string): Promise<PartnershipRow> {
  return partnerships.assertFound(onlyMatch(await findPartnerships(ctx, reference), reference), reference)
}

/** A partnership that another object refers to. */
export async function resolvePartnership(ctx: Context, reference: string): Promise<PartnershipRow> {
  const row = onlyMatch(await findPartnerships(ctx, reference), reference)
  if (!row) throw generalProblem("SMR-1001", { kind: "partnership", reference })
  return row
}

export const resolvePartnershipId = async (ctx: Context, reference: string) => (await resolvePartnership(ctx, reference)).id

function onlyMatch(rows: PartnershipRow[], reference: string): PartnershipRow | undefined {
  if (rows.length <= 1) return rows[0]
  const candidates = rows.map(row => ({ _id: row.id, name: row.name, code: row.code }))
  throw generalProblem("SMR-1002", { kind: "partnerships", reference, candidates })
}

export async function readPartnershipForUpdate(ctx: Context, reference: string): Promise<PartnershipRow> {
  const { id } = await readPartnership(ctx, reference)
  return partnerships.readForUpdate(ctx, id)
}

export const insertPartnership = (ctx: Context, content: Content): Partnership =>
  partnerships.insert(ctx, { ...content, ...keysOf(content), email_changed_at: null }).object

export function savePartnership(ctx: Context, before: PartnershipRow, change: Partial<Content>): Partnership {
  const email_changed_at = isOtherEmail(before, change.email) ? ctx.now : before.email_changed_at
  return partnerships.save(ctx, before, { ...change, ...keysOf({ ...before, ...change }), email_changed_at }).object
}

/** Whether an existing e-mail changes. The first e-mail of a partnership is not a change. */
export const isOtherEmail = ({ email }: Pick<Content, "email">, changed: string | null | undefined) =>
  changed !== undefined && email !== null && changed?.toLowerCase() !== email.toLowerCase()

const keysOf = ({ name, code }: Pick<Content, "name" | "code">) => ({ name_key: name.toLowerCase(), code_key: code.toLowerCase() })

export function renderPartnership(row: PartnershipRow): Partnership {
  return {
    _id: row.id,
    name: row.name,
    code: row.code,
    kind: row.kind,
    email: row.email,
    country: row.country,
    currency: row.currency,
    team: row.team_id,
    splitTerms: row.split_terms,
    locale: row.locale,
    version: row.version,
    createdAt: isoTime(row.created_at),
    updatedAt: isoTime(row.updated_at),
    metadata: row.metadata,
  }
}
