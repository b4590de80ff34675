import { t } from "../../lib/translate.ts"
import { Legend, LegendKey } from "../../ui/plots/legend.tsx"
import type { MonthByMonth } from "../analytics/answers.ts"
import { Unfinished } from "../analytics/money-reports.tsx"
import { PaidAndOutstanding } from "../analytics/months-plot.tsx"
import type { View } from "../analytics/report.ts"

/** The billed amount of each month, divided into paid and outstanding. */
export const OutstandingPlot = ({ months, view }: { months: MonthByMonth["months"]; view: View }) => (
  <>
    <PaidAndOutstanding
      label={t`Paid and outstanding by the month of billing`}
      height={232}
      months={months}
      series={[
        { name: t`Paid`, shade: "pale" },
        { name: t`Outstanding`, shade: "strong" },
      ]}
      view={view}
    />
    <Legend>
      <LegendKey shade="pale">{t`Paid part of the amount billed in that month`}</LegendKey>
      <LegendKey shade="strong">{t`Still outstanding`}</LegendKey>
      <Unfinished view={view} />
    </Legend>
  </>
)
