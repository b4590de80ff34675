export const fileFormats = ["pain.001", "nacha"] as const
export type FileFormat = (typeof fileFormats)[number]
export const fileStatuses = ["made", "sent", "accepted", "partly", "rejected", "settled", "canceled"] as const
export type FileStatus = (typeof fileStatuses)[number]
export const lineStatuses = ["made", "sent", "accepted", "rejected", "settled", "returned", "canceled"] as const
export type LineStatus = (typeof lineStatuses)[number]
export const entryClasses = ["ccd", "ppd"] as const
export type EntryClass = (typeof entryClasses)[number]
