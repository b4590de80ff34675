export const linkStatuses = ["active", "inactive"] as const
/** `open`: not paid yet, and its units are held. `released`: canceled or expired, and others can buy its units. */
export const purchaseStatuses = ["open", "paid", "released"] as const
export type PurchaseStatus = (typeof purchaseStatuses)[number]
export const fieldTypes = ["text", "choice", "checkbox"] as const
/** Why a link sells nothing now, or `open`. */
export const availabilities = ["open", "inactive", "not-yet", "ended", "used-up", "sold-out"] as const
export type Availability = (typeof availabilities)[number]
