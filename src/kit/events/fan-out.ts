import type { Context } from "../db/context.ts"

type PublishedEvent = { tenant_id: string; id: string; event: string; created_at: Date }

/** Port: hands an event to whoever delivers it, in the commit of the change. The webhooks implement it, app.ts connects them. */
export type FanOut = (ctx: Context, event: PublishedEvent) => void

export let fanOut: FanOut = () => {
  throw new Error("no fan-out is connected: import app.ts before publishing")
}
export const useFanOut = (implementation: FanOut) => void (fanOut = implementation)
