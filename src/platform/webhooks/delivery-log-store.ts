import type { Context } from "../../kit/db/context.ts"
import { query, sql } from "../../kit/db/query.ts"
import { readReport } from "../../kit/db/replica-reads.ts"
import { generalProblem } from "../../kit/pure/errors.ts"
import { firstIdAt } from "../../kit/pure/id.ts"
import { type DeliveryRow, renderDelivery } from "./delivery-store.ts"
import type { SentDelivery } from "./schema.ts"
import { envelope, plainHeaders } from "./sign.ts"
import { maskUnlessEditor, type WebhookRow } from "./store.ts"

/** A delivery with its event, as long as the event is kept. */
type SentRow = DeliveryRow & { data: string | null; sequence: number | null }

export async function readSentDelivery({ tenant }: Context, endpoint: string, id: string): Promise<SentRow> {
  const [row] = await query<SentRow>(
    [tenant.id],
    sql`
    select d.*, v.data, v.sequence from webhook_deliveries d
    left join published_events v on v.tenant_id = d.tenant_id and v.id = d.event_id
    where d.tenant_id = ${tenant.id} and d.endpoint_id = ${endpoint} and d.id = ${id}
    order by d.finished_at desc nulls first limit 1`,
  )
  if (!row) throw generalProblem("GEN-1004", { kind: "delivery", reference: id })
  return row
}

/** The request as an attempt sends it, rebuilt from the stored event. */
export function renderSentDelivery(row: SentRow, { url }: WebhookRow, ctx: Context): SentDelivery {
  const { id, event, data, sequence, attempts } = row
  const delivery = renderDelivery(row, ctx)
  if (data === null || sequence === null) return { ...delivery, request: null }
  const headers = plainHeaders({ id, attempt: Math.max(1, attempts.length), sequence })
  return { ...delivery, request: { ...maskUnlessEditor({ url }, ctx.caller), headers, body: envelope(event, data, ctx.tenant.id, id) } }
}

/** The number of deliveries that the health is computed from: the newest, if an endpoint has more. */
const maxDeliveries = 20_000

type HourRow = { hours_ago: number; delivered: number; waiting: number; failing: number; attempts: number }
type SpeedRow = { median_ms: number | null; p95_ms: number | null }

/** The last day of deliveries by hour, and the speed of the replies. An id begins with its event's time, so a day is a range of ids. */
export function readLastDay({ tenant, now }: Context, endpoint: string, since: Date): Promise<{ hours: HourRow[]; speed: SpeedRow }> {
  const first = firstIdAt(since.getTime())
  return readReport([tenant.id], async read => {
    const hours = await read<HourRow>(sql`
      select greatest(0, floor(extract(epoch from ${now}::timestamptz - created_at) / 3600))::int as hours_ago,
        count(*) filter (where status = 'delivered')::int as delivered,
        count(*) filter (where status = 'pending' and attempts = '[]')::int as waiting,
        count(*) filter (where status <> 'delivered' and attempts <> '[]')::int as failing,
        coalesce(sum(jsonb_array_length(attempts)) filter (where status = 'delivered'), 0)::int as attempts
      from (
        select status, attempts, created_at from webhook_deliveries
        where tenant_id = ${tenant.id} and endpoint_id = ${endpoint} and id >= ${first} order by id desc limit ${maxDeliveries}::int
      ) recent group by 1`)
    const [speed] = await read<SpeedRow>(sql`
      select percentile_disc(0.5) within group (order by ms) as median_ms, percentile_disc(0.95) within group (order by ms) as p95_ms
      from (
        select (attempts -> -1 ->> 'ms')::int as ms from webhook_deliveries
        where tenant_id = ${tenant.id} and endpoint_id = ${endpoint} and id >= ${first} and attempts -> -1 ->> 'status' is not null
        order by id desc limit ${maxDeliveries}::int
      ) replies`)
    return { hours, speed: speed! }
  })
}
