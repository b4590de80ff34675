export const refundStatuses = ["draft", "approved", "processing", "settled", "failed", "rejected", "canceled"] as const
export type RefundStatus = (typeof refundStatuses)[number]
