import { z } from "zod"
import { Approval } from "../../control/approvals/schema.ts"
import { Amount, common, Currency, Id, Metadata, Reference, text, UtcTimestamp, Version } from "../../kit/pure/fields.ts"
import { by, commonFilters } from "../../kit/pure/filters.ts"
import { MaskedAccount } from "../../parties/bank-accounts/schema.ts"
import { authorizationStatuses, schemes } from "./values.ts"

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
    gateway: z.string(),
    connection: Id.nullable().meta({ description: "The gateway connection that it was registered through" }),
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
