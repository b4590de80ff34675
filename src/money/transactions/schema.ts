import { z } from "zod"
import { Amount, common, Currency, Id, Metadata, Reference, text, Timestamp, UtcTimestamp, Version } from "../../kit/pure/fields.ts"
import { by, commonFilters } from "../../kit/pure/filters.ts"
import { Approval } from "../../control/approvals/schema.ts"
import { transactionStatuses, transactionTypes } from "./values.ts"

const Document = z.union([
  text(2000, 1),
  z.strictObject({ name: text(200, 1), url: text(2000, 1).regex(/^https?:\/\//i, "must begin with https:// or http://") }),
])

/** A payment in another currency than the intent's: the payer paid `sourceAmount`, and the transaction's `amount` is its equivalent. */
const Fx = z.strictObject({
  sourceCurrency: Currency,
  sourceAmount: Amount.min(1, "must be at least 1"),
  rate: z
    .number("must be a number")
    .positive("must be more than 0")
    .meta({ description: "Units of the intent's currency for one unit of the source currency" }),
})
export type Fx = z.output<typeof Fx>

/** What paying in installments costs the payer: returned by a simulation, and stored with a charge as it was agreed. */
export const Installments = z.object({
  nInstallments: z.int().meta({ description: "1 is a lump sum" }),
  installmentAmount: z.int(),
  firstInstallmentAmount: z.int().meta({ description: "Takes the remainder, so that all of them sum to the total" }),
  total: z.int(),
  interestRate: z.number().meta({ description: "Per month: 0.035 is 3.5 percent, 0 is interest-free" }),
  feePercentage: z.number().meta({ description: "The interest as a share of the amount: total ÷ amount − 1" }),
})
export type Installments = z.output<typeof Installments>

const expiresAt = UtcTimestamp.nullable().meta({ description: "By the gateway's clock; null where it does not expire" })

/** What the payer must do before money moves. */
const Action = z.discriminatedUnion("type", [
  z.object({ type: z.literal("redirect"), expiresAt, url: z.string() }),
  z.object({
    type: z.literal("qr"),
    expiresAt,
    payload: z.string().meta({ description: "The text of the code, which can be copied too" }),
  }),
  z.object({ type: z.literal("voucher"), expiresAt, line: z.string(), barcode: z.string(), url: z.string().nullable() }),
  z.object({
    type: z.literal("bank-details"),
    expiresAt,
    accountHolder: z.string(),
    iban: z.string().optional(),
    account: z.string().optional(),
    bic: z.string().nullable(),
    reference: z.string(),
  }),
  z.object({ type: z.literal("wait"), expiresAt }),
])

const Settlement = z.object({
  net: z.int().meta({ description: "What is left for the tenant, in the settlement's currency" }),
  fee: z.int(),
  currency: Currency,
  rate: z.string().nullable().meta({ description: "What converted the charge's currency; null where it is the same" }),
  availableAt: UtcTimestamp.nullable(),
})

export const Transaction = z
  .object({
    _id: Id,
    number: z.int(),
    paymentIntent: Id,
    contact: Id,
    transactionType: z.enum(transactionTypes),
    method: z.string(),
    gateway: z.string().nullable(),
    connection: Id.nullable().meta({ description: "The gateway connection that it went through" }),
    authorization: Id.nullable().meta({ description: "The mandate that a direct debit was charged by" }),
    file: Id.nullable().meta({ description: "The payment file that holds a debit by a mandate that you hold yourself" }),
    savedMethod: Id.nullable().meta({ description: "The saved card that was charged, or that the payer saved with this payment" }),
    amount: Amount,
    credited: Amount.meta({ description: "The part that exceeded what was due and became the contact's credit" }),
    fee: Amount.meta({ description: "What the gateway kept of the amount, or took for the refund; a reversal does not give it back" }),
    currency: Currency,
    status: z.enum(transactionStatuses),
    outcome: z
      .literal("unknown")
      .nullable()
      .meta({ description: "unknown: the gateway did not respond; the charge is looked up there, not repeated" }),
    action: Action.nullable().meta({ description: "What the payer must do while it is processing" }),
    settlement: Settlement.nullable().meta({ description: "What the provider made of it in its own books, once it has told" }),
    settlementDiffers: z.boolean().meta({
      description:
        "The provider reported amounts that do not add up to the charge; nothing of that is booked until a person has compared them",
    }),
    failure: z.object({ code: z.string(), message: z.string() }).nullable(),
    fx: z.object({ sourceCurrency: Currency, sourceAmount: Amount, rate: z.number() }).nullable(),
    installments: Installments.nullable().meta({
      description: "The terms of a charge in installments: the payer pays total, and amount is paid down. null: paid at once",
    }),
    approval: Approval,
    refundOf: Id.nullable().meta({ description: "Of a refund: the charge whose money went back" }),
    reference: z.string().nullable(),
    receivedAt: UtcTimestamp,
    documents: z.array(z.union([z.string(), z.object({ name: z.string(), url: z.string() })])),
    version: Version,
    ...common,
  })
  .meta({ id: "Transaction" })
export type Transaction = z.output<typeof Transaction>

const details = {
  reference: text(200).nullish().meta({ description: "What the bank statement says" }),
  documents: z.array(Document).max(20),
}

export const NewTransaction = z
  .object({
    paymentIntent: Reference("Id or number of the payment intent that is paid"),
    amount: Amount.min(1, "must be at least 1"),
    method: text(50, 1).meta({ description: "How it was paid; contact-credit pays from the contact's credit", example: "bank-transfer" }),
    currency: Currency.optional().meta({ description: "The currency of the payment intent; another currency needs fx" }),
    fx: Fx.optional(),
    status: z.enum(["succeeded", "processing"], "must be succeeded or processing").default("succeeded"),
    receivedAt: Timestamp.optional(),
    ...details,
    documents: details.documents.default([]),
    metadata: Metadata.default({}),
  })
  .meta({ example: { paymentIntent: "PI-000123", amount: 5000, method: "bank-transfer" } })

export const TransactionChange = z.object({ ...details, metadata: Metadata }).partial()

export const Failure = z.object({ reason: text(500).optional() })

export const transactionFilters = {
  number: by.integer("number"),
  paymentIntent: by.text("payment_intent_id"),
  contact: by.text("contact_id"),
  status: by.oneOf("status", transactionStatuses),
  transactionType: by.oneOf("transaction_type", transactionTypes),
  refundOf: by.text("refund_of"),
  method: by.text("method"),
  gateway: by.text("gateway"),
  settlementDiffers: by.boolean("settlement_differs"),
  connection: by.text("connection_id"),
  currency: by.currency("currency"),
  amount: by.amount("amount"),
  fee: by.amount("fee"),
  outcome: by.text("outcome"),
  authorization: by.text("authorization_id"),
  file: by.text("file_id"),
  savedMethod: by.text("saved_method_id"),
  reference: by.text("reference"),
  receivedAt: by.time("received_at"),
  ...commonFilters,
}
