import type { Context } from "../kit/context.ts"
import { ask, askLightly, everyone, sql } from "../kit/db.ts"
import type { ListQuery } from "../kit/filters.ts"
import { firstIdAt, newId } from "../kit/id.ts"
import { iso, isoOrNull } from "../kit/iso.ts"
import { page } from "../kit/page.ts"
import { Problem } from "../kit/problem.ts"
import { note } from "../kit/publish.ts"
import { way, type Write } from "../kit/writes.ts"
import { replayedMost } from "./rules.ts"
import { type Attempt, type Delivery, testEvent } from "./schema.ts"
import type { WebhookRow } from "./store.ts"

/** A delivery in the hands of this worker, with all that an attempt needs. */
export type Claimed = Pick<
  WebhookRow,
  "url" | "secret" | "previous_secret" | "previous_until" | "older_secrets" | "failing_since" | "last_success_at"
> & {
  tenant_id: string
  id: string
  endpoint_id: string
  event: string
  attempts: Attempt[]
  data: string
  sequence: number
  clock_offset_ms: number
}

/**
 * Takes due deliveries for this worker, a few of each endpoint and the first of all before the second of any, so that none waits for
 * another's backlog. One that fails gets two at a time, so
 * that a first success is not kept waiting by a silence.
 * A worker that dies holds them for a minute, longer than any attempt takes. No transaction stays open while they are sent.
 */
export function claimDeliveries(underWay: ReadonlyMap<string, number>, each: number, room: number): Promise<Claimed[]> {
  const busy = JSON.stringify(Object.fromEntries(underWay))
  return askLightly<Claimed>(
    everyone,
    sql`
    with due as (
      select d.tenant_id, d.id, t.clock_offset_ms from webhook_endpoints e
      join tenants t on t.id = e.tenant_id
      cross join lateral (
        select o.tenant_id, o.id, o.next_at from deliveries o
        cross join lateral (select 1 from events where tenant_id = o.tenant_id and id = o.event_id limit 1) v
        where o.endpoint_id = e.id and o.next_at <= now() + t.clock_offset_ms * interval '1 millisecond'
          and (o.leased_until is null or o.leased_until < now())
        order by o.next_at
        limit greatest(0, case when e.failing_since is null then ${each}::int else 2 end - coalesce((${busy}::jsonb ->> e.id)::int, 0))
      ) d
      where e.status = 'active'
      order by row_number() over (partition by e.tenant_id, e.id order by d.next_at), d.next_at limit ${room}::int
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
    where d.tenant_id = l.tenant_id and d.id = l.id
    returning d.tenant_id, d.id, d.endpoint_id, d.event, d.attempts, v.data, v.sequence, l.clock_offset_ms,
      e.url, e.secret, e.previous_secret, e.previous_until, e.older_secrets, e.failing_since, e.last_success_at`,
  )
}

const result = "tenant_id text, id text, n int, attempt jsonb, answer text, at timestamptz, status text"

/** Over: it leaves the hot table for the history. Guarded by its number of attempts, so that a late worker does not end it twice. */
const finishing = way(
  `with gone as (
     delete from deliveries d using jsonb_to_recordset($1) as r(${result})
     where d.tenant_id = r.tenant_id and d.id = r.id and jsonb_array_length(d.attempts) = r.n - 1
     returning d.*, r.attempt, r.answer as last_answer, r.at, r.status as ended
   )
   insert into delivery_history (tenant_id, id, endpoint_id, event_id, event, status, attempts, answer, next_at, created_at, finished_at)
   select tenant_id, id, endpoint_id, event_id, event, ended, attempts || attempt, last_answer, next_at, created_at, at from gone`,
  { first: true },
)

const postponing = way(
  `update deliveries d set attempts = d.attempts || r.attempt, answer = r.answer, next_at = r.at, leased_until = null
   from jsonb_to_recordset($1) as r(${result})
   where d.tenant_id = r.tenant_id and d.id = r.id and jsonb_array_length(d.attempts) = r.n - 1`,
)

type Result = { attempt: Attempt; answer: string | null; at: Date }

export const finished = (
  { tenant_id, id }: Claimed,
  status: "delivered" | "abandoned" | "canceled",
  { attempt, answer, at }: Result,
): Write => ({
  way: finishing,
  row: { tenant_id, id, n: attempt.n, attempt, answer, at, status },
})

export const postponed = ({ tenant_id, id }: Claimed, { attempt, answer, at }: Result): Write => ({
  way: postponing,
  row: { tenant_id, id, n: attempt.n, attempt, answer, at, status: "pending" },
})

/** Since when it fails is the database's to say: an attempt that began before the endpoint recovered must not bring back what was. */
const faring = way(
  `update webhook_endpoints e set
     failing_since = case when r.success is not null or e.status <> 'active' then null else coalesce(e.failing_since, r.failure) end,
     last_success_at = coalesce(r.success, e.last_success_at), last_failure_at = coalesce(r.failure, e.last_failure_at)
   from jsonb_to_recordset($1) as r(tenant_id text, id text, success timestamptz, failure timestamptz)
   where e.tenant_id = r.tenant_id and e.id = r.id`,
  { fold: rows => [...new Map(rows.map(row => [(row as { id: string }).id, row])).values()] },
)

/** How the endpoint fares, told when it changes or once a minute: an endpoint that does well is no hot row. */
export function fared({ tenant_id, endpoint_id: id, failing_since, last_success_at }: Claimed, isWell: boolean, now: Date): Write[] {
  if (!isWell) return [{ way: faring, row: { tenant_id, id, failure: now } }]
  const isNews = failing_since !== null || last_success_at === null || now.getTime() - last_success_at.getTime() > 60_000
  return isNews ? [{ way: faring, row: { tenant_id, id, success: now } }] : []
}

const queued = `tenant_id text, id text, endpoint_id text, event_id text, event text, attempts jsonb, next_at timestamptz, created_at timestamptz`
const again = way(
  `insert into deliveries (tenant_id, id, endpoint_id, event_id, event, attempts, next_at, created_at)
   select tenant_id, id, endpoint_id, event_id, event, attempts, next_at, created_at from jsonb_to_recordset($1) as r(${queued})
   on conflict (tenant_id, id) do update set next_at = excluded.next_at, leased_until = null`,
  { wakes: true },
)
const reopening = way(
  `delete from delivery_history h using jsonb_to_recordset($1) as r(tenant_id text, id text)
   where h.tenant_id = r.tenant_id and h.id = r.id`,
  { first: true },
)

type DeliveryRow = {
  id: string
  endpoint_id: string
  event_id: string
  event: string
  status: string
  attempts: Attempt[]
  answer: string | null
  next_at: Date | null
  created_at: Date
  finished_at: Date | null
}

/** Sends it again under the same id, whether it was delivered or not: a receiver that knows the id may leave it. */
export function sendAgain({ tenant, now, write }: Context, { id, endpoint_id, event_id, event, attempts, created_at }: DeliveryRow) {
  write({ way: reopening, row: { tenant_id: tenant.id, id } })
  write({ way: again, row: { tenant_id: tenant.id, id, endpoint_id, event_id, event, attempts, next_at: now, created_at } })
}

export async function readDelivery({ tenant }: Context, endpoint: string, id: string): Promise<DeliveryRow> {
  const [row] = await ask<DeliveryRow>(
    [tenant.id],
    sql`
    select * from webhook_deliveries where tenant_id = ${tenant.id} and endpoint_id = ${endpoint} and id = ${id}
      and exists (select 1 from events v where v.tenant_id = ${tenant.id} and v.id = event_id)
    order by finished_at desc nulls first limit 1`,
  )
  if (!row) throw new Problem("GEN-1004", { kind: "delivery", reference: id })
  return row
}

export async function listDeliveries(ctx: Context, query: ListQuery) {
  const { data, ...rest } = await page<DeliveryRow>(ctx, { from: "webhook_deliveries" }, query)
  return { data: data.map(shownDelivery), ...rest }
}

const wanted = `v.tenant_id = r.tenant_id and v.id >= r.first and v.id < r.last and v.event <> '${testEvent}'
  and (r.events ? '*' or r.events ? v.event)`

/** Each keeps the id and the attempts it had; one that is still on its way stays as it is. */
const replaying = way(
  `with picked as (
     select r.tenant_id, left(v.id, 11) || left(md5(v.id || r.endpoint_id), 13) as id, r.endpoint_id, v.id as event_id, v.event, v.created_at, r.at
     from jsonb_to_recordset($1) as r(tenant_id text, endpoint_id text, events jsonb, first text, last text, at timestamptz)
     cross join lateral (select id, event, created_at from events v where ${wanted} order by id limit ${replayedMost}) v
   ), was as (
     delete from delivery_history h using picked p where h.tenant_id = p.tenant_id and h.id = p.id returning h.tenant_id, h.id, h.attempts
   )
   insert into deliveries (tenant_id, id, endpoint_id, event_id, event, attempts, next_at, created_at)
   select p.tenant_id, p.id, p.endpoint_id, p.event_id, p.event, coalesce(w.attempts, '[]'), p.at, p.created_at
   from picked p left join was w on w.tenant_id = p.tenant_id and w.id = p.id
   on conflict (tenant_id, id) do nothing`,
  { first: true, wakes: true },
)

/** The events of a period that the endpoint wants, told again. Answers how many. */
export async function replayEvents({ tenant, now, write }: Context, { id, events }: WebhookRow, from: Date, to: Date): Promise<number> {
  const [first, last] = [firstIdAt(from.getTime()), firstIdAt(to.getTime() + 1)]
  write({ way: replaying, row: { tenant_id: tenant.id, endpoint_id: id, events, first, last, at: now } })
  const types = JSON.stringify(events)
  const [row] = await ask<{ n: number }>(
    [tenant.id],
    sql`
    select count(*) as n from (
      select 1 from events v
      where tenant_id = ${tenant.id} and v.id >= ${first} and v.id < ${last} and v.event <> ${testEvent}
        and (${types}::jsonb ? '*' or ${types}::jsonb ? v.event)
      limit ${replayedMost}::int
    ) picked`,
  )
  return row!.n
}

/** An event for one endpoint alone. */
export function sendTest(ctx: Context, endpoint: string, event: string) {
  const { tenant, now, write } = ctx
  const data = JSON.stringify({ _id: endpoint, message: "This is a test of your webhook. Nothing happened." })
  const { id } = note(ctx, event, endpoint, data, 1)
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
  write({ way: again, row })
}

/** A month's partition ahead of its time, and none that is older than 90 days. */
export async function turnPartitions() {
  const month = (offset: number) => {
    const day = new Date()
    return new Date(Date.UTC(day.getUTCFullYear(), day.getUTCMonth() + offset, 1))
  }
  const name = (start: Date) => `delivery_history_${start.toISOString().slice(0, 7).replace("-", "_")}`
  for (const offset of [0, 1]) await makePartition(name(month(offset)), month(offset), month(offset + 1))
  const old = await ask<{ name: string }>(
    everyone,
    sql`
    select relname as name from pg_class where relkind = 'r' and relname like 'delivery\\_history\\_20%' and relname < ${name(month(-3))}`,
  )
  for (const { name: partition } of old) await ask(everyone, { name: "", text: `drop table ${partition}`, values: [] })
}

async function makePartition(name: string, from: Date, to: Date) {
  const range = `from ('${from.toISOString()}') to ('${to.toISOString()}')`
  const text = `do $$ begin
    if to_regclass('${name}') is null and not exists (
      select 1 from delivery_history_rest where filed_at >= '${from.toISOString()}' and filed_at < '${to.toISOString()}'
    ) then
      create table ${name} partition of delivery_history for values ${range};
      perform protect('${name}');
    end if;
  end $$`
  await ask(everyone, { name: "", text, values: [] })
}

export const shownDelivery = (row: DeliveryRow): Delivery => ({
  _id: row.id,
  webhook: row.endpoint_id,
  event: row.event,
  eventId: row.event_id,
  status: row.status as Delivery["status"],
  attempts: row.attempts,
  answer: row.answer,
  nextAttemptAt: row.status === "pending" ? isoOrNull(row.next_at) : null,
  finishedAt: isoOrNull(row.finished_at),
  createdAt: iso(row.created_at),
})
