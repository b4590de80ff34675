import { databaseClock } from "../../kit/db/database-clock.ts"
import type { Context } from "../../kit/db/context.ts"
import { query, queryWithoutSync, allTenants, sql } from "../../kit/db/query.ts"
import type { ListQuery } from "../../kit/pure/filters.ts"
import { firstIdAt, newId } from "../../kit/pure/id.ts"
import { isoTime, isoTimeOrNull } from "../../kit/pure/time.ts"
import { queryPage } from "../../kit/db/list-query.ts"
import { deliverySignal } from "../../kit/jobs/signal.ts"
import { appendEvent } from "../../kit/events/publish.ts"
import { writeStatement, type Write } from "../../kit/db/statements.ts"
import type { Health } from "./health-store.ts"
import { maxReplayedEvents } from "./rules.ts"
import { type Attempt, type Delivery, testEvent } from "./schema.ts"
import type { WebhookRow } from "./store.ts"
import { generalProblem } from "../../kit/pure/errors.ts"

/** An attempt as it is stored; one that succeeded has no headers. */
export type StoredAttempt = Omit<Attempt, "headers"> & { headers?: Record<string, string> }

/** A delivery that this process has leased, with what an attempt needs. */
export type ClaimedDelivery = Pick<WebhookRow, "url" | "secret" | "previous_secret" | "previous_until" | "older_secrets"> & {
  tenant_id: string
  id: string
  endpoint_id: string
  event: string
  attempts: StoredAttempt[]
  /** Those before it was last sent again on request. */
  attempts_before: number
  data: string
  sequence: number
  clock_offset_ms: number
} & Pick<Health, "failing_since" | "last_success_at">

/**
 * Claims due deliveries for this process, in turn: the first of every endpoint before the second of any, so that no endpoint waits for
 * the backlog of another. An endpoint that fails gets two attempts at a time, so that one that times out does not delay the next, which may
 * succeed. The lease of a process that dies expires after a minute, which is longer than any attempt. No transaction is open meanwhile.
 */
export function claimDeliveries(inFlight: ReadonlyMap<string, number>, maxPerEndpoint: number, max: number): Promise<ClaimedDelivery[]> {
  const counts = JSON.stringify(Object.fromEntries(inFlight))
  return queryWithoutSync<ClaimedDelivery>(
    allTenants,
    sql`
    with due as (
      select d.tenant_id, d.id, t.clock_offset_ms from webhook_endpoints e
      join tenants t on t.id = e.tenant_id
      left join lateral (select failing_since from webhook_health where tenant_id = e.tenant_id and endpoint_id = e.id limit 1) h on true
      cross join lateral (
        select o.tenant_id, o.id, o.next_at from deliveries o
        cross join lateral (select 1 from events where tenant_id = o.tenant_id and id = o.event_id limit 1) v
        where o.endpoint_id = e.id and o.next_at <= now() + t.clock_offset_ms * interval '1 millisecond'
          and (o.leased_until is null or o.leased_until < now())
        order by o.next_at
        limit greatest(
          0, case when h.failing_since is null then ${maxPerEndpoint}::int else 2 end - coalesce((${counts}::jsonb ->> e.id)::int, 0))
      ) d
      where e.status = 'active' and t.id <> all (array(select c.tenant_id from clock_jumps c where c.ended_at is null))
      order by row_number() over (partition by e.tenant_id, e.id order by d.next_at), d.next_at limit ${max}::int
    ), locked as (
      select d.tenant_id, d.id, d.event_id, d.endpoint_id, due.clock_offset_ms from due
      join deliveries d on d.tenant_id = due.tenant_id and d.id = due.id
      where d.leased_until is null or d.leased_until < now()
      for update of d skip locked
    )
    update deliveries d set leased_until = now() + interval '60 seconds'
    from locked l
    cross join lateral (select data, sequence from events where tenant_id = l.tenant_id and id = l.event_id limit 1) v
    cross join lateral (select * from webhook_endpoints where tenant_id = l.tenant_id and id = l.endpoint_id limit 1) e
    left join lateral (select * from webhook_health where tenant_id = l.tenant_id and endpoint_id = l.endpoint_id limit 1) h on true
    where d.tenant_id = l.tenant_id and d.id = l.id
    returning d.tenant_id, d.id, d.endpoint_id, d.event, d.attempts, d.attempts_before, v.data, v.sequence, l.clock_offset_ms,
      e.url, e.secret, e.previous_secret, e.previous_until, e.older_secrets, h.failing_since, h.last_success_at`,
  )
}

const resultColumns = "tenant_id text, id text, n int, attempt jsonb, answer text, at timestamptz, status text"

/** Moves a delivery from the small table to the history. The number of attempts must match, so that a late process can't end it twice. */
const finishes = writeStatement(
  `with gone as (
     delete from deliveries d using jsonb_to_recordset($1) as r(${resultColumns})
     where d.tenant_id = r.tenant_id and d.id = r.id and jsonb_array_length(d.attempts) = r.n - 1
     returning d.*, r.attempt, r.answer as last_answer, r.at, r.status as ended
   )
   insert into delivery_history (tenant_id, id, endpoint_id, event_id, event, status, attempts, answer, next_at, created_at, finished_at)
   select tenant_id, id, endpoint_id, event_id, event, ended, attempts || attempt, last_answer, next_at, created_at, at from gone`,
  { first: true },
)

const postponements = writeStatement(
  `update deliveries d set attempts = d.attempts || r.attempt, answer = r.answer, next_at = r.at, leased_until = null
   from jsonb_to_recordset($1) as r(${resultColumns})
   where d.tenant_id = r.tenant_id and d.id = r.id and jsonb_array_length(d.attempts) = r.n - 1`,
)

type Result = { attempt: StoredAttempt; answer: string | null; at: Date }

export const finishDelivery = (
  { tenant_id, id }: ClaimedDelivery,
  status: "delivered" | "abandoned" | "canceled",
  { attempt, answer, at }: Result,
): Write => ({
  statement: finishes,
  row: { tenant_id, id, n: attempt.n, attempt, answer, at, status },
})

export const postponeDelivery = ({ tenant_id, id }: ClaimedDelivery, { attempt, answer, at }: Result): Write => ({
  statement: postponements,
  row: { tenant_id, id, n: attempt.n, attempt, answer, at, status: "pending" },
})

const deliveryColumns = `
  tenant_id text, id text, endpoint_id text, event_id text, event text, attempts jsonb, next_at timestamptz, created_at timestamptz`
const enqueueing = `
   insert into deliveries as d (tenant_id, id, endpoint_id, event_id, event, attempts, attempts_before, next_at, created_at)
   select tenant_id, id, endpoint_id, event_id, event, attempts, jsonb_array_length(attempts), next_at, created_at
   from jsonb_to_recordset($1) as r(${deliveryColumns})
   on conflict (tenant_id, id) do update
   set next_at = excluded.next_at, leased_until = null, attempts_before = jsonb_array_length(d.attempts)`
const enqueues = writeStatement(enqueueing, { signals: deliverySignal })
/** Waits for an attempt that is ending, and so comes before the statement that deletes what that one leaves in the history. */
const reenqueues = writeStatement(enqueueing, { first: true, signals: deliverySignal })
const historyDeletes = writeStatement(
  `delete from delivery_history h using jsonb_to_recordset($1) as r(tenant_id text, id text)
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

/** Sends a delivery again under the same id, so that a receiver can tell that it has it already. Its retries begin anew. */
export function redeliver({ tenant, now, write }: Context, { id, endpoint_id, event_id, event, attempts, created_at }: DeliveryRow) {
  write({ statement: reenqueues, row: { tenant_id: tenant.id, id, endpoint_id, event_id, event, attempts, next_at: now, created_at } })
  write({ statement: historyDeletes, row: { tenant_id: tenant.id, id } })
}

export async function readDelivery({ tenant }: Context, endpoint: string, id: string): Promise<DeliveryRow> {
  const [row] = await query<DeliveryRow>(
    [tenant.id],
    sql`
    select * from webhook_deliveries where tenant_id = ${tenant.id} and endpoint_id = ${endpoint} and id = ${id}
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

const isSubscribed = `v.tenant_id = r.tenant_id and v.id >= r.first and v.id < r.last and v.event <> '${testEvent}'
  and (r.events ? '*' or r.events ? v.event)`

/** Each delivery keeps its id and its earlier attempts, and its retries begin anew; one that is still pending stays as it is. */
const replays = writeStatement(
  `with picked as (
     select r.tenant_id, left(v.id, 11) || left(md5(v.id || r.endpoint_id), 13) as id, r.endpoint_id,
       v.id as event_id, v.event, v.created_at, r.at
     from jsonb_to_recordset($1) as r(tenant_id text, endpoint_id text, events jsonb, first text, last text, at timestamptz)
     cross join lateral (select id, event, created_at from events v where ${isSubscribed} order by id limit ${maxReplayedEvents}) v
   ), was as (
     delete from delivery_history h using picked p where h.tenant_id = p.tenant_id and h.id = p.id returning h.tenant_id, h.id, h.attempts
   )
   insert into deliveries (tenant_id, id, endpoint_id, event_id, event, attempts, attempts_before, next_at, created_at)
   select p.tenant_id, p.id, p.endpoint_id, p.event_id, p.event,
     coalesce(w.attempts, '[]'), coalesce(jsonb_array_length(w.attempts), 0), p.at, p.created_at
   from picked p left join was w on w.tenant_id = p.tenant_id and w.id = p.id
   on conflict (tenant_id, id) do nothing`,
  { first: true, signals: deliverySignal },
)

/** Delivers the events of a period that the endpoint subscribes to again. Returns how many they are. */
export async function replayEvents({ tenant, now, write }: Context, { id, events }: WebhookRow, from: Date, to: Date): Promise<number> {
  const [first, last] = [firstIdAt(from.getTime()), firstIdAt(to.getTime() + 1)]
  write({ statement: replays, row: { tenant_id: tenant.id, endpoint_id: id, events, first, last, at: now } })
  const types = JSON.stringify(events)
  const [row] = await query<{ n: number }>(
    [tenant.id],
    sql`
    select count(*) as n from (
      select 1 from events v
      where tenant_id = ${tenant.id} and v.id >= ${first} and v.id < ${last} and v.event <> ${testEvent}
        and (${types}::jsonb ? '*' or ${types}::jsonb ? v.event)
      limit ${maxReplayedEvents}::int
    ) picked`,
  )
  return row!.n
}

/** Sends an event to this endpoint only. */
export function sendTestEvent(ctx: Context, endpoint: string, event: string) {
  const { tenant, now, write } = ctx
  const data = JSON.stringify({ _id: endpoint, message: "This is a test of your webhook. Nothing happened." })
  const { id } = appendEvent(ctx, event, endpoint, data, 1)
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
  const month = (offset: number) => {
    const day = databaseClock.now()
    return new Date(Date.UTC(day.getUTCFullYear(), day.getUTCMonth() + offset, 1))
  }
  const name = (start: Date) => `delivery_history_${start.toISOString().slice(0, 7).replace("-", "_")}`
  for (const offset of [0, 1]) await createPartition(name(month(offset)), month(offset), month(offset + 1))
  const old = await query<{ name: string }>(
    allTenants,
    sql`
    select relname as name from pg_class where relkind = 'r' and relname like 'delivery\\_history\\_20%' and relname < ${name(month(-3))}`,
  )
  for (const { name: partition } of old) await query(allTenants, { name: "", text: `drop table ${partition}`, values: [] })
}

async function createPartition(name: string, from: Date, to: Date) {
  const range = `from ('${from.toISOString()}') to ('${to.toISOString()}')`
  const text = `do $$ begin
    if to_regclass('${name}') is null and not exists (
      select 1 from delivery_history_rest where filed_at >= '${from.toISOString()}' and filed_at < '${to.toISOString()}'
    ) then
      create table ${name} partition of delivery_history for values ${range};
      perform protect('${name}');
    end if;
  end $$`
  await query(allTenants, { name: "", text, values: [] })
}

/** Whoever may not edit webhooks does not see the response, which may repeat the credentials of the address. */
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
