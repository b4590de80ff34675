import { z } from "zod"
import { Amount, common, Currency, Id, UtcTimestamp, Version } from "../../kit/pure/fields.ts"
import { by, commonFilters } from "../../kit/pure/filters.ts"
import { Plan } from "../../kit/pure/plans.ts"

export const invoiceStatuses = ["open", "paid", "void"] as const
export type InvoiceStatus = (typeof invoiceStatuses)[number]

const Line = z.object({ description: z.string(), quantity: z.int(), unitAmount: Amount, amount: Amount })
export type Line = z.output<typeof Line>

const content = {
  periodStart: UtcTimestamp.meta({ description: "The first moment of the month, in the tenant's time zone" }),
  periodEnd: UtcTimestamp.meta({ description: "The first moment of the next month" }),
  lines: z.array(Line),
  total: Amount,
}

export const Invoice = z
  .object({
    _id: Id,
    number: z.string().meta({ description: "Numbered without gaps within the tenant", example: "INV-000012" }),
    plan: z.string(),
    ...content,
    currency: Currency,
    status: z.enum(invoiceStatuses).meta({ description: "An invoice of 0 is paid when it is issued" }),
    issuedAt: UtcTimestamp,
    dueAt: UtcTimestamp,
    paidAt: UtcTimestamp.nullable(),
    reference: z.string().nullable().meta({ description: "How it was paid, or why it is void" }),
    version: Version,
    ...common,
  })
  .meta({ id: "BillingInvoice" })
export type Invoice = z.output<typeof Invoice>

export const invoiceFilters = {
  status: by.oneOf("status", invoiceStatuses),
  number: by.text("number"),
  plan: by.text("plan"),
  currency: by.currency("currency"),
  total: by.amount("total"),
  periodStart: by.time("period_start"),
  issuedAt: by.time("issued_at"),
  dueAt: by.time("due_at"),
  ...commonFilters,
}

export const Subscription = z
  .object({
    _id: Id,
    plan: Plan,
    status: z.enum(["active", "past-due"]).meta({ description: "past-due: an open invoice is past its due date" }),
    nextPlan: z.string().nullable().meta({ description: "The plan from nextPlanFrom on, where it changes" }),
    nextPlanFrom: UtcTimestamp.nullable(),
    periodStart: content.periodStart,
    periodEnd: content.periodEnd,
    version: Version,
    ...common,
  })
  .meta({ id: "BillingSubscription" })
export type Subscription = z.output<typeof Subscription>

export const SubscriptionList = z.object({
  subscriptions: z.array(Subscription),
  plans: z.array(Plan).meta({ description: "All available plans" }),
  count: z.int(),
  hasMore: z.boolean(),
})
export const SubscriptionListQuery = z.object({
  limit: z.int().min(1).max(100).default(20).meta({ description: "Rows on a page" }),
  startingAfter: Id.optional().meta({ description: "The last _id of the previous page" }),
})

export const Stats = z
  .object({
    balance: Amount.meta({ description: "The sum of the open invoices" }),
    currency: Currency,
    upcoming: z.object(content).meta({ description: "The invoice of the current month, if nothing more is used" }),
  })
  .meta({ id: "BillingStats" })
export type Stats = z.output<typeof Stats>
