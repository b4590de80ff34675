export const subscriptionStatuses = ["active", "paused", "completed", "canceled"] as const
export type SubscriptionStatus = (typeof subscriptionStatuses)[number]
/** `request` raises a payment request each cycle; `auto-charge` also charges it by an authorization or by a saved method. */
export const subscriptionModes = ["request", "auto-charge"] as const
/** What a subscription charges by. */
export const chargeSources = ["authorization", "saved-method"] as const
