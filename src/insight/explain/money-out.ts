import { sum } from "../../kit/pure/money.ts"
import type { PayoutRow } from "../../money/payouts/store.ts"
import { isReserved } from "../../money/payouts/rules.ts"
import type { RefundIntentRow } from "../../money/refund-intents/store.ts"
import type { TransactionRow } from "../../money/transactions/store.ts"
import { because, figure, part } from "./say.ts"
import type { Part, Reason } from "./schema.ts"

/** Why a transaction has its amount, status and fee. */
export function explainTransaction(row: TransactionRow): Reason[] {
  const { amount, currency, allocations, refund_of, fee, gateway } = row
  const isRefund = refund_of !== null
  const sentence = isRefund ? "{amount} {currency} was taken back of a payment" : "{amount} {currency} pays down a payment intent"
  const parts = allocations.map(each => part(each.amount, currency, sentence, {}, ["payment-intents", each.paymentIntent]))
  const surplus = amount - sum(allocations.map(each => each.amount))
  const isBooked = row.status === "succeeded" || row.status === "reversed"
  const rest = isBooked
    ? part(surplus, currency, "{amount} {currency} is more than was owed, and became credit of the contact")
    : part(surplus, currency, "{amount} {currency} is asked for this payment intent", {}, ["payment-intents", row.payment_intent_id])
  return [
    transactionStatus(row),
    figure("amount", amount, currency, isRefund ? "{amount} {currency} goes back." : "{amount} {currency} comes in.", [
      ...parts,
      ...(surplus === 0 ? [] : [rest]),
    ]),
    ...(fee > 0
      ? [because("fee", "{gateway} kept a fee of {amount} {currency}.", { gateway: gateway ?? "The bank", amount: fee, currency })]
      : []),
  ]
}

function transactionStatus({ status, failure, action, outcome, gateway, amount, currency }: TransactionRow): Reason {
  const details = { status, amount, currency, gateway: gateway ?? "", failure: failure?.message ?? "" }
  if (status === "processing" && outcome === "unknown")
    return because("status", "It is processing: {gateway} did not answer, and is asked until the outcome is known.", details)
  if (status === "processing" && action !== null) return because("status", "It is processing: the payer has to act first.", details)
  if (failure !== null) return because("status", "It is {status}: {failure}", details)
  const sentences: Partial<Record<typeof status, string>> = {
    "pending-approval": "It waits until people have approved it.",
    processing: "It is processing: the money has not arrived yet.",
    succeeded: "It has succeeded: {amount} {currency} was booked.",
    reversed: "It is reversed: the money was taken back, and the ledger has both movements.",
  }
  return because("status", sentences[status] ?? "It is {status}, and no money moved.", details)
}

/** Why a payout has its amount, status and fee. */
export function explainPayout(row: PayoutRow): Reason[] {
  const { amount, currency, allocations, fees, gateway } = row
  const parts = allocations.map(({ paymentSplit, amount: of }) => {
    const sentence =
      of < 0 ? "{amount} {currency} is netted: a split that was paid out more than it earns" : "{amount} {currency} is due of a split"
    return part(of, currency, sentence, {}, ["payment-splits", paymentSplit])
  })
  const own = [part(amount, currency, "{amount} {currency} of your balance")]
  return [
    payoutStatus(row),
    figure("amount", amount, currency, "{amount} {currency} is paid out.", allocations.length > 0 ? parts : own),
    ...(fees > 0
      ? [because("fee", "{gateway} took a fee of {amount} {currency}.", { gateway: gateway ?? "The bank", amount: fees, currency })]
      : []),
  ]
}

function payoutStatus({ status, failure_reason, sent_at, amount, currency }: PayoutRow): Reason {
  const details = { status, amount, currency, failure: failure_reason ?? "" }
  if (failure_reason !== null) return because("status", "It is {status}: {failure}", details)
  const setAside = isReserved(status) ? " {amount} {currency} is set aside for it." : ""
  const sentences: Partial<Record<typeof status, string>> = {
    draft: "It is a draft: somebody has to send it.",
    "pending-approval": "It waits until people have approved it.",
    processing: sent_at === null ? "It waits for its payment file." : "It was sent, and the outcome is not known yet.",
    paid: "It is paid.",
  }
  return because("status", `${sentences[status] ?? "It is {status}, and its money is free again."}${setAside}`, details)
}

/** Why a refund has its amount and status. */
export function explainRefund(row: RefundIntentRow): Reason[] {
  const { amount, currency, items, shares, transaction_id } = row
  const lines = items.length > 0 ? items : shares
  const parts: Part[] =
    lines.length > 0
      ? lines.map(each => part(each.amount, currency, "{amount} {currency} of {name}", { name: each.name }))
      : [part(amount, currency, "{amount} {currency} in proportion to the lines")]
  return [refundStatus(row), figure("amount", amount, currency, "{amount} {currency} goes back to the payer.", parts)].map((reason, i) =>
    i === 0 ? { ...reason, link: { type: "transactions" as const, id: transaction_id } } : reason,
  )
}

function refundStatus({ status, failure, amount, currency }: RefundIntentRow): Reason {
  const details = { status, amount, currency, failure: failure?.message ?? "" }
  if (failure !== null) return because("status", "It is {status}: {failure}", details)
  const sentences: Partial<Record<typeof status, string>> = {
    draft: "It is a draft: somebody has to approve it. {amount} {currency} of the payment is reserved for it.",
    processing: "It is under way, and the outcome is not known yet.",
    settled: "It is settled: {amount} {currency} went back.",
  }
  return because("status", sentences[status] ?? "It is {status}, and nothing went back.", details)
}
