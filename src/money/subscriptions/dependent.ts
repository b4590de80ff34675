import { paymentIntentProblem } from "../payment-intents/errors.ts"
import type { PaymentIntentDependent } from "../payment-intents/ports.ts"

/** Each cycle that was raised keeps its one payment intent, so that none is raised twice and none is missing. */
export const subscriptionDependent: PaymentIntentDependent = {
  async assertDeletable(_ctx, { subscription_id, cycle }) {
    if (subscription_id === null) return
    throw paymentIntentProblem("PIN-1007", { reason: `it is cycle ${cycle} of the subscription ${subscription_id}` })
  },
}
