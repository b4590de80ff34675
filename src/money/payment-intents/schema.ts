import { z } from "zod"
import { Amount, common, Currency, Id, Metadata, UtcTimestamp, Reference, text, Timestamp, Version } from "../../kit/pure/fields.ts"
import { by, commonFilters } from "../../kit/pure/filters.ts"
import { LineTax, NewTax, TaxSum } from "../../kit/pure/tax.ts"
import { cancelReasons, intentTypes, statuses } from "./values.ts"

const refundStatuses = ["none", "partial", "full"] as const

/** Negative lines are discounts. */
export const NewItem = z.strictObject({
  name: text(200, 1),
  description: text(2000).default(""),
  category: text(100).default(""),
  amount: Amount.meta({ description: "In the currency's minor unit: 1250 is 12.50 in BRL, 1250 in JPY; a discount is negative" }),
  service: Reference("Service id or name").optional(),
  supplier: Reference("The supplier: partnership id, code, name or the beginning of its name").optional(),
  orderItem: Id.meta({ description: "The item of the order that the line bills" }).optional(),
  tax: NewTax.nullish().meta({ description: "The tax that the amount includes; by default that of the service, and null means none" }),
})
const Item = z.object({
  name: z.string(),
  description: z.string(),
  category: z.string(),
  amount: Amount,
  service: Id.optional(),
  supplier: Id.optional(),
  orderItem: Id.optional(),
  tax: LineTax.optional(),
})
export type Item = z.output<typeof Item>

export const PaymentIntent = z
  .object({
    _id: Id,
    number: z.string().meta({ description: "Human-readable number; unique in the tenant and increasing", example: "PI-000123" }),
    creditorReference: z.string().meta({
      description: "ISO 11649, for bank transfers: a statement that carries it pays this intent",
      example: "RF45K3F9000123",
    }),
    intentType: z.enum(intentTypes),
    contact: Id,
    currency: Currency,
    status: z.enum(statuses),
    amount: Amount,
    paid: Amount,
    due: Amount.meta({ description: "What is left to pay; 0 once fully paid" }),
    refunded: Amount,
    refundStatus: z.enum(refundStatuses),
    disputed: Amount.meta({ description: "What was lost to disputes, including accepted ones; an open one does not count" }),
    isOverdue: z.boolean(),
    dueAt: UtcTimestamp,
    items: z.array(Item),
    taxes: z.array(TaxSum).optional().meta({ description: "The tax in the lines by rate and code; absent if no line carries a tax" }),
    reference: z.string().nullable(),
    description: z.string().nullable(),
    team: Id.nullable(),
    order: Id.nullable(),
    plan: Id.nullable().meta({ description: "The payment plan that this installment belongs to" }),
    installments: z.array(Id).meta({ description: "The installments of a payment plan, in the order of its schedule" }),
    subscription: Id.nullable().meta({ description: "The subscription that raised it" }),
    cycle: z.int().nullable().meta({ description: "The cycle of the subscription that it is for; the first is 1" }),
    remindedAt: UtcTimestamp.nullable(),
    cancelReason: z.enum(cancelReasons).nullable().meta({ description: "Why it was canceled, if a reason was given" }),
    links: z.object({
      long: z.string().meta({ description: "Canonical payment URL" }),
      short: z.string().meta({ description: "Short URL that redirects to the long one" }),
    }),
    version: Version,
    ...common,
  })
  .meta({ id: "PaymentIntent" })
export type PaymentIntent = z.output<typeof PaymentIntent>

const items = z.array(NewItem).min(1).max(200)
const schedule = z
  .array(z.strictObject({ dueAt: Timestamp, amount: Amount.min(1, "must be at least 1") }))
  .min(1)
  .max(120)
const details = {
  reference: text(200).meta({ description: "Your own number for it" }).nullish(),
  description: text(2000).nullish(),
  team: Id.meta({ description: "The team it belongs to" }).nullish(),
}
const contact = Reference("Contact id or e-mail")

export const NewPaymentIntent = z
  .object({
    intentType: z.enum(["ad-hoc", "payment-plan"], "must be ad-hoc or payment-plan"),
    contact,
    currency: Currency,
    dueAt: Timestamp,
    items,
    schedule: schedule
      .optional()
      .meta({ description: "Required for a payment-plan: one installment for each entry; the amounts must add up to the items" }),
    order: Reference("Id or number of the order it belongs to").optional(),
    ...details,
    metadata: Metadata.default({}),
  })
  .meta({
    example: {
      intentType: "ad-hoc",
      contact: "ana@example.com",
      currency: "BRL",
      dueAt: "2027-01-31T12:00:00Z",
      items: [{ name: "Course", description: "", category: "tuition", amount: 125000 }],
    },
  })

/** For agents: an ad-hoc intent, due in 7 days unless dueAt is given. */
export const PaymentRequest = z.object({
  contact,
  currency: Currency,
  items,
  order: Reference("Id or number of the order whose items the lines bill").optional(),
  dueAt: Timestamp.optional(),
  reference: text(200).optional(),
  description: text(2000).optional(),
})

/** Bills an order: the given items become the lines, or all unbilled ones. */
export const OrderBill = z.object({
  dueAt: Timestamp,
  items: z.array(Id).min(1).max(200).optional().meta({ description: "Order item ids; without it, all items that are not billed yet" }),
  ...details,
  metadata: Metadata.default({}),
})

/** Orders the same services again, at their prices of now. */
export const OrderRepeat = z.object({
  total: Amount.optional().meta({ description: "What the buyer has seen; if the services cost something else now, nothing is ordered" }),
})

export const Cancellation = z.object({
  reason: z.enum(cancelReasons).optional().meta({ description: "Why, for the report of cancellations" }),
})

/** Only the sent fields change; null clears one. */
export const PaymentIntentChange = z.object({ dueAt: Timestamp, ...details, metadata: Metadata }).partial()

export const paymentIntentFilters = {
  status: by.oneOf("status", statuses),
  contact: by.text("contact_id"),
  intentType: by.oneOf("intent_type", intentTypes),
  currency: by.currency("currency"),
  amount: by.amount("amount"),
  paid: by.amount("paid"),
  due: by.amount("(amount - paid)"),
  refunded: by.amount("refunded"),
  refundStatus: by.oneOf("(case when refunded = 0 then 'none' when refunded < paid then 'partial' else 'full' end)", refundStatuses),
  disputed: by.amount("disputed"),
  dueAt: by.time("due_at", true),
  isOverdue: by.boolean("due_at"),
  number: by.text("number"),
  creditorReference: by.text("number"),
  reference: by.text("reference"),
  team: by.text("team_id"),
  order: by.text("order_id"),
  plan: by.text("plan_id"),
  subscription: by.text("subscription_id"),
  cycle: by.integer("cycle"),
  remindedAt: by.time("reminded_at"),
  cancelReason: by.oneOf("cancel_reason", cancelReasons),
  ...commonFilters,
}
