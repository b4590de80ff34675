import type { Context } from "../kit/context.ts"
import { sha256 } from "../kit/crypto.ts"
import { ask, everyone, refused, sql } from "../kit/db.ts"
import type { ListQuery } from "../kit/filters.ts"
import { page } from "../kit/page.ts"
import { origin, sealedText } from "./rules.ts"
import type { AuditEntry } from "./schema.ts"

export type AuditRow = {
  tenant_id: string
  id: string
  at: Date
  user_id: string
  user_type: string
  door: string
  client: string | null
  address: string
  request_id: string
  operation: string
  action: string
  object_type: string
  object_id: string
  before: string | null
  after: string | null
}
type Link = { seq: number; hash: string }

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

/** Takes the waiting entries of a tenant into its chain, oldest first. Of two sealers one loses by the chain's primary key. Answers how many. */
export async function sealNext(tenant: string): Promise<number> {
  const rows = await ask<AuditRow>(
    [tenant],
    sql`
    select e.* from (select id from audit_unsealed where tenant_id = ${tenant} order by id limit 500) u
    cross join lateral (select * from audit_entries where tenant_id = ${tenant} and id = u.id limit 1) e
    order by e.id`,
  )
  if (rows.length === 0) return 0
  let last = await head(tenant)
  const links = rows.map(row => {
    last = { seq: last.seq + 1, hash: sha256(sealedText(last.hash, row)) }
    return { seq: last.seq, entry_id: row.id, hash: last.hash }
  })
  try {
    await ask(
      [tenant],
      sql`
      with gone as (
        delete from audit_unsealed u using jsonb_to_recordset(${JSON.stringify(links)}::jsonb) as r(entry_id text)
        where u.tenant_id = ${tenant} and u.id = r.entry_id
      )
      insert into audit_chain (tenant_id, seq, entry_id, hash)
      select ${tenant}, seq, entry_id, hash from jsonb_to_recordset(${JSON.stringify(links)}::jsonb) as r(seq bigint, entry_id text, hash text)`,
    )
  } catch (error) {
    if (refused(error) && error.code === "23505") return 0
    throw error
  }
  return rows.length
}

async function head(tenant: string): Promise<Link> {
  const [link] = await ask<Link>([tenant], sql`select seq, hash from audit_chain where tenant_id = ${tenant} order by seq desc limit 1`)
  return link ?? { seq: 0, hash: origin }
}

export type SealedRow = { [K in keyof AuditRow]: AuditRow[K] | null } & { seq: number; entry_id: string; hash: string }

/** The chain from a link on, each with its entry where it is still there. */
export function readChain({ tenant }: Context, fromSeq: number): Promise<SealedRow[]> {
  return ask<SealedRow>(
    [tenant.id],
    sql`
    select e.*, c.seq, c.entry_id, c.hash
    from (select * from audit_chain where tenant_id = ${tenant.id} and seq >= ${fromSeq} order by seq limit 1000) c
    left join lateral (select * from audit_entries where tenant_id = ${tenant.id} and id = c.entry_id limit 1) e on true
    order by c.seq`,
  )
}

/** All entries, and those that are neither in the chain nor on their way into it. */
export async function countEntries({ tenant }: Context): Promise<{ entries: number; lost: number }> {
  const [row] = await ask<{ entries: number; lost: number }>(
    [tenant.id],
    sql`
    select count(*) as entries, count(*) filter (where not exists (select 1 from audit_chain where tenant_id = ${tenant.id} and entry_id = e.id)
      and not exists (select 1 from audit_unsealed where tenant_id = ${tenant.id} and id = e.id)) as lost
    from audit_entries e where tenant_id = ${tenant.id}`,
  )
  return row!
}

const json = (text: string | null) => (text === null ? null : (JSON.parse(text) as Record<string, unknown>))

const shown = (row: AuditRow): AuditEntry => ({
  _id: row.id,
  at: row.at.toISOString(),
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
  createdAt: row.at.toISOString(),
})
