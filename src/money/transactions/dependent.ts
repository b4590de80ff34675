import { withdraw } from "../../control/approvals/hold.ts"
import type { Context } from "../../kit/db/context.ts"
import { paymentIntentProblem } from "../payment-intents/errors.ts"
import type { PaymentIntentDependent } from "../payment-intents/ports.ts"
import { canceledWith } from "./approval-facts.ts"
import { assertNeverPays } from "./rules.ts"
import { findByPaymentIntent, saveTransaction, type TransactionRow } from "./store.ts"

/**
 * Payments that were recorded by hand or wait for approval are canceled with their payment intent. A charge at a gateway or a debit in a
 * payment file may still succeed, so the cancellation is refused until its outcome is known.
 */
export const transactionDependent: PaymentIntentDependent = {
  async assertCancelable(ctx, intent) {
    assertNoneAtGateway(await findByPaymentIntent(ctx, intent.id))
  },
  assertDeletable: assertNonePays,
  async canceled(ctx, intent) {
    const open = await findByPaymentIntent(ctx, intent.id)
    assertNoneAtGateway(open)
    for (const transaction of open.filter(({ status }) => status === "processing"))
      saveTransaction(ctx, transaction, { status: "canceled" })
    for (const transaction of open.filter(({ status }) => status === "pending-approval")) {
      await withdraw(ctx, transaction.id, "the payment intent was canceled")
      saveTransaction(ctx, transaction, canceledWith(transaction))
    }
  },
  /** Transactions that failed or were canceled for good stay as history, with the id of the deleted intent. */
  deleted: assertNonePays,
}

async function assertNonePays(ctx: Context, { id }: { id: string }) {
  for (const transaction of await findByPaymentIntent(ctx, id)) assertNeverPays(transaction)
}

function assertNoneAtGateway(transactions: readonly TransactionRow[]) {
  const atGateway = transactions.find(({ status, gateway, file_id }) => status === "processing" && (gateway ?? file_id) !== null)
  if (atGateway) throw paymentIntentProblem("PIN-1006", { transaction: atGateway.id })
}
