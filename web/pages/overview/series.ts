import { addDays, dayLabel, dayName } from "../../lib/calendar.ts"
import { locale } from "../../lib/language.ts"
import { t } from "../../lib/translate.ts"
import type { LinePoint } from "../../ui/plots/scale.ts"

/** Days of the plot, and as many before it to compare with. */
export const plotDays = 30

type Day = { day: string; paid: number }

/** The money that arrived on each of the last days, beside that of the same number of days before. */
export function collectedByDay(days: readonly Day[], today: string): LinePoint[] {
  const paid = new Map(days.map(each => [each.day, each.paid]))
  return Array.from({ length: plotDays }, (_, index) => {
    const day = addDays(today, index - plotDays + 1)
    return { label: dayLabel(day), name: dayName(day), value: paid.get(day) ?? 0, before: paid.get(addDays(day, -plotDays)) ?? 0 }
  })
}

/** "12% more than in the 30 days before", or a sentence if there is nothing to compare with. */
export function changeText(points: readonly LinePoint[]): string {
  const now = points.reduce((sum, { value }) => sum + value, 0)
  const before = points.reduce((sum, each) => sum + each.before, 0)
  if (before === 0) return now === 0 ? t`Nothing arrived in ${plotDays} days` : t`Nothing arrived in the ${plotDays} days before`
  const change = Math.round(((now - before) / before) * 100)
  if (change === 0) return t`As much as in the ${plotDays} days before`
  const percent = Math.abs(change / 100).toLocaleString(locale, { style: "percent" })
  return change > 0 ? t`${percent} more than in the ${plotDays} days before` : t`${percent} less than in the ${plotDays} days before`
}
