import type { Context } from "../../kit/db/context.ts"
import { enqueue } from "../../kit/jobs/enqueue.ts"
import { monthOf, monthStart } from "../../kit/pure/months.ts"
import { isoTime, isoTimeOrNull } from "../../kit/pure/time.ts"
import { config } from "../../kit/service/config.ts"
import { afterInvoice, type BillingState, type Draft, draftInvoice, periodEndOf, stateAt } from "./rules.ts"
import type { Stats, Subscription } from "./schema.ts"
import {
  insertInvoice,
  insertSubscription,
  readOpenInvoices,
  readSubscription,
  readSubscriptionForUpdate,
  readUsage,
  type SubscriptionRow,
} from "./store.ts"

/** Starts billing a new tenant, in the commit that creates it. The first month is that of its creation. */
export function openSubscription(ctx: Context) {
  const { timezone } = ctx.tenant
  const period_start = monthStart(monthOf(ctx.now, timezone), timezone)
  insertSubscription(ctx, { plan: config.BILLING_PLANS[0]!, period_start })
  enqueueInvoice(ctx, 1, periodEndOf(period_start, timezone))
}

/** `number` counts the tenant's invoices. So a job that runs twice finds its invoice issued. */
export const enqueueInvoice = (ctx: Context, number: number, at: Date) => enqueue(ctx, "issue-invoice", { invoice: number }, at)

/**
 * Issues the invoice with this number if its month has ended, and enqueues the next one, whose month may have ended too. If the month has
 * not ended, because the tenant moved to another time zone, enqueues the same one for its end.
 */
export async function issueInvoice(ctx: Context, number: number) {
  const subscription = await readSubscriptionForUpdate(ctx)
  if (subscription.invoices + 1 !== number) return
  const { timezone } = ctx.tenant
  const draft = draftInvoice(subscription, await readUsage(ctx), timezone)
  if (ctx.now < draft.periodEnd) return enqueueInvoice(ctx, number, draft.periodEnd)
  insertInvoice(ctx, subscription, draft, afterInvoice(subscription, draft, config.BILLING_PLANS))
  enqueueInvoice(ctx, number + 1, periodEndOf(draft.periodEnd, timezone))
}

type Current = { row: SubscriptionRow; state: BillingState; upcoming: Draft }

/** The current month, as it would be billed now. */
async function readCurrent(ctx: Context): Promise<Current> {
  const [row, usage] = await Promise.all([readSubscription(ctx), readUsage(ctx)])
  const { timezone } = ctx.tenant
  const state = stateAt(ctx.now, row, usage, timezone, config.BILLING_PLANS)
  return { row, state, upcoming: draftInvoice(state, usage, timezone) }
}

export async function readStats(ctx: Context): Promise<Stats> {
  const { state, upcoming } = await readCurrent(ctx)
  const { currency } = state.plan
  const { balance } = await readOpenInvoices(ctx, currency)
  const { periodStart, periodEnd, lines, total } = upcoming
  return { balance, currency, upcoming: { periodStart: isoTime(periodStart), periodEnd: isoTime(periodEnd), lines, total } }
}

export async function showSubscription(ctx: Context): Promise<Subscription> {
  const { row, state, upcoming } = await readCurrent(ctx)
  const { isPastDue } = await readOpenInvoices(ctx, state.plan.currency)
  return {
    _id: row.id,
    plan: state.plan,
    status: isPastDue ? "past-due" : "active",
    nextPlan: state.next_plan,
    nextPlanFrom: isoTimeOrNull(state.next_plan_from),
    periodStart: isoTime(upcoming.periodStart),
    periodEnd: isoTime(upcoming.periodEnd),
    version: row.version,
    createdAt: isoTime(row.created_at),
    updatedAt: isoTime(row.updated_at),
    metadata: row.metadata,
  }
}
