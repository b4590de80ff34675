import type { PaymentIntent } from "../../money/payment-intents/schema.ts"
import type { TransactionRow } from "../../money/transactions/store.ts"

/** What the page tells the payer. Only one that is `payable` has a form. */
export type State =
  | { name: "paid"; payments: TransactionRow[] }
  | { name: "canceled" }
  | { name: "processing" | "unknown"; charge: TransactionRow }
  | { name: "payable"; last: "declined" | "unreached" | "reversed" | undefined }
  /** A payment plan is paid through the pages of its installments. */
  | { name: "plan"; installments: PaymentIntent[] }

type Money = {
  /** All of the payment intent, the oldest first. */
  transactions: TransactionRow[]
  /** A charge of the same debt that has no outcome yet. */
  processing: TransactionRow | undefined
  /** Those of a payment plan. */
  installments: PaymentIntent[]
}

export function stateOf({ status }: PaymentIntent, { transactions, processing, installments }: Money): State {
  const charges = transactions.filter(({ transaction_type }) => transaction_type === "charge")
  if (status === "paid-full") return { name: "paid", payments: charges.filter(charge => charge.status === "succeeded") }
  if (status === "canceled") return { name: "canceled" }
  if (processing) return { name: processing.outcome === "unknown" ? "unknown" : "processing", charge: processing }
  if (installments.length > 0) return { name: "plan", installments }
  return { name: "payable", last: lastAttempt(charges.findLast(({ gateway }) => gateway !== null)) }
}

function lastAttempt(charge: TransactionRow | undefined) {
  if (charge?.status === "reversed") return "reversed"
  if (charge?.status !== "failed") return undefined
  return notCalled.includes(charge.failure?.code ?? "") ? "unreached" : "declined"
}

const notCalled = ["gateway_unreachable", "never_arrived"]
