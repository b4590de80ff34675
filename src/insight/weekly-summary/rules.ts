import { dayMs } from "../../kit/pure/calendar.ts"
import type { SummaryWords } from "./words.ts"

type FlowKind = "received" | "refunded" | "paidOut"
export type Flow = { kind: FlowKind; currency: string; count: number; amount: number }
type Late = { currency: string; late: number; lateCount: number }

/** The seven days before a Monday. */
export function weekBefore(monday: string): { from: string; until: string; last: string } {
  const dayBefore = (days: number) => new Date(Date.parse(`${monday}T00:00:00Z`) - days * dayMs).toISOString().slice(0, 10)
  return { from: dayBefore(7), until: monday, last: dayBefore(1) }
}

type Written = {
  words: SummaryWords
  money(amount: number, currency: string): string
  number(count: number): string
}

/** "Received: R$ 300.00 in 3 payments", by currency, and what is late now. */
export function rowsOf(flows: readonly Flow[], late: readonly Late[], { words, money, number }: Written): [string, string][] {
  const kinds: FlowKind[] = ["received", "refunded", "paidOut"]
  const own = (kind: FlowKind) => flows.filter(each => each.kind === kind).toSorted((a, b) => (a.currency < b.currency ? -1 : 1))
  const rowOf = ({ label, row }: SummaryWords["late"], amount: string, count: number): [string, string] => [
    label,
    row(amount, number(count), count),
  ]
  const moved = kinds.flatMap(kind => own(kind).map(({ currency, count, amount }) => rowOf(words[kind], money(amount, currency), count)))
  const owed = late
    .filter(({ lateCount }) => lateCount > 0)
    .map(({ currency, late: amount, lateCount }) => rowOf(words.late, money(amount, currency), lateCount))
  return [...moved, ...owed]
}

export const waitingInWords = (n: number, { words, number }: Pick<Written, "words" | "number">) =>
  n === 0 ? words.noneWaits : words.wait(number(n), n)
