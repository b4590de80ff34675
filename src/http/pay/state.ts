import type { SignedAuthorization } from "../../money/mandate-signatures/store.ts"
import type { PaymentIntent } from "../../money/payment-intents/schema.ts"
import type { TransactionRow } from "../../money/transactions/store.ts"

/** What the page shows to the payer. Only a `payable` page has a form. */
export type State =
  | { name: "paid"; payments: TransactionRow[] }
  | { name: "canceled" }
  | { name: "processing" | "unknown"; charge: TransactionRow }
  /** The payer signed a mandate to pay it, and their bank has not decided yet. */
  | { name: "signed"; mandate: SignedAuthorization }
  /** A payment plan has installments: each is paid on its own page, or all that is left at once. */
  | { name: "payable"; last: LastAttempt | undefined; installments: PaymentIntent[] }

export type LastAttempt = "declined" | "unreached" | "reversed" | "mandateRefused"

type Money = {
  /** All that paid or tried to pay the intent, the oldest first. */
  transactions: TransactionRow[]
  /** A charge of the same debt that has no outcome yet. */
  processing: TransactionRow | undefined
  /** The mandate that was signed last for it. */
  signed: SignedAuthorization | undefined
  /** The installments of a payment plan. */
  installments: PaymentIntent[]
}

export function stateOf({ status }: PaymentIntent, { transactions, processing, signed, installments }: Money): State {
  const charges = transactions.filter(({ transaction_type }) => transaction_type === "charge")
  if (status === "paid-full") return { name: "paid", payments: charges.filter(charge => charge.status === "succeeded") }
  if (status === "canceled") return { name: "canceled" }
  if (processing) return { name: processing.outcome === "unknown" ? "unknown" : "processing", charge: processing }
  if (signed?.status === "pending") return { name: "signed", mandate: signed }
  return {
    name: "payable",
    last: lastAttempt(
      charges.findLast(({ gateway }) => gateway !== null),
      signed,
    ),
    installments,
  }
}

function lastAttempt(charge: TransactionRow | undefined, signed: SignedAuthorization | undefined): LastAttempt | undefined {
  if (signed?.status === "failed" && !(charge && charge.created_at > signed.signed_at)) return "mandateRefused"
  if (charge?.status === "reversed") return "reversed"
  if (charge?.status !== "failed") return undefined
  return notCalled.includes(charge.failure?.code ?? "") ? "unreached" : "declined"
}

const notCalled = ["gateway_unreachable", "never_arrived"]
