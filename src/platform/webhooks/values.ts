export const endpointStatuses = ["active", "disabled", "inactive"] as const
