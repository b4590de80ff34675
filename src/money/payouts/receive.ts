import { omitUndefined } from "../../kit/pure/omit-undefined.ts"
import type { GatewayEvent } from "../gateways/gateway.ts"
import type { EventEffect } from "../gateways/ports.ts"
import { conclude } from "./conclude.ts"
import { readPayoutWithSplits } from "./settle.ts"
import { findPayout } from "./store.ts"

/** Applies a gateway's event about a payout. Its key is the payout's id. */
export const payoutEventEffect: EventEffect = async (ctx, sender, event) => {
  if (!isAboutPayout(event)) return "noted"
  const existing = await findPayout(ctx, event.key)
  if (!existing || existing.gateway !== sender.gateway) return "no such payout"
  const withSplits = await readPayoutWithSplits(ctx, existing.id)
  if (event.type === "payout.paid")
    return conclude(ctx, withSplits, {
      ...omitUndefined({ fee: event.fee, charged: event.charged }),
      status: "paid",
      reference: event.reference,
    })
  const status = event.type === "payout.failed" ? "failed" : "returned"
  return conclude(ctx, withSplits, { status, reference: withSplits.payout.reference ?? event.key, reason: event.reason })
}

const isAboutPayout = (event: GatewayEvent): event is Extract<GatewayEvent, { type: `payout.${string}` }> =>
  event.type.startsWith("payout.")
