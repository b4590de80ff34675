/** Round values from 0 to at least `max`, in about four steps. Steps are whole: they are minor units or counts. */
export function ticksUpTo(max: number): number[] {
  const rough = Math.max(1, max) / 4
  const power = 10 ** Math.floor(Math.log10(rough))
  const step =
    [1, 2, 2.5, 5, 10, 20].map(factor => factor * power).find(each => each >= rough && Number.isInteger(each)) ?? Math.ceil(rough)
  return Array.from({ length: Math.ceil(Math.max(1, max) / step) + 1 }, (_, index) => index * step)
}

/** Equal bands between two positions, with `gap` of each left free. */
export function bandsBetween(count: number, from: number, to: number, gap: number) {
  const step = Math.max(1, to - from) / Math.max(1, count)
  return { step, width: step * (1 - gap), start: (index: number) => from + index * step + (step * gap) / 2 }
}

/** Writes only every nth label, so that no label covers the next. Returns n. */
export const labelEvery = (step: number, labelWidth: number) => Math.max(1, Math.ceil(labelWidth / Math.max(1, step)))

/** A bar with a round top. */
export function barPath(x: number, y: number, width: number, height: number): string {
  const r = Math.max(0, Math.min(3, width / 2, height))
  return `M${x},${y + height}V${y + r}Q${x},${y} ${x + r},${y}H${x + width - r}Q${x + width},${y} ${x + width},${y + r}V${y + height}Z`
}

/** A value, and the value of the previous period. */
export type LinePoint = { label: string; name: string; value: number; before: number }

export const linePath = (points: readonly { x: number; y: number }[]) =>
  points.map(({ x, y }, index) => `${index === 0 ? "M" : "L"}${x.toFixed(1)},${y.toFixed(1)}`).join("")

/** How deep a cell is coloured: square roots, so that one large day does not hide all others. `top` keeps text on it readable. */
export function heat(value: number, max: number, top = 94): string {
  if (value <= 0 || max <= 0) return "var(--c-sunken)"
  const depth = Math.round(12 + (top - 12) * Math.min(1, Math.sqrt(value / max)))
  return `color-mix(in oklab, var(--c-plot-1) ${depth}%, var(--c-surface))`
}

/** The place of each day in a calendar with a column for each week; weeks begin on Monday. */
export function calendarCells(days: readonly { day: string }[], maxWeeks: number) {
  const offset = weekday(days[0]?.day ?? "1970-01-05")
  const weeks = Math.ceil((days.length + offset) / 7)
  const dropped = Math.max(0, weeks - maxWeeks)
  const cells = days.flatMap((_, index) => {
    const column = Math.floor((index + offset) / 7) - dropped
    return column < 0 ? [] : [{ index, column, row: (index + offset) % 7 }]
  })
  return { cells, weeks: weeks - dropped, dropped }
}

/** 0 is Monday. */
export const weekday = (day: string) => (new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7
