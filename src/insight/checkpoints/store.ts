import { appendOnly } from "../../kit/db/append-only.ts"
import { bigint, identity, nullable, type Row, text, timestamptz } from "../../kit/db/columns.ts"
import type { Context } from "../../kit/db/context.ts"
import { queryPage } from "../../kit/db/list-query.ts"
import { allTenants, query, queryBoth, sql } from "../../kit/db/query.ts"
import { writeStatement } from "../../kit/db/statements.ts"
import { generalProblem } from "../../kit/pure/errors.ts"
import type { ListQuery } from "../../kit/pure/filters.ts"
import { timeOf } from "../../kit/pure/id.ts"
import type { Page } from "../../kit/pure/page.ts"
import { isoTime } from "../../kit/pure/time.ts"
import { randomText } from "../../kit/service/crypto.ts"
import { firstPreviousHash } from "../../platform/audit/rules.ts"
import { signedFields } from "./rules.ts"
import type { Checkpoint, SignedCheckpoint } from "./schema.ts"

const columns = {
  ...identity,
  number: bigint,
  at: timestamptz,
  ledger_entries: bigint,
  ledger_hash: text,
  audit_entries: bigint,
  audit_hash: text,
  history: text,
  restored_from: nullable(timestamptz),
  previous: nullable(text),
  key_id: text,
  signature: text,
}
export type CheckpointRow = Row<typeof columns>
/** Of two that take the same number, the database refuses one, which then runs again after the other. */
export const checkpoints = appendOnly("checkpoints", columns)

export const signedOf = (row: CheckpointRow): SignedCheckpoint => ({ ...signedFields(row), signature: row.signature })

export const renderCheckpoint = (row: CheckpointRow): Checkpoint => ({ _id: row.id, ...signedOf(row), createdAt: isoTime(row.at) })

export async function listCheckpoints(ctx: Context, list: ListQuery): Promise<Page<Checkpoint>> {
  const { data, ...rest } = await queryPage<CheckpointRow>(ctx, { from: "checkpoints" }, list)
  return { data: data.map(renderCheckpoint), ...rest }
}

export async function readCheckpoint({ tenant }: Context, reference: string): Promise<CheckpointRow> {
  const number = /^[1-9]\d{0,14}$/.test(reference) ? Number(reference) : null
  const [row] = await query<CheckpointRow>(
    [tenant.id],
    sql`select * from checkpoints where tenant_id = ${tenant.id} and (id = ${reference} or number = ${number}::bigint)`,
  )
  if (!row) throw generalProblem("GEN-1004", { kind: "checkpoint", reference })
  return row
}

type Heads = Pick<CheckpointRow, "ledger_entries" | "ledger_hash" | "audit_entries" | "audit_hash" | "history" | "restored_from">

/** How far both chains of a tenant are, and its last checkpoint, in one snapshot. */
export async function readHeads(tenant: string): Promise<{ heads: Heads; last: CheckpointRow | undefined }> {
  await query(
    [tenant],
    sql`
    insert into checkpoint_settings (tenant_id, history, is_public) values (${tenant}, ${randomText(9)}, false)
    on conflict (tenant_id) do nothing`,
  )
  const [[heads], [last]] = await queryBoth<Heads, CheckpointRow>(
    [tenant],
    sql`
    select coalesce(l.sealed, 0) as ledger_entries, coalesce(l.hash, ${firstPreviousHash}) as ledger_hash,
      coalesce(a.sealed, 0) as audit_entries, coalesce(a.hash, ${firstPreviousHash}) as audit_hash, s.history, s.restored_from
    from checkpoint_settings s
    left join ledger_heads l on l.tenant_id = s.tenant_id
    left join audit_heads a on a.tenant_id = s.tenant_id
    where s.tenant_id = ${tenant}`,
    sql`select * from checkpoints where tenant_id = ${tenant} order by number desc limit 1`,
  )
  return { heads: heads!, last }
}

type Waiting = { last: CheckpointRow | undefined; ledger: number; audit: number; since: Date | null }

/** The last checkpoint, and what was recorded since. An id begins with the time of its entry. */
export async function readWaiting({ tenant: { id } }: Context): Promise<Waiting> {
  const [[counts], [last]] = await queryBoth<{ ledger: number; audit: number; oldest: string | null }, CheckpointRow>(
    [id],
    sql`
    with c as (
      select ledger_entries, audit_entries from checkpoints where tenant_id = ${id}
      union all select 0, 0
      order by audit_entries desc limit 1
    )
    select coalesce((select sealed from ledger_heads where tenant_id = ${id}), 0)
        + (select count(*) from ledger_unsealed where tenant_id = ${id}) - c.ledger_entries as ledger,
      coalesce((select sealed from audit_heads where tenant_id = ${id}), 0)
        + (select count(*) from audit_unsealed where tenant_id = ${id}) - c.audit_entries as audit,
      coalesce(
        (select entry_ids[greatest(1, c.audit_entries - seq + 2)::int] from audit_chain
          where tenant_id = ${id} and seq + cardinality(entry_ids) > c.audit_entries + 1 order by seq limit 1),
        (select min(id) from audit_unsealed where tenant_id = ${id})) as oldest
    from c`,
    sql`select * from checkpoints where tenant_id = ${id} order by number desc limit 1`,
  )
  const { ledger, audit, oldest } = counts!
  return { last, ledger, audit, since: oldest === null ? null : new Date(timeOf(oldest)) }
}

/** Tenants whose last checkpoint is an hour old, or older, and who have entries since. */
export const findTenantsDue = (): Promise<{ tenant_id: string }[]> =>
  query(
    allTenants,
    sql`
    select t.id as tenant_id from tenants t
    left join ledger_heads l on l.tenant_id = t.id
    left join audit_heads a on a.tenant_id = t.id
    left join lateral (
      select at, ledger_entries, audit_entries from checkpoints where tenant_id = t.id order by number desc limit 1
    ) c on true
    where (c.at is null or c.at <= clock_timestamp() - interval '1 hour')
      and coalesce(l.sealed, 0) + coalesce(a.sealed, 0) > coalesce(c.ledger_entries + c.audit_entries, 0)
    order by random()`,
  )

/** The checkpoints after a number, oldest first, a hundred at most. */
export const readCheckpoints = (tenant: string, after: number) =>
  query<CheckpointRow>([tenant], sql`select * from checkpoints where tenant_id = ${tenant} and number > ${after} order by number limit 100`)

/** The newest checkpoints before a number, newest first; undefined if they are not public. */
export async function readPublished(tenant: string, before: number | undefined): Promise<CheckpointRow[] | undefined> {
  const [[settings], rows] = await queryBoth<{ is_public: boolean }, CheckpointRow>(
    [tenant],
    sql`select is_public from checkpoint_settings where tenant_id = ${tenant}`,
    sql`
    select * from checkpoints where tenant_id = ${tenant} and number < coalesce(${before ?? null}::bigint, 9223372036854775807)
    order by number desc limit 100`,
  )
  return settings?.is_public ? rows : undefined
}

export async function readIsPublic({ tenant }: Context): Promise<boolean> {
  const [row] = await query<{ is_public: boolean }>(
    [tenant.id],
    sql`select is_public from checkpoint_settings where tenant_id = ${tenant.id}`,
  )
  return row?.is_public ?? false
}

const settingsUpserts = writeStatement(`
  insert into checkpoint_settings (tenant_id, history, is_public)
  select tenant_id, history, is_public from jsonb_to_recordset($1) as r(tenant_id text, history text, is_public boolean)
  on conflict (tenant_id) do update set is_public = excluded.is_public`)

export const saveIsPublic = ({ tenant, write }: Context, is_public: boolean) =>
  write({ statement: settingsUpserts, row: { tenant_id: tenant.id, history: randomText(9), is_public } })

/**
 * After a restore. Checkpoints that were signed since the backup are lost, and their numbers are given again. So those that follow name
 * another history, and whoever kept one of the lost ones sees why it differs.
 */
export const beginHistory = (tenant: string, restoredFrom: Date) =>
  query(
    [tenant],
    sql`update checkpoint_settings set history = ${randomText(9)}, restored_from = ${restoredFrom} where tenant_id = ${tenant}`,
  )
