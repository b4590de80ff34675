import type { Dependent } from "../payment-intents/dependents.ts"
import { paymentIntentProblem } from "../payment-intents/errors.ts"
import { findByPaymentIntent, saveTransaction } from "./store.ts"

/**
 * Processing payments that were recorded manually are canceled with their payment intent. A charge at a gateway may still succeed, so the
 * cancellation is refused until its outcome is known.
 */
export const transactionDependent: Dependent = {
  async canceled(ctx, intent) {
    const processing = (await findByPaymentIntent(ctx, intent.id)).filter(transaction => transaction.status === "processing")
    const atGateway = processing.find(transaction => transaction.gateway !== null)
    if (atGateway) throw paymentIntentProblem("PIN-1006", { transaction: atGateway.id })
    for (const transaction of processing) saveTransaction(ctx, transaction, { status: "canceled" })
  },
  async deleted(ctx, intent) {
    if ((await findByPaymentIntent(ctx, intent.id)).length > 0) throw paymentIntentProblem("PIN-1007")
  },
}
