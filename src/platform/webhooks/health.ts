import type { Context } from "../../kit/db/context.ts"
import { hourMs } from "../../kit/pure/calendar.ts"
import { isoTime, isoTimeOrNull } from "../../kit/pure/time.ts"
import { readLastDay } from "./delivery-log-store.ts"
import { readFailingSince } from "./health-store.ts"
import { turnsOffAt } from "./rules.ts"
import type { WebhookHealth } from "./schema.ts"
import type { WebhookRow } from "./store.ts"

const hoursADay = 24

/** How the deliveries of the last 24 hours went, by the tenant's clock. */
export async function readHealth(ctx: Context, _input: object, { id, status }: WebhookRow): Promise<WebhookHealth> {
  const since = new Date(ctx.now.getTime() - hoursADay * hourMs)
  const [{ hours, speed }, failingSince] = await Promise.all([readLastDay(ctx, id, since), readFailingSince(ctx, id)])
  const sum = (field: "delivered" | "waiting" | "failing" | "attempts") => hours.reduce((total, hour) => total + hour[field], 0)
  return {
    since: isoTime(since),
    delivered: sum("delivered"),
    waiting: sum("waiting"),
    failing: sum("failing"),
    attempts: sum("attempts"),
    medianMs: speed.median_ms,
    p95Ms: speed.p95_ms,
    hours: Array.from({ length: hoursADay }, (_, i) => {
      const { delivered = 0, waiting = 0, failing = 0 } = hours.find(({ hours_ago }) => hours_ago === hoursADay - 1 - i) ?? {}
      return { at: isoTime(new Date(since.getTime() + i * hourMs)), delivered, waiting, failing }
    }),
    turnsOffAt: isoTimeOrNull(failingSince !== null && status === "active" ? turnsOffAt(failingSince) : null),
  }
}
