import { paymentIntentProblem } from "../payment-intents/errors.ts"
import type { PaymentIntentDependent } from "../payment-intents/ports.ts"

/** The payment intent of a cycle can't be deleted, so that no cycle is raised twice or missing. */
export const subscriptionDependent: PaymentIntentDependent = {
  async assertDeletable(_ctx, { subscription_id, cycle }) {
    if (subscription_id === null) return
    throw paymentIntentProblem("PIN-1007", {
      reason: `it is cycle ${cycle} of the subscription ${subscription_id}`,
      subscription: subscription_id,
    })
  },
}
