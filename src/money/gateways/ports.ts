import type { Context } from "../../kit/db/context.ts"
import type { GatewayEvent } from "./gateway.ts"

/** Port: the effect of a gateway's events on objects of later slices, which implement it; app.ts connects them. Returns what it did. */
export type EventEffect = (ctx: Context, gateway: string, event: GatewayEvent) => Promise<string>

const effects = new Map<string, EventEffect>()

/** Keyed by the first part of an event's type: `payout` for payout.paid. */
export function connectEventEffects(implemented: Record<string, EventEffect>) {
  for (const [subject, effect] of Object.entries(implemented)) effects.set(subject, effect)
}

export const effectFor = (type: GatewayEvent["type"]) => effects.get(type.split(".", 1)[0]!)
