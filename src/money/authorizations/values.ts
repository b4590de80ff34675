export const schemes = ["sepa", "bacs", "becs", "ach", "pix"] as const
/** The scheme by which a payment file collects: SEPA CORE and B2B, and the entry classes of NACHA. */
export const fileSchemes = ["core", "b2b", "ppd", "ccd", "web"] as const
export type FileScheme = (typeof fileSchemes)[number]
/** What stands in place of a gateway for a mandate that the tenant holds itself. */
export const byFile = "bank-file"
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
