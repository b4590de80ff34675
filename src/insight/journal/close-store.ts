import { type Approval, noApproval } from "../../control/approvals/schema.ts"
import { bigint, identity, json, nullable, oneOf, type Row, text, timestamptz, tracked } from "../../kit/db/columns.ts"
import type { Context } from "../../kit/db/context.ts"
import { query, sql } from "../../kit/db/query.ts"
import { resource } from "../../kit/operation/resource.ts"
import { firstIdAt } from "../../kit/pure/id.ts"
import { isoTime, isoTimeOrNull } from "../../kit/pure/time.ts"
import { assertCanFollow } from "./close-rules.ts"
import type { AccountMapping, CloseTotal, Datev, JournalClose } from "./schema.ts"
import { closeStatuses } from "./values.ts"

const columns = {
  ...identity,
  month: text,
  status: oneOf(closeStatuses),
  accounts: json<AccountMapping[]>(),
  datev: json<Datev>(),
  lines: nullable(bigint),
  totals: nullable(json<CloseTotal[]>()),
  sha256: nullable(text),
  closed_by: text,
  closed_at: timestamptz,
  approval: json<Approval>(),
  reopen_reason: nullable(text),
  reopen_requested_by: nullable(text),
  reopened_by: nullable(text),
  reopened_at: nullable(timestamptz),
  ...tracked,
}
export type CloseRow = Row<typeof columns>

const closes = resource("journal_closes", columns, {
  noun: "journal close",
  publishes: "journalCloses",
  counted: "status",
  render: renderClose,
})
export const { find: findClose, read: readClose, readForUpdate: readCloseForUpdate, list: listCloses } = closes

/**
 * Every entry that commits holds this lock shared (`booking_day` in the migration), so whoever has it alone knows that no entry is on its
 * way. It is held until the commit, which takes milliseconds.
 */
export async function lockMonths({ tenant, lock }: Context): Promise<void> {
  await lock(sql`select pg_advisory_xact_lock(hashtextextended('journal ' || ${tenant.id}, 0))`)
}

/** The months that are closed, the latest first. A month whose reopening waits for a decision is still closed. */
export function findClosed({ tenant }: Pick<Context, "tenant">, from = "0000-00", to = "9999-12"): Promise<CloseRow[]> {
  return query<CloseRow>(
    [tenant.id],
    sql`
    select * from journal_closes where tenant_id = ${tenant.id} and status <> 'reopened' and month between ${from} and ${to}
    order by month desc`,
  )
}

export function findRecentCloses({ tenant }: Context, since: Date, limit: number): Promise<CloseRow[]> {
  return query<CloseRow>(
    [tenant.id],
    sql`
    select * from journal_closes where tenant_id = ${tenant.id} and id >= ${firstIdAt(since.getTime())}
    order by id desc limit ${limit}::int`,
  )
}

export function insertClose(ctx: Context, close: Pick<CloseRow, "month" | "accounts" | "datev">): CloseRow {
  const empty = {
    lines: null,
    totals: null,
    sha256: null,
    reopen_reason: null,
    reopen_requested_by: null,
    reopened_by: null,
    reopened_at: null,
  }
  const closed = { status: "closing", closed_by: ctx.caller.user, closed_at: ctx.now, approval: noApproval, metadata: {} } as const
  return closes.insert(ctx, { ...close, ...empty, ...closed }).row
}

type Change =
  | "status"
  | "lines"
  | "totals"
  | "sha256"
  | "approval"
  | "reopen_reason"
  | "reopen_requested_by"
  | "reopened_by"
  | "reopened_at"

export function saveClose(ctx: Context, before: CloseRow, change: Partial<Pick<CloseRow, Change>>): CloseRow {
  assertCanFollow(before.status, change.status ?? before.status)
  return closes.save(ctx, before, change).row
}

export function renderClose(row: CloseRow): JournalClose {
  const { reopen_requested_by: requestedBy, reopen_reason: reason } = row
  return {
    _id: row.id,
    month: row.month,
    status: row.status,
    lines: row.lines,
    totals: row.totals,
    sha256: row.sha256,
    accounts: row.accounts,
    closedBy: row.closed_by,
    closedAt: isoTime(row.closed_at),
    approval: row.approval,
    reopening:
      requestedBy === null || reason === null
        ? null
        : { requestedBy, reason, approvedBy: row.reopened_by, reopenedAt: isoTimeOrNull(row.reopened_at) },
    version: row.version,
    createdAt: isoTime(row.created_at),
    updatedAt: isoTime(row.updated_at),
    metadata: row.metadata,
  }
}
