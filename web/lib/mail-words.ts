import type { Output } from "../client.ts"
import { say } from "./words.ts"

export type Mail = Output<"GET /v1/dev/mails/{id}">

/** In the order of the guide: payers, partners, staff. */
const kinds: Record<Mail["kind"], string> = {
  "payment-request": "Payment request",
  reminder: "Reminder",
  receipt: "Receipt",
  refund: "Refund",
  "debit-notice": "Notice of a direct debit",
  "subscription-started": "Subscription started",
  "charge-failed": "Charge failed",
  "authentication-needed": "Bank asks for confirmation",
  "sign-in-link": "Sign-in link",
  "confirm-email": "Confirmation of a new e-mail",
  "email-changed": "E-mail changed",
  "payout-sent": "Payout sent",
  "payout-returned": "Payout returned",
  "partner-sign-in-link": "Sign-in link of a partner",
  "partner-email-changed": "E-mail of a partner changed",
  "payout-failed": "Payout failed",
  "refund-failed": "Refund failed",
  "approval-needed": "Approval needed",
  "approval-decided": "Approval decided",
  "dispute-opened": "Dispute opened",
  "dispute-due": "Dispute due",
  "dispute-undelivered": "Dispute answer not delivered",
  mention: "Mentioned in a note",
  "endpoint-deactivated": "Endpoint deactivated",
  "endpoint-activated": "Endpoint activated",
  "import-ended": "Import ended",
  "connection-failing": "A connection to a provider fails",
  "balance-differs": "A provider holds another amount",
  "settlement-differs": "A settlement does not add up",
  "weekly-summary": "Weekly summary",
  invitation: "Invitation",
  "password-reset": "New password",
  "new-sign-in": "New sign-in",
  "account-changed": "Account changed",
  other: "Other",
}

export const nameOfMail = (kind: string): string => kinds[kind as Mail["kind"]] ?? say(kind)
export const kindChoices = Object.entries(kinds).map(([value, label]) => ({ value, label }))
export const statusChoices = ["queued", "sending", "kept", "sent", "failed", "bounced"].map(value => ({ value, label: say(value) }))

/** What happened to a mail, and what to do if it did not arrive. */
export function outcomeOf({ status, recipient, attempts }: Mail): string {
  const tries = attempts === 1 ? "once" : `${attempts} times`
  switch (status) {
    case "queued":
      return attempts === 0 ? "It is waiting to be sent." : `Tried ${tries}. We keep trying for about an hour.`
    case "sending":
      return "It is being handed to the mail server."
    case "kept":
      return "It was not sent: no mail server is set up, or it is a sandbox's mail to a payer or partner."
    case "sent":
      return `The mail server accepted it for ${recipient}. We do not know whether it was read.`
    case "failed":
      return `It did not arrive. Tried ${tries}. Check the address, then repeat the action that sent it, such as a reminder.`
    case "bounced":
      return "The mail server accepted it, and it bounced later. Check the address, then repeat the action that sent it."
  }
}
