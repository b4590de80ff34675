// Each report has one sentence that is computed from its figures.
import { decimal } from "../../../src/kit/pure/money.ts"
import { dayText, monthName } from "../../lib/calendar.ts"
import { money } from "../../lib/money.ts"
import { say } from "../../lib/words.ts"
import { locale } from "../../lib/language.ts"
import { inSentence, plural, t, whole } from "../../lib/translate.ts"
import { weekday } from "../../ui/plots/scale.ts"
import type * as Answers from "./answers.ts"

export const percent = (part: number, all: number, digits = 0) =>
  (all === 0 ? 0 : part / all).toLocaleString(locale, { style: "percent", maximumFractionDigits: digits })

const sumOf = <T>(rows: readonly T[], value: (row: T) => number) => rows.reduce((sum, row) => sum + value(row), 0)
const largest = <T>(rows: readonly T[], value: (row: T) => number) => rows.toSorted((a, b) => value(b) - value(a))[0]
/** "€1.96M", and small amounts in full. */
const short = (amount: number, currency: string) => money(amount, currency, Math.abs(Number(decimal(amount, currency))) >= 1000)
export const nothing = t`Nothing in this period.`

export function standing({ billed, paid, overdue }: Answers.Consolidated, currency: string): string {
  if (billed === 0) return nothing
  const share = percent(paid, billed, 1)
  if (overdue === 0) return t`${share} of the billed amount is paid; nothing is late.`
  return t`${share} of the billed amount is paid; ${short(overdue, currency)} is late.`
}

/** Compares the last two finished months, because the current month is not over. */
export function monthly({ months }: Answers.MonthByMonth, currency: string, unfinished: ReadonlySet<string>): string {
  const finished = months.filter(({ month }) => !unfinished.has(month))
  const best = largest(months, ({ received }) => received)
  if (!best || best.received === 0) return t`No money arrived in this period.`
  const top = t`Most arrived in ${monthName(best.month)}: ${short(best.received, currency)}.`
  const [before, last] = finished.slice(-2)
  if (!before || !last || before.received === 0) return top
  const change = last.received - before.received
  const [name, share] = [monthName(last.month), percent(Math.abs(change), before.received)]
  if (change === 0) return `${top} ${t`${name} brought as much as the month before.`}`
  if (change > 0) return `${top} ${t`${name} brought ${share} more than the month before.`}`
  return `${top} ${t`${name} brought ${share} less than the month before.`}`
}

export function toCome({ overdue, scheduled }: Answers.ReceivablesForecast, currency: string): string {
  if (overdue + scheduled === 0) return t`Nobody owes anything.`
  const owed = short(overdue + scheduled, currency)
  return overdue === 0 ? t`${owed} open, none of it late.` : t`${owed} open, ${short(overdue, currency)} of it late.`
}

export function daily({ days }: Answers.CalendarByDay, currency: string): string {
  const best = largest(days, ({ paid }) => paid)
  if (!best || best.paid === 0) return t`No payment arrived in this period.`
  const weekends = sumOf(days, ({ day, paid }) => (weekday(day) > 4 ? paid : 0))
  const all = sumOf(days, ({ paid }) => paid)
  return t`Busiest on ${dayText(best.day)}: ${short(best.paid, currency)}. Weekends bring ${percent(weekends, all)} of the money.`
}

export function velocity({ medianDays, p90Days, histogram }: Answers.CashVelocity): string {
  if (sumOf(histogram, ({ count }) => count) === 0) return t`Nothing was paid in full yet.`
  return t`Half are paid in full by day ${medianDays.toLocaleString(locale)}, nine of ten by day ${p90Days.toLocaleString(locale)}.`
}

export function behavior({ onTime, late, unpaid }: Answers.PayerBehavior): string {
  if (onTime + late + unpaid === 0) return nothing
  if (onTime + late === 0)
    return plural(unpaid, t`The only payment is not paid in full yet.`, t`None of ${whole(unpaid)} payments is paid in full yet.`)
  const share = percent(onTime, onTime + late)
  return plural(
    unpaid,
    t`${share} of the payments that are paid in full were on time; ${whole(unpaid)} payment is not paid in full.`,
    t`${share} of the payments that are paid in full were on time; ${whole(unpaid)} payments are not paid in full.`,
  )
}

export function sold({ services }: Answers.ByServices, currency: string): string {
  const best = largest(services, ({ billed }) => billed)
  if (!best || best.billed <= 0) return nothing
  const all = sumOf(services, ({ billed }) => billed)
  return t`${best.name} was billed most: ${short(best.billed, currency)}, ${percent(best.billed, all)} of all.`
}

/** Where an order came from. */
export const sourceNames = {
  manual: t`Entered by your people`,
  ecommerce: t`Payment links`,
  portal: t`Ordered again by contacts`,
  workflow: t`Subscriptions`,
  none: t`Without an order`,
} satisfies Record<Answers.SourceStats["sources"][number]["source"], string>

export function sources({ sources: rows }: Answers.SourceStats, currency: string): string {
  const best = largest(rows, ({ paid }) => paid)
  if (!best || best.paid === 0) return t`Nothing is paid in this period.`
  const all = sumOf(rows, ({ paid }) => paid)
  const [name, paid] = [sourceNames[best.source], short(best.paid, currency)]
  return best.paid === all ? t`${name}: all of what is paid, ${paid}.` : t`${name}: ${percent(best.paid, all)} of what is paid, ${paid}.`
}

export function revenue({ services }: Answers.RevenueByService): string {
  const earning = services.filter(({ net }) => net > 0).toSorted((a, b) => b.share - a.share)
  if (earning.length === 0) return nothing
  const [best, part] = [earning[0]!.name, percent(earning[0]!.share, 1)]
  const first = t`${best} brings ${part} of the net revenue.`
  if (earning.length < 4) return first
  let [count, share] = [0, 0]
  while (count < earning.length && share < 0.8) share += earning[count++]!.share
  if (count === 1) return first
  return t`${best} brings ${part} of the net revenue; ${whole(count)} of ${whole(earning.length)} bring ${percent(share, 1)}.`
}

export function canceled({ count, amount, rate, byReason }: Answers.Cancellations, currency: string): string {
  if (count === 0) return t`Nothing was canceled.`
  const reason = largest(byReason, each => each.count)
  const [share, worth] = [percent(rate, 1, 1), short(amount, currency)]
  const found = plural(
    count,
    t`${whole(count)} payment canceled, ${share} of all, worth ${worth}.`,
    t`${whole(count)} payments canceled, ${share} of all, worth ${worth}.`,
  )
  if (!reason || reason.reason === "unspecified") return found
  return `${found} ${t`Most often: ${inSentence(say(reason.reason))}.`}`
}

export function customers({ customers: rows }: Answers.CustomerPayments): string {
  if (rows.length === 0) return t`Nobody has paid in this period.`
  const count = rows.length
  const all = sumOf(rows, ({ total }) => total)
  const three = percent(
    sumOf(rows.slice(0, 3), ({ total }) => total),
    all,
  )
  if (count < 4) return plural(count, t`${whole(count)} customer paid.`, t`${whole(count)} customers paid.`)
  if (count >= 100) return t`The three largest brought ${three} of what the hundred that paid most paid.`
  return t`The three largest brought ${three} of what ${whole(count)} customers paid.`
}

export function corridors({ corridors: rows }: Answers.FxCorridorMargin): string {
  if (rows.length === 0) return t`Nobody paid in another currency.`
  const known = rows.filter(({ margin }) => margin !== null)
  const best = largest(known, ({ margin }) => margin ?? 0)
  const count = new Set(rows.map(({ source }) => source)).size
  const from = plural(count, t`Payers paid in ${whole(count)} other currency.`, t`Payers paid in ${whole(count)} other currencies.`)
  return best ? `${from} ${t`The margin is largest from ${best.source}: ${percent(best.margin ?? 0, 1, 2)}.`}` : from
}

export function tries({ byStatus }: Answers.TransactionStats): string {
  const all = sumOf(Object.values(byStatus), ({ count }) => count)
  if (all === 0) return nothing
  const { succeeded, failed } = byStatus
  const [share, lost] = [percent(succeeded.count, all, 1), failed.count]
  const settled = plural(all, t`${share} of ${whole(all)} transaction settled.`, t`${share} of ${whole(all)} transactions settled.`)
  if (lost === 0) return `${settled} ${t`No attempt failed.`}`
  return `${settled} ${plural(lost, t`${whole(lost)} attempt failed.`, t`${whole(lost)} attempts failed.`)}`
}

export function partners({ summary, reconciliation }: Answers.PaymentSplitStats, currency: string): string {
  if (summary.count === 0) return t`No partner has a share in this period.`
  const [owed, left] = [short(summary.owed, currency), short(summary.outstanding, currency)]
  const earned =
    summary.outstanding === 0 ? t`Partners earned ${owed}; all is paid out.` : t`Partners earned ${owed}; ${left} is not paid out yet.`
  const ledger =
    reconciliation.difference === 0
      ? t`Agrees with the ledger.`
      : t`Differs from the ledger by ${money(reconciliation.difference, currency)}.`
  return `${earned} ${ledger}`
}

/** "12% more than in the period before" */
export function compared(now: number, before: number, format: (value: number) => string): string {
  if (before === now) return t`as in the period before`
  if (before <= 0) return t`${format(before)} in the period before`
  const share = percent(Math.abs(now - before), before)
  return now > before ? t`${share} more than in the period before` : t`${share} less than in the period before`
}

export function recurring({ summary, previous }: Answers.Revenue, currency: string): string {
  if (summary.mrr === 0 && summary.churned === 0) return t`No subscription runs in this period.`
  const [amount, count] = [short(summary.mrr, currency), summary.subscribers]
  const whose = plural(count, t`${amount} a month from ${whole(count)} subscriber`, t`${amount} a month from ${whole(count)} subscribers`)
  return `${whose}, ${compared(summary.mrr, previous.mrr, value => short(value, currency))}.`
}

export function netRevenue({ summary, previous }: Answers.Revenue, currency: string): string {
  if (summary.received === 0 && summary.refunded === 0) return t`No money arrived in this period.`
  const format = (amount: number) => short(amount, currency)
  return `${t`${format(summary.netRevenue)} after refunds`}, ${compared(summary.netRevenue, previous.netRevenue, format)}.`
}

export function payers({ summary }: Answers.Revenue): string {
  if (summary.payers === 0 && summary.lostPayers === 0) return t`Nobody has paid yet.`
  const { newPayers: fresh, lostPayers: lost, payers: all } = summary
  const came = plural(fresh, t`${whole(fresh)} new payer`, t`${whole(fresh)} new payers`)
  const went = plural(lost, t`${whole(lost)} lost one`, t`${whole(lost)} lost ones`)
  return `${came}, ${went}; ${plural(all, t`${whole(all)} payer at the end`, t`${whole(all)} payers at the end`)}.`
}
