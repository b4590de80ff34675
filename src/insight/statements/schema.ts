import { z } from "zod"
import { AsOfQuery } from "../../platform/audit/schema.ts"
import { Amount, Id, Total, UtcTimestamp } from "../../kit/pure/fields.ts"
import { isMonth } from "../../kit/pure/months.ts"
import { entryKinds } from "../../money/ledger/schema.ts"

/** What may change what a contact owes. */
const contactLineKinds = ["payment-request", "cancellation", "payment", "reversal", "credit-note", "refund", "dispute"] as const
export type ContactLineKind = (typeof contactLineKinds)[number]

const Balance = Total.meta({ description: "What the partner is owed; negative: what it owes" })

const Line = z.object({
  at: UtcTimestamp,
  kind: z.enum(entryKinds).meta({ description: "The kind of the ledger entry" }),
  reference: z.string().meta({ description: "The number of the payout, or of the payment intent in which the partner has a share" }),
  amount: Amount.meta({ description: "By how much the partner's balance grows; negative if it shrinks" }),
  balance: Balance,
})

const period = {
  month: z.string().meta({ example: "2026-10" }),
  timezone: z.string(),
  periodStart: UtcTimestamp,
  periodEnd: UtcTimestamp.meta({ description: "The first moment of the next month" }),
}
export type Period = { periodStart: string; periodEnd: string }

export const Statement = z
  .object({
    partnership: Id,
    ...period,
    byCurrency: z.record(z.string(), z.object({ opening: Balance, lines: z.array(Line), closing: Balance })),
  })
  .meta({ id: "Statement" })
export type Statement = z.output<typeof Statement>

const Owed = Total.meta({ description: "What the contact owes; negative: its credit" })

const ContactLine = z.object({
  at: UtcTimestamp,
  kind: z.enum(contactLineKinds),
  reference: z.string().meta({ description: "The number of the payment intent" }),
  amount: Amount.meta({ description: "By how much the contact owes more; negative: less" }),
  balance: Owed,
})

export const ContactStatement = z
  .object({
    contact: Id,
    ...period,
    byCurrency: z.record(z.string(), z.object({ opening: Owed, lines: z.array(ContactLine), closing: Owed })),
  })
  .meta({ id: "ContactStatement" })
export type ContactStatement = z.output<typeof ContactStatement>

export const StatementQuery = z.object({
  month: z
    .string()
    .refine(isMonth, "must be a month such as 2026-10")
    .optional()
    .meta({ description: "A month in the tenant's time zone; by default the current one", example: "2026-10" }),
  ...AsOfQuery.shape,
})
export type StatementQuery = z.output<typeof StatementQuery>
