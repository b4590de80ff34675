import { monthLabel, monthName } from "../../lib/calendar.ts"
import { Bars } from "../../ui/plots/bars.tsx"
import { amounts, type View } from "./report.ts"

type Props = {
  label: string
  height: number
  months: { month: string; paid: number; outstanding: number }[]
  series: Parameters<typeof Bars>[0]["series"]
  view: View
}

/** A bar for each month: the paid amount, and above it the outstanding amount. */
export const PaidAndOutstanding = ({ label, height, months, series, view }: Props) => (
  <Bars
    label={label}
    height={height}
    isStacked
    series={series}
    bars={months.map(({ month, paid, outstanding }) => ({
      label: monthLabel(month),
      name: monthName(month),
      values: [paid, outstanding],
      isPale: view.unfinished.has(month),
    }))}
    format={amounts(view).full}
    formatTick={amounts(view).short}
  />
)
