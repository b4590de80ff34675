export const ownAccountStatuses = ["active", "archived"] as const

/** The dialects of payment files. An account without one is for statements only. */
export const profileNames = ["sepa", "sepa-agent-notprovided", "sepa-single-booking", "nacha", "nacha-company-origin"] as const
export type ProfileName = (typeof profileNames)[number]
