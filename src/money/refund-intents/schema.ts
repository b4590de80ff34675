import { z } from "zod"
import { Approval } from "../../control/approvals/schema.ts"
import { channels } from "../../kit/pure/caller.ts"
import { Amount, common, Currency, Id, Metadata, Reference, text, Version } from "../../kit/pure/fields.ts"
import { by, commonFilters } from "../../kit/pure/filters.ts"
import { refundStatuses } from "./values.ts"

const line = z.int("must be a whole number").meta({ description: "Index of the line on the payment intent; the first is 0" })

const RefundItem = z.object({
  line,
  name: z.string(),
  amount: Amount,
  tax: Amount.optional().meta({ description: "The tax in the amount; absent if the line carries none" }),
})
export type RefundItem = z.output<typeof RefundItem>

const DraftedBy = z.object({
  user: z.string(),
  channel: z.enum(channels),
  client: z.string().nullable().meta({ description: "The program of the agent that drafted it" }),
})
export type DraftedBy = z.output<typeof DraftedBy>

export const RefundIntent = z
  .object({
    _id: Id,
    transaction: Id.meta({ description: "The charge whose money goes back" }),
    paymentIntent: Id,
    contact: Id,
    currency: Currency,
    amount: Amount,
    items: z.array(RefundItem).meta({
      description:
        "The refunded amount of each line: the named lines, or all in proportion to what is left of them; negative for a discount",
    }),
    fees: Amount.meta({ description: "What the gateway keeps or charges for the refund" }),
    taxes: Amount.meta({ description: "The tax in the refunded lines; 0 if they carry none" }),
    reason: z.string().nullable(),
    status: z.enum(refundStatuses).meta({ description: "draft: waits for a person; processing: released, and not known to be paid yet" }),
    approval: Approval,
    gateway: z.string().nullable().meta({
      description: "The gateway that gives the money back; null: a person pays and settles it, or it becomes the contact's credit again",
    }),
    refundTransaction: Id.nullable().meta({
      description: "The transaction of type refund, once it is settled; reversed where the refund failed later",
    }),
    failure: z.object({ code: z.string(), message: z.string() }).nullable(),
    draftedBy: DraftedBy,
    version: Version,
    ...common,
  })
  .meta({ id: "RefundIntent" })
export type RefundIntent = z.output<typeof RefundIntent>

export const NewRefundIntent = z
  .object({
    transaction: Reference("Id of the charge; it must have succeeded"),
    amount: Amount.min(1, "must be at least 1")
      .optional()
      .meta({ description: "In the currency's minor unit; all that is left of the charge when amount and items are absent" }),
    items: z
      .array(z.strictObject({ line: line.min(0, "must be at least 0"), amount: Amount.min(1, "must be at least 1") }))
      .min(1, "must have at least 1 entry")
      .max(200, "must have at most 200 entries")
      .refine(items => new Set(items.map(item => item.line)).size === items.length, "must name each line once")
      .optional()
      .meta({ description: "Refunds by line: how much of which line goes back" }),
    reason: text(500).nullish(),
    metadata: Metadata.default({}),
  })
  .meta({ example: { transaction: "69e3b0c44298fc1c149afbf4", amount: 5000, reason: "requested by the customer" } })
export type NewRefundIntent = z.output<typeof NewRefundIntent>

export const RefundIntentChange = z.object({ metadata: Metadata }).partial()

export const Settlement = z.object({
  reference: text(200, 1).meta({ description: "How it was paid, such as the number of the bank transfer" }),
})
export const RefundFailure = z.object({ reason: text(500, 1) })

export const refundFilters = {
  transaction: by.text("transaction_id"),
  paymentIntent: by.text("payment_intent_id"),
  contact: by.text("contact_id"),
  status: by.oneOf("status", refundStatuses),
  currency: by.currency("currency"),
  amount: by.amount("amount"),
  gateway: by.text("gateway"),
  refundTransaction: by.text("refund_transaction_id"),
  ...commonFilters,
}
