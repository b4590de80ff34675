import { z } from "zod"
import { common, Id, text, UtcTimestamp, Version } from "../../kit/pure/fields.ts"
import { by, commonFilters } from "../../kit/pure/filters.ts"
import { mailStatuses } from "./values.ts"

type Declaration = {
  /** Staff have an account; payers and partners do not. */
  to: "payer" | "partner" | "staff"
  /** The type of the object that it is about, as in the audit log. */
  about: string
}

/** Every kind of mail. Who gets which, and when, is in docs/guides/mails.md. */
const declarations = {
  "payment-request": { to: "payer", about: "paymentIntents" },
  reminder: { to: "payer", about: "paymentIntents" },
  receipt: { to: "payer", about: "paymentIntents" },
  refund: { to: "payer", about: "refundIntents" },
  "debit-notice": { to: "payer", about: "transactions" },
  "subscription-started": { to: "payer", about: "subscriptions" },
  "charge-failed": { to: "payer", about: "paymentIntents" },
  "authentication-needed": { to: "payer", about: "paymentIntents" },
  "sign-in-link": { to: "payer", about: "contacts" },
  "confirm-email": { to: "payer", about: "contacts" },
  "email-changed": { to: "payer", about: "contacts" },
  "payout-sent": { to: "partner", about: "payouts" },
  "payout-returned": { to: "partner", about: "payouts" },
  "partner-sign-in-link": { to: "partner", about: "partnerships" },
  "partner-email-changed": { to: "partner", about: "partnerships" },
  "payout-failed": { to: "staff", about: "payouts" },
  "refund-failed": { to: "staff", about: "refundIntents" },
  "approval-needed": { to: "staff", about: "approvalRequests" },
  "approval-decided": { to: "staff", about: "approvalRequests" },
  "dispute-opened": { to: "staff", about: "disputes" },
  "dispute-due": { to: "staff", about: "disputes" },
  "dispute-undelivered": { to: "staff", about: "disputes" },
  mention: { to: "staff", about: "notes" },
  "endpoint-deactivated": { to: "staff", about: "webhooks" },
  "endpoint-activated": { to: "staff", about: "webhooks" },
  "import-ended": { to: "staff", about: "imports" },
  "connection-failing": { to: "staff", about: "gatewayConnections" },
  "balance-differs": { to: "staff", about: "gatewayConnections" },
  "settlement-differs": { to: "staff", about: "transactions" },
  "weekly-summary": { to: "staff", about: "users" },
  invitation: { to: "staff", about: "users" },
  "password-reset": { to: "staff", about: "users" },
  "new-sign-in": { to: "staff", about: "users" },
  "account-changed": { to: "staff", about: "users" },
  /** From an earlier version, which did not store the kind. */
  other: { to: "staff", about: "mails" },
} as const satisfies Record<string, Declaration>

export type MailKind = keyof typeof declarations
export const mailKinds = Object.keys(declarations) as readonly MailKind[]
export const declarationOf = (kind: MailKind): Declaration => declarations[kind]

/**
 * `kept`: it is only stored, because no SMTP server is set, or because it is a sandbox's mail to a payer or partner. `sending`: it is being
 * handed to the SMTP server. `failed`: that server refused it, or could not be reached for an hour. `bounced`: it came back later.
 */

export const Mail = z
  .object({
    _id: Id.meta({ description: "Its Message-ID begins with this id" }),
    kind: z.enum(mailKinds as [MailKind, ...MailKind[]]),
    recipient: z.string(),
    subject: z.string(),
    text: z.string(),
    html: z.string(),
    object: Id.meta({ description: "The object that the mail is about" }),
    objectType: z.string().meta({ description: "The type of that object, as in the audit log", example: "paymentIntents" }),
    status: z.enum(mailStatuses),
    error: z.string().nullable().meta({ description: "Why the last attempt failed, or why it came back" }),
    attempts: z.int().meta({ description: "How often it was handed to the SMTP server" }),
    sentAt: UtcTimestamp.nullable(),
    version: Version,
    ...common,
  })
  .meta({ id: "Mail" })
export type Mail = z.output<typeof Mail>

export const Bounce = z.object({ reason: text(500, 1) }).meta({ example: { reason: "550 5.1.1 The mailbox does not exist" } })

export const mailFilters = {
  kind: by.oneOf("kind", mailKinds),
  recipient: by.text("recipient"),
  object: by.text("object_id"),
  status: by.oneOf("status", mailStatuses),
  sentAt: by.time("sent_at"),
  ...commonFilters,
}
