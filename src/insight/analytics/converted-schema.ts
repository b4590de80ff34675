import { z } from "zod"
import { Currency } from "../../kit/pure/fields.ts"
import { Balance } from "../../money/ledger/schema.ts"
import { Consolidated, PaymentIntentParts } from "./schema.ts"

const day = { format: "date", example: "2026-01-31" }

const UsedRate = z.object({
  currency: Currency,
  rate: z.number().meta({ description: "How much of the reporting currency one unit is worth: the mid-market rate", example: 0.1553 }),
  date: z.string().meta({ ...day, description: "The day that the rate is of" }),
})

const converted = <const T extends z.ZodType>(totals: T) =>
  z.object({
    currency: Currency.meta({ description: "The tenant's reporting currency" }),
    approximate: z.literal(true).meta({ description: "Converted figures are to read, not to book: the amounts by currency are exact" }),
    date: z
      .string()
      .nullable()
      .meta({ ...day, description: "The day of the oldest rate that was used; null if nothing had to be converted" }),
    rates: z.array(UsedRate),
    leftOut: z.array(Currency).meta({ description: "Currencies without a stored rate, whose amounts are not in the totals" }),
    totals,
  })

const onlyWithSetting =
  "All currencies in the reporting currency of the settings, by the service's latest stored rates; absent if there is none"

export const billingMeasures = ["paid", "outstanding", "overdue", "canceled", "refunded"] as const
const ConvertedBilling = converted(
  Consolidated.pick({ billed: true, paid: true, outstanding: true, overdue: true, canceled: true, refunded: true, net: true }),
)
  .meta({ id: "ConvertedBilling" })
  .optional()
  .meta({ description: `With the format consolidated. ${onlyWithSetting}` })

export const PaymentIntentStats = PaymentIntentParts.extend({ converted: ConvertedBilling }).meta({ id: "PaymentIntentStats" })
export type ConvertedBilling = z.output<typeof ConvertedBilling>

export const balanceMeasures = ["available", "pending", "reserved", "payable", "owing", "fees", "receivable"] as const
const figures = Balance.omit({ currency: true })
export const BalanceStats = z
  .object({
    byCurrency: z.record(z.string(), figures).meta({ description: "As GET /v1/balances; amounts are whole minor units" }),
    converted: converted(figures).meta({ id: "ConvertedBalances" }).optional().meta({ description: onlyWithSetting }),
  })
  .meta({ id: "BalanceStats" })
