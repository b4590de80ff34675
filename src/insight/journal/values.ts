export const closeStatuses = ["closing", "closed", "reopening", "reopened"] as const
export type CloseStatus = (typeof closeStatuses)[number]

export const formats = ["json", "csv", "datev", "quickbooks"] as const
export type Format = (typeof formats)[number]
