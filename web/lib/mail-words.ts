import type { Output } from "../client.ts"
import { plural, t, whole } from "./translate.ts"
import { say } from "./words.ts"

export type Mail = Output<"GET /v1/dev/mails/{id}">

/** In the order of the guide: payers, partners, staff. */
const kinds: Record<Mail["kind"], string> = {
  "payment-request": t`Payment request`,
  reminder: t`Reminder`,
  receipt: t`Receipt`,
  refund: t`Refund`,
  "debit-notice": t`Notice of a direct debit`,
  "subscription-started": t`Subscription started`,
  "charge-failed": t`Charge failed`,
  "authentication-needed": t`Bank asks for confirmation`,
  "sign-in-link": t`Sign-in link`,
  "confirm-email": t`Confirmation of a new e-mail`,
  "email-changed": t`E-mail changed`,
  "payout-sent": t`Payout sent`,
  "payout-returned": t`Payout returned`,
  "partner-sign-in-link": t`Sign-in link of a partner`,
  "partner-email-changed": t`E-mail of a partner changed`,
  "payout-failed": t`Payout failed`,
  "refund-failed": t`Refund failed`,
  "approval-needed": t`Approval needed`,
  "approval-decided": t`Approval decided`,
  "dispute-opened": t`Dispute opened`,
  "dispute-due": t`Dispute due`,
  "dispute-undelivered": t`Dispute answer not delivered`,
  mention: t`Mentioned in a note`,
  "endpoint-deactivated": t`Endpoint deactivated`,
  "endpoint-activated": t`Endpoint activated`,
  "import-ended": t`Import ended`,
  "connection-failing": t`A connection to a provider fails`,
  "balance-differs": t`A provider holds another amount`,
  "settlement-differs": t`A settlement does not add up`,
  "weekly-summary": t`Weekly summary`,
  invitation: t`Invitation`,
  "password-reset": t`New password`,
  "new-sign-in": t`New sign-in`,
  "account-changed": t`Account changed`,
  other: t`Other`,
}

export const nameOfMail = (kind: string): string => kinds[kind as Mail["kind"]] ?? say(kind)
export const kindChoices = Object.entries(kinds).map(([value, label]) => ({ value, label }))
export const statusChoices = ["queued", "sending", "kept", "sent", "failed", "bounced"].map(value => ({ value, label: say(value) }))

/** What happened to a mail, and what to do if it did not arrive. */
export function outcomeOf({ status, recipient, attempts }: Mail): string {
  const tried = plural(attempts, t`Tried once.`, t`Tried ${whole(attempts)} times.`)
  switch (status) {
    case "queued":
      return attempts === 0 ? t`It is waiting to be sent.` : `${tried} ${t`We keep trying for about an hour.`}`
    case "sending":
      return t`It is being handed to the mail server.`
    case "kept":
      return t`It was not sent: no mail server is set up, or it is a sandbox's mail to a payer or partner.`
    case "sent":
      return t`The mail server accepted it for ${recipient}. We do not know whether it was read.`
    case "failed":
      return `${t`It did not arrive.`} ${tried} ${t`Check the address, then repeat the action that sent it, such as a reminder.`}`
    case "bounced":
      return t`The mail server accepted it, and it bounced later. Check the address, then repeat the action that sent it.`
  }
}
