import type { Output } from "../../client.ts"
import { t } from "../../lib/translate.ts"

export type Choices = Output<"GET /v1/notices/choices">
export type Choice = Choices["choices"][number]

/** What each kind is about, for the person who chooses. */
export const noticeWords: Record<Choice["kind"], { label: string; hint: string }> = {
  "approval-needed": { label: t`Approval needed`, hint: t`A payout, refund or other action waits for your decision` },
  "approval-decided": { label: t`Approval decided`, hint: t`Somebody approved, rejected or canceled what you asked for` },
  mention: { label: t`Mention`, hint: t`A colleague mentions you in a note` },
  "payout-failed": { label: t`Payout failed or returned`, hint: t`The money is with you again, and the partner is still owed it` },
  "refund-failed": { label: t`Refund failed`, hint: t`A refund came back after it was sent` },
  "dispute-opened": { label: t`Dispute opened`, hint: t`A payer's bank contests a payment, with the date by which you must answer` },
  "dispute-due": { label: t`Dispute due`, hint: t`Three days before you must answer` },
  "dispute-undelivered": { label: t`Dispute answer not delivered`, hint: t`Your answer did not reach the gateway` },
  "connection-failing": {
    label: t`Gateway connection refused`,
    hint: t`A payment provider refuses the credentials, so no new charge begins there`,
  },
  "balance-differs": { label: t`Gateway balance differs`, hint: t`A provider has held another amount than the ledger for two days` },
  "settlement-differs": { label: t`Settlement does not add up`, hint: t`What a provider kept of a payment is not booked` },
  "endpoint-deactivated": { label: t`Webhook endpoint disabled`, hint: t`It failed for a day, answered 410 Gone, or somebody paused it` },
  "endpoint-activated": { label: t`Webhook endpoint enabled`, hint: t`Events are sent to it again` },
  "weekly-summary": { label: t`Weekly summary`, hint: t`Every Monday: received, refunded, paid out, late, and what waits for you` },
  "import-ended": { label: t`Import ended`, hint: t`An import that you started is done or has stopped` },
}
