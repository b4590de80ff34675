import { dayMs } from "../../kit/pure/calendar.ts"
import { addDays, addMonths, figures, firstDay, lastDay, type Month, monthOf, monthsIn, type Range, share, total } from "./rules.ts"

/** A contact that did not pay for so long, and has no running subscription, is no payer any more. */
export const lostAfterDays = 90

/** The part of a month that a range has: from its first day up to, but without, `end`. */
export type Piece = { month: Month; first: string; end: string }

export const monthPieces = (range: Range): Piece[] =>
  monthsIn(range).map(month => ({
    month,
    first: range.from > firstDay(month) ? range.from : firstDay(month),
    end: addDays(range.to < lastDay(month) ? range.to : lastDay(month), 1),
  }))

/**
 * The period of equal length before. A range that begins with a month is compared with as many months, up to the same day of the last one:
 * the first 19 days of November with the first 19 days of October.
 */
export function previousRange({ from, to }: Range): Range {
  if (from !== firstDay(monthOf(from))) {
    const days = (Date.parse(to) - Date.parse(from)) / dayMs + 1
    return { from: addDays(from, -days), to: addDays(from, -1) }
  }
  const count = monthsIn({ from, to }).length
  const last = lastDay(addMonths(monthOf(to), -count))
  const sameDay = `${monthOf(last)}-${to.slice("2026-01-".length)}`
  return { from: firstDay(addMonths(monthOf(from), -count)), to: to === lastDay(monthOf(to)) || sameDay > last ? last : sameDay }
}

/** Before: at the beginning of the piece. mrr, subscribers and payers: at its end. All others: what happened meanwhile. */
export const noRevenue = {
  mrrBefore: 0n,
  mrr: 0n,
  newMrr: 0n,
  expansion: 0n,
  contraction: 0n,
  churned: 0n,
  subscribers: 0n,
  newSubscribers: 0n,
  lostSubscribers: 0n,
  received: 0n,
  refunded: 0n,
  payersBefore: 0n,
  payers: 0n,
  newPayers: 0n,
  returnedPayers: 0n,
  lostPayers: 0n,
}
export type RevenueMeasure = keyof typeof noRevenue
const revenueMeasures = Object.keys(noRevenue) as RevenueMeasure[]
/** Figures of the n-th piece of a range, counted from 1. */
export type RevenueSum = { currency: string; n: number } & Record<RevenueMeasure, bigint>

export const isAnyRevenue = (sum: RevenueSum) => revenueMeasures.some(measure => sum[measure] !== 0n)

/** The figures of consecutive pieces up to the last: what happened is added up, and what there is at the end is that of the last piece. */
function together(sums: readonly RevenueSum[], last: number) {
  const atEnd = sums.filter(({ n }) => n === last)
  const [contraction, churned, lostPayers] = [total(sums, "contraction"), total(sums, "churned"), total(sums, "lostPayers")]
  const [received, refunded] = [total(sums, "received"), total(sums, "refunded")]
  const amounts = {
    mrr: total(atEnd, "mrr"),
    newMrr: total(sums, "newMrr"),
    expansion: total(sums, "expansion"),
    contraction,
    churned,
    subscribers: total(atEnd, "subscribers"),
    newSubscribers: total(sums, "newSubscribers"),
    lostSubscribers: total(sums, "lostSubscribers"),
    received,
    refunded,
    netRevenue: received - refunded,
    payers: total(atEnd, "payers"),
    newPayers: total(sums, "newPayers"),
    returnedPayers: total(sums, "returnedPayers"),
    lostPayers,
  }
  return {
    ...figures(amounts),
    mrrChurnRate: share(churned + contraction, total(sums, "mrrBefore")),
    payerChurnRate: share(lostPayers, total(sums, "payersBefore")),
  }
}

/** The report of one currency: the range month by month and in all, and the previous one in all. */
export function revenuePart(sums: readonly RevenueSum[], pieces: readonly Piece[], before: readonly RevenueSum[], previous: Range) {
  return {
    summary: together(sums, pieces.length),
    previous: { ...previous, ...together(before, monthsIn(previous).length) },
    months: pieces.map(({ month }, index) => ({
      month,
      ...together(
        sums.filter(({ n }) => n === index + 1),
        index + 1,
      ),
    })),
  }
}
