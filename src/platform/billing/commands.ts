import { asSystem } from "../../kit/operation/system.ts"
import { generalProblem } from "../../kit/pure/errors.ts"
import { config } from "../../kit/service/config.ts"
import { issueInvoice, showSubscription } from "./bill.ts"
import { assertOpen, findPlan, periodEndOf } from "./rules.ts"
import type { Invoice, Subscription } from "./schema.ts"
import {
  findTenantOfInvoice,
  listInvoices,
  readInvoiceForUpdate,
  readSubscriptionForUpdate,
  saveInvoiceStatus,
  saveNextPlan,
} from "./store.ts"

/** The commands of the installation's operator. The audit log shows all of them as done by the system. */

/** Changes the plan from the next month on. Choosing the current plan again cancels a change that has not taken effect yet. */
export async function changePlan(tenant: string, name: string): Promise<Subscription> {
  const { plan } = findPlan(config.BILLING_PLANS, name)
  while (await issueNext(tenant)); // otherwise this change would replace one that has taken effect but is not billed yet
  await asSystem(tenant, "billing plan", async ctx => {
    const subscription = await readSubscriptionForUpdate(ctx)
    const change = { next_plan: plan, next_plan_from: periodEndOf(subscription.period_start, ctx.tenant.timezone) }
    saveNextPlan(ctx, subscription, subscription.plan.plan === plan ? { next_plan: null, next_plan_from: null } : change)
  })
  return asSystem(tenant, "billing plan", showSubscription)
}

/** Issues the invoice of a month that has ended, if the worker has not done it yet. Returns whether there was one. */
const issueNext = (tenant: string): Promise<boolean> =>
  asSystem(tenant, "billing plan", async ctx => {
    const { period_start, invoices } = await readSubscriptionForUpdate(ctx)
    if (ctx.now < periodEndOf(period_start, ctx.tenant.timezone)) return false
    await issueInvoice(ctx, invoices + 1)
    return true
  })

export async function settleInvoice(id: string, status: "paid" | "void", reference: string | null): Promise<Invoice> {
  const tenant = await findTenantOfInvoice(id)
  if (tenant === undefined) throw generalProblem("GEN-1004", { kind: "invoice", reference: id })
  return asSystem(tenant, `billing ${status}`, async ctx => {
    const invoice = await readInvoiceForUpdate(ctx, id)
    assertOpen(invoice, status)
    return saveInvoiceStatus(ctx, invoice, { status, paid_at: status === "paid" ? ctx.now : null, reference })
  })
}

/** The newest hundred. */
export async function invoicesOf(tenant: string): Promise<Invoice[]> {
  const newest = { limit: 100, sort: { column: "id", descending: true }, where: [], metadata: [] }
  return asSystem(tenant, "billing invoices", async ctx => (await listInvoices(ctx, newest)).data)
}
