export const splitStatuses = ["pending", "due", "scheduled", "paid", "reversed", "canceled", "pending-approval", "rejected"] as const
export const splitOrigins = ["calculated", "fixed"] as const
export type SplitStatus = (typeof splitStatuses)[number]
export type SplitOrigin = (typeof splitOrigins)[number]
