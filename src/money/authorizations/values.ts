export const schemes = ["sepa", "bacs", "becs", "ach", "pix"] as const
export type Scheme = (typeof schemes)[number]
export const authorizationStatuses = [
  "pending-approval",
  "pending",
  "active",
  "revoked",
  "expired",
  "failed",
  "rejected",
  "canceled",
] as const
export type AuthorizationStatus = (typeof authorizationStatuses)[number]
