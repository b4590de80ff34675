import { z } from "zod"
import { Approval } from "../../control/approvals/schema.ts"
import { isDate } from "../../kit/pure/banking-days.ts"
import { Amount, common, Currency, Id, Metadata, Reference, text, UtcTimestamp, Version } from "../../kit/pure/fields.ts"
import { by, commonFilters } from "../../kit/pure/filters.ts"
import { MaskedAccount } from "../../parties/bank-accounts/schema.ts"
import { authorizationStatuses, fileSchemes, schemes } from "./values.ts"

/** What a tenant knows of a mandate that it holds itself. */
const Terms = z.object({
  scheme: z.enum(fileSchemes),
  signedOn: z.string().meta({ description: "When the payer signed it", example: "2026-10-01" }),
  isOneOff: z.boolean().meta({ description: "It allows one debit only" }),
  noticeDays: z.int().meta({ description: "How many days before a debit its payer is told of it" }),
  collectsDue: z.boolean().meta({ description: "Bills of the contact become debits by themselves, in time for their due date" }),
  correction: z
    .string()
    .optional()
    .meta({ description: "What the payer's bank wants corrected (C01…): no debit is collected until you record another mandate" }),
})
export type Terms = z.output<typeof Terms>

const maxNoticeDays = 60
const NewTerms = z
  .object({
    scheme: z.enum(fileSchemes, `must be one of ${fileSchemes.join(", ")}`).meta({
      description: "core or b2b with the scheme sepa; with ach ppd for persons, ccd for companies, web for a consent given online",
    }),
    signedOn: z
      .string()
      .refine(isDate, "must be a date such as 2026-10-01")
      .meta({ description: "When the payer signed it", example: "2026-10-01" }),
    isOneOff: z.boolean().default(false).meta({ description: "It allows one debit only" }),
    noticeDays: z
      .int()
      .min(0)
      .max(maxNoticeDays)
      .optional()
      .meta({ description: "How many days before a debit its payer is told of it: 14 for SEPA unless you agreed on fewer, 0 for ACH" }),
    collectsDue: z
      .boolean()
      .default(true)
      .meta({ description: "Bills of the contact become debits by themselves, in time for their due date" }),
  })
  .meta({ example: { scheme: "core", signedOn: "2026-10-01" } })

/** A direct-debit mandate: a contact's standing permission to debit a bank account of theirs. */
export const Authorization = z
  .object({
    _id: Id,
    contact: Id,
    bankAccount: MaskedAccount,
    scheme: z.enum(schemes),
    currency: Currency.meta({ description: "That of the bank account; payment intents in it can be charged" }),
    maxAmount: Amount.nullable().meta({ description: "The most that one charge may take; null without a limit" }),
    reference: z.string().nullable(),
    gateway: z.string().meta({ description: "bank-file: you hold it yourself, and its debits go into payment files" }),
    connection: Id.nullable().meta({ description: "The gateway connection that it was registered through" }),
    terms: Terms.nullable().meta({ description: "Of a mandate that you hold yourself" }),
    status: z.enum(authorizationStatuses),
    failureReason: z.string().nullable().meta({ description: "Why the bank refused or ended it" }),
    approval: Approval,
    activatedAt: UtcTimestamp.nullable(),
    endedAt: UtcTimestamp.nullable(),
    version: Version,
    ...common,
  })
  .meta({ id: "Authorization" })
export type Authorization = z.output<typeof Authorization>

export const NewAuthorization = z
  .object({
    contact: Reference("Contact id or e-mail: who gives the permission"),
    bankAccount: Id.meta({ description: "A bank account that the contact owns" }),
    scheme: z.enum(schemes, `must be one of ${schemes.join(", ")}`),
    maxAmount: Amount.min(1, "must be at least 1")
      .nullish()
      .meta({ description: "The most that one charge may take; any amount when absent" }),
    reference: text(200, 1).nullish().meta({ description: "The reference of the mandate on the payer's documents" }),
    terms: NewTerms.nullish().meta({
      description: "You hold the signed mandate yourself: it is active at once, and debits by it go into files",
    }),
    metadata: Metadata.default({}),
  })
  .meta({
    example: {
      contact: "ana@example.com",
      bankAccount: "69e3b0c44298fc1c149afbf4",
      scheme: "sepa",
      maxAmount: 50_000,
      reference: "M-2027-001",
    },
  })

export const AuthorizationChange = z.object({ metadata: Metadata }).partial()

export const authorizationFilters = {
  contact: by.text("contact_id"),
  bankAccount: by.text("bank_account_id"),
  status: by.oneOf("status", authorizationStatuses),
  scheme: by.oneOf("scheme", schemes),
  currency: by.currency("currency"),
  reference: by.text("reference"),
  gateway: by.text("gateway"),
  connection: by.text("connection_id"),
  maxAmount: by.amount("max_amount"),
  activatedAt: by.time("activated_at"),
  endedAt: by.time("ended_at"),
  ...commonFilters,
}
