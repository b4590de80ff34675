import { databaseClock } from "../../kit/db/database-clock.ts"
import type { Context } from "../../kit/db/context.ts"
import { query, allTenants, sql } from "../../kit/db/query.ts"
import type { ListQuery } from "../../kit/pure/filters.ts"
import { newId } from "../../kit/pure/id.ts"
import { isoTime, isoTimeOrNull } from "../../kit/pure/time.ts"
import { queryPage } from "../../kit/db/list-query.ts"
import { deliverySignal } from "../../kit/jobs/signal.ts"
import { appendEvent } from "../../kit/events/publish.ts"
import { writeStatement } from "../../kit/db/statements.ts"
import type { Attempt, Delivery } from "./schema.ts"
import { generalProblem } from "../../kit/pure/errors.ts"

/** An attempt as it is stored. An attempt that succeeded has no headers. */
export type StoredAttempt = Omit<Attempt, "headers"> & { headers?: Record<string, string> }

/** If the delivery is already pending, it is due again at once, and its retries start again. */
const enqueueing = `
  insert into deliveries as d (tenant_id, id, endpoint_id, event_id, event, attempts, attempts_before, next_at, created_at)
  select tenant_id, id, endpoint_id, event_id, event, attempts, jsonb_array_length(attempts), next_at, created_at
  from jsonb_to_recordset($1) as r(
    tenant_id text, id text, endpoint_id text, event_id text, event text, attempts jsonb, next_at timestamptz, created_at timestamptz)
  on conflict (tenant_id, id) do update
  set next_at = excluded.next_at, leased_until = null, attempts_before = jsonb_array_length(d.attempts)`

const enqueues = writeStatement(enqueueing, { signals: deliverySignal })

/**
 * Runs before the statement that deletes from the history, because it waits for an attempt in flight, which may add a row to the history.
 */
const reenqueues = writeStatement(enqueueing, { first: true, signals: deliverySignal })

const historyDeletes = writeStatement(
  `delete from delivery_history h
   using jsonb_to_recordset($1) as r(tenant_id text, id text)
   where h.tenant_id = r.tenant_id and h.id = r.id`,
  { first: true },
)

export type DeliveryRow = {
  id: string
  endpoint_id: string
  event_id: string
  event: string
  status: Delivery["status"]
  attempts: StoredAttempt[]
  answer: string | null
  next_at: Date | null
  created_at: Date
  finished_at: Date | null
}

/** Sends a delivery again under the same id, so that a receiver can recognize it. Its retries start again. */
export function redeliver({ tenant, now, write }: Context, { id, endpoint_id, event_id, event, attempts, created_at }: DeliveryRow) {
  write({ statement: reenqueues, row: { tenant_id: tenant.id, id, endpoint_id, event_id, event, attempts, next_at: now, created_at } })
  write({ statement: historyDeletes, row: { tenant_id: tenant.id, id } })
}

export async function readDelivery({ tenant }: Context, endpoint: string, id: string): Promise<DeliveryRow> {
  const [row] = await query<DeliveryRow>(
    [tenant.id],
    sql`
    select * from webhook_deliveries
    where tenant_id = ${tenant.id} and endpoint_id = ${endpoint} and id = ${id}
      and exists (select 1 from events v where v.tenant_id = ${tenant.id} and v.id = event_id)
    order by finished_at desc nulls first limit 1`,
  )
  if (!row) throw generalProblem("GEN-1004", { kind: "delivery", reference: id })
  return row
}

export async function listDeliveries(ctx: Context, query: ListQuery) {
  const { data, ...rest } = await queryPage<DeliveryRow>(ctx, { from: "webhook_deliveries" }, query)
  return { data: data.map(row => renderDelivery(row, ctx)), ...rest }
}

/** Sends an event to this endpoint only. */
export function sendTestEvent(ctx: Context, endpoint: string, event: string) {
  const { tenant, now, write } = ctx
  const data = JSON.stringify({ _id: endpoint, message: "This is a test of your webhook. Nothing happened." })
  const { id } = appendEvent(ctx, event, endpoint, { data, entry_id: null }, 1)
  const row = {
    tenant_id: tenant.id,
    id: newId(now),
    endpoint_id: endpoint,
    event_id: id,
    event,
    attempts: [],
    next_at: now,
    created_at: now,
  }
  write({ statement: enqueues, row })
}

/** Creates the partitions of this month and the next, and drops those whose rows are all older than 90 days. */
export async function rotatePartitions() {
  for (const offset of [0, 1]) await createPartition(firstOfMonth(offset), firstOfMonth(offset + 1))
  for (const name of await findPartitionsBefore(firstOfMonth(-3))) await runUnprepared(`drop table ${name}`)
}

/** The first day of the month that many months after the current one. */
function firstOfMonth(offset: number): Date {
  const today = databaseClock.now()
  return new Date(Date.UTC(today.getUTCFullYear(), today.getUTCMonth() + offset, 1))
}

const partitionName = (from: Date) => `delivery_history_${from.toISOString().slice(0, 7).replace("-", "_")}`

async function findPartitionsBefore(from: Date): Promise<string[]> {
  const rows = await query<{ name: string }>(
    allTenants,
    sql`
    select relname as name from pg_class
    where relkind = 'r' and relname like 'delivery\\_history\\_20%' and relname < ${partitionName(from)}`,
  )
  return rows.map(({ name }) => name)
}

/** Not if the default partition already has rows of that time: PostgreSQL refuses this. */
async function createPartition(from: Date, to: Date) {
  const [name, first, end] = [partitionName(from), from.toISOString(), to.toISOString()]
  await runUnprepared(`do $$ begin
    if to_regclass('${name}') is null
      and not exists (select 1 from delivery_history_rest where filed_at >= '${first}' and filed_at < '${end}')
    then
      create table ${name} partition of delivery_history for values from ('${first}') to ('${end}');
      perform protect('${name}');
    end if;
  end $$`)
}

/** A statement that defines tables takes no parameters. */
const runUnprepared = (text: string) => query(allTenants, { name: "", text, values: [] })

/** Hides the response from callers who may not edit webhooks, because it may repeat the credentials of the address. */
export function renderDelivery(row: DeliveryRow, { caller }: Pick<Context, "caller">): Delivery {
  const isEditor = caller.permissions.has("webhooks.edit")
  return {
    _id: row.id,
    webhook: row.endpoint_id,
    event: row.event,
    eventId: row.event_id,
    status: row.status,
    attempts: row.attempts.map(({ headers = null, ...attempt }) => ({ ...attempt, headers: isEditor ? headers : null })),
    answer: isEditor ? row.answer : null,
    nextAttemptAt: row.status === "pending" ? isoTimeOrNull(row.next_at) : null,
    finishedAt: isoTimeOrNull(row.finished_at),
    createdAt: isoTime(row.created_at),
  }
}
