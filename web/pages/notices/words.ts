import type { Output } from "../../client.ts"

export type Choices = Output<"GET /v1/notices/choices">
export type Choice = Choices["choices"][number]

/** What each kind is about, for the person who chooses. */
export const noticeWords: Record<Choice["kind"], { label: string; hint: string }> = {
  "approval-needed": { label: "Approval needed", hint: "A payout, refund or other action waits for your decision" },
  "approval-decided": { label: "Approval decided", hint: "Somebody approved, rejected or canceled what you asked for" },
  mention: { label: "Mention", hint: "A colleague mentions you in a note" },
  "payout-failed": { label: "Payout failed or returned", hint: "The money is with you again, and the partner is still owed it" },
  "refund-failed": { label: "Refund failed", hint: "A refund came back after it was sent" },
  "dispute-opened": { label: "Dispute opened", hint: "A payer's bank contests a payment, with the date by which you must answer" },
  "dispute-due": { label: "Dispute due", hint: "Three days before you must answer" },
  "dispute-undelivered": { label: "Dispute answer not delivered", hint: "Your answer did not reach the gateway" },
  "connection-failing": {
    label: "Gateway connection refused",
    hint: "A payment provider refuses the credentials, so no new charge begins there",
  },
  "balance-differs": { label: "Gateway balance differs", hint: "A provider has held another amount than the ledger for two days" },
  "settlement-differs": { label: "Settlement does not add up", hint: "What a provider kept of a payment is not booked" },
  "endpoint-deactivated": { label: "Webhook endpoint disabled", hint: "It failed for a day, answered 410 Gone, or somebody paused it" },
  "endpoint-activated": { label: "Webhook endpoint enabled", hint: "Events are sent to it again" },
  "weekly-summary": { label: "Weekly summary", hint: "Every Monday: received, refunded, paid out, late, and what waits for you" },
  "import-ended": { label: "Import ended", hint: "An import that you started is done or has stopped" },
}
