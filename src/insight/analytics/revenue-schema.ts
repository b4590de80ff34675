import { z } from "zod"
import { Total } from "../../kit/pure/fields.ts"
import { lostAfterDays } from "./revenue-rules.ts"
import { report } from "./schema.ts"

const Count = z.int().min(0)
const Rate = z.number().meta({ description: "A part of the whole: 0.25 is a quarter" })
const day = { format: "date", example: "2026-01-31" }

const figures = {
  mrr: Total.meta({ description: "Monthly recurring revenue at the end: what running cycles of subscriptions bill, per month" }),
  newMrr: Total.meta({ description: "MRR of contacts that had none before" }),
  expansion: Total.meta({ description: "How much more MRR contacts have than before" }),
  contraction: Total.meta({ description: "How much less MRR contacts have than before, of those that still have some" }),
  churned: Total.meta({ description: "MRR of contacts that have none any more" }),
  mrrChurnRate: Rate.meta({ description: "(churned + contraction) ÷ MRR at the beginning; over several months the average month" }),
  subscribers: Count.meta({ description: "Contacts with MRR at the end" }),
  newSubscribers: Count,
  lostSubscribers: Count,
  received: Total.meta({ description: "Settled payments that arrived, without those from credit" }),
  refunded: Total.meta({ description: "Refunds that were settled, without those to credit" }),
  netRevenue: Total.meta({ description: "received − refunded" }),
  payers: Count.meta({
    description: `Contacts that have paid, and that paid in the ${lostAfterDays} days before the end or have MRR then`,
  }),
  newPayers: Count.meta({ description: "Payers whose first payment arrived in this time" }),
  returnedPayers: Count.meta({ description: "Payers that had paid before, but were none at the beginning" }),
  lostPayers: Count.meta({ description: "Payers at the beginning that are none at the end" }),
  payerChurnRate: Rate.meta({ description: "lostPayers ÷ payers at the beginning; over several months the average month" }),
}

const RevenueFigures = z.object({
  summary: z.object(figures),
  previous: z
    .object({ from: z.string().meta(day), to: z.string().meta(day), ...figures })
    .meta({ description: "The same of the period of equal length before: whole months if the range begins with a month" }),
  months: z.array(z.object({ month: z.string().meta({ description: "In the tenant's time zone", example: "2026-10" }), ...figures })),
})

export const RevenueStats = z.object(report(RevenueFigures)).meta({ id: "RevenueStats" })
