import { z } from "zod"
import { Amount, Currency, Id, text, Timestamp } from "../../kit/pure/fields.ts"
import { isStorable, storableRule } from "../../kit/pure/input.ts"
import type { Start } from "./gateway.ts"

const starts = ["token", "redirect", "instructions", "mandate"] as const satisfies Start[]

export const GatewayInfo = z
  .object({
    gateway: z.string(),
    name: z.string(),
    currencies: z.array(Currency),
    methods: z.array(
      z.object({
        method: z.string(),
        name: z.string(),
        currencies: z.array(Currency),
        installments: z.int().meta({ description: "The maximum number of installments" }),
        starts: z.enum(starts).meta({
          description:
            "How a payer begins: with a token, on a page of the gateway (redirect), with instructions such as a QR code, or by a mandate",
        }),
        savesMethod: z.boolean().meta({ description: "Whether a payer can save it with a payment, for later charges" }),
        connection: Id.nullable().meta({ description: "The gateway connection that serves it; null for the simulator" }),
      }),
    ),
    payouts: z
      .array(z.object({ method: z.string(), currencies: z.array(Currency) }))
      .meta({ description: "The methods by which it sends money out, and the currencies in which the money can arrive" }),
  })
  .meta({ id: "Gateway" })
export type GatewayInfo = z.output<typeof GatewayInfo>

const storableText = (max: number) => text(max, 1).refine(isStorable, storableRule)

/** Text written by people or banks: it is truncated and repaired, never refused, so that its payment is always booked. */
const repairedText = (max: number) =>
  z.string("must be text").transform(received => received.replaceAll("\0", "").slice(0, max).toWellFormed())

/** The fields of every event, also of an unknown type. */
export const AnyEvent = z.object({ id: storableText(200), tenant: Id, type: storableText(100) })

const ChargeEvent = AnyEvent.extend({ key: storableText(200) })
const fee = Amount.min(0, "must be at least 0").optional()
export const DisputeEvent = ChargeEvent.extend({
  type: z.enum(["dispute.opened", "dispute.won", "dispute.lost"]),
  dispute: storableText(200),
  amount: Amount.min(1, "must be at least 1"),
  reason: repairedText(200),
  stage: z.enum(["inquiry", "dispute", "appeal"], "must be inquiry, dispute or appeal").optional(),
  evidenceDueAt: Timestamp,
  at: Timestamp,
  fee,
  settlement: z.object({ net: Amount, fee: Amount, currency: Currency }).optional(),
})

const settlement = {
  net: Amount,
  fee: Amount,
  currency: Currency,
  rate: storableText(50).nullable().default(null),
  availableAt: Timestamp.nullable().default(null),
}
export const SettledEvent = ChargeEvent.extend({ type: z.literal("charge.settled"), ...settlement })
export const RefundSettledEvent = ChargeEvent.extend({
  type: z.literal("refund.settled"),
  ...settlement,
  isReturned: z.boolean("must be true or false").optional(),
})

const WithdrawalEvent = AnyEvent.extend({
  reference: storableText(200),
  amount: Amount.min(1, "must be at least 1"),
  currency: Currency,
  at: Timestamp,
})

export const eventSchemas = {
  "charge.processing": ChargeEvent,
  "charge.succeeded": ChargeEvent.extend({ fee }),
  "charge.failed": ChargeEvent.extend({ code: repairedText(100), reason: repairedText(500) }),
  "charge.reversed": ChargeEvent,
  "charge.expired": ChargeEvent.extend({ reference: storableText(200) }),
  "charge.canceled": ChargeEvent.extend({ reference: storableText(200) }),
  "charge.settled": SettledEvent,
  "refund.succeeded": ChargeEvent.extend({ reference: storableText(200), fee }),
  "refund.failed": ChargeEvent.extend({ code: repairedText(100), reason: repairedText(500) }),
  "refund.settled": RefundSettledEvent,
  "dispute.opened": DisputeEvent,
  "dispute.won": DisputeEvent,
  "dispute.lost": DisputeEvent,
  "payout.paid": ChargeEvent.extend({
    reference: storableText(200),
    fee,
    charged: Amount.min(1, "must be at least 1").optional(),
  }),
  "payout.failed": ChargeEvent.extend({ reason: repairedText(500) }),
  "payout.returned": ChargeEvent.extend({ reason: repairedText(500) }),
  "mandate.active": ChargeEvent,
  "mandate.failed": ChargeEvent.extend({ reason: repairedText(500) }),
  "mandate.revoked": ChargeEvent,
  "mandate.expired": ChargeEvent,
  "method.detached": AnyEvent.extend({ reference: storableText(200) }),
  "withdrawal.paid": WithdrawalEvent,
  "withdrawal.failed": WithdrawalEvent,
  "bank-transfer.received": AnyEvent.extend({
    reference: repairedText(10_000),
    amount: Amount.min(1, "must be at least 1"),
    currency: Currency,
  }),
}
