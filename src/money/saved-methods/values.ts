/**
 * `pending`: the payment that saves it has not succeeded yet. `failed`: nothing was saved. `expired`: the bank said that the card has
 * expired. `detached`: the gateway keeps it no longer. `removed`: the payer or the tenant removed it here.
 */
export const savedMethodStatuses = ["pending", "active", "failed", "expired", "detached", "removed"] as const
export type SavedMethodStatus = (typeof savedMethodStatuses)[number]
