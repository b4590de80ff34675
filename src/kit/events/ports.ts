import type { z } from "zod"
import type { Context } from "../db/context.ts"
import { type ResponseFilter, responseFilter } from "../pure/response-filter.ts"

type PublishedEvent = { tenant_id: string; id: string; event: string; created_at: Date }

/** Port: hands an event over for delivery, in the commit of the change. The webhooks implement it, app.ts connects them. */
export type FanOut = (ctx: Context, event: PublishedEvent) => void

export let fanOut: FanOut = () => {
  throw new Error("no fan-out is connected: import app.ts before publishing")
}
export const connectFanOut = (implementation: FanOut) => void (fanOut = implementation)

/** Keeps the fields of an object that its events contain, by the resource's name in events. */
export const eventFilters = new Map<string, ResponseFilter>()

/** Port: each slice declares the schema of its objects, and app.ts connects them. It is the schema of the REST response. */
export function connectEventObjects(objects: Readonly<Record<string, { object: z.ZodType }>>) {
  for (const [kind, { object }] of Object.entries(objects)) eventFilters.set(kind, responseFilter(object))
}
