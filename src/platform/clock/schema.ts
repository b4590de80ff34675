import { z } from "zod"
import { Id, Timestamp, UtcTimestamp } from "../../kit/pure/fields.ts"
import { by } from "../../kit/pure/filters.ts"
import { Settings } from "../tenants/schema.ts"

const durationRule = "must be an ISO 8601 duration, such as P30D, P1Y6M or PT2H"
const Duration = z
  .string(durationRule)
  .regex(/^P(?=.)(\d{1,9}Y)?(\d{1,9}M)?(\d{1,9}W)?(\d{1,9}D)?(T(?=\d)(\d{1,9}H)?(\d{1,9}M)?(\d{1,9}(\.\d{1,3})?S)?)?$/, durationRule)
  .meta({ description: "How far to move; months and years by the calendar" })

const Destination = z
  .union([z.literal("next"), Timestamp], "must be a time, or next")
  .meta({ description: "A time of the tenant's clock; next: when the first entry of the queue falls due" })

export const Move = z.object({ advance: Duration.optional(), to: Destination.optional() }).meta({ example: { advance: "P30D" } })
export type Move = z.output<typeof Move>

const clockStatuses = ["idle", "moving"] as const

export const Clock = z
  .object({
    now: UtcTimestamp.meta({ description: "The time of the tenant's clock" }),
    status: z
      .enum(clockStatuses)
      .meta({ description: "moving: work that falls due on the way is running, and `now` is the current position" }),
    target: UtcTimestamp.nullable().meta({ description: "Where the clock is moving to" }),
    progress: z.number().meta({ description: "The share of the way that is done, from 0 to 1" }),
    done: z.int().meta({ description: "How many due actions the current or the last move has run" }),
    startedAt: UtcTimestamp.nullable().meta({ description: "When the current or the last move began, by the real time" }),
    endedAt: UtcTimestamp.nullable().meta({ description: "When it ended, by the real time" }),
  })
  .meta({ id: "Clock" })
export type Clock = z.output<typeof Clock>

export const MovedSettings = Settings.extend({ clock: Clock }).meta({ id: "MovedSettings" })

export const Waiting = z
  .object({
    _id: Id,
    at: UtcTimestamp.meta({ description: "When it happens, by the tenant's clock" }),
    kind: z.string().meta({ example: "expire-approval" }),
    text: z.string().meta({ description: "What happens", example: "The approval request expires" }),
    event: z.string().nullable().meta({ description: "The event that this publishes, if its object does not change until then" }),
    object: z.string().nullable().meta({ description: "The id of its object" }),
  })
  .meta({ id: "Waiting" })
export type Waiting = z.output<typeof Waiting>

export const waitingFilters = { at: by.time("at", true), kind: by.text("kind") }
