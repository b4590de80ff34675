import type { z } from "zod"
import { dayMs } from "../../kit/pure/calendar.ts"
import { exponent } from "../../kit/pure/money.ts"
import { byRate } from "../../kit/pure/tax.ts"
import type { Customer } from "./customers-store.ts"
import { exactNumber } from "../../kit/pure/exact-sums.ts"
import { compareSums, daysIn, figures, median, monthOf, monthsIn, percentile, type Range, round, share, type Sum, total } from "./rules.ts"
import type * as schema from "./schema.ts"
import type { DueToday } from "./sums-store.ts"

/** The figures of each format in one currency, from sums of that currency. */
type Output<Schema extends keyof typeof schema> = (typeof schema)[Schema] extends z.ZodType ? z.output<(typeof schema)[Schema]> : never

const ofKind = (sums: readonly Sum[], kind: string) => sums.filter(sum => sum.kind === kind)

/** What was billed in intents that were not canceled, and how much of it was paid, refunded or is still open. */
function billing(sums: readonly Sum[]) {
  const intents = ofKind(sums, "intents")
  const [billed, paid, refunded] = [total(intents, "amount"), total(intents, "paid"), total(intents, "refunded")]
  return figures({ billed, paid, outstanding: billed - paid, refunded, net: paid - refunded, count: total(intents, "count") })
}

export function consolidated(sums: readonly Sum[], dueToday: readonly DueToday[], today: string): Output<"Consolidated"> {
  const { billed, paid, outstanding, refunded, net, count } = billing(sums)
  return {
    billed,
    paid,
    outstanding,
    overdue: exactNumber(openSums(sums, dueToday, today).overdue),
    canceled: exactNumber(total(ofKind(sums, "canceled"), "amount")),
    refunded,
    net,
    count,
    paidCount: exactNumber(total(ofKind(sums, "intents"), "settled")),
    averageTicket: count === 0 ? 0 : Math.round(billed / count),
  }
}

export function monthByMonth(sums: readonly Sum[], range: Range): Output<"MonthByMonth"> {
  const byMonth = Map.groupBy(sums, sum => monthOf(sum.at))
  return {
    months: monthsIn(range).map(month => {
      const own = byMonth.get(month) ?? []
      return { month, ...billing(own), received: exactNumber(total(ofKind(own, "received"), "amount")) }
    }),
  }
}

/**
 * Payments by days from creation to full payment. The key is `12 late` or `12 on-time`. All sums of a key are added, because some are
 * negative.
 */
const settledDays = (sums: readonly Sum[]) =>
  [...Map.groupBy(ofKind(sums, "settled"), sum => sum.key)].map(([key, own]) => ({
    value: Number.parseInt(key),
    isLate: key.endsWith(" late"),
    count: exactNumber(total(own, "count")),
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
    unpaid: exactNumber(total(intents, "count") - total(intents, "settled")),
    averageDaysToPay: round(days / Math.max(1, countOf(settled)), 2),
    medianDaysToPay: median(settled),
    topLate: customers.map(({ contact, lateCount, lateAmount }) => ({ contact, ...figures({ count: lateCount, amount: lateAmount }) })),
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
    const count = own.reduce((all, each) => all + each.count, 0)
    return { fromDay, toDay, count, amount: exactNumber(total(own, "amount")) }
  })
  return { medianDays: median(settled), p90Days: percentile(settled, 90), histogram }
}

/** The names of services, and of the two rows that are not services. */
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
  const rows = serviceRows(sums, names).filter(row => row.count !== 0n)
  const sorted = rows.toSorted((a, b) => compareSums(b.billed, a.billed) || byName(a, b))
  return { services: sorted.map(({ service, name, billed, paid, count }) => ({ service, name, ...figures({ billed, paid, count }) })) }
}

export function revenueByService(sums: readonly Sum[], names: Names): Output<"RevenueByService"> {
  const all = total(ofKind(sums, "services"), "paid") - total(ofKind(sums, "services"), "refunded")
  const rows = serviceRows(sums, names).filter(row => row.count !== 0n || row.refunded !== 0n)
  const sorted = rows.toSorted((a, b) => compareSums(b.paid, a.paid) || byName(a, b))
  return {
    services: sorted.map(({ service, name, paid, refunded }) => {
      const net = paid - refunded
      return { service, name, ...figures({ revenue: paid, refunded, net }), share: share(net, all) }
    }),
  }
}

export function calendarByDay(sums: readonly Sum[], range: Range): Output<"CalendarByDay"> {
  const byDay = Map.groupBy(sums, sum => sum.at)
  return {
    days: daysIn(range).map(day => {
      const own = byDay.get(day) ?? []
      const due = ofKind(own, "due")
      const sumsOfDay = { due: total(due, "amount"), paid: total(ofKind(own, "received"), "paid"), count: total(due, "count") }
      return { day, ...figures(sumsOfDay) }
    }),
  }
}

export function cancellations(sums: readonly Sum[], range: Range): Output<"Cancellations"> {
  const canceled = ofKind(sums, "canceled")
  const figuresOf = (own: readonly Sum[]) => figures({ count: total(own, "count"), amount: total(own, "amount") })
  const byMonth = Map.groupBy(canceled, sum => monthOf(sum.at))
  const reasons = [...Map.groupBy(canceled, sum => sum.key)].map(([reason, own]) => ({ reason, ...figuresOf(own) }))
  const count = total(canceled, "count")
  return {
    ...figuresOf(canceled),
    rate: share(count, count + total(ofKind(sums, "intents"), "count")),
    byMonth: monthsIn(range).map(month => ({ month, ...figuresOf(byMonth.get(month) ?? []) })),
    byReason: reasons
      .filter(each => each.count !== 0)
      .toSorted((a, b) => b.count - a.count || b.amount - a.amount || (a.reason < b.reason ? -1 : 1)),
  }
}

export function customerPayments(customers: readonly Customer[], range: Range): Output<"CustomerPayments"> {
  return {
    customers: customers.map(({ contact, months, paid }) => {
      const paidIn = Map.groupBy(months, each => each.month)
      const sumOf = (month: string) => exactNumber(total(paidIn.get(month) ?? [], "paid"))
      return { contact, months: monthsIn(range).map(month => ({ month, paid: sumOf(month) })), total: exactNumber(paid) }
    }),
  }
}

/** One row for each rate and code, the highest rate first, and one for the lines without a tax. */
function taxRows(sums: readonly Sum[]) {
  const taxed = ofKind(sums, "taxes")
  const rows = [...Map.groupBy(taxed, sum => sum.key)].map(([key, own]) => {
    const rate = key.slice(0, key.indexOf(" "))
    return { rate, code: key.slice(rate.length + 1), ...taxFigures(own) }
  })
  const intents = ofKind(sums, "intents")
  const rest = {
    billed: total(intents, "amount") - total(taxed, "amount"),
    refunded: total(intents, "refunded") - total(taxed, "refunded"),
  }
  const untaxed = {
    rate: null,
    code: "",
    ...figures({ billed: rest.billed, net: rest.billed, tax: 0n, refunded: rest.refunded, refundedTax: 0n }),
  }
  return [...rows.toSorted(byRate), untaxed].filter(({ billed, refunded }) => billed !== 0 || refunded !== 0)
}

function taxFigures(sums: readonly Sum[]) {
  const [billed, tax] = [total(sums, "amount"), total(sums, "paid")]
  return figures({ billed, net: billed - tax, tax, refunded: total(sums, "refunded"), refundedTax: total(sums, "settled") })
}

export function taxes(sums: readonly Sum[], range: Range): z.output<typeof schema.TaxStats>["byCurrency"][string] {
  const byMonth = Map.groupBy(sums, sum => monthOf(sum.at))
  return { rates: taxRows(sums), months: monthsIn(range).map(month => ({ month, rates: taxRows(byMonth.get(month) ?? []) })) }
}

const ahead: [from: number, to: number | null][] = [
  [0, 7],
  [8, 30],
  [31, 60],
  [61, 90],
  [91, null],
]

/** What is open, by the day it falls due. Some of what falls due today may already be overdue. */
function openSums(sums: readonly Sum[], dueToday: readonly DueToday[], today: string) {
  const open = ofKind(sums, "open").map(({ key, amount, count }) => ({ days: daysBetween(today, key), amount, count }))
  const passed = dueToday.map(({ amount, count }) => ({ days: 0, amount: -amount, count: -count }))
  const late = open.filter(({ days }) => days < 0)
  return {
    overdue: total(late, "amount") + total(dueToday, "amount"),
    scheduled: [...open.filter(({ days }) => days >= 0), ...passed],
  }
}

export function forecast(sums: readonly Sum[], dueToday: readonly DueToday[], today: string): Output<"ReceivablesForecast"> {
  const { overdue, scheduled } = openSums(sums, dueToday, today)
  return {
    ...figures({ overdue, scheduled: total(scheduled, "amount") }),
    buckets: ahead.map(([from, to]) => {
      const own = scheduled.filter(({ days }) => days >= from && (to === null || days <= to))
      return { from, to, ...figures({ amount: total(own, "amount"), count: total(own, "count") }) }
    }),
  }
}

/** Days in years before 1, or in years of five digits, fall outside of every bucket. */
function daysBetween(from: string, to: string): number {
  const days = Math.round((Date.parse(to) - Date.parse(from)) / dayMs)
  return Number.isNaN(days) ? (to.endsWith("BC") ? -Infinity : Infinity) : days
}

/** Exchange rates between major units, rounded to eight significant digits. */
export function corridors(sums: readonly Sum[], target: string, midOf: (source: string) => number | null): Output<"FxCorridorMargin"> {
  const all = [...Map.groupBy(ofKind(sums, "fx"), sum => sum.key)]
  const rows = all.filter(([, own]) => total(own, "count") !== 0n).toSorted(([a], [b]) => (a < b ? -1 : 1))
  return {
    corridors: rows.map(([source, own]) => {
      const amounts = figures({ count: total(own, "count"), sourceAmount: total(own, "paid"), targetAmount: total(own, "amount") })
      const averageRate = (amounts.targetAmount / amounts.sourceAmount) * 10 ** (exponent(source) - exponent(target))
      const midRate = midOf(source)
      return {
        source,
        target,
        ...amounts,
        averageRate: significant(averageRate),
        midRate: midRate && significant(midRate),
        margin: midRate && round(1 - averageRate / midRate, 6),
      }
    }),
  }
}

const significant = (value: number) => Number(value.toPrecision(8))
