import type { ReactNode } from "react"
import { monthLabel, monthName } from "../../lib/calendar.ts"
import { Figures } from "../../ui/figures.tsx"
import { Bars } from "../../ui/plots/bars.tsx"
import { Legend, LegendKey } from "../../ui/plots/legend.tsx"
import type { Revenue } from "./answers.ts"
import * as findings from "./findings.ts"
import { Unfinished } from "./money-reports.tsx"
import { amounts, defineReport, type View, whole } from "./report.ts"

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

const nameOf = ({ month }: Month, { unfinished }: View) => `${monthName(month)}${unfinished.has(month) ? ", so far" : ""}`

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
  title: "Recurring revenue (MRR)",
  width: "narrow",
  definitions: [
    [
      "MRR",
      "what running cycles of subscriptions bill, per month. A yearly cycle counts a twelfth; a cycle counts until its time is over.",
    ],
    ["Churn", "MRR that was lost or became less in a month, divided by the MRR at its beginning. Over several months: the average month."],
  ],
  finding: (data, { currency }) => findings.recurring(data, currency),
  isEmpty: ({ months }) => months.every(({ mrr, churned }) => mrr === 0 && churned === 0),
  table({ months }, view) {
    const { full } = amounts(view)
    return {
      columns: ["Month", "MRR", "New", "More", "Less", "Lost", "Churn", "Subscribers"],
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
            { label: "MRR", value: full(summary.mrr), note: findings.compared(summary.mrr, previous.mrr, full) },
            {
              label: "Churn a month",
              value: findings.percent(summary.mrrChurnRate, 1, 1),
              note: `before ${findings.percent(previous.mrrChurnRate, 1, 1)}`,
            },
          ]}
        />
        <MonthBars
          data={data}
          view={view}
          label="MRR by month"
          series={[{ name: "MRR", shade: "strong" }]}
          values={({ mrr }) => [mrr]}
          format={full}
          formatTick={short}
        >
          <LegendKey shade="strong">MRR at the end of the month</LegendKey>
        </MonthBars>
      </>
    )
  },
})

export const netRevenue = defineReport<Revenue>({
  id: "net-revenue",
  route: "GET /v1/analytics/revenue",
  title: "Net revenue",
  width: "narrow",
  definitions: [
    [
      "Net revenue",
      "settled payments that arrived, less refunds that were settled. Payments from credit and refunds to credit do not count.",
    ],
  ],
  finding: (data, { currency }) => findings.netRevenue(data, currency),
  isEmpty: ({ summary }) => summary.received === 0 && summary.refunded === 0,
  table({ months }, view) {
    const { full } = amounts(view)
    return {
      columns: ["Month", "Received", "Refunded", "Net revenue"],
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
              label: "Net revenue",
              value: full(summary.netRevenue),
              note: findings.compared(summary.netRevenue, previous.netRevenue, full),
            },
            { label: "Refunded", value: full(summary.refunded), note: `before ${full(previous.refunded)}` },
          ]}
        />
        <MonthBars
          data={data}
          view={view}
          label="Received and net revenue by month"
          series={[
            { name: "Received", shade: "soft" },
            { name: "Net revenue", shade: "strong" },
          ]}
          values={({ received, netRevenue: net }) => [received, net]}
          format={full}
          formatTick={short}
        >
          <LegendKey shade="soft">Received</LegendKey>
          <LegendKey shade="strong">Net of refunds</LegendKey>
        </MonthBars>
      </>
    )
  },
})

export const payers = defineReport<Revenue>({
  id: "payers",
  route: "GET /v1/analytics/revenue",
  title: "New and lost payers",
  width: "narrow",
  definitions: [
    ["Payer", "a contact who has paid, and who paid in the last 90 days or has a running subscription."],
    ["New", "whose first payment arrived in the month."],
    ["Returned", "who had paid before, but was no payer when the month began."],
    ["Lost", "who was a payer when the month began, and is none at its end."],
  ],
  finding: data => findings.payers(data),
  isEmpty: ({ summary }) => summary.payers === 0 && summary.lostPayers === 0,
  table: ({ months }, view) => ({
    columns: ["Month", "Payers", "New", "Returned", "Lost", "Churn"],
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
            { label: "Payers", value: whole(summary.payers), note: findings.compared(summary.payers, previous.payers, whole) },
            { label: "New", value: whole(summary.newPayers), note: `before ${whole(previous.newPayers)}` },
            { label: "Lost", value: whole(summary.lostPayers), note: `before ${whole(previous.lostPayers)}` },
          ]}
        />
        <MonthBars
          data={data}
          view={view}
          label="New and lost payers by month"
          series={[
            { name: "New", shade: "strong" },
            { name: "Lost", shade: "bad" },
          ]}
          values={({ newPayers, lostPayers }) => [newPayers, lostPayers]}
          format={whole}
          formatTick={whole}
        >
          <LegendKey shade="strong">New</LegendKey>
          <LegendKey shade="bad">Lost</LegendKey>
        </MonthBars>
      </>
    )
  },
})
