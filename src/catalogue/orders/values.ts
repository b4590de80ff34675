/** Spec: callers use `manual`, the other three are reserved. */
export const sources = ["manual", "portal", "ecommerce", "workflow"] as const
export const orderStatuses = ["open", "completed", "canceled"] as const
