export const transferStatuses = ["allocated", "unallocated"] as const
