import { readPaymentIntent } from "../payment-intents/store.ts"
import type { SavedMethodDependent } from "../saved-methods/ports.ts"
import { readTransaction } from "../transactions/store.ts"
import { chargeSourceOf } from "./rules.ts"
import { readSubscriptionForUpdate, saveSubscription } from "./store.ts"
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

/** A card that a payer saves with a payment of a subscription is what its later cycles are charged to, instead of an earlier card. */
export const cardDependent: SavedMethodDependent = {
  async activated(ctx, { id, contact_id, transaction_id }) {
    const { payment_intent_id } = await readTransaction(ctx, transaction_id)
    const { subscription_id } = await readPaymentIntent(ctx, payment_intent_id)
    if (subscription_id === null) return
    const subscription = await readSubscriptionForUpdate(ctx, subscription_id)
    const isOpen = subscription.status === "active" || subscription.status === "paused"
    if (isOpen && chargeSourceOf(subscription) === "saved-method" && subscription.contact_id === contact_id)
      saveSubscription(ctx, subscription, { saved_method_id: id })
  },
}
