import { Reference } from "../../dashboard/reference.tsx"
import { monthLabel, monthName } from "../../lib/calendar.ts"
import { say } from "../../lib/words.ts"
import { locale } from "../../lib/language.ts"
import { rich } from "../../lib/rich.ts"
import { inSentence, t, whole } from "../../lib/translate.ts"
import { Bars } from "../../ui/plots/bars.tsx"
import { Legend, LegendKey } from "../../ui/plots/legend.tsx"
import { heat } from "../../ui/plots/scale.ts"
import { PartsOfWhole, ShareBars } from "../../ui/plots/share-bars.tsx"
import { ScrollRegion } from "../../ui/scroll-region.tsx"
import type { Cancellations, CustomerPayments, PayerBehavior, PaymentSplitStats } from "./answers.ts"
import * as findings from "./findings.ts"
import { Unfinished } from "./money-reports.tsx"
import { PaidAndOutstanding } from "./months-plot.tsx"
import { amounts, defineReport, maxPlotRows } from "./report.ts"

export const behavior = defineReport<PayerBehavior>({
  id: "payer-behavior",
  title: t`Payment behaviour`,
  width: "half",
  finding: data => findings.behavior(data),
  isEmpty: ({ onTime, late, unpaid }) => onTime + late + unpaid === 0,
  table: (data, view) => ({
    columns: [t`Item`, t`Payments`, t`Amount`],
    rows: [
      [t`On time`, whole(data.onTime), "–"],
      [t`Late`, whole(data.late), "–"],
      [t`Not paid in full`, whole(data.unpaid), "–"],
      [t`Days to pay, on average`, data.averageDaysToPay.toLocaleString(locale), "–"],
      [t`Days to pay, median`, data.medianDaysToPay.toLocaleString(locale), "–"],
      ...data.topLate.map(({ contact, count, amount }) => [
        <span key={contact}>{rich`Late: ${<Reference to="contacts" id={contact} />}`}</span>,
        whole(count),
        amounts(view).full(amount),
      ]),
    ],
  }),
  Plot: ({ data, view }) => (
    <>
      <PartsOfWhole
        parts={[
          { name: t`On time`, value: data.onTime, text: whole(data.onTime), shade: "strong" },
          { name: t`Late`, value: data.late, text: whole(data.late), shade: "soft" },
          { name: t`Not paid in full`, value: data.unpaid, text: whole(data.unpaid), shade: "pale" },
        ]}
      />
      {data.topLate.length > 0 && (
        <div className="mt-5">
          <h3 className="mb-2 text-xs font-medium text-fg-3">{t`Late most often`}</h3>
          <ShareBars
            rows={data.topLate.slice(0, 5).map(({ contact, count, amount }) => ({
              id: contact,
              label: <Reference to="contacts" id={contact} />,
              note: t`${whole(count)} late`,
              value: count,
              text: amounts(view).full(amount),
            }))}
          />
        </div>
      )}
    </>
  ),
})

export const customers = defineReport<CustomerPayments>({
  id: "customer-payments-by-month",
  title: t`Customers by month`,
  width: "full",
  finding: data => findings.customers(data),
  isEmpty: ({ customers: rows }) => rows.length === 0,
  table: ({ customers: rows }, view) => ({
    columns: [t`Customer`, ...(rows[0]?.months ?? []).map(({ month }) => monthName(month)), t`Total`],
    rows: rows.map(({ contact, months, total }) => [
      <Reference key={contact} to="contacts" id={contact} />,
      ...months.map(({ paid }) => (paid === 0 ? "–" : amounts(view).full(paid))),
      amounts(view).full(total),
    ]),
  }),
  Plot({ data: { customers: rows }, view }) {
    const { short } = amounts(view)
    const shown = rows.slice(0, maxPlotRows)
    const max = Math.max(0, ...shown.flatMap(({ months }) => months.map(({ paid }) => paid)))
    return (
      <ScrollRegion label={t`Customers by month, plot`} className="relative -mx-5 px-5">
        <table className="w-full min-w-[56rem] border-separate border-spacing-[3px] text-xs">
          <thead>
            <tr className="text-fg-3">
              <th scope="col" className="pe-3 text-start font-medium">
                {t`Customer`}
              </th>
              {(shown[0]?.months ?? []).map(({ month }) => (
                <th key={month} scope="col" className="font-medium">
                  <span aria-hidden>{monthLabel(month)}</span>
                  <span className="sr-only">{monthName(month)}</span>
                </th>
              ))}
              <th scope="col" className="ps-3 text-end font-medium">
                {t`Total`}
              </th>
            </tr>
          </thead>
          <tbody>
            {shown.map(({ contact, months, total }) => (
              <tr key={contact}>
                <th scope="row" className="max-w-48 truncate pe-3 text-start text-sm font-normal">
                  <Reference to="contacts" id={contact} />
                </th>
                {months.map(({ month, paid }) => (
                  <td
                    key={month}
                    className={`num h-8 w-[5.4%] rounded-md text-center ${paid === 0 ? "text-fg-3" : "text-fg"}`}
                    style={{ background: heat(paid, max, 50) }}
                  >
                    {paid === 0 ? <span aria-label={t`Nothing paid`}>·</span> : short(paid)}
                  </td>
                ))}
                <td className="num ps-3 text-end text-sm font-medium">{short(total)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollRegion>
    )
  },
})

export const cancellations = defineReport<Cancellations>({
  id: "cancellations",
  title: t`Cancellations`,
  width: "half",
  finding: (data, { currency }) => findings.canceled(data, currency),
  isEmpty: ({ count }) => count === 0,
  table: ({ byMonth, byReason }, view) => ({
    columns: [t`Month or reason`, t`Payments`, t`Amount`],
    rows: [
      ...byMonth.map(({ month, count, amount }) => [monthName(month), whole(count), amounts(view).full(amount)]),
      ...byReason.map(({ reason, count, amount }) => [t`Reason: ${inSentence(say(reason))}`, whole(count), amounts(view).full(amount)]),
    ],
  }),
  Plot: ({ data: { byMonth, byReason }, view }) => (
    <>
      <Bars
        label={t`Canceled by the month of billing`}
        height={168}
        series={[{ name: t`Canceled`, shade: "strong" }]}
        bars={byMonth.map(({ month, count, amount }) => ({
          label: monthLabel(month),
          name: t`${monthName(month)}, canceled: ${whole(count)}`,
          values: [amount],
          isPale: view.unfinished.has(month),
        }))}
        format={amounts(view).full}
        formatTick={amounts(view).short}
      />
      <Legend>
        {byReason.slice(0, 3).map(({ reason, count }) => (
          <span key={reason}>
            {say(reason)} <b className="num font-medium text-fg-2">{whole(count)}</b>
          </span>
        ))}
        <Unfinished view={view} />
      </Legend>
    </>
  ),
})

export const splits = defineReport<PaymentSplitStats>({
  id: "payment-splits",
  route: "GET /v1/analytics/payment-splits",
  title: t`Partner earnings`,
  width: "half",
  finding: (data, { currency }) => findings.partners(data, currency),
  isEmpty: ({ summary }) => summary.count === 0,
  table({ cohorts, partners }, view) {
    const { full } = amounts(view)
    const cells = (row: PaymentSplitStats["summary"]) => [
      full(row.owed),
      full(row.paid),
      full(row.outstanding),
      full(row.reversed),
      whole(row.count),
    ]
    return {
      columns: [t`Month or partner`, t`Earned`, t`Paid out`, t`Outstanding`, t`Reversed`, t`Splits`],
      rows: [
        ...cohorts.map(row => [monthName(row.month), ...cells(row)]),
        ...partners.map(row => [<Reference key={row.partnership} to="partnerships" id={row.partnership} />, ...cells(row)]),
      ],
    }
  },
  Plot: ({ data: { cohorts, partners }, view }) => (
    <>
      <PaidAndOutstanding
        label={t`Paid out and outstanding, by month of the sale`}
        height={168}
        months={cohorts}
        series={[
          { name: t`Paid out`, shade: "strong" },
          { name: t`Outstanding`, shade: "soft" },
        ]}
        view={view}
      />
      <Legend>
        <LegendKey shade="strong">{t`Paid out`}</LegendKey>
        <LegendKey shade="soft">{t`Outstanding`}</LegendKey>
        <Unfinished view={view} />
      </Legend>
      <div className="mt-4">
        <h3 className="mb-2 text-xs font-medium text-fg-3">{t`Partners with the highest earnings, and the part that is paid out`}</h3>
        <ShareBars
          rows={partners
            .toSorted((a, b) => b.owed - a.owed)
            .slice(0, 5)
            .map(({ partnership, owed, paid }) => ({
              id: partnership,
              label: <Reference to="partnerships" id={partnership} />,
              value: paid,
              whole: owed,
              text: amounts(view).full(owed),
            }))}
        />
      </div>
    </>
  ),
})
