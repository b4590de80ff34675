import type { Context } from "../../kit/db/context.ts"
import type { Settlement } from "../gateways/gateway.ts"
import { partPostings, refundsAccount } from "../ledger/rules.ts"
import { post } from "../ledger/store.ts"
import { savePaymentIntent } from "../payment-intents/store.ts"
import { accrueSplits } from "../payment-splits/accrue.ts"
import type { Allocation } from "../transactions/rules.ts"
import { type Plan, readPlanForUpdate, saveInstallments, sourceOf } from "../transactions/settle.ts"
import { saveSettlement, undoSettlement } from "../transactions/settlement.ts"
import { readTransactionForUpdate, saveRefundCounters, saveTransaction } from "../transactions/store.ts"
import { mailLateFailure } from "./mails.ts"
import { refundedLines } from "./rules.ts"
import { type RefundIntentRow, saveRefundIntent } from "./store.ts"

/**
 * The money of a settled refund came back, because it did not reach the payer. Books the opposite and gives the intents and splits back
 * what was taken, in one commit. Its transaction stays as history and is reversed. The gateway keeps its fee. A person decides what to do.
 * `returned` is what the gateway made of both movements, where it tells.
 */
export async function failLater(
  ctx: Context,
  refund: RefundIntentRow,
  failure: { code: string; message: string },
  returned?: Settlement,
): Promise<RefundIntentRow> {
  if (refund.refund_transaction_id === null) throw new Error(`refund ${refund.id} is settled without a transaction`)
  const plan = await readPlanForUpdate(ctx, refund.payment_intent_id)
  const charge = await readTransactionForUpdate(ctx, refund.transaction_id)
  const transaction = await readTransactionForUpdate(ctx, refund.refund_transaction_id)
  const { allocations, currency } = transaction
  const reversed = saveTransaction(ctx, transaction, { status: "reversed", failure, ...undoSettlement(ctx, transaction) })
  if (returned) await saveSettlement(ctx, reversed, returned)
  await giveToIntents(ctx, plan, allocations, refund)
  const parts = allocations.map(part => ({ account: refundsAccount(part.paymentIntent), amount: part.amount }))
  post(ctx, {
    kind: "refund-failure",
    source: { type: "transaction", id: transaction.id },
    currency,
    effectiveAt: ctx.now,
    postings: partPostings(sourceOf(charge), parts),
  })
  saveRefundCounters(ctx, charge, { refunded: charge.refunded - refund.amount })
  await mailLateFailure(ctx, refund, plan.target, failure.message)
  return saveRefundIntent(ctx, refund, { status: "failed", failure })
}

/** Exactly what was taken from each, whatever other refunds have taken since. */
async function giveToIntents(ctx: Context, plan: Plan, allocations: readonly Allocation[], refund: RefundIntentRow) {
  saveInstallments(ctx, plan, allocations, (row, amount) => ({ refunded: row.refunded - amount }))
  const { root } = plan
  const refunded = root.refunded - refund.amount
  savePaymentIntent(ctx, root, { refunded, refunded_lines: refundedLines(root, refund, -1) })
  await accrueSplits(ctx, { ...root, refunded })
}
