import { z } from "zod"
import { Id, UtcTimestamp } from "../../kit/pure/fields.ts"
import { by } from "../../kit/pure/filters.ts"

/** A change, as webhooks deliver it: `data` is the object as REST renders it. */
export const Event = z
  .object({
    _id: Id,
    event: z.string().meta({ example: "paymentIntents.create" }),
    object: Id,
    data: z.record(z.string(), z.unknown()),
    version: z.literal("v1"),
    createdAt: UtcTimestamp,
  })
  .meta({ id: "Event" })
export type Event = z.output<typeof Event>

export const StreamQuery = z.object({
  lastEventId: Id.optional().meta({
    description:
      "The id of the last event that you have: the stream continues after it. The header Last-Event-ID, which browsers send, overrides it",
  }),
  sinceMs: z.int().min(0).max(60_000).default(0).meta({
    description:
      "Without such an id: how many milliseconds in the past the stream begins, so that it includes all events since your last read",
  }),
})

export const eventFilters = { event: by.text("event"), object: by.text("object_id"), createdAt: by.time("created_at", true) }

/** Contract: events are kept for 90 days. */
export const retentionDays = 90
