import { z } from "zod"
import { Amount, common, Currency, Id, Reference, text, UtcTimestamp, Version } from "../../kit/pure/fields.ts"
import { by, commonFilters } from "../../kit/pure/filters.ts"
import { lineStatuses, matchEffects, matchKinds, statementFormats } from "./values.ts"

const References = z.object({
  endToEndId: z.string().optional().meta({ description: "Of the payer, or ours on what we sent" }),
  creditorReference: z.string().optional().meta({ description: "RF and check digits (ISO 11649)" }),
  bank: z.string().optional().meta({ description: "The bank's own reference of the booking" }),
  payment: z.string().optional().meta({ description: "The bank's own reference of one payment of a batch" }),
  instruction: z.string().optional(),
  mandate: z.string().optional(),
  paymentInformation: z.string().optional().meta({ description: "A batch of a payment file" }),
})
export type References = z.output<typeof References>

const Match = z.object({
  kind: z.enum(matchKinds),
  object: Id,
  amount: Amount,
  evidence: z.string().meta({ description: "Why it was matched", example: "the number PI-000123 is in the text" }),
  effect: z.enum(matchEffects),
  transaction: Id.nullable().meta({ description: "The payment that this match booked" }),
  bankTransfer: Id.nullable(),
  by: z.string().meta({ description: "The user, or system where the evidence was sure" }),
  at: UtcTimestamp,
})
export type Match = z.output<typeof Match>

const Candidate = z.object({
  kind: z.enum(matchKinds),
  object: Id,
  label: z.string().meta({ description: "Its number", example: "PI-000123" }),
  amount: Amount.meta({ description: "The part of the line that it would get" }),
  evidence: z.string(),
  score: z.int().min(0).max(100).meta({ description: "100 is sure" }),
})
export type Candidate = z.output<typeof Candidate>

/** A payment that the bank has booked on an own account. */
export const BankLine = z
  .object({
    _id: Id,
    ownAccount: Id,
    statement: Id,
    format: z.enum(statementFormats),
    line: z.int().meta({ description: "Where it stands in the file" }),
    bookedAt: UtcTimestamp.meta({ description: "The bank's booking day, at midnight UTC" }),
    valueAt: UtcTimestamp.nullable(),
    amount: Amount.meta({ description: "Negative: money left the account" }),
    currency: Currency,
    counterparty: z.object({ name: z.string().nullable(), account: z.string().nullable().meta({ example: "•••• 3000" }) }),
    text: z.string(),
    references: References,
    returnCode: z.string().nullable().meta({ description: "Why a payment came back, such as AC04", example: "AC04" }),
    isReversal: z.boolean(),
    possibleDuplicate: Id.nullable().meta({ description: "A line of another format on the same day with the same amount" }),
    status: z.enum(lineStatuses),
    match: z.array(Match),
    candidates: z.array(Candidate),
    charges: Amount.meta({ description: "What the bank kept of a payment, or took for it" }),
    note: z.string().nullable(),
    version: Version,
    ...common,
  })
  .meta({ id: "BankLine" })
export type BankLine = z.output<typeof BankLine>

export const NewMatch = z
  .object({
    to: z
      .array(
        z.object({
          object: Reference("Id or number of a payment intent, a payout or a payment file; id of a refund intent or a transaction"),
          amount: Amount.min(1, "must be at least 1"),
        }),
      )
      .min(1, "must name what it is matched to")
      .max(50),
    charges: Amount.min(0).default(0).meta({ description: "What the bank kept: the parts are then more than what came in" }),
  })
  .meta({ example: { to: [{ object: "PI-000123", amount: 5000 }] } })
export type NewMatch = z.output<typeof NewMatch>

export const Note = z.object({ note: text(500, 1).meta({ description: "Why it is not ours", example: "Office rent" }) })

export const bankLineFilters = {
  status: by.oneOf("status", lineStatuses),
  ownAccount: by.text("own_account_id"),
  statement: by.text("statement_id"),
  currency: by.currency("currency"),
  amount: by.amount("amount"),
  bookedAt: by.time("booked_at", true),
  ...commonFilters,
}
