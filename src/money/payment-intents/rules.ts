import { dayMs, fromLocal, hourMs, toLocal } from "../../kit/pure/calendar.ts"
import { generalProblem } from "../../kit/pure/errors.ts"
import { describeSum, divideInProportion, sum } from "../../kit/pure/money.ts"
import { taxOfLine, taxSums } from "../../kit/pure/tax.ts"
import { transitions } from "../../kit/pure/transitions.ts"
import { paymentIntentProblem } from "./errors.ts"
import type { Item } from "./schema.ts"
import type { Status } from "./values.ts"

/** The allowed transitions. The store asserts them, so that no code can leave a final status. */
export const canFollow = {
  due: ["overdue", "paid-partial", "paid-full", "canceled"],
  overdue: ["due", "paid-partial", "paid-full", "canceled"],
  "paid-partial": ["due", "overdue", "paid-full"],
  "paid-full": ["due", "overdue", "paid-partial"],
  canceled: [],
} satisfies Record<Status, Status[]>

type Money = { amount: number; paid: number; dueAt: Date; canceled: boolean }

/** The status follows from the amounts and the time; the column only stores it, so that lists can filter by it. */
export function statusOf({ amount, paid, dueAt, canceled }: Money, now: Date): Status {
  if (canceled) return "canceled"
  if (paid >= amount) return "paid-full"
  if (paid > 0) return "paid-partial"
  return dueAt <= now ? "overdue" : "due"
}

/** Past its due date and not fully paid. */
export const isOverdue = ({ status, due_at }: { status: string; due_at: Date }, now: Date) =>
  status === "overdue" || (status === "paid-partial" && due_at <= now)

export const assertCanFollow = transitions<Status>("a payment intent", canFollow)

/** Contract: negative lines are discounts, the total is at least 1. */
export function totalOf(items: readonly Pick<Item, "amount">[]): number {
  const amount = sum(items.map(item => item.amount))
  if (!(amount >= 1)) throw paymentIntentProblem("PIN-1002", { amount: describeSum(amount) })
  return amount
}

export function assertScheduleSums(schedule: readonly { amount: number }[], { amount, currency }: { amount: number; currency: string }) {
  const scheduled = sum(schedule.map(each => each.amount))
  if (scheduled !== amount) throw paymentIntentProblem("PIN-1003", { scheduled: describeSum(scheduled), amount, currency })
}

type Sold = Pick<Item, "amount" | "tax">

/**
 * The lines of each installment. Where lines of the plan carry taxes, an installment has a line for each rate and one for the rest, so that
 * the installments together have exactly the gross amounts of the plan.
 */
export function installmentLines(sold: readonly Sold[], amounts: readonly number[]): Item[][] {
  const taxes = (taxSums(sold) ?? []).filter(({ gross }) => gross !== 0)
  const untaxed = sum(amounts) - sum(taxes.map(({ gross }) => gross))
  const weights = [...taxes.map(({ gross }) => gross), untaxed]
  let before = weights.map(() => 0)
  let collected = 0
  return amounts.map((amount, i) => {
    collected += amount
    const upToHere = divideInProportion(collected, weights)
    const parts = upToHere.map((part, n) => part - before[n]!)
    before = upToHere
    const line = { name: `Installment ${i + 1} of ${amounts.length}`, description: "", category: "" }
    return parts.flatMap((part, n) => {
      const tax = taxes[n]
      return part === 0 ? [] : [{ ...line, amount: part, ...(tax && { tax: taxOfLine(part, tax) }) }]
    })
  })
}

const cancelable: readonly Status[] = ["due", "overdue"]
const remindable: readonly Status[] = ["due", "overdue", "paid-partial"]

export const assertCancelable = (intent: Intent) => assertAction(intent, "canceled", cancelable)
export const assertRemindable = (intent: Intent) => assertAction(intent, "reminded", remindable)
export const assertChangeable = (intent: Intent) => assertAction(intent, "changed", ["due", "overdue", "paid-partial", "paid-full"])

type Intent = { status: Status; plan_id: string | null; paid: number; currency: string }

function assertAction({ status }: Intent, action: string, allowed: readonly Status[]) {
  if (!allowed.includes(status)) throw paymentIntentProblem("PIN-1001", { status, action, allowed: allowed.join(", ") })
}

/** A plan and its installments are canceled, deleted and shared as a whole. */
export function assertNotInstallment({ plan_id }: Intent, action: "cancel" | "delete" | "share") {
  if (plan_id !== null) throw paymentIntentProblem("PIN-1005", { plan: plan_id, action })
}

export function assertNeverPaid({ paid, currency }: Intent) {
  if (paid > 0) throw paymentIntentProblem("PIN-1004", { paid, currency })
}

/** An agent may remind a payer once a day. */
const reminderIntervalMs = dayMs

export function assertReminderIntervalPassed(remindedAt: Date | null, now: Date) {
  const waitMs = remindedAt === null ? 0 : remindedAt.getTime() + reminderIntervalMs - now.getTime()
  if (waitMs > 0) throw generalProblem("RTE-1001", { retryAfterSeconds: Math.ceil(waitMs / 1000) })
}

/** At nine in the morning of the tenant's zone, on each of these days after the due date; negative days are before it. */
export function remindersAt(dueAt: Date, days: readonly number[], zone: string): Date[] {
  const dueDay = Math.floor(toLocal(dueAt, zone).getTime() / dayMs)
  return days.map(day => fromLocal(new Date((dueDay + day) * dayMs + 9 * hourMs), zone))
}

/** Nobody is reminded twice within 20 hours, even when a person has just reminded them. */
export const isReminderDue = ({ status, reminded_at }: { status: Status; reminded_at: Date | null }, at: Date) =>
  remindable.includes(status) && (reminded_at === null || reminded_at.getTime() <= at.getTime() - 20 * hourMs)

/** Contract: an agent's payment request is due in 7 days unless it says otherwise. */
export const defaultDueAt = (now: Date) => new Date(now.getTime() + 7 * dayMs)

/** What the payer owes on this row. A plan's debt is counted on its installments. */
export const amountOwed = (row: { status: Status; intent_type: string; amount: number; paid: number }) =>
  row.status === "canceled" || row.intent_type === "payment-plan" ? 0 : row.amount - row.paid
