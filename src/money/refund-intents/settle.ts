import type { Context } from "../../kit/db/context.ts"
import { addCredit, readPayerForUpdate } from "../../parties/contacts/store.ts"
import type { Settlement } from "../gateways/gateway.ts"
import { feesAccount, holderOf, partPostings, refundsAccount, reversePostings } from "../ledger/rules.ts"
import { post } from "../ledger/store.ts"
import { savePaymentIntent } from "../payment-intents/store.ts"
import { accrueSplits } from "../payment-splits/accrue.ts"
import { type Allocation, isFromCredit } from "../transactions/rules.ts"
import { type Plan, readPlanForUpdate, saveInstallments, sourceOf } from "../transactions/settle.ts"
import { saveSettlement } from "../transactions/settlement.ts"
import { findTakenBack, insertRefund, readTransactionForUpdate, saveRefundCounters, type TransactionRow } from "../transactions/store.ts"
import { mailRefund } from "./mails.ts"
import { refundedLines, takeBack } from "./rules.ts"
import { type RefundIntentRow, saveRefundIntent } from "./store.ts"

type Receipt = { reference: string | null; gatewayReference: string | null; fees: number; settlement?: Settlement | undefined }

/**
 * The money went back: saves one transaction of type refund, the intents and splits that gave it back, and the ledger, in one commit. Money
 * that has left can't be refused, even when the charge was reversed meanwhile. `known` is the charge as this unit of work has changed it.
 */
export async function settle(ctx: Context, refund: RefundIntentRow, receipt: Receipt, known?: TransactionRow): Promise<RefundIntentRow> {
  const { amount, currency } = refund
  const plan = await readPlanForUpdate(ctx, refund.payment_intent_id)
  const charge = known ?? (await readTransactionForUpdate(ctx, refund.transaction_id))
  const allocations = takeBack(charge.allocations, await findTakenBack(ctx, charge), amount)
  const { reference, gatewayReference: gateway_reference, fees, settlement } = receipt
  const transaction = await insertRefund(ctx, charge, { amount, fee: fees, allocations, reference, gateway_reference })
  await takeFromIntents(ctx, plan, allocations, refund)
  const parts = allocations.map(part => ({ account: refundsAccount(part.paymentIntent), amount: part.amount }))
  const fee = fees > 0 ? [{ account: feesAccount(holderOf(charge) ?? "own"), amount: fees }] : []
  post(ctx, {
    kind: "refund",
    source: { type: "transaction", id: transaction.id },
    currency,
    effectiveAt: ctx.now,
    postings: reversePostings(partPostings(sourceOf(charge), [...parts, ...fee])),
  })
  if (isFromCredit(charge)) addCredit(ctx, await readPayerForUpdate(ctx, charge.contact_id), currency, amount)
  saveRefundCounters(ctx, charge, { refunded: charge.refunded + amount, refunding: charge.refunding - amount })
  await mailRefund(ctx, refund, plan.target, isFromCredit(charge))
  const { row } = settlement ? await saveSettlement(ctx, transaction, settlement) : { row: transaction }
  return saveRefundIntent(ctx, refund, { status: "settled", refund_transaction_id: transaction.id, failure: null, fees: row.fee })
}

/** A refund does not reopen the debt: `paid` stays, and partners share in what is left of it. */
async function takeFromIntents(ctx: Context, plan: Plan, allocations: readonly Allocation[], refund: RefundIntentRow) {
  saveInstallments(ctx, plan, allocations, (row, amount) => ({ refunded: row.refunded + amount }))
  const { root } = plan
  const refunded = root.refunded + refund.amount
  savePaymentIntent(ctx, root, { refunded, refunded_lines: refundedLines(root, refund, 1) })
  await accrueSplits(ctx, { ...root, refunded })
}
