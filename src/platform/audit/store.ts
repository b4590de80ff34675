import type { AuditRow } from "../../kit/events/audit.ts"
import { type Channel, channels } from "../../kit/pure/caller.ts"
import type { Context } from "../../kit/db/context.ts"
import { query, allTenants, isStatementError, prepare, sql } from "../../kit/db/query.ts"
import { parseStored } from "../../kit/pure/exact-sums.ts"
import type { Condition, ListQuery } from "../../kit/pure/filters.ts"
import { isoTime } from "../../kit/pure/time.ts"
import { queryPage } from "../../kit/db/list-query.ts"
import { firstPreviousHash } from "./rules.ts"
import type { AuditEntry } from "./schema.ts"
import { maskFields, visibleTypes } from "./visibility.ts"

/** The entries about objects that the caller may see, and their count. */
export async function listAudit(ctx: Context, query: ListQuery) {
  const types = visibleTypes(ctx.caller.permissions)
  const where = [
    ...query.where.flatMap(includeOldChannels),
    ...(types ? [{ field: "objectType", column: "object_type", operator: "in" as const, values: types }] : []),
  ]
  const { data, ...rest } = await queryPage<AuditRow>(ctx, { from: "audit_entries" }, { ...query, where })
  return { data: data.map(row => renderEntry(row, ctx.caller)), ...rest }
}

/** The channels that older entries have in place of "system". They are rendered as "system", but their digests cover the stored value. */
const oldSystemChannels = ["job", "command"]

function includeOldChannels(condition: Condition): Condition[] {
  if (condition.field !== "channel" || !condition.values.includes("system")) return [condition]
  if (condition.operator === "ne") return ["system", ...oldSystemChannels].map(value => ({ ...condition, values: [value] }))
  return [{ ...condition, operator: "in", values: [...condition.values, ...oldSystemChannels] }]
}

const channelOf = (stored: string): Channel => channels.find(channel => channel === stored) ?? "system"

type Changed = { type: string; id: string }
type ObjectChange = { before: object; after: object }

/**
 * The changes of an object after a time, the last one first, with the fields that they replaced. Notes and tags have entries about the
 * same id, with fields of their own.
 */
export async function findChangesAfter({ tenant }: Context, object: Changed, time: Date): Promise<ObjectChange[]> {
  const rows = await query<{ before: string; after: string }>(
    [tenant.id],
    sql`
    select before, after from audit_entries
    where tenant_id = ${tenant.id} and object_type = ${object.type} and object_id = ${object.id} and at > ${time}
      and before is not null and after is not null
    order by id desc`,
  )
  return rows.map(row => ({ before: parseJson(row.before)!, after: parseJson(row.after)! }))
}

/** Who created each of these objects. */
export async function findCreators({ tenant }: Context, ids: readonly string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map()
  const rows = await query<{ object_id: string; user_id: string }>(
    [tenant.id],
    sql`
    select object_id, user_id from audit_entries
    where tenant_id = ${tenant.id} and object_id = any(${ids}) and action like '%.create' order by id desc`,
  )
  return new Map(rows.map(({ object_id, user_id }) => [object_id, user_id]))
}

/** Tenants with entries that are not in their chain yet. */
export function findUnsealedTenants(): Promise<{ tenant_id: string }[]> {
  return query(
    allTenants,
    sql`
    select id as tenant_id from tenants t
    where exists (select 1 from audit_unsealed where tenant_id = t.id)
    order by random()`,
  )
}

/** Long links are cheap; this is the limit so that one statement stays short. */
const maxLinkEntries = 1000

/**
 * Adds the waiting entries of a tenant to its chain, oldest first, as one link. It continues after the last sealed entry, even if the end
 * of the chain has been removed: the gap stays. Of two concurrent processes, one fails on the chain's primary key and leaves the work to
 * the other. Returns whether more may be waiting.
 */
export async function sealNext(tenant: string): Promise<boolean> {
  try {
    const rows = await query<{ n: number }>(
      [tenant],
      sql`
      with head as (
        select next, hash from (
          (select seq + cardinality(entry_ids) as next, hash from audit_chain where tenant_id = ${tenant} order by seq desc limit 1)
          union all
          select sealed + 1, hash from audit_heads where tenant_id = ${tenant}
        ) ends order by next desc limit 1
      ), taken as (
        delete from audit_unsealed where tenant_id = ${tenant}
          and id = any (array(select id from audit_unsealed where tenant_id = ${tenant} order by id limit ${maxLinkEntries}::int))
        returning id, digest
      ), link as (
        select array_agg(id order by id) as ids, array_agg(digest order by id) as digests,
          string_agg(id || ' ' || digest, E'\\n' order by id) as text
        from taken having count(*) > 0
      ), linked as (
        insert into audit_chain (tenant_id, seq, entry_ids, digests, hash)
        select ${tenant}, coalesce(next, 1), ids, digests,
          rtrim(translate(encode(
            sha256(convert_to(coalesce(hash, ${firstPreviousHash}) || E'\\n' || text, 'UTF8')), 'base64'), '+/', '-_'), '=')
        from link left join head on true
        returning tenant_id, seq + cardinality(entry_ids) - 1 as sealed, hash, cardinality(entry_ids) as n
      ), headed as (
        insert into audit_heads as h (tenant_id, sealed, hash) select tenant_id, sealed, hash from linked
        on conflict (tenant_id) do update set sealed = excluded.sealed, hash = excluded.hash
      )
      select n from linked`,
    )
    return rows[0]?.n === maxLinkEntries
  } catch (error) {
    if (isStatementError(error) && error.code === "23505") return false
    throw error
  }
}

export type Link = { seq: number; entry_ids: string[]; digests: string[]; hash: string }

/** Reads the chain from a sequence number on, ten links at a time. */
export const readChain = ({ tenant }: Context, fromSeq: number) =>
  query<Link>([tenant.id], sql`select * from audit_chain where tenant_id = ${tenant.id} and seq >= ${fromSeq} order by seq limit 10`)

/** Reads the entries of a link; removed ones are missing from the result. */
export const readEntries = ({ tenant }: Context, ids: readonly string[]) =>
  query<AuditRow>([tenant.id], sql`select * from audit_entries where tenant_id = ${tenant.id} and id = any(${ids})`)

/** Counts all entries, the waiting ones and those in the chain, in one snapshot. */
export async function countEntries({ tenant }: Context): Promise<{ entries: number; waiting: number; sealed: number }> {
  const [row] = await query<{ entries: number; waiting: number; sealed: number }>(
    [tenant.id],
    sql`
    select (select count(*) from audit_entries where tenant_id = ${tenant.id}) as entries,
      (select count(*) from audit_unsealed where tenant_id = ${tenant.id}) as waiting,
      coalesce((select seq + cardinality(entry_ids) - 1 from audit_chain where tenant_id = ${tenant.id} order by seq desc limit 1), 0)
        as sealed`,
  )
  return row!
}

/** Up to which entry the chain was sealed, and the hash of the last link. */
export async function readHead({ tenant }: Context): Promise<{ sealed: number; hash: string } | undefined> {
  const [row] = await query<{ sealed: number; hash: string }>(
    [tenant.id],
    sql`select sealed, hash from audit_heads where tenant_id = ${tenant.id}`,
  )
  return row
}

/** The latest events and objects are enough to see that the end of the log is missing. */
const maxWitnesses = 500
const audited = ["contacts", "partnerships", "services", "orders", "payment_intents", "transactions", "payouts", "api_keys", "users"]

const witnesses = prepare(`
  select e.event || ' of ' || e.object_id as change
  from (select * from events where tenant_id = $1 order by id desc limit ${maxWitnesses}) e
  where e.event ~ '[.](create|update|delete)$' and not exists (
    select 1 from audit_entries a
    where a.tenant_id = $1 and a.object_id = e.object_id and a.action = e.event and a.at = e.created_at
  )
  ${audited
    .map(
      table => `
  union all
  select 'the creation of ' || o.id || ' in ${table}'
  from (select id from ${table} where tenant_id = $1 order by id desc limit ${maxWitnesses}) o
  where not exists (select 1 from audit_entries a where a.tenant_id = $1 and a.object_id = o.id)`,
    )
    .join("")}
  limit 100`)

/** Changes that other tables show and the log lacks. Every change has its entry in the same commit. */
export async function findUnlogged({ tenant }: Context): Promise<string[]> {
  const rows = await query<{ change: string }>([tenant.id], { ...witnesses, values: [tenant.id] })
  return rows.map(({ change }) => change)
}

const parseJson = (text: string | null) => (text === null ? null : (parseStored(text) as Record<string, unknown>))

export const renderEntry = (row: AuditRow, caller: Context["caller"]): AuditEntry => ({
  _id: row.id,
  at: isoTime(row.at),
  actor: { user: row.user_id, type: row.user_type },
  origin: {
    channel: channelOf(row.channel),
    operation: row.operation,
    client: row.client,
    address: row.address,
    requestId: row.request_id,
  },
  action: row.action,
  object: { type: row.object_type, id: row.object_id },
  before: maskFields(row.object_type, parseJson(row.before), caller),
  after: maskFields(row.object_type, parseJson(row.after), caller),
  createdAt: isoTime(row.at),
})
