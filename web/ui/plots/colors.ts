/** One hue in two depths; only overdue amounts are red. */
export const colors = { strong: "var(--c-plot-1)", soft: "var(--c-plot-2)", pale: "var(--c-plot-3)", bad: "var(--c-bad)" }
export type Shade = keyof typeof colors
