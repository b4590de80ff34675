import type Stripe from "stripe"
import { change, Failure, newId, nowSeconds, read, record, type State } from "./state.ts"

type IntentFields = Pick<Stripe.PaymentIntent, "amount" | "currency" | "metadata"> & Partial<Stripe.PaymentIntent>

export function newIntent(state: State, fields: IntentFields): Stripe.PaymentIntent {
  const id = newId("pi")
  const intent: Stripe.PaymentIntent = {
    id,
    object: "payment_intent",
    allowed_payment_method_types: null,
    amount_capturable: 0,
    amount_received: 0,
    application: null,
    application_fee_amount: null,
    automatic_payment_methods: { enabled: true },
    canceled_at: null,
    cancellation_reason: null,
    capture_method: "automatic_async",
    client_secret: `${id}_secret_${newId("s")}`,
    confirmation_method: "automatic",
    created: nowSeconds(),
    customer: null,
    customer_account: null,
    description: null,
    excluded_payment_method_types: null,
    last_payment_error: null,
    latest_charge: null,
    livemode: false,
    managed_payments: null,
    next_action: null,
    on_behalf_of: null,
    payment_method: null,
    payment_method_configuration_details: null,
    payment_method_options: null,
    payment_method_types: ["card"],
    payment_record: null,
    processing: null,
    receipt_email: null,
    review: null,
    setup_future_usage: null,
    shipping: null,
    source: null,
    statement_descriptor: null,
    statement_descriptor_suffix: null,
    status: "requires_payment_method",
    transfer_group: null,
    ...fields,
  }
  state.intents.set(id, intent)
  return intent
}

/** Charges an intent, or fails to. What Stripe keeps of it is not known at first. */
function newCharge(state: State, intent: Stripe.PaymentIntent, fields: Partial<Stripe.Charge> = {}): Stripe.Charge {
  const { id: payment_intent, amount, currency, customer, description, metadata } = intent
  const charge: Stripe.Charge = {
    id: newId("ch"),
    object: "charge",
    amount,
    amount_captured: amount,
    amount_refunded: 0,
    application: null,
    application_fee: null,
    application_fee_amount: null,
    balance_transaction: null,
    billing_details: { address: null, email: null, name: null, phone: null, tax_id: null },
    calculated_statement_descriptor: null,
    captured: true,
    created: nowSeconds(),
    currency,
    customer,
    description,
    disputed: false,
    failure_balance_transaction: null,
    failure_code: null,
    failure_message: null,
    fraud_details: null,
    livemode: false,
    metadata,
    on_behalf_of: null,
    outcome: null,
    paid: true,
    payment_intent,
    payment_method: idOf(intent.payment_method),
    payment_method_details: null,
    receipt_email: null,
    receipt_number: null,
    receipt_url: null,
    refunded: false,
    review: null,
    shipping: null,
    source: null,
    source_transfer: null,
    statement_descriptor: null,
    statement_descriptor_suffix: null,
    status: "succeeded",
    transfer_data: null,
    transfer_group: null,
    ...fields,
  }
  state.charges.set(charge.id, charge)
  return charge
}

export const idOf = (ref: string | { id: string } | null | undefined) => (typeof ref === "object" ? (ref?.id ?? null) : (ref ?? null))

/** Takes the money. */
export function succeed(state: State, id: string): Stripe.PaymentIntent {
  const intent = read(state.intents, id, "payment_intent")
  const existing = idOf(intent.latest_charge)
  const charge = existing === null ? newCharge(state, intent) : change(state.charges, existing, { status: "succeeded", paid: true })
  const fields: Partial<Stripe.PaymentIntent> = { status: "succeeded", latest_charge: charge.id, amount_received: intent.amount }
  const paid = change(state.intents, id, { ...fields, last_payment_error: null, processing: null })
  record(state, "payment_intent.succeeded", paid)
  return paid
}

export function process(state: State, id: string): Stripe.PaymentIntent {
  const intent = read(state.intents, id, "payment_intent")
  const charge = newCharge(state, intent, { status: "pending", paid: false })
  const processing = change(state.intents, id, { status: "processing", latest_charge: charge.id })
  record(state, "payment_intent.processing", processing)
  return processing
}

/** Fails to take the money. The intent could be confirmed again with another method. */
export function decline(state: State, id: string, code: string, decline_code: string, message: string): Stripe.PaymentIntent {
  const intent = read(state.intents, id, "payment_intent")
  const failure = { status: "failed" as const, paid: false, captured: false, failure_code: code, failure_message: message }
  const charge = newCharge(state, intent, failure)
  const last_payment_error: Stripe.PaymentIntent.LastPaymentError = { type: "card_error", code, decline_code, message, charge: charge.id }
  const fields: Partial<Stripe.PaymentIntent> = { status: "requires_payment_method", payment_method: null, latest_charge: charge.id }
  const declined = change(state.intents, id, { ...fields, last_payment_error, processing: null })
  record(state, "payment_intent.payment_failed", declined)
  return declined
}

/** How the methods of Stripe's test mode behave, and those whose id begins like one of them. */
const declines: Record<string, [code: string, declineCode: string, message: string]> = {
  pm_card_chargeDeclined: ["card_declined", "generic_decline", "Your card was declined."],
  pm_card_visa_chargeDeclinedInsufficientFunds: ["card_declined", "insufficient_funds", "Your card has insufficient funds."],
  pm_card_authenticationRequired: [
    "authentication_required",
    "authentication_required",
    "This transaction requires authentication in order to proceed.",
  ],
}

export function createIntent(state: State, params: Stripe.PaymentIntentCreateParams): Stripe.PaymentIntent {
  const { amount, currency, customer = null, description = null, payment_method = null, metadata } = params
  const method = payment_method === null ? undefined : read(state.methods, payment_method, "PaymentMethod")
  if (method && idOf(method.customer) !== customer)
    throw new Failure(400, "payment_intent_invalid_parameter", "The PaymentMethod belongs to another customer, or was detached.")
  const fields = { amount: Number(amount), currency, customer, description, payment_method, metadata: ownMetadata(metadata) }
  return newIntent(state, { ...fields, status: payment_method === null ? "requires_payment_method" : "requires_confirmation" })
}

export const ownMetadata = (given: Stripe.MetadataParam | "" | null | undefined): Stripe.Metadata =>
  Object.fromEntries(Object.entries(given || {}).map(([name, value]) => [name, String(value)]))

export function confirmIntent(
  state: State,
  id: string,
  { off_session, return_url, payment_method }: Stripe.PaymentIntentConfirmParams,
): Stripe.PaymentIntent {
  const found = read(state.intents, id, "payment_intent")
  assertIn(
    found,
    payment_method === undefined ? ["requires_confirmation"] : ["requires_confirmation", "requires_payment_method"],
    "confirm",
  )
  const intent = payment_method === undefined ? found : change(state.intents, id, { payment_method })
  if (return_url === undefined) throw new Failure(400, "parameter_missing", "You must provide a `return_url`.", { param: "return_url" })
  const method = idOf(intent.payment_method) ?? ""
  const declined = declines[method] ?? Object.entries(declines).find(([start]) => method.startsWith(`${start}_`))?.[1]
  if (declined?.[0] === "authentication_required" && String(off_session) !== "true") return askPayer(state, id, return_url)
  if (declined) {
    const [code, decline_code, message] = declined
    const payment_intent = decline(state, id, code, decline_code, message)
    throw new Failure(402, code, message, { decline_code, payment_intent })
  }
  return read(state.methods, method, "PaymentMethod").type === "card" ? succeed(state, id) : process(state, id)
}

/** A payer who is there is sent to the page of the bank. */
function askPayer(state: State, id: string, return_url: string): Stripe.PaymentIntent {
  if (!state.hasBankPage) throw new Failure(400, "payment_intent_invalid_parameter", "This payment can't be authenticated by redirect.")
  const redirect_to_url = { url: `https://hooks.stripe.com/redirect/authenticate/${id}`, return_url }
  return change(state.intents, id, {
    status: "requires_action",
    last_payment_error: null,
    next_action: { type: "redirect_to_url", redirect_to_url },
  })
}

export function cancelIntent(state: State, id: string, { cancellation_reason = null }: { cancellation_reason?: string | null }) {
  const intent = read(state.intents, id, "payment_intent")
  assertIn(intent, ["requires_payment_method", "requires_confirmation", "requires_action", "requires_capture"], "cancel")
  const canceled = change(state.intents, id, { status: "canceled", cancellation_reason, canceled_at: nowSeconds() })
  record(state, "payment_intent.canceled", canceled)
  return canceled
}

function assertIn(payment_intent: Stripe.PaymentIntent, allowed: string[], verb: string) {
  const message = `You cannot ${verb} this PaymentIntent because it has a status of ${payment_intent.status}.`
  if (!allowed.includes(payment_intent.status)) throw new Failure(400, "payment_intent_unexpected_state", message, { payment_intent })
}
