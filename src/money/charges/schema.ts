import { z } from "zod"
import { Amount, Id, Metadata, Reference, text } from "../../kit/pure/fields.ts"

export const NewCharge = z
  .object({
    paymentIntent: Reference("Id or number of the payment intent that is paid"),
    method: text(50, 1).meta({ description: "A method of the gateway", example: "card" }),
    token: text(200, 1).optional().meta({
      description: "The gateway's token for the payer's card or account; never a card number",
      example: "tok_success",
    }),
    authorization: Id.optional().meta({
      description: "Instead of a token: an active authorization of the contact, with the method direct-debit",
    }),
    savedMethod: Id.optional().meta({
      description: "Instead of a token: a card that the contact has saved, with the method that it was saved with; the payer is absent",
    }),
    saveConsent: text(2000, 1)
      .optional()
      .meta({
        description:
          "Saves the payer's card with this payment, for later charges: the words by which the payer agreed to that, which are kept. " +
          "The method must have savesMethod in GET /v1/gateways",
      }),
    connection: Id.optional().meta({
      description: "The gateway connection to charge through; the one that serves the method when absent",
    }),
    amount: Amount.min(1, "must be at least 1").optional().meta({ description: "All that is due when absent" }),
    installments: z.int("must be a whole number of installments").min(1, "must be at least 1").default(1).meta({
      description: "One of the numbers that GET /v1/financing-rates offers for the amount; the payer pays their total",
      example: 3,
    }),
    metadata: Metadata.default({}),
  })
  .meta({ example: { paymentIntent: "PI-000123", method: "card", token: "tok_success" } })
