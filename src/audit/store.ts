import type { AuditRow } from "../kit/audit.ts"
import type { Context } from "../kit/context.ts"
import { ask, everyone, refused, sql } from "../kit/db.ts"
import type { ListQuery } from "../kit/filters.ts"
import { iso } from "../kit/iso.ts"
import { page } from "../kit/page.ts"
import { origin } from "./rules.ts"
import type { AuditEntry } from "./schema.ts"

export async function listAudit(ctx: Context, query: ListQuery) {
  const { data, ...rest } = await page<AuditRow>(ctx, { from: "audit_entries" }, query)
  return { data: data.map(shown), ...rest }
}

/** Tenants with entries that wait for their place. */
export async function findUnsealed(): Promise<string[]> {
  const rows = await ask<{ tenant_id: string }>(
    everyone,
    sql`
    select id as tenant_id from tenants t
    where exists (select 1 from audit_unsealed where tenant_id = t.id)`,
  )
  return rows.map(row => row.tenant_id)
}

/** The most that one link seals: few and long links are cheap, and a minute's backlog is gone in a few. */
const linkMost = 1000

/**
 * Takes the waiting entries of a tenant into its chain, oldest first, as one link. Of two sealers one loses by the chain's primary
 * key. Answers whether more may be waiting.
 */
export async function sealNext(tenant: string): Promise<boolean> {
  try {
    const rows = await ask<{ n: number }>(
      [tenant],
      sql`
      with head as (
        select seq + cardinality(entry_ids) as next, hash from audit_chain where tenant_id = ${tenant} order by seq desc limit 1
      ), taken as (
        delete from audit_unsealed where tenant_id = ${tenant}
          and id = any (array(select id from audit_unsealed where tenant_id = ${tenant} order by id limit ${linkMost}::int))
        returning id, digest
      ), link as (
        select array_agg(id order by id) as ids, array_agg(digest order by id) as digests,
          string_agg(id || ' ' || digest, E'\\n' order by id) as text
        from taken having count(*) > 0
      )
      insert into audit_chain (tenant_id, seq, entry_ids, digests, hash)
      select ${tenant}, coalesce(next, 1), ids, digests,
        rtrim(translate(encode(sha256(convert_to(coalesce(hash, ${origin}) || E'\\n' || text, 'UTF8')), 'base64'), '+/', '-_'), '=')
      from link left join head on true
      returning cardinality(entry_ids) as n`,
    )
    return rows[0]?.n === linkMost
  } catch (error) {
    if (refused(error) && error.code === "23505") return false
    throw error
  }
}

export type Link = { seq: number; entry_ids: string[]; digests: string[]; hash: string }

/** The chain from a place on. */
export const readChain = ({ tenant }: Context, fromSeq: number) =>
  ask<Link>([tenant.id], sql`select * from audit_chain where tenant_id = ${tenant.id} and seq >= ${fromSeq} order by seq limit 10`)

/** The entries of a link that are still there. */
export const readEntries = ({ tenant }: Context, ids: readonly string[]) =>
  ask<AuditRow>([tenant.id], sql`select * from audit_entries where tenant_id = ${tenant.id} and id = any(${ids})`)

/** All entries, those on their way into the chain, and those in it, at one moment. */
export async function countEntries({ tenant }: Context): Promise<{ entries: number; waiting: number; sealed: number }> {
  const [row] = await ask<{ entries: number; waiting: number; sealed: number }>(
    [tenant.id],
    sql`
    select (select count(*) from audit_entries where tenant_id = ${tenant.id}) as entries,
      (select count(*) from audit_unsealed where tenant_id = ${tenant.id}) as waiting,
      coalesce((select seq + cardinality(entry_ids) - 1 from audit_chain where tenant_id = ${tenant.id} order by seq desc limit 1), 0)
        as sealed`,
  )
  return row!
}

const json = (text: string | null) => (text === null ? null : (JSON.parse(text) as Record<string, unknown>))

const shown = (row: AuditRow): AuditEntry => ({
  _id: row.id,
  at: iso(row.at),
  actor: { user: row.user_id, type: row.user_type as AuditEntry["actor"]["type"] },
  origin: {
    door: row.door as AuditEntry["origin"]["door"],
    operation: row.operation,
    client: row.client,
    address: row.address,
    requestId: row.request_id,
  },
  action: row.action,
  object: { type: row.object_type, id: row.object_id },
  before: json(row.before),
  after: json(row.after),
  createdAt: iso(row.at),
})
