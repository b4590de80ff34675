export const kinds = ["agent", "institution", "supplier"] as const
