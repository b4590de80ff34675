export const payoutStatuses = ["draft", "pending-approval", "processing", "paid", "failed", "returned", "canceled", "rejected"] as const
export type PayoutStatus = (typeof payoutStatuses)[number]
export const payoutMethods = ["bank-transfer", "sepa", "ach", "wire", "pix", "spei", "bank-file", "manual"] as const
export type PayoutMethod = (typeof payoutMethods)[number]
