import type Stripe from "stripe"
import { move, settledIn } from "./money.ts"
import { idOf, ownMetadata } from "./payments.ts"
import { change, Failure, newId, nowSeconds, read, record, type State } from "./state.ts"

const disputeFee = 1_500

/** The payer's bank asks about a charge, or takes its money back. */
export function openDispute(state: State, payment_intent: string, status: Stripe.Dispute.Status = "needs_response"): Stripe.Dispute {
  const intent = read(state.intents, payment_intent, "payment_intent")
  const { amount, currency } = intent
  const id = newId("du")
  const isInquiry = status.startsWith("warning_")
  const charge = read(state.charges, idOf(intent.latest_charge) ?? "", "charge")
  const kind = { type: "adjustment" as const, category: "dispute", source: id }
  const taken = { ...settledIn(state, charge, -amount), ...kind, fee: disputeFee }
  const dispute: Stripe.Dispute = {
    id,
    object: "dispute",
    amount,
    balance_transactions: isInquiry ? [] : [move(state, taken)],
    charge: charge.id,
    created: nowSeconds(),
    currency,
    enhanced_eligibility_types: [],
    evidence: noEvidence,
    evidence_details: {
      due_by: nowSeconds() + 7 * 86_400,
      enhanced_eligibility: {},
      has_evidence: false,
      past_due: false,
      submission_count: 0,
      submission_method: "manual",
    },
    intended_submission_method: null,
    is_charge_refundable: isInquiry,
    livemode: false,
    metadata: {},
    payment_intent,
    reason: "fraudulent",
    status,
  }
  state.disputes.set(id, dispute)
  record(state, "charge.dispute.created", dispute)
  return dispute
}

const noEvidence: Stripe.Dispute.Evidence = {
  access_activity_log: null,
  billing_address: null,
  cancellation_policy: null,
  cancellation_policy_disclosure: null,
  cancellation_rebuttal: null,
  customer_communication: null,
  customer_email_address: null,
  customer_name: null,
  customer_purchase_ip: null,
  customer_signature: null,
  duplicate_charge_documentation: null,
  duplicate_charge_explanation: null,
  duplicate_charge_id: null,
  enhanced_evidence: {},
  product_description: null,
  receipt: null,
  refund_policy: null,
  refund_policy_disclosure: null,
  refund_refusal_explanation: null,
  service_date: null,
  service_documentation: null,
  shipping_address: null,
  shipping_carrier: null,
  shipping_date: null,
  shipping_documentation: null,
  shipping_tracking_number: null,
  uncategorized_file: null,
  uncategorized_text: null,
}

const answerable = ["needs_response", "warning_needs_response", "appeal_needs_response"]

/** Text and files for the bank. Each file must have been uploaded before. */
export function updateDispute(state: State, id: string, params: Stripe.DisputeUpdateParams): Stripe.Dispute {
  const dispute = read(state.disputes, id, "dispute")
  if (!answerable.includes(dispute.status)) throw new Failure(400, "dispute_not_answerable", `This dispute is ${dispute.status}.`)
  const { appeal: _appeal, enhanced_evidence: _enhanced, ...evidence } = params.evidence ?? {}
  for (const [field, value] of Object.entries(evidence)) if (field !== "uncategorized_text") read(state.files, value, "file")
  const isSubmitted = String(params.submit) === "true"
  const { submission_count } = dispute.evidence_details
  const details = { ...dispute.evidence_details, has_evidence: true, submission_count: submission_count + (isSubmitted ? 1 : 0) }
  const changed = change(state.disputes, id, {
    evidence: { ...dispute.evidence, ...evidence },
    evidence_details: details,
    metadata: { ...dispute.metadata, ...ownMetadata(params.metadata) },
    ...(isSubmitted && { status: dispute.status.replace("needs_response", "under_review") }),
  })
  record(state, "charge.dispute.updated", changed)
  return changed
}

export function closeDispute(state: State, id: string): Stripe.Dispute {
  const { status } = read(state.disputes, id, "dispute")
  if (!answerable.includes(status)) throw new Failure(400, "dispute_not_closable", `This dispute is already ${status}.`)
  return decideDispute(state, id, "lost")
}

/** The bank decides. What it gives back comes without the fee, at the rate of that day where another one is given. */
export function decideDispute(state: State, id: string, status: "won" | "lost" | "warning_closed", rate?: number): Stripe.Dispute {
  const { amount, charge, balance_transactions } = read(state.disputes, id, "dispute")
  const kind = { type: "adjustment" as const, category: "dispute_reversal", source: id }
  const back = { ...settledIn(state, read(state.charges, idOf(charge) ?? "", "charge"), amount, rate), ...kind }
  const movements = status === "won" ? [...balance_transactions, move(state, back)] : balance_transactions
  const decided = change(state.disputes, id, { status, balance_transactions: movements })
  record(state, "charge.dispute.closed", decided)
  return decided
}

export function appealDispute(state: State, id: string) {
  record(state, "charge.dispute.updated", change(state.disputes, id, { status: "appeal_needs_response" }))
}
