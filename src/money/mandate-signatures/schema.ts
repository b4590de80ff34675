import { z } from "zod"
import { Amount, Reference, text } from "../../kit/pure/fields.ts"
import { schemes } from "../authorizations/values.ts"

/** A mandate that a payer has signed to pay a payment intent, with the bank account in it. */
export const SignedMandate = z
  .object({
    paymentIntent: Reference("Id or number of the payment intent that is charged once the mandate is active"),
    scheme: z.enum(schemes, `must be one of ${schemes.join(", ")}`),
    holder: text(140, 1)
      .trim()
      .min(1, "must not be empty")
      .meta({ description: "The name that the account is held in", example: "Ana Souza" }),
    iban: text(50, 1).optional().meta({ description: "For sepa", example: "DE89370400440532013000" }),
    accountNumber: text(50, 1).optional().meta({ description: "For the other schemes, with routing" }),
    routing: text(50, 1).optional().meta({ description: "Sort code, BSB, ABA number, or the codes of bank and branch" }),
    amount: Amount.min(1, "must be at least 1")
      .optional()
      .meta({ description: "All that is due when absent; the most that one charge may take" }),
    signedBy: text(140, 1)
      .trim()
      .min(1, "must not be empty")
      .meta({ description: "The name that the payer has signed with", example: "Ana Souza" }),
    text: text(5000, 1).meta({ description: "The text that the payer has read and agreed to; it is kept" }),
  })
  .meta({
    example: {
      paymentIntent: "PI-000123",
      scheme: "sepa",
      holder: "Ana Souza",
      iban: "DE89370400440532013000",
      signedBy: "Ana Souza",
      text: "I authorize Escola Azul to debit my account.",
    },
  })
export type SignedMandate = z.output<typeof SignedMandate>
