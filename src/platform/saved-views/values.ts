/** How high the rows of a list are. */
export const densities = ["comfortable", "compact"] as const
