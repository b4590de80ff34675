export const transactionStatuses = ["pending-approval", "processing", "succeeded", "failed", "reversed", "canceled", "expired"] as const
export type TransactionStatus = (typeof transactionStatuses)[number]
export const transactionTypes = ["charge", "refund"] as const
