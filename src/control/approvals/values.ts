export const entityTypes = ["transaction", "payout", "payment-split", "authorization", "refund-intent", "journal-close"] as const
export type EntityType = (typeof entityTypes)[number]
export const strategies = ["any-of", "all-of", "sequential", "round-robin", "auto-approve"] as const
export type Strategy = (typeof strategies)[number]
export const recipientTypes = ["supplier", "partnership", "self"] as const
export type RecipientType = (typeof recipientTypes)[number]
export const requestStatuses = ["pending", "approved", "rejected", "canceled"] as const
export type RequestStatus = (typeof requestStatuses)[number]
