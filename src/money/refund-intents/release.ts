import { isHeld, withdraw } from "../../control/approvals/hold.ts"
import type { Approval } from "../../control/approvals/schema.ts"
import type { Context } from "../../kit/db/context.ts"
import { databaseClock } from "../../kit/db/database-clock.ts"
import { enqueue } from "../../kit/jobs/enqueue.ts"
import { isRealTime } from "../gateways/clock.ts"
import { readPaymentIntentForUpdate, touchPaymentIntent } from "../payment-intents/store.ts"
import { isFromCredit } from "../transactions/rules.ts"
import { readTransactionForUpdate, saveRefundCounters, type TransactionRow } from "../transactions/store.ts"
import { assertDraft, assertRefundable, assertStillWithinBudget, assertStillWithinLines, firstLookUpDelayMs } from "./rules.ts"
import { settle } from "./settle.ts"
import { findRefundedLines, type RefundIntentRow, saveRefundIntent } from "./store.ts"

/** Releases a draft after it checks all money rules again: the charge may have been reversed or disputed since. */
export async function release(ctx: Context, refund: RefundIntentRow, approval: Approval = refund.approval): Promise<RefundIntentRow> {
  assertDraft(refund.status, "approved")
  if (refund.shares.length === 0) await assertLinesFree(ctx, refund) // a refund with shares named no lines
  const charge = await readTransactionForUpdate(ctx, refund.transaction_id)
  assertRefundable(charge)
  assertStillWithinBudget(charge, refund.amount)
  saveRefundCounters(ctx, charge, {}) // a concurrent reversal or dispute must see this release, or be seen by it
  return start(ctx, refund, charge, approval)
}

/** A refund that had counted as failed may have been paid after all, and may have taken a line that this draft names. */
async function assertLinesFree(ctx: Context, { payment_intent_id, items }: RefundIntentRow) {
  const intent = await readPaymentIntentForUpdate(ctx, payment_intent_id)
  assertStillWithinLines(intent, items, (await findRefundedLines(ctx, intent.id)).amounts)
  touchPaymentIntent(ctx, intent) // a refund that is settled at the same moment must see this release, or be seen by it
}

/**
 * The worker calls the gateway after this unit of work has committed. Without a gateway a person pays and settles the refund. A payment
 * from the contact's credit becomes credit again at once.
 */
export async function start(
  ctx: Context,
  refund: RefundIntentRow,
  charge: TransactionRow,
  approval: Approval = refund.approval,
): Promise<RefundIntentRow> {
  const approved = saveRefundIntent(ctx, refund, { status: "approved", approval })
  const started = saveRefundIntent(ctx, approved, {
    status: "processing",
    started_at: ctx.now,
    left_at: isRealTime(refund) ? databaseClock.now() : null,
  })
  if (isFromCredit(charge)) return settle(ctx, started, { reference: null, gatewayReference: null, fees: 0 }, charge)
  if (refund.gateway !== null) {
    enqueue(ctx, "refund", { refundIntent: refund.id })
    enqueue(ctx, "resolve-refund", { refundIntent: refund.id }, new Date(ctx.now.getTime() + firstLookUpDelayMs), isRealTime(refund))
  }
  return started
}

type End = { status: "rejected" | "canceled"; approval?: Approval } | { status: "failed"; failure: { code: string; message: string } }

/** Withdraws the open approval request of a draft, and returns how the draft ends with it. */
export async function withdrawDraft(ctx: Context, { id, approval }: RefundIntentRow, reason: string) {
  await withdraw(ctx, id, reason)
  return { status: "canceled" as const, approval: isHeld(approval) ? { ...approval, status: "canceled" as const } : approval }
}

/** Ends a refund without moving money: its amount can be refunded again. */
export async function end(ctx: Context, refund: RefundIntentRow, change: End): Promise<RefundIntentRow> {
  const charge = await readTransactionForUpdate(ctx, refund.transaction_id)
  saveRefundCounters(ctx, charge, { refunding: charge.refunding - refund.amount })
  return saveRefundIntent(ctx, refund, change)
}
