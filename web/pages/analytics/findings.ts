// Each report has one sentence that is computed from its figures.
import { decimal } from "../../../src/kit/pure/money.ts"
import { dayText, monthName } from "../../lib/calendar.ts"
import { money } from "../../lib/money.ts"
import { say } from "../../lib/words.ts"
import { weekday } from "../../ui/plots/scale.ts"
import type * as Answers from "./answers.ts"

export const percent = (part: number, whole: number, digits = 0) =>
  `${(whole === 0 ? 0 : (part / whole) * 100).toLocaleString(navigator.language, { maximumFractionDigits: digits })}%`

const sumOf = <T>(rows: readonly T[], value: (row: T) => number) => rows.reduce((sum, row) => sum + value(row), 0)
const largest = <T>(rows: readonly T[], value: (row: T) => number) => rows.toSorted((a, b) => value(b) - value(a))[0]
const times = (count: number, one: string, many: string) => `${count.toLocaleString(navigator.language)} ${count === 1 ? one : many}`
/** "€1.96M", and small amounts in full. */
const short = (amount: number, currency: string) => money(amount, currency, Math.abs(Number(decimal(amount, currency))) >= 1000)
export const nothing = "Nothing in this period."

export function standing({ billed, paid, overdue }: Answers.Consolidated, currency: string): string {
  if (billed === 0) return nothing
  const late = overdue === 0 ? "nothing is late" : `${short(overdue, currency)} is late`
  return `${percent(paid, billed, 1)} of the billed amount is paid; ${late}.`
}

/** Compares the last two finished months, because the current month is not over. */
export function monthly({ months }: Answers.MonthByMonth, currency: string, unfinished: ReadonlySet<string>): string {
  const whole = months.filter(({ month }) => !unfinished.has(month))
  const best = largest(months, ({ received }) => received)
  if (!best || best.received === 0) return "No money arrived in this period."
  const top = `Most arrived in ${monthName(best.month)}: ${short(best.received, currency)}.`
  const [before, last] = whole.slice(-2)
  if (!before || !last || before.received === 0) return top
  const change = last.received - before.received
  if (change === 0) return `${top} ${monthName(last.month)} brought as much as the month before.`
  const compared = `${percent(Math.abs(change), before.received)} ${change > 0 ? "more" : "less"}`
  return `${top} ${monthName(last.month)} brought ${compared} than the month before.`
}

export function toCome({ overdue, scheduled }: Answers.ReceivablesForecast, currency: string): string {
  if (overdue + scheduled === 0) return "Nobody owes anything."
  return `${short(overdue + scheduled, currency)} open, ${overdue === 0 ? "none" : short(overdue, currency)} of it late.`
}

export function daily({ days }: Answers.CalendarByDay, currency: string): string {
  const best = largest(days, ({ paid }) => paid)
  if (!best || best.paid === 0) return "No payment arrived in this period."
  const weekends = sumOf(days, ({ day, paid }) => (weekday(day) > 4 ? paid : 0))
  const all = sumOf(days, ({ paid }) => paid)
  return `Busiest on ${dayText(best.day)}: ${short(best.paid, currency)}. Weekends bring ${percent(weekends, all)} of the money.`
}

export function velocity({ medianDays, p90Days, histogram }: Answers.CashVelocity): string {
  if (sumOf(histogram, ({ count }) => count) === 0) return "Nothing was paid in full yet."
  const most = p90Days.toLocaleString(navigator.language)
  return `Half are paid in full within ${times(medianDays, "day", "days")}, nine of ten within ${most}.`
}

export function behavior({ onTime, late, unpaid }: Answers.PayerBehavior): string {
  if (onTime + late + unpaid === 0) return nothing
  if (onTime + late === 0) return `None of ${times(unpaid, "payment", "payments")} is paid in full yet.`
  const rest = `${times(unpaid, "payment is", "payments are")} not paid in full`
  return `${percent(onTime, onTime + late)} of the payments that are paid in full were on time; ${rest}.`
}

export function sold({ services }: Answers.ByServices, currency: string): string {
  const best = largest(services, ({ billed }) => billed)
  if (!best || best.billed <= 0) return nothing
  const all = sumOf(services, ({ billed }) => billed)
  return `${best.name} was billed most: ${short(best.billed, currency)}, ${percent(best.billed, all)} of all.`
}

/** Where an order came from. */
export const sourceNames = {
  manual: "Entered by your people",
  ecommerce: "Payment links",
  portal: "Ordered again by contacts",
  workflow: "Subscriptions",
  none: "Without an order",
} satisfies Record<Answers.SourceStats["sources"][number]["source"], string>

export function sources({ sources: rows }: Answers.SourceStats, currency: string): string {
  const best = largest(rows, ({ paid }) => paid)
  if (!best || best.paid === 0) return "Nothing is paid in this period."
  const all = sumOf(rows, ({ paid }) => paid)
  const only = best.paid === all ? "all" : percent(best.paid, all)
  return `${sourceNames[best.source]} brought ${only} of what is paid: ${short(best.paid, currency)}.`
}

export function revenue({ services }: Answers.RevenueByService): string {
  const earning = services.filter(({ net }) => net > 0).toSorted((a, b) => b.share - a.share)
  if (earning.length === 0) return nothing
  if (earning.length < 4) return `${earning[0]!.name} brings ${percent(earning[0]!.share, 1)} of the net revenue.`
  let [count, share] = [0, 0]
  while (count < earning.length && share < 0.8) share += earning[count++]!.share
  const most = `${count} of ${earning.length} bring ${percent(share, 1)}`
  return `${earning[0]!.name} brings ${percent(earning[0]!.share, 1)} of the net revenue; ${most}.`
}

export function canceled({ count, amount, rate, byReason }: Answers.Cancellations, currency: string): string {
  if (count === 0) return "Nothing was canceled."
  const reason = largest(byReason, each => each.count)
  const why = reason && reason.reason !== "unspecified" ? ` Most often: ${say(reason.reason).toLowerCase()}.` : ""
  return `${times(count, "payment", "payments")} canceled, ${percent(rate, 1, 1)} of all, worth ${short(amount, currency)}.${why}`
}

export function customers({ customers: rows }: Answers.CustomerPayments): string {
  if (rows.length === 0) return "Nobody has paid in this period."
  const all = sumOf(rows, ({ total }) => total)
  const three = sumOf(rows.slice(0, 3), ({ total }) => total)
  if (rows.length < 4) return `${times(rows.length, "customer", "customers")} paid.`
  const whom = rows.length >= 100 ? "the hundred that paid most" : `${rows.length} customers`
  return `The three largest brought ${percent(three, all)} of what ${whom} paid.`
}

export function corridors({ corridors: rows }: Answers.FxCorridorMargin): string {
  if (rows.length === 0) return "Nobody paid in another currency."
  const known = rows.filter(({ margin }) => margin !== null)
  const best = largest(known, ({ margin }) => margin ?? 0)
  const from = `Payers paid in ${times(new Set(rows.map(({ source }) => source)).size, "other currency", "other currencies")}.`
  return best ? `${from} The margin is largest from ${best.source}: ${percent(best.margin ?? 0, 1, 2)}.` : from
}

export function tries({ byStatus }: Answers.TransactionStats): string {
  const all = sumOf(Object.values(byStatus), ({ count }) => count)
  if (all === 0) return nothing
  const { succeeded, failed } = byStatus
  const lost = failed.count === 0 ? "none failed" : `${times(failed.count, "attempt failed", "attempts failed")}`
  return `${percent(succeeded.count, all, 1)} of ${times(all, "transaction", "transactions")} settled; ${lost}.`
}

export function partners({ summary, reconciliation }: Answers.PaymentSplitStats, currency: string): string {
  if (summary.count === 0) return "No partner has a share in this period."
  const left = summary.outstanding === 0 ? "all is paid out" : `${short(summary.outstanding, currency)} is not paid out yet`
  const ledger =
    reconciliation.difference === 0
      ? "Agrees with the ledger."
      : `Differs from the ledger by ${money(reconciliation.difference, currency)}.`
  return `Partners earned ${short(summary.owed, currency)}; ${left}. ${ledger}`
}

/** "12% more than in the period before" */
export function compared(now: number, before: number, format: (value: number) => string): string {
  if (before === now) return "as in the period before"
  if (before <= 0) return `${format(before)} in the period before`
  return `${percent(Math.abs(now - before), before)} ${now > before ? "more" : "less"} than in the period before`
}

export function recurring({ summary, previous }: Answers.Revenue, currency: string): string {
  if (summary.mrr === 0 && summary.churned === 0) return "No subscription runs in this period."
  const whose = `${short(summary.mrr, currency)} a month from ${times(summary.subscribers, "subscriber", "subscribers")}`
  return `${whose}, ${compared(summary.mrr, previous.mrr, amount => short(amount, currency))}.`
}

export function netRevenue({ summary, previous }: Answers.Revenue, currency: string): string {
  if (summary.received === 0 && summary.refunded === 0) return "No money arrived in this period."
  const format = (amount: number) => short(amount, currency)
  return `${format(summary.netRevenue)} after refunds, ${compared(summary.netRevenue, previous.netRevenue, format)}.`
}

export function payers({ summary }: Answers.Revenue): string {
  if (summary.payers === 0 && summary.lostPayers === 0) return "Nobody has paid yet."
  const [fresh, lost] = [times(summary.newPayers, "new payer", "new payers"), times(summary.lostPayers, "lost one", "lost ones")]
  return `${fresh}, ${lost}; ${times(summary.payers, "payer", "payers")} at the end.`
}
