import { monthLabel, monthName } from "../../lib/calendar.ts"
import { Bars } from "../../ui/plots/bars.tsx"
import { Legend, LegendKey } from "../../ui/plots/legend.tsx"
import type { MonthByMonth } from "../analytics/answers.ts"
import { Unfinished } from "../analytics/money-reports.tsx"
import { amounts, type View } from "../analytics/report.ts"

/** What was billed in each month: what of it is paid, and what is still outstanding. */
export const OutstandingPlot = ({ months, view }: { months: MonthByMonth["months"]; view: View }) => (
  <>
    <Bars
      label="Paid and outstanding by the month of billing"
      height={232}
      isStacked
      series={[
        { name: "Paid", shade: "pale" },
        { name: "Outstanding", shade: "strong" },
      ]}
      bars={months.map(({ month, paid, outstanding }) => ({
        label: monthLabel(month),
        name: monthName(month),
        values: [paid, outstanding],
        isPale: view.unfinished.has(month),
      }))}
      format={amounts(view).full}
      formatTick={amounts(view).short}
    />
    <Legend>
      <LegendKey shade="pale">Paid of what was billed in that month</LegendKey>
      <LegendKey shade="strong">Still outstanding</LegendKey>
      <Unfinished view={view} />
    </Legend>
  </>
)
