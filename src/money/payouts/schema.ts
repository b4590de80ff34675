import { z } from "zod"
import { Approval } from "../../control/approvals/schema.ts"
import { recipientTypes } from "../../control/approvals/values.ts"
import { Amount, common, Currency, Id, Metadata, Reference, text, UtcTimestamp, Version } from "../../kit/pure/fields.ts"
import { by, commonFilters } from "../../kit/pure/filters.ts"
import { MaskedAccount } from "../../parties/bank-accounts/schema.ts"
import { payoutMethods, payoutStatuses } from "./values.ts"

/** One commit changes all of them. */
export const maxSplits = 500

/** Fixed when the payout is created, from the mid-market rate of that moment. */
const Fx = z.object({
  rate: z.number().meta({ description: "Units of the target currency for one unit of the currency" }),
  targetAmount: Amount.meta({ description: "What arrives, in minor units of the target currency" }),
})
export type Fx = z.output<typeof Fx>

const Allocation = z.object({ paymentSplit: Id, amount: Amount.meta({ description: "Negative: a debt that is netted" }) })
export type Allocation = z.output<typeof Allocation>

export const Payout = z
  .object({
    _id: Id,
    number: z.string().meta({ description: "Human-readable number; unique in the tenant and increasing", example: "PO-000123" }),
    recipientType: z.enum(recipientTypes),
    partnership: Id.nullable(),
    bankAccount: MaskedAccount.nullable(),
    method: z.enum(payoutMethods),
    gateway: z.string().nullable().meta({ description: "null: sent by hand or with a payment file" }),
    file: Id.nullable().meta({ description: "With method bank-file: the payment file that holds it; null while it waits for one" }),
    currency: Currency,
    amount: Amount.meta({ description: "What is sent: the splits less debtNetted" }),
    targetCurrency: Currency,
    fx: Fx.nullable(),
    splits: z.array(Id),
    allocations: z
      .array(Allocation)
      .meta({ description: "How much of each split it pays or nets; they sum to the amount. Empty for a payout to yourself" }),
    debtNetted: Amount.meta({ description: "What the partner owed from payments that were taken back after they were paid out" }),
    fees: Amount.meta({ description: "What the gateway took for it, in addition to the amount" }),
    exchangeDifference: Amount.meta({
      description:
        "What it cost more than the amount, because it was paid at another rate than it was created at; less where it is negative",
    }),
    status: z.enum(payoutStatuses),
    outcome: z.literal("unknown").nullable().meta({ description: "unknown: the gateway did not respond, and is asked until it does" }),
    failureReason: z.string().nullable(),
    reference: z.string().nullable().meta({ description: "The gateway's reference, or the one given with the confirmation" }),
    approval: Approval,
    sentAt: UtcTimestamp.nullable().meta({ description: "With method bank-file: when its file was sent" }),
    paidAt: UtcTimestamp.nullable(),
    version: Version,
    ...common,
  })
  .meta({ id: "Payout" })
export type Payout = z.output<typeof Payout>

export const NewPayout = z
  .object({
    recipientType: z.enum(recipientTypes, `must be one of ${recipientTypes.join(", ")}`),
    partnership: Reference("Partnership id, code or name; none for the recipientType self").optional(),
    bankAccount: Reference("Id of a bank account of the recipient; method manual needs none").optional(),
    currency: Currency,
    amount: Amount.min(1, "must be at least 1")
      .optional()
      .meta({ description: "In the currency's minor unit; to a partner: taken from the splits that are due, the oldest first" }),
    splits: z.array(Id).min(1).max(maxSplits).optional().meta({ description: "Instead of amount: splits of the partner that are due" }),
    method: z.enum(payoutMethods, `must be one of ${payoutMethods.join(", ")}`),
    targetCurrency: Currency.optional().meta({ description: "The currency in which it arrives; the same currency when absent" }),
    draft: z.boolean().default(false).meta({ description: "true: reserved, and sent with POST /v1/payouts/{id}/send" }),
    metadata: Metadata.default({}),
  })
  .meta({
    example: {
      recipientType: "supplier",
      partnership: "CASA-VERDE",
      bankAccount: "69e3b0c44298fc1c149afbf4",
      currency: "BRL",
      amount: 50_000,
      method: "pix",
    },
  })
export type NewPayout = z.output<typeof NewPayout>

export const PayoutChange = z.object({ metadata: Metadata }).partial()
export const Confirmation = z.object({
  reference: text(200, 1).meta({ description: "What the bank statement says" }),
  charged: Amount.min(1, "must be at least 1").optional().meta({
    description: "What your bank took for a payout in another currency, where it exchanged at another rate; by default the amount",
  }),
})
export const Failure = z.object({ reason: text(500, 1) })
export const SimulatedFailure = z.object({
  outcome: z
    .enum(["failed", "returned"])
    .optional()
    .meta({ description: "failed for a processing payout, returned for a paid one; by default what fits its status" }),
  reason: text(500, 1).optional(),
})

export const payoutFilters = {
  status: by.oneOf("status", payoutStatuses),
  recipientType: by.oneOf("recipient_type", recipientTypes),
  partnership: by.text("partnership_id"),
  bankAccount: by.text("bank_account_id"),
  method: by.oneOf("method", payoutMethods),
  gateway: by.text("gateway"),
  file: by.text("file_id"),
  currency: by.currency("currency"),
  targetCurrency: by.currency("target_currency"),
  amount: by.amount("amount"),
  number: by.text("number"),
  reference: by.text("reference"),
  fees: by.amount("fees"),
  exchangeDifference: by.amount("exchange_difference"),
  sentAt: by.time("sent_at"),
  paidAt: by.time("paid_at"),
  ...commonFilters,
}
