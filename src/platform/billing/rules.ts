import { dayMs } from "../../kit/pure/calendar.ts"
import { type Month, monthOf, monthStart, nextMonth } from "../../kit/pure/months.ts"
import { type Plan, usageUnits, type UsageUnit } from "../../kit/pure/plans.ts"
import { billingProblem } from "./errors.ts"
import type { InvoiceStatus, Line } from "./schema.ts"

/** How long a tenant has to pay. */
const paymentTermDays = 14

export type Quantities = Record<UsageUnit, number>
export const nothingBilled: Quantities = { payments: 0, payouts: 0 }

/** How much was used in each month, by the tenant's clock and time zone at that moment. */
export type MonthlyUsage = readonly { month: Month; unit: UsageUnit; n: number }[]

/** What is billed next: the period that begins at `period_start`, by `plan`. */
export type BillingState = {
  plan: Plan
  next_plan: string | null
  next_plan_from: Date | null
  period_start: Date
  /** The quantities of all earlier invoices. */
  billed: Quantities
}

export type Draft = { periodStart: Date; periodEnd: Date; lines: Line[]; total: number; used: Quantities }

/**
 * The invoice of the next period. Preview and invoice both come from here, so they are equal when nothing happens between them. It includes
 * usage of an earlier month that was committed after that month's invoice.
 */
export function draftInvoice({ plan, period_start, billed }: BillingState, usage: MonthlyUsage, timezone: string): Draft {
  const month = monthOfPeriod(period_start, timezone)
  const used = { ...nothingBilled }
  for (const unit of usageUnits) used[unit] = usedUntil(usage, month, unit) - billed[unit]
  const lines = [lineOf(`${plan.name} plan`, 1, plan.baseFee), ...usageUnits.flatMap(unit => usageLines(plan, unit, used[unit]))]
  const total = lines.reduce((sum, line) => sum + line.amount, 0)
  return { periodStart: period_start, periodEnd: periodEndOf(period_start, timezone), lines, total, used }
}

/** The state after an invoice is issued. A changed price applies from then on. A plan that is no longer declared stays as it was. */
export function afterInvoice(state: BillingState, { periodEnd, used }: Draft, plans: readonly Plan[]): BillingState {
  const billed = { ...state.billed }
  for (const unit of usageUnits) billed[unit] += used[unit]
  const changes = state.next_plan_from !== null && state.next_plan_from <= periodEnd
  const name = (changes ? state.next_plan : null) ?? state.plan.plan
  const plan = plans.find(each => each.plan === name) ?? state.plan
  const { next_plan, next_plan_from } = changes ? { next_plan: null, next_plan_from: null } : state
  return { plan, next_plan, next_plan_from, period_start: periodEnd, billed }
}

/** The state in the current month, even if invoices of earlier months are not issued yet. */
export function stateAt(now: Date, state: BillingState, usage: MonthlyUsage, timezone: string, plans: readonly Plan[]): BillingState {
  let current = state
  for (let draft = draftInvoice(current, usage, timezone); draft.periodEnd <= now; draft = draftInvoice(current, usage, timezone))
    current = afterInvoice(current, draft, plans)
  return current
}

export const periodEndOf = (start: Date, timezone: string): Date => monthStart(nextMonth(monthOfPeriod(start, timezone)), timezone)

/**
 * Looks two days into the period, so that a tenant who changed the time zone is still billed by whole months. Each begins where the last
 * ended.
 */
const monthOfPeriod = (start: Date, timezone: string): Month => monthOf(new Date(start.getTime() + 2 * dayMs), timezone)

const usedUntil = (usage: MonthlyUsage, month: Month, unit: UsageUnit) =>
  usage.reduce((sum, each) => (each.unit === unit && each.month <= month ? sum + each.n : sum), 0)

function usageLines({ usage }: Plan, unit: UsageUnit, used: number): Line[] {
  const { included, unitAmount } = usage[unit]
  const name = unitNames[unit]
  if (included === 0) return [lineOf(name, used, unitAmount)]
  const rest = Math.max(0, used - included)
  return [lineOf(`${name}, of ${included} included`, used - rest, 0), lineOf(`${name} beyond them`, rest, unitAmount)]
}

const unitNames: Record<UsageUnit, string> = { payments: "Payments received", payouts: "Payouts sent" }

const lineOf = (description: string, quantity: number, unitAmount: number): Line => ({
  description,
  quantity,
  unitAmount,
  amount: quantity * unitAmount,
})

export const dueAtOf = (issuedAt: Date) => new Date(issuedAt.getTime() + paymentTermDays * dayMs)

export function findPlan(plans: readonly Plan[], name: string): Plan {
  const plan = plans.find(each => each.plan === name)
  if (!plan) throw billingProblem("BIL-1001", { plan: name, plans: plans.map(each => each.plan).join(", ") })
  return plan
}

export function assertOpen({ number, status }: { number: string; status: InvoiceStatus }, action: InvoiceStatus) {
  if (status !== "open") throw billingProblem("BIL-2001", { number, status, action })
}
