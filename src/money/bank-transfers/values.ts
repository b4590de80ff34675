export const transferStatuses = ["allocated", "unallocated", "reversed"] as const

/** Where the money of a transfer is that a bank statement has shown: on an account of the tenant, with no gateway. */
export const ownHolder = "own"
