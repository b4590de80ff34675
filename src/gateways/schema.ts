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

/** What people or banks wrote: no length and no odd character of it may keep money from being booked. */
const said = (most: number) => z.string("must be text").transform(words => words.replaceAll("\0", "").slice(0, most).toWellFormed())

/** What every event says, also of a kind that nobody here knows. */
export const AnyEvent = z.object({ id: word(200, 1), tenant: Id, type: word(100, 1) })

const OfCharge = AnyEvent.extend({ key: word(200, 1) })

/** What an event says besides, by its type. */
export const eventShapes = {
  "charge.processing": OfCharge,
  "charge.succeeded": OfCharge,
  "charge.failed": OfCharge.extend({ code: said(100), reason: said(500) }),
  "charge.reversed": OfCharge,
  "dispute.opened": OfCharge,
  "bank-transfer.received": AnyEvent.extend({ reference: said(10_000), amount: Amount.min(1, "must be at least 1"), currency: Currency }),
}
