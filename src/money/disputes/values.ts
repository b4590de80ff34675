export const disputeStatuses = ["needs-response", "under-review", "won", "lost", "accepted"] as const
export type DisputeStatus = (typeof disputeStatuses)[number]

/** In the order in which they may follow each other. */
export const disputeStages = ["inquiry", "dispute", "appeal"] as const
export type DisputeStage = (typeof disputeStages)[number]
