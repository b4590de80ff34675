import { z } from "zod"
import { Id, Moment } from "../kit/fields.ts"
import { by } from "../kit/filters.ts"

/** What happened, as webhooks tell it: the data is the object as REST shows it. Kept for 90 days. */
export const Event = z
  .object({
    _id: Id,
    event: z.string().meta({ example: "paymentIntents.create" }),
    object: Id,
    data: z.record(z.string(), z.unknown()),
    version: z.literal("v1"),
    createdAt: Moment,
  })
  .meta({ id: "Event" })
export type Event = z.output<typeof Event>

export const eventFilters = { event: by.text("event"), object: by.text("object_id"), createdAt: by.time("created_at", true) }

/** Contract: events are kept 90 days. */
export const keptDays = 90
