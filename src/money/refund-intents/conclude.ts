import type { Context } from "../../kit/operation/context.ts"
import type { RefundOutcome } from "../gateways/gateway.ts"
import { readTransactionForUpdate } from "../transactions/store.ts"
import { end } from "./release.ts"
import { leftToRefund } from "./rules.ts"
import { settle } from "./settle.ts"
import type { RefundIntentRow } from "./store.ts"

type Answer = RefundOutcome | { status: "absent" | "unreachable" }

/**
 * Saves an outcome; the call, the look-up and the gateway's event use it, and the first one to learn it writes it. Whatever leaves it open,
 * such as no answer, changes nothing.
 */
export async function conclude(ctx: Context, refund: RefundIntentRow, outcome: Answer): Promise<RefundIntentRow> {
  if (refund.status === "failed" && outcome.status === "succeeded") return settleAfterAll(ctx, refund, outcome)
  if (refund.status !== "processing") return refund
  if (outcome.status === "succeeded") return settle(ctx, refund, receiptOf(outcome))
  if (outcome.status === "declined") return end(ctx, refund, { status: "failed", failure: { code: outcome.code, message: outcome.reason } })
  return refund
}

type Success = Extract<RefundOutcome, { status: "succeeded" }>
const receiptOf = ({ reference, fee = 0 }: Success) => ({ reference: null, gatewayReference: reference, fees: fee })

/** The money went back though the refund counted as failed. Its amount was free since, so it is settled unless another refund has it. */
async function settleAfterAll(ctx: Context, refund: RefundIntentRow, outcome: Success): Promise<RefundIntentRow> {
  const charge = await readTransactionForUpdate(ctx, refund.transaction_id)
  if (leftToRefund(charge) < refund.amount) return refund
  return settle(ctx, refund, receiptOf(outcome), { ...charge, refunding: charge.refunding + refund.amount })
}
