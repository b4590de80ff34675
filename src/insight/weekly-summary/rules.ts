import { dayMs } from "../../kit/pure/calendar.ts"

type FlowKind = "received" | "refunded" | "paidOut"
export type Flow = { kind: FlowKind; currency: string; count: number; amount: number }
type Late = { currency: string; late: number; lateCount: number }

/** The seven days before a Monday. */
export function weekBefore(monday: string): { from: string; until: string; last: string } {
  const dayBefore = (days: number) => new Date(Date.parse(`${monday}T00:00:00Z`) - days * dayMs).toISOString().slice(0, 10)
  return { from: dayBefore(7), until: monday, last: dayBefore(1) }
}

const labels: Record<FlowKind, string> = { received: "Received", refunded: "Refunded", paidOut: "Paid out" }
const nouns: Record<FlowKind, [one: string, many: string]> = {
  received: ["payment", "payments"],
  refunded: ["refund", "refunds"],
  paidOut: ["payout", "payouts"],
}

/** "Received: R$ 300.00 in 3 payments", by currency, and what is late now. */
export function rowsOf(
  flows: readonly Flow[],
  late: readonly Late[],
  money: (amount: number, currency: string) => string,
): [string, string][] {
  const kinds: FlowKind[] = ["received", "refunded", "paidOut"]
  const own = (kind: FlowKind) => flows.filter(each => each.kind === kind).toSorted((a, b) => (a.currency < b.currency ? -1 : 1))
  const moved = kinds.flatMap(kind =>
    own(kind).map(({ currency, count, amount }): [string, string] => [
      labels[kind],
      `${money(amount, currency)} in ${counted(count, nouns[kind])}`,
    ]),
  )
  const owed = late
    .filter(({ lateCount }) => lateCount > 0)
    .map(({ currency, late: amount, lateCount }): [string, string] => [
      "Late now",
      `${money(amount, currency)} of ${counted(lateCount, nouns.received)}`,
    ])
  return [...moved, ...owed]
}

const counted = (n: number, [one, many]: [string, string]) => `${n.toLocaleString("en")} ${n === 1 ? one : many}`

export const waitingInWords = (n: number) =>
  n === 0
    ? "No approval waits for you."
    : `${counted(n, ["approval waits", "approvals wait"])} for you. ${n === 1 ? "Its" : "Their"} money has not moved.`
