import { z } from "zod"
import { Amount, Id, Total, UtcTimestamp } from "../../kit/pure/fields.ts"
import { isMonth } from "../../kit/pure/months.ts"
import { entryKinds } from "../../money/ledger/schema.ts"

const Balance = Total.meta({ description: "What the partner is owed; negative: what it owes" })

const Line = z.object({
  at: UtcTimestamp,
  kind: z.enum(entryKinds).meta({ description: "The kind of the ledger entry" }),
  reference: z.string().meta({ description: "The number of the payout, or of the payment intent in which the partner has a share" }),
  amount: Amount.meta({ description: "By how much the partner's balance grows; negative if it shrinks" }),
  balance: Balance,
})
export type Line = z.output<typeof Line>

export const Statement = z
  .object({
    partnership: Id,
    month: z.string().meta({ example: "2026-10" }),
    timezone: z.string(),
    periodStart: UtcTimestamp,
    periodEnd: UtcTimestamp.meta({ description: "The first moment of the next month" }),
    byCurrency: z.record(z.string(), z.object({ opening: Balance, lines: z.array(Line), closing: Balance })),
  })
  .meta({ id: "Statement" })
export type Statement = z.output<typeof Statement>

export const StatementQuery = z.object({
  month: z
    .string()
    .refine(isMonth, "must be a month such as 2026-10")
    .optional()
    .meta({ description: "A month in the tenant's time zone; by default the current one", example: "2026-10" }),
})
