import { z } from "zod"
import { Amount, Metadata, Reference } from "../../kit/pure/fields.ts"

export const NewDirectDebit = z
  .object({
    paymentIntent: Reference("Id or number of the payment intent that is paid"),
    amount: Amount.min(1, "must be at least 1").optional().meta({ description: "All that is due when absent" }),
    metadata: Metadata.default({}),
  })
  .meta({ example: { paymentIntent: "PI-000123" } })
