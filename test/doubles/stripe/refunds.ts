import type Stripe from "stripe"
import { move, settledIn } from "./money.ts"
import { idOf, ownMetadata } from "./payments.ts"
import { change, Failure, newId, nowSeconds, read, record, type State } from "./state.ts"

export function createRefund(state: State, params: Stripe.RefundCreateParams): Stripe.Refund {
  const intent = read(state.intents, params.payment_intent, "payment_intent")
  const charge = state.charges.get(idOf(intent.latest_charge) ?? "")
  if (charge?.status !== "succeeded")
    throw new Failure(400, "charge_not_refundable", "This PaymentIntent does not have a successful charge.")
  const left = charge.amount - charge.amount_refunded
  const amount = Number(params.amount ?? left)
  if (left === 0) throw new Failure(400, "charge_already_refunded", `Charge ${charge.id} has already been refunded.`)
  if (amount > left) throw new Failure(400, "amount_too_large", `Refund amount (${amount}) is greater than unrefunded amount (${left})`)
  const id = newId("re")
  const movement = move(state, { ...settledIn(state, charge, -amount), type: "refund", category: "refund", source: id })
  const refund: Stripe.Refund = {
    id,
    object: "refund",
    amount,
    balance_transaction: movement.id,
    charge: charge.id,
    created: nowSeconds(),
    currency: charge.currency,
    customer: null,
    customer_account: null,
    metadata: ownMetadata(params.metadata),
    payment_intent: intent.id,
    payment_method: null,
    reason: null,
    receipt_number: null,
    source_transfer_reversal: null,
    status: state.refundStatus,
    transfer_reversal: null,
  }
  state.refunds.set(id, refund)
  change(state.charges, charge.id, { amount_refunded: charge.amount_refunded + amount })
  record(state, "refund.created", refund)
  return refund
}

/** The payer's bank takes the money, or sends it back, also weeks after it has taken it: then at another rate, perhaps. */
export function settleRefund(state: State, id: string, status: "succeeded" | "failed", rate?: number) {
  const { amount, charge } = read(state.refunds, id, "refund")
  if (status === "succeeded") return record(state, "refund.updated", change(state.refunds, id, { status }))
  const charged = read(state.charges, idOf(charge) ?? "", "charge")
  const back = settledIn(state, charged, amount, rate)
  const movement = move(state, { ...back, type: "refund_failure", category: "refund_failure", source: id })
  change(state.charges, charged.id, { amount_refunded: charged.amount_refunded - amount })
  const failure = { status, failure_reason: "lost_or_stolen_card", failure_balance_transaction: movement.id }
  return record(state, "refund.failed", change(state.refunds, id, failure))
}
