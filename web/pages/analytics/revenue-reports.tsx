import type { ReactNode } from "react"
import { monthLabel, monthName } from "../../lib/calendar.ts"
import { t, whole } from "../../lib/translate.ts"
import { Figures } from "../../ui/figures.tsx"
import { Bars } from "../../ui/plots/bars.tsx"
import { Legend, LegendKey } from "../../ui/plots/legend.tsx"
import type { Revenue } from "./answers.ts"
import * as findings from "./findings.ts"
import { Unfinished } from "./money-reports.tsx"
import { amounts, defineReport, type View } from "./report.ts"

type Month = Revenue["months"][number]
type PlotProps = {
  data: Revenue
  view: View
  label: string
  series: Parameters<typeof Bars>[0]["series"]
  values(month: Month): number[]
  format(value: number): string
  formatTick(value: number): string
  children: ReactNode
}

const nameOf = ({ month }: Month, { unfinished }: View) => (unfinished.has(month) ? t`${monthName(month)}, so far` : monthName(month))

const MonthBars = ({ data, view, values, children, ...props }: PlotProps) => (
  <>
    <Bars
      {...props}
      height={180}
      bars={data.months.map(month => ({
        label: monthLabel(month.month),
        name: nameOf(month, view),
        values: values(month),
        isPale: view.unfinished.has(month.month),
      }))}
    />
    <Legend>
      {children}
      <Unfinished view={view} />
    </Legend>
  </>
)

export const recurringRevenue = defineReport<Revenue>({
  id: "recurring-revenue",
  route: "GET /v1/analytics/revenue",
  title: t`Recurring revenue (MRR)`,
  width: "narrow",
  definitions: [
    [
      "MRR",
      t`what running cycles of subscriptions bill, per month. A yearly cycle counts a twelfth; a cycle counts until its time is over.`,
    ],
    [
      t`Churn`,
      t`MRR that was lost or became less in a month, divided by the MRR at its beginning. Over several months: the average month.`,
    ],
  ],
  finding: (data, { currency }) => findings.recurring(data, currency),
  isEmpty: ({ months }) => months.every(({ mrr, churned }) => mrr === 0 && churned === 0),
  table({ months }, view) {
    const { full } = amounts(view)
    return {
      columns: [t`Month`, "MRR", t`New`, t`More`, t`Less`, t`Lost`, t`Churn`, t`Subscribers`],
      rows: months.map(row => [
        nameOf(row, view),
        full(row.mrr),
        full(row.newMrr),
        full(row.expansion),
        full(row.contraction),
        full(row.churned),
        findings.percent(row.mrrChurnRate, 1, 1),
        whole(row.subscribers),
      ]),
    }
  },
  Plot({ data, view }) {
    const { summary, previous } = data
    const { full, short } = amounts(view)
    return (
      <>
        <Figures
          figures={[
            { label: t`MRR`, value: full(summary.mrr), note: findings.compared(summary.mrr, previous.mrr, full) },
            {
              label: t`Churn a month`,
              value: findings.percent(summary.mrrChurnRate, 1, 1),
              note: t`previously ${findings.percent(previous.mrrChurnRate, 1, 1)}`,
            },
          ]}
        />
        <MonthBars
          data={data}
          view={view}
          label={t`MRR by month`}
          series={[{ name: "MRR", shade: "strong" }]}
          values={({ mrr }) => [mrr]}
          format={full}
          formatTick={short}
        >
          <LegendKey shade="strong">{t`MRR at the end of the month`}</LegendKey>
        </MonthBars>
      </>
    )
  },
})

export const netRevenue = defineReport<Revenue>({
  id: "net-revenue",
  route: "GET /v1/analytics/revenue",
  title: t`Net revenue`,
  width: "narrow",
  definitions: [
    [
      t`Net revenue`,
      t`settled payments that arrived, less refunds that were settled. Payments from credit and refunds to credit do not count.`,
    ],
  ],
  finding: (data, { currency }) => findings.netRevenue(data, currency),
  isEmpty: ({ summary }) => summary.received === 0 && summary.refunded === 0,
  table({ months }, view) {
    const { full } = amounts(view)
    return {
      columns: [t`Month`, t`Received`, t`Refunded`, t`Net revenue`],
      rows: months.map(row => [nameOf(row, view), full(row.received), full(row.refunded), full(row.netRevenue)]),
    }
  },
  Plot({ data, view }) {
    const { summary, previous } = data
    const { full, short } = amounts(view)
    return (
      <>
        <Figures
          figures={[
            {
              label: t`Net revenue`,
              value: full(summary.netRevenue),
              note: findings.compared(summary.netRevenue, previous.netRevenue, full),
            },
            { label: t`Refunded`, value: full(summary.refunded), note: t`previously ${full(previous.refunded)}` },
          ]}
        />
        <MonthBars
          data={data}
          view={view}
          label={t`Received and net revenue by month`}
          series={[
            { name: t`Received`, shade: "soft" },
            { name: t`Net revenue`, shade: "strong" },
          ]}
          values={({ received, netRevenue: net }) => [received, net]}
          format={full}
          formatTick={short}
        >
          <LegendKey shade="soft">{t`Received`}</LegendKey>
          <LegendKey shade="strong">{t`Net of refunds`}</LegendKey>
        </MonthBars>
      </>
    )
  },
})

export const payers = defineReport<Revenue>({
  id: "payers",
  route: "GET /v1/analytics/revenue",
  title: t`New and lost payers`,
  width: "narrow",
  definitions: [
    [t`Payer`, t`a contact who has paid, and who paid in the last 90 days or has a running subscription.`],
    [t`New`, t`whose first payment arrived in the month.`],
    [t`Returned`, t`who had paid before, but was no payer when the month began.`],
    [t`Lost`, t`who was a payer when the month began, and is none at its end.`],
  ],
  finding: data => findings.payers(data),
  isEmpty: ({ summary }) => summary.payers === 0 && summary.lostPayers === 0,
  table: ({ months }, view) => ({
    columns: [t`Month`, t`Payers`, t`New`, t`Returned`, t`Lost`, t`Churn`],
    rows: months.map(row => [
      nameOf(row, view),
      whole(row.payers),
      whole(row.newPayers),
      whole(row.returnedPayers),
      whole(row.lostPayers),
      findings.percent(row.payerChurnRate, 1, 1),
    ]),
  }),
  Plot({ data, view }) {
    const { summary, previous } = data
    return (
      <>
        <Figures
          figures={[
            { label: t`Payers`, value: whole(summary.payers), note: findings.compared(summary.payers, previous.payers, whole) },
            { label: t`New`, value: whole(summary.newPayers), note: t`previously ${whole(previous.newPayers)}` },
            { label: t`Lost`, value: whole(summary.lostPayers), note: t`previously ${whole(previous.lostPayers)}` },
          ]}
        />
        <MonthBars
          data={data}
          view={view}
          label={t`New and lost payers by month`}
          series={[
            { name: t`New`, shade: "strong" },
            { name: t`Lost`, shade: "bad" },
          ]}
          values={({ newPayers, lostPayers }) => [newPayers, lostPayers]}
          format={whole}
          formatTick={whole}
        >
          <LegendKey shade="strong">{t`New`}</LegendKey>
          <LegendKey shade="bad">{t`Lost`}</LegendKey>
        </MonthBars>
      </>
    )
  },
})
