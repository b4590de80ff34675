export const fileFormats = ["pain.001", "pain.008", "nacha"] as const
export type FileFormat = (typeof fileFormats)[number]
export const fileStatuses = ["made", "sent", "accepted", "partly", "rejected", "settled", "canceled"] as const
export type FileStatus = (typeof fileStatuses)[number]
export const lineStatuses = ["made", "sent", "accepted", "rejected", "settled", "returned", "canceled"] as const
export type LineStatus = (typeof lineStatuses)[number]
/** Payouts leave the account, debits fill it. */
export const directions = ["credits", "debits"] as const
export type Direction = (typeof directions)[number]
/** Where a debit stands among those of its mandate: the first, a later one, the only one, the last. */
export const sequences = ["FRST", "RCUR", "OOFF", "FNAL"] as const
export type Sequence = (typeof sequences)[number]
export const entryClasses = ["ccd", "ppd"] as const
export type EntryClass = (typeof entryClasses)[number]
