import { omitUndefined } from "../../kit/pure/omit-undefined.ts"
import type { GatewayEvent, RefundOutcome } from "../gateways/gateway.ts"
import { type EventEffect, isFrom } from "../gateways/ports.ts"
import { conclude } from "./conclude.ts"
import { onRefundSettled } from "./settled.ts"
import { findRefundIntent, readRefundIntentForUpdate } from "./store.ts"

type RefundEvent = Extract<GatewayEvent, { type: `refund.${string}` }>
const isAboutRefund = (event: GatewayEvent): event is RefundEvent => event.type.startsWith("refund.")

/** Applies a gateway's event about a refund. It may be late, doubled, or come after the look-up. Its key is the refund intent's id. */
export const refundEventEffect: EventEffect = async (ctx, sender, event) => {
  if (!isAboutRefund(event)) return "noted"
  const existing = await findRefundIntent(ctx, event.key)
  if (!existing || !isFrom(existing, sender)) return "no such refund"
  const refund = await readRefundIntentForUpdate(ctx, existing.id, existing)
  if (event.type === "refund.settled") return onRefundSettled(ctx, sender, refund, event)
  const { status } = await conclude(ctx, refund, outcomeOf(event))
  return status === refund.status ? `it was ${status} already` : status
}

const outcomeOf = (event: Exclude<RefundEvent, { type: "refund.settled" }>): RefundOutcome =>
  event.type === "refund.succeeded"
    ? { status: "succeeded", reference: event.reference, ...omitUndefined({ fee: event.fee }) }
    : { status: "declined", reference: event.key, code: event.code, reason: event.reason }
