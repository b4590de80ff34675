import type { Context } from "../../kit/db/context.ts"
import { allTenants, query, readSnapshot, sql } from "../../kit/db/query.ts"
import { type Write, writeStatement } from "../../kit/db/statements.ts"

/** The health of an endpoint. `failing_since` applies only while the endpoint is active. */
export type Health = { failing_since: Date | null; last_success_at: Date | null; last_failure_at: Date | null }
export type Statistics = Health & { discarded: number }

/** The health of each endpoint of the tenant and the number of events that it missed while it was not active, by its id. */
export async function readStatistics({ tenant }: Pick<Context, "tenant">): Promise<Map<string, Statistics>> {
  const rows = await query<Statistics & { endpoint_id: string }>(
    [tenant.id],
    sql`
    select h.endpoint_id, h.failing_since, h.last_success_at, h.last_failure_at, coalesce(d.n, 0)::bigint as discarded
    from webhook_health h
    left join (
      select tenant_id, value, sum(n) as n from tallies where tenant_id = ${tenant.id} and kind = 'discarded' group by tenant_id, value
    ) d on d.tenant_id = h.tenant_id and d.value = h.endpoint_id
    where h.tenant_id = ${tenant.id}`,
  )
  return new Map(rows.map(row => [row.endpoint_id, row]))
}

/** How many deliveries of all tenants wait, and for how long the oldest has been due. An endpoint that is not active gets none. */
export async function readBacklog(): Promise<{ pending: number; oldestSeconds: number }> {
  const [row] = await readSnapshot(allTenants, read =>
    read<{ pending: number; oldestSeconds: number }>(sql`
      select count(*) as pending, greatest(0, coalesce(extract(epoch from now() - min(d.next_at)), 0)) as "oldestSeconds"
      from deliveries d join webhook_endpoints e on e.tenant_id = d.tenant_id and e.id = d.endpoint_id
      where e.status = 'active'`),
  )
  return row!
}

/** Since when the endpoint fails. */
export async function readFailingSince({ tenant }: Context, endpoint: string): Promise<Date | null> {
  const [row] = await query<Pick<Health, "failing_since">>(
    [tenant.id],
    sql`
    select failing_since from webhook_health where tenant_id = ${tenant.id} and endpoint_id = ${endpoint}`,
  )
  return row?.failing_since ?? null
}

const columns = "tenant_id text, endpoint_id text, success timestamptz, failure timestamptz, since timestamptz"
const rows = `jsonb_to_recordset($1) as r(${columns})`

const inserts = writeStatement(`insert into webhook_health (tenant_id, endpoint_id) select tenant_id, endpoint_id from ${rows}`)
const deletes = writeStatement(
  `delete from webhook_health h using ${rows} where h.tenant_id = r.tenant_id and h.endpoint_id = r.endpoint_id`,
)
const restarts = writeStatement(
  `update webhook_health h set failing_since = null from ${rows} where h.tenant_id = r.tenant_id and h.endpoint_id = r.endpoint_id`,
)
const ends = writeStatement(
  `update webhook_health h set failing_since = null from ${rows}
   where h.tenant_id = r.tenant_id and h.endpoint_id = r.endpoint_id and h.failing_since = r.since returning 1`,
  { exact: true },
)

/**
 * The statement itself computes since when the endpoint fails, because an attempt that began before a recovery must not restore the old
 * time. If several attempts are committed together, the last success and the last failure count.
 */
const updates = writeStatement(
  `update webhook_health h set
     failing_since = case when r.success is null then coalesce(h.failing_since, r.failure) when r.failure > r.success then r.failure end,
     last_success_at = coalesce(r.success, h.last_success_at), last_failure_at = coalesce(r.failure, h.last_failure_at)
   from ${rows} where h.tenant_id = r.tenant_id and h.endpoint_id = r.endpoint_id`,
  { combine: outcomes => [...Map.groupBy(outcomes as Endpoint[], row => row.endpoint_id).values()].map(own => Object.assign({}, ...own)) },
)

type Endpoint = { tenant_id: string; endpoint_id: string }

export const insertHealth = (endpoint: Endpoint): Write => ({ statement: inserts, row: endpoint })
export const deleteHealth = (endpoint: Endpoint): Write => ({ statement: deletes, row: endpoint })
/** An endpoint that is enabled gets a new period of 24 hours. */
export const restartHealth = (endpoint: Endpoint): Write => ({ statement: restarts, row: endpoint })

/**
 * Clears the failing time of an endpoint that is deactivated for it. If an attempt succeeded meanwhile, the unit of work runs again. It
 * takes no lock, because that could deadlock: attempts write their delivery before the health, and deactivating cancels deliveries.
 */
export const endFailing = (endpoint: Endpoint, since: Date): Write => ({
  statement: ends,
  row: { ...endpoint, since },
  id: `webhook_health ${endpoint.tenant_id} ${endpoint.endpoint_id}`,
})

/** A failure is always stored, a success only after a failure or once a minute, so that the row of a working endpoint is not hot. */
export function updateHealth(delivery: Endpoint & Omit<Health, "last_failure_at">, isSuccess: boolean, now: Date): Write[] {
  const { tenant_id, endpoint_id, failing_since, last_success_at } = delivery
  if (!isSuccess) return [{ statement: updates, row: { tenant_id, endpoint_id, failure: now } }]
  const isDue = failing_since !== null || last_success_at === null || now.getTime() - last_success_at.getTime() > 60_000
  return isDue ? [{ statement: updates, row: { tenant_id, endpoint_id, success: now } }] : []
}
