import { sum } from "../kit/money.ts"
import { Problem } from "../kit/problem.ts"
import type { Item, Status } from "./schema.ts"

/** Which status may come after which. The store asserts it, so that no path leads back from what is final. */
export const canFollow = {
  due: ["overdue", "paid-partial", "paid-full", "canceled"],
  overdue: ["due", "paid-partial", "paid-full", "canceled"],
  "paid-partial": ["due", "overdue", "paid-full"],
  "paid-full": ["due", "overdue", "paid-partial"],
  canceled: [],
} satisfies Record<Status, Status[]>

type Money = { amount: number; paid: number; dueAt: Date; canceled: boolean }

/** A pure function of the money and the clock: the row only keeps what this says. */
export function statusOf({ amount, paid, dueAt, canceled }: Money, now: Date): Status {
  if (canceled) return "canceled"
  if (paid >= amount) return "paid-full"
  if (paid > 0) return "paid-partial"
  return dueAt <= now ? "overdue" : "due"
}

/** Past its date with something left to pay. */
export const isOverdue = ({ status, due_at }: { status: string; due_at: Date }, now: Date) =>
  status === "overdue" || (status === "paid-partial" && due_at <= now)

export function assertFollows(from: Status, to: Status) {
  const allowed: readonly Status[] = canFollow[from]
  if (from !== to && !allowed.includes(to)) throw new Error(`a payment intent that is ${from} does not become ${to}`)
}

/** Contract: negative lines are discounts, the total is at least 1. */
export function totalOf(items: readonly Pick<Item, "amount">[]): number {
  const amount = sum(items.map(item => item.amount))
  if (!(amount >= 1)) throw new Problem("PIN-1002", { amount: Number.isNaN(amount) ? "more than 2^53 − 1" : amount })
  return amount
}

export function assertScheduleSums(schedule: readonly { amount: number }[], amount: number) {
  const scheduled = sum(schedule.map(each => each.amount))
  if (scheduled !== amount) throw new Problem("PIN-1003", { scheduled, amount })
}

const cancelable: readonly Status[] = ["due", "overdue"]
const remindable: readonly Status[] = ["due", "overdue", "paid-partial"]

export const assertCancelable = (intent: Intent) => assertAction(intent, "canceled", cancelable)
export const assertRemindable = (intent: Intent) => assertAction(intent, "reminded", remindable)
export const assertChangeable = (intent: Intent) => assertAction(intent, "changed", ["due", "overdue", "paid-partial", "paid-full"])

type Intent = { status: Status; plan_id: string | null; paid: number }

function assertAction({ status }: Intent, action: string, allowed: readonly Status[]) {
  if (!allowed.includes(status)) throw new Problem("PIN-1001", { status, action, allowed: allowed.join(", ") })
}

/** A plan and its installments stand and fall together. */
export function assertWhole({ plan_id }: Intent, action: "cancel" | "delete" | "share") {
  if (plan_id !== null) throw new Problem("PIN-1005", { plan: plan_id, action })
}

export function assertNeverPaid({ paid }: Intent) {
  if (paid > 0) throw new Problem("PIN-1004", { paid })
}

/** An agent may bring itself to a payer's mind once a day. */
export const remindAgainAfterMs = 24 * 60 * 60 * 1000

export function assertNotRemindedLately(remindedAt: Date | null, now: Date) {
  const wait = remindedAt === null ? 0 : remindedAt.getTime() + remindAgainAfterMs - now.getTime()
  if (wait > 0) throw new Problem("RTE-1001", { retryAfterSeconds: Math.ceil(wait / 1000) })
}

/** Contract: an agent's payment request is due in 7 days unless said otherwise. */
export const defaultDueAt = (now: Date) => new Date(now.getTime() + 7 * 24 * 60 * 60 * 1000)

/** What the payer owes on this very row: a plan's debt is that of its installments. */
export const owedOn = (row: { status: Status; intent_type: string; amount: number; paid: number }) =>
  row.status === "canceled" || row.intent_type === "payment-plan" ? 0 : row.amount - row.paid

/** The day as it is where the money is owed: midnight there is another day elsewhere. */
export const dueDay = (dueAt: string, timeZone: string) =>
  new Date(dueAt).toLocaleDateString("en-GB", { day: "numeric", month: "long", year: "numeric", timeZone })
