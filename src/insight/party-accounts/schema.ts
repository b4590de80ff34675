import { z } from "zod"
import { Amount, Currency, Id, Total, UtcTimestamp } from "../../kit/pure/fields.ts"
import { AsOfQuery } from "../../platform/audit/schema.ts"
import { payoutStatuses } from "../../money/payouts/values.ts"

const Count = z.int().min(0)

/** What is open, by how long it is late. Days are those of the tenant's calendar: what fell due earlier today is 0 days late. */
const Aged = z.object({
  owed: Total.meta({ description: "What is open: not yet due and late" }),
  notDue: Total.meta({ description: "The part of `owed` that is not due yet" }),
  late: Total.meta({ description: "The part of `owed` that is past its due date: the sum of the four below" }),
  late0to30: Total,
  late31to60: Total,
  late61to90: Total,
  lateOver90: Total,
  openCount: Count.meta({ description: "How many payment intents are open; a plan counts by its installments" }),
  lateCount: Count,
  oldestDueAt: UtcTimestamp.nullable().meta({ description: "The earliest due date of what is open" }),
})
export type Aged = z.output<typeof Aged>

const ContactFigures = Aged.extend({
  paid: Total.meta({ description: "What was paid of payment intents that are not canceled, before refunds" }),
  credit: Total.meta({ description: "What the contact has paid too much and not spent yet" }),
})

export const ContactAccount = z
  .object({ contact: Id, asOf: UtcTimestamp, timezone: z.string(), byCurrency: z.record(z.string(), ContactFigures) })
  .meta({ id: "ContactAccount" })
export type ContactAccount = z.output<typeof ContactAccount>

const NextPayout = z.object({ payout: Id, number: z.string(), status: z.enum(payoutStatuses), amount: Amount, currency: Currency })

const PartnerFigures = z.object({
  owed: Total.meta({ description: "The partner's balance in the ledger, without open payouts; negative: what the partner owes" }),
  due: Total.meta({ description: "Shares that can be paid out now, before debts" }),
  inPayouts: Total.meta({ description: "In payouts that are not sent yet or on their way" }),
  paid: Total.meta({ description: "In payouts that have arrived" }),
  nextPayout: NextPayout.nullable().meta({ description: "The oldest payout that has not ended" }),
})
export type PartnerFigures = z.output<typeof PartnerFigures>

export const PartnershipAccount = z
  .object({ partnership: Id, asOf: UtcTimestamp, byCurrency: z.record(z.string(), PartnerFigures) })
  .meta({ id: "PartnershipAccount" })
export type PartnershipAccount = z.output<typeof PartnershipAccount>

const Debtor = Aged.extend({ contact: Id })
export type Debtor = z.output<typeof Debtor>

export const Receivables = z
  .object({
    asOf: UtcTimestamp,
    timezone: z.string(),
    byCurrency: z.record(
      z.string(),
      Aged.extend({
        contactCount: Count.meta({ description: "How many contacts the sums are about" }),
        contacts: z.array(Debtor).meta({ description: "Those who are late with most, at most 1,000" }),
      }),
    ),
  })
  .meta({ id: "Receivables" })
export type Receivables = z.output<typeof Receivables>

export const ReceivablesQuery = z.object({
  currency: Currency.optional(),
  lateMoreThan: z
    .string()
    .regex(/^\d{1,4}$/, "must be a number of days from 0 to 9999")
    .transform(Number)
    .optional()
    .meta({ description: "Only contacts who are late by more than this number of days with something", example: "30" }),
  ...AsOfQuery.shape,
})
