import type { GatewayEvent, Outcome } from "./gateway.ts"
import { debitDeclines } from "./simulator-mandates.ts"
import type { SimulatedCharge } from "./store.ts"

export type Script = Pick<SimulatedCharge, "status"> & {
  decline?: [code: string, reason: string]
  events?: GatewayEvent["type"][]
  timesOut?: true
  hasFee?: true
  /** What happens when the card was saved with this charge and is charged again, while the payer is absent. */
  later?: Script
}

/** Why a saved card is declined. */
const laterDeclines: Record<string, string> = {
  insufficient_funds: "there is not enough money on the account",
  expired_card: "the card has expired",
}
const declinedLater = (code: keyof typeof laterDeclines): Script => ({ status: "declined", decline: [code, laterDeclines[code]!] })

/** What each token makes the simulator do. Events are late, duplicated and out of order, like those of real gateways. */
export const scripts: Record<string, Script> = {
  tok_success: { status: "succeeded" },
  tok_success_with_fee: { status: "succeeded", hasFee: true },
  tok_declined: { status: "declined", decline: ["card_declined", "the card was declined"] },
  tok_insufficient_funds: { status: "declined", decline: ["insufficient_funds", "there is not enough money on the account"] },
  tok_processing_then_success: { status: "processing", events: ["charge.succeeded", "charge.succeeded", "charge.processing"] },
  tok_processing_then_failure: { status: "processing", events: ["charge.failed", "charge.processing", "charge.failed"] },
  tok_success_then_reversed: { status: "succeeded", events: ["charge.reversed", "charge.reversed"] },
  tok_timeout_but_charged: { status: "succeeded", timesOut: true },
  tok_dispute: { status: "succeeded", events: ["dispute.opened"] },
  tok_authenticate_later: { status: "succeeded", later: { status: "action" } },
  tok_declined_later: { status: "succeeded", later: declinedLater("insufficient_funds") },
  tok_expires_later: { status: "succeeded", later: declinedLater("expired_card") },
  tok_refund_fails: { status: "succeeded" },
  tok_refund_timeout: { status: "succeeded" },
  tok_refund_later: { status: "succeeded" },
  tok_refund_fails_later: { status: "succeeded" },
  tok_refund_fails_after_success: { status: "succeeded" },
}

/** The outcome of a charge at this time. What waits for its payer expires by the tenant's clock. */
export function outcomeOf({ status, reference, token, amount, decline_code, action, expires_at }: SimulatedCharge, now: Date): Outcome {
  if (status === "action" && action !== null) {
    if (expires_at !== null && now >= expires_at) return { status: "expired", reference }
    return { status, reference, action: { ...action, expiresAt: expires_at } }
  }
  if (status === "succeeded" && scripts[token]?.hasFee) return { status, reference, fee: feeOf(amount) }
  if (status === "declined") return { status, reference, ...declineOf(token, decline_code) }
  return { status: status === "action" ? "processing" : status, reference }
}

const declineOf = (token: string, code: string | null) => ({
  code: code ?? "declined",
  reason: scripts[token]?.decline?.[1] ?? debitDeclines[code ?? ""] ?? laterDeclines[code ?? ""] ?? "it was declined",
})

/** 2.9 percent and 30 minor units, as is common for cards. */
const feeOf = (amount: number) => Number((BigInt(amount) * 29n) / 1000n) + 30
