import type { z } from "zod"
import { dayMs } from "../../kit/pure/calendar.ts"
import { exponent } from "../../kit/pure/money.ts"
import type { Customer } from "./customers-store.ts"
import { daysIn, median, monthOf, monthsIn, percentile, type Range, round, share, type Sum, total } from "./rules.ts"
import type * as schema from "./schema.ts"
import type { DueToday } from "./sums-store.ts"

/** The figures of each format in one currency, from sums of that currency. */
type Output<Schema extends keyof typeof schema> = (typeof schema)[Schema] extends z.ZodType ? z.output<(typeof schema)[Schema]> : never

const ofKind = (sums: readonly Sum[], kind: string) => sums.filter(sum => sum.kind === kind)

/** What was billed in intents that were not canceled, and what became of it. */
function billing(sums: readonly Sum[]) {
  const intents = ofKind(sums, "intents")
  const [billed, paid, refunded] = [total(intents, "amount"), total(intents, "paid"), total(intents, "refunded")]
  return { billed, paid, outstanding: billed - paid, refunded, net: paid - refunded, count: total(intents, "count") }
}

export function consolidated(sums: readonly Sum[], dueToday: readonly DueToday[], today: string): Output<"Consolidated"> {
  const { billed, paid, outstanding, refunded, net, count } = billing(sums)
  return {
    billed,
    paid,
    outstanding,
    overdue: forecast(sums, dueToday, today).overdue,
    canceled: total(ofKind(sums, "canceled"), "amount"),
    refunded,
    net,
    count,
    paidCount: total(ofKind(sums, "intents"), "settled"),
    averageTicket: count === 0 ? 0 : Math.round(billed / count),
  }
}

export function monthByMonth(sums: readonly Sum[], range: Range): Output<"MonthByMonth"> {
  const byMonth = Map.groupBy(sums, sum => monthOf(sum.at))
  return {
    months: monthsIn(range).map(month => {
      const own = byMonth.get(month) ?? []
      return { month, ...billing(own), received: total(ofKind(own, "received"), "amount") }
    }),
  }
}

/** By days from creation to full payment. The key is `12 late` or `12 on-time`; all days of a key together, because some take away. */
const settledDays = (sums: readonly Sum[]) =>
  [...Map.groupBy(ofKind(sums, "settled"), sum => sum.key)].map(([key, own]) => ({
    value: Number.parseInt(key),
    isLate: key.endsWith(" late"),
    count: total(own, "count"),
    amount: total(own, "amount"),
  }))

export function payerBehavior(sums: readonly Sum[], customers: readonly Customer[]): Output<"PayerBehavior"> {
  const settled = settledDays(sums)
  const countOf = (which: typeof settled) => which.reduce((all, each) => all + each.count, 0)
  const days = settled.reduce((all, each) => all + each.value * each.count, 0)
  const intents = ofKind(sums, "intents")
  return {
    onTime: countOf(settled.filter(each => !each.isLate)),
    late: countOf(settled.filter(each => each.isLate)),
    unpaid: total(intents, "count") - total(intents, "settled"),
    averageDaysToPay: round(days / Math.max(1, countOf(settled)), 2),
    medianDaysToPay: median(settled),
    topLate: customers.map(({ contact, lateCount, lateAmount }) => ({ contact, count: lateCount, amount: lateAmount })),
  }
}

const bounds: [from: number, to: number | null][] = [
  [0, 0],
  [1, 3],
  [4, 7],
  [8, 14],
  [15, 30],
  [31, 60],
  [61, 90],
  [91, null],
]

export function cashVelocity(sums: readonly Sum[]): Output<"CashVelocity"> {
  const settled = settledDays(sums)
  const histogram = bounds.map(([fromDay, toDay]) => {
    const own = settled.filter(({ value }) => value >= fromDay && (toDay === null || value <= toDay))
    const add = (measure: "count" | "amount") => own.reduce((all, each) => all + each[measure], 0)
    return { fromDay, toDay, count: add("count"), amount: add("amount") }
  })
  return { medianDays: median(settled), p90Days: percentile(settled, 90), histogram }
}

/** The names of services, and of the two rows that are none. */
type Names = ReadonlyMap<string, string>
const otherRows: Record<string, string> = { "": "Without a service", discount: "Discounts" }

function serviceRows(sums: readonly Sum[], names: Names) {
  return [...Map.groupBy(ofKind(sums, "services"), sum => sum.key)].map(([key, own]) => ({
    service: key in otherRows ? null : key,
    name: otherRows[key] ?? names.get(key) ?? key,
    billed: total(own, "amount"),
    paid: total(own, "paid"),
    refunded: total(own, "refunded"),
    count: total(own, "count"),
  }))
}

/** The largest first; equal ones by name and id, so that the order is always the same. */
const byName = (a: { service: string | null; name: string }, b: typeof a) =>
  a.name === b.name ? ((a.service ?? "") < (b.service ?? "") ? -1 : 1) : a.name < b.name ? -1 : 1

export function byServices(sums: readonly Sum[], names: Names): Output<"ByServices"> {
  const rows = serviceRows(sums, names).filter(row => row.count !== 0)
  const services = rows.map(({ service, name, billed, paid, count }) => ({ service, name, billed, paid, count }))
  return { services: services.toSorted((a, b) => b.billed - a.billed || byName(a, b)) }
}

export function revenueByService(sums: readonly Sum[], names: Names): Output<"RevenueByService"> {
  const all = total(ofKind(sums, "services"), "paid") - total(ofKind(sums, "services"), "refunded")
  const services = serviceRows(sums, names)
    .filter(row => row.count !== 0 || row.refunded !== 0)
    .map(({ service, name, paid, refunded }) => {
      const net = paid - refunded
      return { service, name, revenue: paid, refunded, net, share: share(net, all) }
    })
  return { services: services.toSorted((a, b) => b.revenue - a.revenue || byName(a, b)) }
}

export function calendarByDay(sums: readonly Sum[], range: Range): Output<"CalendarByDay"> {
  const byDay = Map.groupBy(sums, sum => sum.at)
  return {
    days: daysIn(range).map(day => {
      const own = byDay.get(day) ?? []
      const due = ofKind(own, "due")
      return { day, due: total(due, "amount"), paid: total(ofKind(own, "received"), "paid"), count: total(due, "count") }
    }),
  }
}

export function cancellations(sums: readonly Sum[], range: Range): Output<"Cancellations"> {
  const canceled = ofKind(sums, "canceled")
  const figures = (own: readonly Sum[]) => ({ count: total(own, "count"), amount: total(own, "amount") })
  const byMonth = Map.groupBy(canceled, sum => monthOf(sum.at))
  const reasons = [...Map.groupBy(canceled, sum => sum.key)].map(([reason, own]) => ({ reason, ...figures(own) }))
  const { count, amount } = figures(canceled)
  return {
    count,
    amount,
    rate: share(count, count + total(ofKind(sums, "intents"), "count")),
    byMonth: monthsIn(range).map(month => ({ month, ...figures(byMonth.get(month) ?? []) })),
    byReason: reasons
      .filter(each => each.count !== 0)
      .toSorted((a, b) => b.count - a.count || b.amount - a.amount || (a.reason < b.reason ? -1 : 1)),
  }
}

export function customerPayments(customers: readonly Customer[], range: Range): Output<"CustomerPayments"> {
  return {
    customers: customers.map(({ contact, months, paid }) => {
      const paidIn = Map.groupBy(months, each => each.month)
      const sumOf = (month: string) => (paidIn.get(month) ?? []).reduce((all, each) => all + each.paid, 0)
      return { contact, months: monthsIn(range).map(month => ({ month, paid: sumOf(month) })), total: paid }
    }),
  }
}

const ahead: [from: number, to: number | null][] = [
  [0, 7],
  [8, 30],
  [31, 60],
  [61, 90],
  [91, null],
]

/** What is open, by the day it falls due. Of what falls due today, a part may be overdue already. */
export function forecast(sums: readonly Sum[], dueToday: readonly DueToday[], today: string): Output<"ReceivablesForecast"> {
  const open = ofKind(sums, "open").map(({ key, amount, count }) => ({ days: daysBetween(today, key), amount, count }))
  const passed = dueToday.map(({ amount, count }) => ({ days: 0, amount: -amount, count: -count }))
  const overdue = open.filter(({ days }) => days < 0).reduce((all, each) => all + each.amount, 0)
  const overdueToday = dueToday.reduce((all, each) => all + each.amount, 0)
  const scheduled = [...open.filter(({ days }) => days >= 0), ...passed]
  const sumOf = (own: typeof open, measure: "amount" | "count") => own.reduce((all, each) => all + each[measure], 0)
  return {
    overdue: overdue + overdueToday,
    scheduled: sumOf(scheduled, "amount"),
    buckets: ahead.map(([from, to]) => {
      const own = scheduled.filter(({ days }) => days >= from && (to === null || days <= to))
      return { from, to, amount: sumOf(own, "amount"), count: sumOf(own, "count") }
    }),
  }
}

/** Days in a year before the first or of more than four digits are beyond every bucket. */
function daysBetween(from: string, to: string): number {
  const days = Math.round((Date.parse(to) - Date.parse(from)) / dayMs)
  return Number.isNaN(days) ? (to.endsWith("BC") ? -Infinity : Infinity) : days
}

/** Rates of major units, to eight significant digits. */
export function corridors(sums: readonly Sum[], target: string, midOf: (source: string) => number | null): Output<"FxCorridorMargin"> {
  const rows = [...Map.groupBy(ofKind(sums, "fx"), sum => sum.key)].map(([source, own]) => {
    const [count, targetAmount, sourceAmount] = [total(own, "count"), total(own, "amount"), total(own, "paid")]
    const averageRate = (targetAmount / sourceAmount) * 10 ** (exponent(source) - exponent(target))
    const midRate = midOf(source)
    return {
      source,
      target,
      count,
      sourceAmount,
      targetAmount,
      averageRate: significant(averageRate),
      midRate: midRate && significant(midRate),
      margin: midRate && round(1 - averageRate / midRate, 6),
    }
  })
  return { corridors: rows.filter(row => row.count !== 0).toSorted((a, b) => (a.source < b.source ? -1 : 1)) }
}

const significant = (value: number) => Number(value.toPrecision(8))
