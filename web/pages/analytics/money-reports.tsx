import { dayText, monthLabel, monthName } from "../../lib/calendar.ts"
import { t, whole } from "../../lib/translate.ts"
import { Bars } from "../../ui/plots/bars.tsx"
import { HeatLegend, HeatMap } from "../../ui/plots/heat-map.tsx"
import { Legend, LegendKey } from "../../ui/plots/legend.tsx"
import { PartsOfWhole, ShareBars } from "../../ui/plots/share-bars.tsx"
import type { CalendarByDay, CashVelocity, Consolidated, MonthByMonth, ReceivablesForecast } from "./answers.ts"
import * as findings from "./findings.ts"
import { amounts, defineReport, type View } from "./report.ts"

export const inAll = defineReport<Consolidated>({
  id: "consolidated",
  title: t`Billed, paid and outstanding`,
  width: "half",
  finding: (data, { currency }) => findings.standing(data, currency),
  isEmpty: ({ count, canceled }) => count === 0 && canceled === 0,
  table(data, view) {
    const { full } = amounts(view)
    const rows: [string, string][] = [
      [t`Billed`, full(data.billed)],
      [t`Paid`, full(data.paid)],
      [t`Outstanding`, full(data.outstanding)],
      [t`Overdue`, full(data.overdue)],
      [t`Canceled`, full(data.canceled)],
      [t`Refunded`, full(data.refunded)],
      [t`Net`, full(data.net)],
      [t`Payments`, whole(data.count)],
      [t`Paid in full`, whole(data.paidCount)],
      [t`Average payment`, full(data.averageTicket)],
    ]
    return { columns: [t`Item`, view.currency], rows }
  },
  Plot({ data, view }) {
    const { full } = amounts(view)
    const notYetDue = data.outstanding - data.overdue
    return (
      <PartsOfWhole
        parts={[
          { name: t`Paid`, value: data.paid, text: full(data.paid), shade: "strong" },
          { name: t`Not due yet`, value: notYetDue, text: full(notYetDue), shade: "pale" },
          { name: t`Overdue`, value: data.overdue, text: full(data.overdue), shade: "bad" },
        ]}
      />
    )
  },
})

export const monthByMonth = defineReport<MonthByMonth>({
  id: "month-by-month",
  title: t`Month by month`,
  width: "wide",
  finding: (data, { currency, unfinished }) => findings.monthly(data, currency, unfinished),
  isEmpty: ({ months }) => months.every(({ billed, received }) => billed === 0 && received === 0),
  table({ months }, view) {
    const { full } = amounts(view)
    return {
      columns: [t`Month`, t`Billed`, t`Paid`, t`Outstanding`, t`Refunded`, t`Net`, t`Arrived`, t`Payments`],
      rows: months.map(row => [
        view.unfinished.has(row.month) ? t`${monthName(row.month)}, so far` : monthName(row.month),
        full(row.billed),
        full(row.paid),
        full(row.outstanding),
        full(row.refunded),
        full(row.net),
        full(row.received),
        whole(row.count),
      ]),
    }
  },
  Plot: ({ data: { months }, view }) => (
    <>
      <Bars
        label={t`Billed and arrived by month`}
        series={[
          { name: t`Billed`, shade: "soft" },
          { name: t`Arrived`, shade: "strong" },
        ]}
        bars={months.map(({ month, billed, received }) => ({
          label: monthLabel(month),
          name: view.unfinished.has(month) ? t`${monthName(month)}, not whole` : monthName(month),
          values: [billed, received],
          isPale: view.unfinished.has(month),
        }))}
        format={amounts(view).full}
        formatTick={amounts(view).short}
      />
      <Legend>
        <LegendKey shade="soft">{t`Billed in that month`}</LegendKey>
        <LegendKey shade="strong">{t`Arrived in that month`}</LegendKey>
        <Unfinished view={view} />
      </Legend>
    </>
  ),
})

/** Explains why some months are pale. */
export function Unfinished({ view: { unfinished, today } }: { view: View }) {
  const texts = [...unfinished].map(month =>
    month === today.slice(0, 7) ? t`${monthName(month)} is not over` : t`The period has only a part of ${monthName(month)}`,
  )
  return texts.length === 0 ? null : <span className="ms-auto">{texts.join(". ")}</span>
}

const bucketName = ({ from, to }: { from: number; to: number | null }) =>
  to === null ? t`After ${from - 1} days` : t`In ${from}–${to} days`

export const forecast = defineReport<ReceivablesForecast>({
  id: "receivables-forecast",
  title: t`Forecast`,
  width: "narrow",
  finding: (data, { currency }) => findings.toCome(data, currency),
  isEmpty: ({ overdue, scheduled }) => overdue + scheduled === 0,
  table(data, view) {
    const { full } = amounts(view)
    const buckets = data.buckets.map(bucket => [bucketName(bucket), full(bucket.amount), whole(bucket.count)])
    return { columns: [t`Due`, t`Amount`, t`Payments`], rows: [[t`Overdue`, full(data.overdue), "–"], ...buckets] }
  },
  Plot({ data, view }) {
    const { full } = amounts(view)
    const rows = data.buckets.map(bucket => ({
      id: String(bucket.from),
      label: bucketName(bucket),
      note: whole(bucket.count),
      value: bucket.amount,
      text: full(bucket.amount),
    }))
    return <ShareBars rows={[{ id: "overdue", label: t`Overdue`, value: data.overdue, text: full(data.overdue), shade: "bad" }, ...rows]} />
  },
})

export const calendar = defineReport<CalendarByDay>({
  id: "calendar-by-day",
  title: t`Every day`,
  width: "wide",
  finding: (data, { currency }) => findings.daily(data, currency),
  isEmpty: ({ days }) => days.every(({ due, paid }) => due === 0 && paid === 0),
  table: ({ days }, view) => ({
    columns: [t`Day`, t`Fell due`, t`Payments due`, t`Paid`],
    rows: days
      .filter(({ due, paid }) => due !== 0 || paid !== 0)
      .toReversed()
      .map(({ day, due, count, paid }) => [dayText(day), amounts(view).full(due), whole(count), amounts(view).full(paid)]),
  }),
  Plot: ({ data: { days }, view }) => (
    <>
      <HeatMap
        label={t`Paid on each day`}
        days={days
          .filter(({ day }) => day <= view.today)
          .map(({ day, paid }) => ({ day, value: paid, text: paid === 0 ? t`nothing came in` : t`${amounts(view).full(paid)} came in` }))}
      />
      <Legend>
        <span>{t`Payments by the day they arrived`}</span>
        <HeatLegend />
      </Legend>
    </>
  ),
})

const daysName = ({ fromDay, toDay }: { fromDay: number; toDay: number | null }) =>
  toDay === null ? `${fromDay}+` : fromDay === toDay ? String(fromDay) : `${fromDay}–${toDay}`

/** The position of a number of days among the bars. */
function placeOf(days: number, histogram: CashVelocity["histogram"]): number {
  const index = histogram.findIndex(({ toDay }) => toDay === null || days <= toDay)
  const bar = histogram[index]
  if (!bar) return histogram.length
  const span = bar.toDay === null ? 0 : bar.toDay - bar.fromDay + 1
  return index + (span === 0 ? 0.5 : (days - bar.fromDay + 0.5) / span)
}

export const velocity = defineReport<CashVelocity>({
  id: "cash-velocity",
  title: t`Days until paid`,
  width: "narrow",
  finding: data => findings.velocity(data),
  isEmpty: ({ histogram }) => histogram.every(({ count }) => count === 0),
  table: ({ histogram }, view) => ({
    columns: [t`Days`, t`Payments`, t`Amount`],
    rows: histogram.map(row => [daysName(row), whole(row.count), amounts(view).full(row.amount)]),
  }),
  Plot: ({ data: { histogram, medianDays, p90Days } }) => (
    <Bars
      label={t`Payments by days until they were paid in full`}
      height={196}
      series={[{ name: t`Payments`, shade: "strong" }]}
      bars={histogram.map(row => ({ label: daysName(row), name: t`Days: ${daysName(row)}`, values: [row.count] }))}
      marks={[
        { at: placeOf(medianDays, histogram), text: findings.percent(0.5, 1) },
        ...(placeOf(p90Days, histogram) - placeOf(medianDays, histogram) > 1
          ? [{ at: placeOf(p90Days, histogram), text: findings.percent(0.9, 1) }]
          : []),
      ]}
      format={whole}
      formatTick={whole}
    />
  ),
})
