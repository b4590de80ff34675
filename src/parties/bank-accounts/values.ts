export const owners = ["self", "contact", "partnership"] as const
export type Owner = (typeof owners)[number]
export const accountTypes = ["checking", "savings"] as const
export const accountStatuses = ["active", "inactive"] as const
