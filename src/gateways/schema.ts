import { z } from "zod"
import { Amount, Currency, Id, text } from "../kit/fields.ts"
import { isStorable } from "../kit/input.ts"

export const GatewayShown = z
  .object({
    gateway: z.string(),
    name: z.string(),
    currencies: z.array(Currency),
    methods: z.array(
      z.object({
        method: z.string(),
        name: z.string(),
        currencies: z.array(Currency),
        installments: z.int().meta({ description: "At most" }),
      }),
    ),
  })
  .meta({ id: "Gateway" })

const word = (most: number, least = 0) => text(most, least).refine(isStorable, "must be text without NUL and half characters")

/** What every event says, also of a kind that nobody here knows. */
export const AnyEvent = z.object({ id: word(200, 1), tenant: Id, type: word(100, 1) })

const OfCharge = AnyEvent.extend({ key: word(200, 1) })

/** What an event says besides, by its type. */
export const eventShapes = {
  "charge.processing": OfCharge,
  "charge.succeeded": OfCharge,
  "charge.failed": OfCharge.extend({ code: word(100, 1), reason: word(500) }),
  "charge.reversed": OfCharge,
  "dispute.opened": OfCharge,
  "bank-transfer.received": AnyEvent.extend({ reference: word(200), amount: Amount.min(1, "must be at least 1"), currency: Currency }),
}
