export const disputeStatuses = ["needs-response", "under-review", "won", "lost", "accepted"] as const
export type DisputeStatus = (typeof disputeStatuses)[number]
