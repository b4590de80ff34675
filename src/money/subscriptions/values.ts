export const subscriptionStatuses = ["active", "paused", "completed", "canceled"] as const
export type SubscriptionStatus = (typeof subscriptionStatuses)[number]
/** `request` raises a payment request each cycle; `auto-charge` also debits it by an authorization. */
export const subscriptionModes = ["request", "auto-charge"] as const
