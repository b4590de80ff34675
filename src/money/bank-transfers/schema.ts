import { z } from "zod"
import { Amount, common, Currency, Id, Reference, text, Version } from "../../kit/pure/fields.ts"
import { by, commonFilters } from "../../kit/pure/filters.ts"
import { transferStatuses } from "./values.ts"

/**
 * An incoming bank transfer. It is allocated when its reference contains the number or the creditor reference of a payment intent, or by a
 * user. One that a bank statement showed is reversed when its match is undone.
 */
export const BankTransfer = z
  .object({
    _id: Id,
    reference: z.string().meta({ description: "What the payer wrote; the first 200 characters are stored" }),
    amount: Amount,
    currency: Currency,
    gateway: z
      .string()
      .meta({ description: "The gateway that reported it and holds the money; own: it is on your own account, by a bank statement" }),
    status: z.enum(transferStatuses),
    paymentIntent: Id.nullable(),
    transaction: Id.nullable(),
    version: Version,
    ...common,
  })
  .meta({ id: "BankTransfer" })
export type BankTransfer = z.output<typeof BankTransfer>

export const maxReferenceLength = 200

export const NewBankTransfer = z
  .object({ reference: text(maxReferenceLength), amount: Amount.min(1, "must be at least 1"), currency: Currency })
  .meta({ example: { reference: "PI-000123", amount: 5000, currency: "BRL" } })

export const Allocation = z
  .object({ paymentIntent: Reference("Id or number of the payment intent that it pays; a surplus becomes its contact's credit") })
  .meta({ example: { paymentIntent: "PI-000123" } })

export const bankTransferFilters = {
  status: by.oneOf("status", transferStatuses),
  reference: by.text("reference"),
  currency: by.currency("currency"),
  gateway: by.text("gateway"),
  amount: by.amount("amount"),
  paymentIntent: by.text("payment_intent_id"),
  transaction: by.text("transaction_id"),
  ...commonFilters,
}
