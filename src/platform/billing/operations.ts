import { pageOf } from "../../kit/db/list-query.ts"
import { listing, noInput, operation } from "../../kit/operation/operation.ts"
import { Plan } from "../../kit/pure/plans.ts"
import { config } from "../../kit/service/config.ts"
import { timeline } from "../audit/timeline.ts"
import { readStats, showSubscription } from "./bill.ts"
import { Invoice, invoiceFilters, Stats, Subscription, SubscriptionList, SubscriptionListQuery } from "./schema.ts"
import { listInvoices, readInvoice, renderInvoice } from "./store.ts"

const needs = "billing.admin"

const invoiceOperations = [
  listing({
    route: "GET /v1/billing/invoices",
    tool: "billing_invoice_list",
    toolNote: "For admins only.",
    noun: "invoice",
    plural: "invoices",
    summary: "List the tenant's own invoices for this service, newest first; filter by status",
    needs,
    filters: invoiceFilters,
    toolFilters: ["status"],
    item: Invoice,
    run: listInvoices,
  }),

  operation({
    route: "GET /v1/billing/invoices/{id}",
    noun: "invoice",
    summary: "One of the tenant's own invoices, with its lines",
    needs,
    effect: "read",
    input: noInput,
    output: Invoice,
    subject: readInvoice,
    run: (_ctx, _input, invoice) => renderInvoice(invoice),
  }),

  timeline("billing/invoices", needs, readInvoice),
]

export const billingOperations = [
  operation({
    route: "GET /v1/billing/subscription",
    label: "Get your subscription",
    noun: "subscription",
    summary: "The plan that the tenant pays for, its status and the current month",
    needs,
    effect: "read",
    input: noInput,
    output: Subscription,
    run: showSubscription,
  }),

  listing({
    route: "GET /v1/billing/plans",
    noun: "plan",
    plural: "plans",
    summary: "List the available plans; the operator of the installation changes a tenant's plan",
    needs,
    filters: {},
    item: Plan,
    run: async (_ctx, query) => pageOf(config.BILLING_PLANS, query),
  }),

  operation({
    tool: "billing_subscription_list",
    toolNote: "For admins only.",
    noun: "subscription",
    summary: "The tenant's own subscription to this service with its status, and all plans",
    needs,
    effect: "read",
    input: SubscriptionListQuery,
    output: SubscriptionList,
    async run(ctx, { startingAfter }) {
      const subscription = await showSubscription(ctx)
      const isBefore = startingAfter === undefined || subscription._id < startingAfter
      return { subscriptions: isBefore ? [subscription] : [], plans: [...config.BILLING_PLANS], count: 1, hasMore: false }
    },
  }),

  ...invoiceOperations,

  operation({
    route: "GET /v1/billing/stats",
    label: "Get the balance and the next invoice",
    tool: "billing_stats",
    toolNote: "For admins only.",
    noun: "billingStats",
    summary: "What the tenant owes for this service, and a preview of the next invoice",
    needs,
    effect: "read",
    input: noInput,
    output: Stats,
    run: readStats,
  }),
]
