import { z } from "zod"
import { isDate } from "../../kit/pure/banking-days.ts"
import { Amount, common, Currency, Id, Metadata, Reference, text, UtcTimestamp, Version } from "../../kit/pure/fields.ts"
import { by, commonFilters } from "../../kit/pure/filters.ts"
import { directions, entryClasses, fileFormats, fileStatuses, lineStatuses, sequences } from "./values.ts"

/** One commit changes all payouts of a file. */
export const maxPayments = 500

const Day = z
  .string()
  .refine(isDate, "must be a date such as 2027-01-29")
  .meta({ description: "A banking day, as YYYY-MM-DD", example: "2027-01-29" })

/** A payment as the file says it: foreign letters and long names are replaced before. */
const AsSent = {
  name: z.string().meta({ description: "The recipient as the file names it, in the characters that banks take" }),
  account: z.string().meta({ description: "The last digits of the recipient's account", example: "•••• 3000" }),
  remittance: z.string().meta({ description: "What the recipient's statement shows" }),
}

const Line = z.object({
  payout: Id.nullable(),
  transaction: Id.nullable().meta({ description: "The debit, in a file of debits" }),
  sequence: z.enum(sequences).nullable().meta({ description: "Of a debit: the first of its mandate, a later one, the only one, the last" }),
  endToEndId: z.string().meta({ description: "The payout's or the debit's id; in NACHA files the trace number" }),
  amount: Amount,
  ...AsSent,
  status: z.enum(lineStatuses),
  reason: z.string().nullable().meta({ description: "Why the bank did not execute it, or sent it back" }),
})

export const PaymentFile = z
  .object({
    _id: Id,
    number: z.string().meta({ description: "Human-readable number; unique in the tenant and increasing", example: "PF-000123" }),
    ownAccount: Id,
    direction: z.enum(directions).meta({ description: "credits: it holds payouts; debits: it collects" }),
    format: z.enum(fileFormats),
    executionDate: z.string(),
    currency: Currency,
    count: z.int(),
    total: Amount,
    sha256: z.string().meta({ description: "The hash of its bytes, in hexadecimal digits" }),
    status: z.enum(fileStatuses),
    sentAt: UtcTimestamp.nullable(),
    version: Version,
    ...common,
  })
  .meta({ id: "PaymentFile" })
export type PaymentFile = z.output<typeof PaymentFile>

export const PaymentFileWithLines = PaymentFile.extend({ lines: z.array(Line) }).meta({ id: "PaymentFileWithLines" })
export type PaymentFileWithLines = z.output<typeof PaymentFileWithLines>

export const NewPaymentFile = z
  .object({
    ownAccount: Id.meta({ description: "The own account that is debited, or that debits fill" }),
    executionDate: Day,
    direction: z.enum(directions).optional().meta({ description: "credits when absent, unless debits are named" }),
    payouts: z
      .array(Reference("Payout id or number"))
      .min(1, "must name at least one payout")
      .max(maxPayments, `must name at most ${maxPayments} payouts`)
      .optional()
      .meta({ description: "Payouts with method bank-file that are ready; all that are, up to 500, when absent" }),
    debits: z
      .array(Id)
      .min(1, "must name at least one debit")
      .max(maxPayments, `must name at most ${maxPayments} debits`)
      .optional()
      .meta({ description: "Transactions with method bank-file that are ready; all that are, up to 500, with direction debits" }),
    lastDebits: z
      .array(Id)
      .max(maxPayments)
      .default([])
      .meta({ description: "Those of the debits after which their mandates are not used again: FNAL in the file" }),
    format: z
      .enum(fileFormats, `must be one of ${fileFormats.join(", ")}`)
      .optional()
      .meta({ description: "The format of the account's profile when absent" }),
    entryClass: z
      .enum(entryClasses, `must be one of ${entryClasses.join(", ")}`)
      .default("ccd")
      .meta({ description: "For NACHA: ccd for payments to companies, ppd to persons" }),
    description: text(10, 1)
      .regex(/^[A-Za-z0-9 .-]+$/, "must have only letters, digits, spaces, dots and hyphens")
      .default("PAYMENT")
      .meta({ description: "For NACHA: what the recipients' statements call the payments" }),
    metadata: Metadata.default({}),
  })
  .meta({ example: { ownAccount: "69e3b0c44298fc1c149afbf4", executionDate: "2027-01-29" } })
export type NewPaymentFile = z.output<typeof NewPaymentFile>

export const ReadyQuery = z.object({
  ownAccount: Id.meta({ description: "The own account that would be debited" }),
  executionDate: Day.optional().meta({ description: "The earliest possible date when absent" }),
})

export const Ready = z
  .object({
    ownAccount: Id,
    format: z.enum(fileFormats),
    currency: Currency,
    executionDate: z.string(),
    dateProblem: z.string().nullable().meta({ description: "Why a file can't be executed on this date" }),
    earliestDate: z.string(),
    count: z.int().meta({ description: "The payments without a problem" }),
    total: Amount,
    hasMore: z.boolean().meta({ description: "Whether more payouts wait than one file holds" }),
    payments: z.array(
      z.object({
        payout: Id,
        number: z.string(),
        holder: z.string().meta({ description: "The recipient as the bank account names it" }),
        amount: Amount,
        ...AsSent,
        problem: z.string().nullable().meta({ description: "Why it can't be in the file" }),
      }),
    ),
  })
  .meta({ id: "ReadyPayments" })
export type Ready = z.output<typeof Ready>

export const ReadyDebitsQuery = z.object({
  ownAccount: Id.meta({ description: "The own account that the debits would fill" }),
  executionDate: Day.optional().meta({ description: "The earliest possible date when absent" }),
})

export const ReadyDebits = Ready.omit({ payments: true })
  .extend({
    debits: z.array(
      z.object({
        transaction: Id,
        number: z.int(),
        paymentIntent: Id,
        mandate: z.string().meta({ description: "The reference of the mandate" }),
        sequence: z.enum(sequences),
        dueOn: z.string(),
        holder: z.string().meta({ description: "The payer as the bank account names it" }),
        amount: Amount,
        ...AsSent,
        problem: z.string().nullable().meta({ description: "Why it can't be in the file" }),
      }),
    ),
  })
  .meta({ id: "ReadyDebits" })
export type ReadyDebits = z.output<typeof ReadyDebits>

export const FileContent = z.object({ name: z.string(), content: z.string() })

export const paymentFileFilters = {
  ownAccount: by.text("own_account_id"),
  status: by.oneOf("status", fileStatuses),
  format: by.oneOf("format", fileFormats),
  direction: by.oneOf("direction", directions),
  currency: by.currency("currency"),
  number: by.text("number"),
  sha256: by.text("sha256"),
  total: by.amount("total"),
  sentAt: by.time("sent_at"),
  ...commonFilters,
}
