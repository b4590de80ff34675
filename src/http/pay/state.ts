import type { SignedAuthorization } from "../../money/mandate-signatures/store.ts"
import type { PaymentIntent } from "../../money/payment-intents/schema.ts"
import { awaitsPayer } from "../../money/transactions/rules.ts"
import type { Transaction } from "../../money/transactions/schema.ts"
import type { TransactionRow } from "../../money/transactions/store.ts"

/** What the page shows to the payer. Only a `payable` page has a form. */
export type State =
  | { name: "paid"; payments: TransactionRow[] }
  | { name: "canceled" }
  | { name: "processing" | "unknown"; charge: TransactionRow }
  /** The payer chose a way to pay, and must now do what the gateway says. */
  | { name: "waiting"; charge: TransactionRow; action: Action; isAsked?: boolean | undefined }
  /** The payer signed a mandate to pay it, and their bank has not decided yet. */
  | { name: "signed"; mandate: SignedAuthorization }
  /** A payment plan has installments: each is paid on its own page, or all that is left at once. */
  | { name: "payable"; last: LastAttempt | undefined; installments: PaymentIntent[] }

export type Action = NonNullable<Transaction["action"]>
export type LastAttempt = { name: "declined" | "unreached" | "reversed" | "mandateRefused" | "expired" | "canceled"; method?: string }

type Money = {
  /** All that paid or tried to pay the intent, the oldest first. */
  transactions: TransactionRow[]
  /** A charge of the same debt that has no outcome yet. */
  processing: TransactionRow | undefined
  /** Whether that charge takes the money from a saved card, and the bank asks the absent payer to confirm it. */
  isAsked?: boolean
  /** The mandate that was signed last for it. */
  signed: SignedAuthorization | undefined
  /** The installments of a payment plan. */
  installments: PaymentIntent[]
}

export function stateOf({ status }: PaymentIntent, { transactions, processing, isAsked, signed, installments }: Money): State {
  const charges = transactions.filter(({ transaction_type }) => transaction_type === "charge")
  if (status === "paid-full") return { name: "paid", payments: charges.filter(charge => charge.status === "succeeded") }
  if (status === "canceled") return { name: "canceled" }
  if (processing?.action && awaitsPayer(processing)) return { name: "waiting", charge: processing, action: processing.action, isAsked }
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
  if (signed?.status === "failed" && !(charge && charge.created_at > signed.signed_at)) return { name: "mandateRefused" }
  if (!charge) return undefined
  const { status, method, gateway_reference, failure } = charge
  if (status === "reversed") return { name: "reversed" }
  if (status === "expired") return { name: "expired", method }
  // One that was never at a gateway waited for an approval: the payer does not know of it.
  if (status === "canceled") return gateway_reference === null ? undefined : { name: "canceled" }
  if (status !== "failed") return undefined
  return { name: notCalled.includes(failure?.code ?? "") ? "unreached" : "declined" }
}

const notCalled = ["gateway_unreachable", "never_arrived"]
