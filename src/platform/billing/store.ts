import { bigint, identity, int, json, nullable, oneOf, type Row, text, timestamptz, tracked } from "../../kit/db/columns.ts"
import type { Context } from "../../kit/db/context.ts"
import { findInEveryCell } from "../../kit/db/every-cell.ts"
import { allTenants, query, sql } from "../../kit/db/query.ts"
import { writeStatement } from "../../kit/db/statements.ts"
import { audit } from "../../kit/events/audit.ts"
import { resource } from "../../kit/operation/resource.ts"
import { formatNumber } from "../../kit/pure/format-number.ts"
import type { Plan, UsageUnit } from "../../kit/pure/plans.ts"
import { isoTime, isoTimeOrNull } from "../../kit/pure/time.ts"
import { type BillingState, type Draft, dueAtOf, type MonthlyUsage, nothingBilled, type Quantities } from "./rules.ts"
import { type Invoice, invoiceStatuses, type Line } from "./schema.ts"

const subscriptionColumns = {
  ...identity,
  plan: json<Plan>(),
  next_plan: nullable(text),
  next_plan_from: nullable(timestamptz),
  period_start: timestamptz,
  billed: json<Quantities>(),
  invoices: int,
  ...tracked,
}
export type SubscriptionRow = Row<typeof subscriptionColumns>

const subscriptions = resource("billing_subscriptions", subscriptionColumns, {
  noun: "subscription",
  audits: "billingSubscriptions",
  render: ({ id, plan, next_plan, next_plan_from, version }: SubscriptionRow) => ({
    _id: id,
    plan: plan.plan,
    nextPlan: next_plan,
    nextPlanFrom: isoTimeOrNull(next_plan_from),
    version,
  }),
})

/** Every tenant has one, with the id of the tenant. */
export const readSubscription = (ctx: Context): Promise<SubscriptionRow> => subscriptions.read(ctx, ctx.tenant.id)
export const readSubscriptionForUpdate = (ctx: Context): Promise<SubscriptionRow> => subscriptions.readForUpdate(ctx, ctx.tenant.id)

export function insertSubscription(ctx: Context, { plan, period_start }: Pick<SubscriptionRow, "plan" | "period_start">) {
  const fields = { next_plan: null, next_plan_from: null, billed: nothingBilled, invoices: 0, metadata: {} }
  subscriptions.insert(ctx, { id: ctx.tenant.id, plan, period_start, ...fields })
}

type NextPlan = Pick<SubscriptionRow, "next_plan" | "next_plan_from">
export const saveNextPlan = (ctx: Context, before: SubscriptionRow, change: NextPlan): SubscriptionRow =>
  subscriptions.save(ctx, before, change).row

/** The usage by month, summed up from the counts of each commit. */
export async function readUsage({ tenant }: Context): Promise<MonthlyUsage> {
  const rows = await query<{ month: string; unit: UsageUnit; n: number }>(
    [tenant.id],
    sql`
    select split_part(value, ' ', 1) as month, split_part(value, ' ', 2) as unit, sum(n) as n from tallies
    where tenant_id = ${tenant.id} and kind = 'usage' group by value order by value`,
  )
  return rows
}

const invoiceColumns = {
  ...identity,
  number: text,
  plan: text,
  period_start: timestamptz,
  period_end: timestamptz,
  lines: json<Line[]>(),
  total: bigint,
  currency: text,
  status: oneOf(invoiceStatuses),
  issued_at: timestamptz,
  due_at: timestamptz,
  paid_at: nullable(timestamptz),
  reference: nullable(text),
  ...tracked,
}
type InvoiceRow = Row<typeof invoiceColumns>

const invoices = resource("billing_invoices", invoiceColumns, {
  noun: "invoice",
  audits: "billingInvoices",
  number: "number",
  render: renderInvoice,
})
export const { read: readInvoice, readForUpdate: readInvoiceForUpdate, list: listInvoices } = invoices

/**
 * Issues the invoice of a period that has ended and moves to the next period. The commit fails if the subscription has changed since it was
 * read.
 */
export function insertInvoice(ctx: Context, before: SubscriptionRow, draft: Draft, next: BillingState) {
  const { plan, invoices: issued } = before
  const { periodStart, periodEnd, lines, total } = draft
  invoices.insert(ctx, {
    number: formatNumber("INV", issued + 1),
    plan: plan.plan,
    period_start: periodStart,
    period_end: periodEnd,
    lines,
    total,
    currency: plan.currency,
    status: total === 0 ? "paid" : "open",
    issued_at: ctx.now,
    due_at: dueAtOf(ctx.now),
    paid_at: total === 0 ? ctx.now : null,
    reference: null,
    metadata: {},
  })
  subscriptions.save(ctx, before, { ...next, invoices: issued + 1 })
}

/** The only columns of an issued invoice that the database lets change. */
const statusUpdates = writeStatement(
  `update billing_invoices t
   set status = r.status, paid_at = r.paid_at, reference = r.reference, updated_at = r.updated_at, version = r.version,
     revision = r.revision
   from jsonb_to_recordset($1) as r(tenant_id text, id text, status text, paid_at timestamptz, reference text, updated_at timestamptz,
     version int, revision int, expected int)
   where t.tenant_id = r.tenant_id and t.id = r.id and t.revision = r.expected returning 1`,
  { exact: true },
)

type Settlement = Pick<InvoiceRow, "status" | "paid_at" | "reference">

export function saveInvoiceStatus(ctx: Context, before: InvoiceRow, change: Settlement): Invoice {
  const { tenant_id, id, version, revision } = before
  const after = { ...before, ...change, updated_at: ctx.now, version: version + 1, revision: revision + 1 }
  ctx.write({ statement: statusUpdates, row: { ...after, expected: revision }, id: `billing_invoices ${tenant_id} ${id}` })
  const object = renderInvoice(after)
  audit(ctx, { action: "billingInvoices.update", kind: "billingInvoices", id, before: renderInvoice(before), after: object })
  return object
}

type OpenInvoices = { balance: number; isPastDue: boolean }

/** The open amount in a currency, and whether any of it is past its due date. */
export async function readOpenInvoices({ tenant, now }: Context, currency: string): Promise<OpenInvoices> {
  const [row] = await query<OpenInvoices>(
    [tenant.id],
    sql`
    select coalesce(sum(total) filter (where currency = ${currency}), 0) as balance,
      coalesce(bool_or(due_at < ${now}), false) as "isPastDue"
    from billing_invoices where tenant_id = ${tenant.id} and status = 'open'`,
  )
  return row!
}

/** For the operator's commands, which get only the id of an invoice. */
export async function findTenantOfInvoice(id: string): Promise<string | undefined> {
  const [row] = await findInEveryCell(() =>
    query<{ tenant_id: string }>(allTenants, sql`select tenant_id from billing_invoices where id = ${id}`),
  )
  return row?.tenant_id
}

export function renderInvoice(row: InvoiceRow): Invoice {
  return {
    _id: row.id,
    number: row.number,
    plan: row.plan,
    periodStart: isoTime(row.period_start),
    periodEnd: isoTime(row.period_end),
    lines: row.lines,
    total: row.total,
    currency: row.currency,
    status: row.status,
    issuedAt: isoTime(row.issued_at),
    dueAt: isoTime(row.due_at),
    paidAt: isoTimeOrNull(row.paid_at),
    reference: row.reference,
    version: row.version,
    createdAt: isoTime(row.created_at),
    updatedAt: isoTime(row.updated_at),
    metadata: row.metadata,
  }
}
