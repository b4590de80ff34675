import type { Context } from "../../kit/db/context.ts"
import type { GatewayEvent } from "./gateway.ts"

/** Who reports an event: the simulator, or a provider by a connection of the tenant. */
export type Sender = { gateway: string; connection_id: string | null }

/** Whether something went through the gateway that now reports about it. One account never speaks for another. */
export const isFrom = (object: { gateway: string | null; connection_id: string | null } | undefined, sender: Sender) =>
  object?.gateway === sender.gateway && object.connection_id === sender.connection_id

/** Port: the effect of a gateway's events on objects of later slices, which implement it; app.ts connects them. Returns what it did. */
export type EventEffect = (ctx: Context, sender: Sender, event: GatewayEvent) => Promise<string>

const effects = new Map<string, EventEffect>()

/** Keyed by the first part of an event's type: `payout` for payout.paid. */
export function connectEventEffects(implemented: Record<string, EventEffect>) {
  for (const [subject, effect] of Object.entries(implemented)) effects.set(subject, effect)
}

export const effectFor = (type: GatewayEvent["type"]) => effects.get(type.split(".", 1)[0]!)
