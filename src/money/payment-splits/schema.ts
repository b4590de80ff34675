import { z } from "zod"
import { Approval } from "../../control/approvals/schema.ts"
import { Amount, common, Currency, Id, Metadata, Reference, Version } from "../../kit/pure/fields.ts"
import { by, commonFilters } from "../../kit/pure/filters.ts"
import { SplitTerms } from "../../parties/partnerships/schema.ts"
import { NewItem } from "../payment-intents/schema.ts"
import { splitOrigins, splitStatuses } from "./values.ts"

/** Spec: routes and tools say payment split, events say `splitIntents`. Every other resource has one name everywhere. */
export const PaymentSplit = z
  .object({
    _id: Id,
    paymentIntent: Id,
    partnership: Id,
    origin: z.enum(splitOrigins),
    currency: Currency,
    amount: Amount.meta({ description: "Owed once the payment intent is paid in full" }),
    accrued: Amount.meta({ description: "Earned from what was paid so far; reversed has what refunds and disputes took back" }),
    reversed: Amount.meta({ description: "Total that was taken back because money went back to the payer" }),
    paidOut: Amount,
    outstanding: Amount.meta({ description: "Earned, not taken back and not paid out; negative if more was paid out than is owed now" }),
    terms: SplitTerms.meta({ description: "The split terms of the partnership at the time of the sale" }),
    status: z.enum(splitStatuses),
    payout: Id.nullable(),
    approval: Approval,
    version: Version,
    ...common,
  })
  .meta({ id: "PaymentSplit" })
export type PaymentSplit = z.output<typeof PaymentSplit>

export const NewPaymentSplit = z
  .object({
    paymentIntent: Reference("Payment intent id or number"),
    partnership: Reference("Partnership id, code, name or the beginning of its name"),
    amount: Amount.min(1, "must be at least 1"),
    metadata: Metadata.default({}),
  })
  .meta({ example: { paymentIntent: "PI-000123", partnership: "CASA-VERDE", amount: 5000 } })

/** Only the sent fields change; a metadata entry set to "" is removed. */
export const PaymentSplitChange = z
  .object({ amount: NewPaymentSplit.shape.amount.meta({ description: "Of a fixed split that is in no payout" }), metadata: Metadata })
  .partial()

/** A preview for an existing payment intent, or for lines that are not sold yet. */
export const SplitPreviewInput = z.object({
  paymentIntent: Reference("Id or number of an existing payment intent").optional(),
  currency: Currency.optional(),
  items: z.array(NewItem).min(1).max(200).optional(),
})

export const SplitPreview = z.object({
  currency: Currency,
  amount: Amount,
  shared: Amount.meta({ description: "Total that partners get" }),
  kept: Amount.meta({ description: "What the tenant keeps" }),
  splits: z.array(z.object({ partnership: Id, amount: Amount, terms: SplitTerms })),
})

export const paymentSplitFilters = {
  paymentIntent: by.text("payment_intent_id"),
  partnership: by.text("partnership_id"),
  status: by.oneOf("status", splitStatuses),
  origin: by.oneOf("origin", splitOrigins),
  currency: by.currency("currency"),
  amount: by.amount("amount"),
  accrued: by.amount("earned"),
  reversed: by.amount("reversed"),
  paidOut: by.amount("paid_out"),
  outstanding: by.amount("(accrued - paid_out)"),
  payout: by.text("payout_id"),
  ...commonFilters,
}
