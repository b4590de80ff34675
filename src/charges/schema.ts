import { z } from "zod"
import { Amount, common, Currency, Id, Metadata, text, Version } from "../kit/fields.ts"
import { by, commonFilters } from "../kit/filters.ts"

export const NewCharge = z
  .object({
    paymentIntent: Id.meta({ description: "What is paid" }),
    method: text(50, 1).meta({ description: "A method of the gateway", example: "card" }),
    token: text(200, 1).meta({ description: "The gateway's token for the payer's means; never a card number", example: "tok_success" }),
    amount: Amount.min(1, "must be at least 1").optional().meta({ description: "What is due when absent" }),
    installments: z
      .int("must be a whole number of installments")
      .min(1, "must be at least 1")
      .default(1)
      .meta({ description: "How many, as GET /v1/financing-rates offers them for the amount; the payer pays their total", example: 3 }),
    metadata: Metadata.default({}),
  })
  .meta({ example: { paymentIntent: "6af927597e6b243bd0000001", method: "card", token: "tok_success" } })

export const transferStatuses = ["allocated", "unallocated"] as const

/** Money a bank reported. It is allocated when its reference names a payment intent's number. */
export const BankTransfer = z
  .object({
    _id: Id,
    reference: z.string(),
    amount: Amount,
    currency: Currency,
    status: z.enum(transferStatuses),
    paymentIntent: Id.nullable(),
    transaction: Id.nullable(),
    version: Version,
    ...common,
  })
  .meta({ id: "BankTransfer" })
export type BankTransfer = z.output<typeof BankTransfer>

export const NewBankTransfer = z
  .object({ reference: text(200), amount: Amount.min(1, "must be at least 1"), currency: Currency })
  .meta({ example: { reference: "PI-000123", amount: 5000, currency: "BRL" } })

export const bankTransferFilters = {
  status: by.oneOf("status", transferStatuses),
  reference: by.text("reference"),
  currency: by.text("currency"),
  paymentIntent: by.text("payment_intent_id"),
  ...commonFilters,
}
