import type Stripe from "stripe"
import { newIntent, ownMetadata } from "./payments.ts"
import { change, Failure, newId, nowSeconds, read, record, type State } from "./state.ts"

export function createSession(state: State, params: Stripe.Checkout.SessionCreateParams): Stripe.Checkout.Session {
  const id = newId("cs_test")
  const created = nowSeconds()
  const { expires_at = created + 86_400, line_items = [], payment_intent_data = {} } = params
  const item = line_items[0]?.price_data
  const amount = Number(item?.unit_amount)
  if (!item || !(amount > 0)) throw new Failure(400, "parameter_missing", "line_items needs a price", { param: "line_items" })
  if (Number(expires_at) < created + 1_800 || Number(expires_at) > created + 86_400)
    throw new Failure(400, "invalid_request", "The `expires_at` timestamp must be between 30 minutes and 24 hours from now.")
  const session: Stripe.Checkout.Session = {
    ...blank,
    id,
    amount_subtotal: amount,
    amount_total: amount,
    cancel_url: params.cancel_url ?? null,
    client_reference_id: params.client_reference_id ?? null,
    created,
    currency: item.currency,
    customer: params.customer ?? null,
    customer_email: params.customer_email ?? null,
    expires_at: Number(expires_at),
    metadata: ownMetadata(params.metadata),
    success_url: params.success_url ?? null,
    url: `https://checkout.stripe.com/c/pay/${id}`,
  }
  state.sessions.set(id, session)
  state.intentData.set(id, payment_intent_data)
  return session
}

const blank: Omit<Stripe.Checkout.Session, "id" | "created" | "expires_at"> = {
  object: "checkout.session",
  adaptive_pricing: null,
  after_expiration: null,
  allow_promotion_codes: null,
  allowed_payment_method_types: null,
  amount_subtotal: null,
  amount_total: null,
  automatic_tax: { enabled: false, liability: null, provider: null, status: null },
  billing_address_collection: null,
  cancel_url: null,
  client_reference_id: null,
  client_secret: null,
  collected_information: null,
  consent: null,
  consent_collection: null,
  currency: null,
  currency_conversion: null,
  custom_fields: [],
  custom_text: { after_submit: null, shipping_address: null, submit: null, terms_of_service_acceptance: null },
  customer: null,
  customer_account: null,
  customer_creation: null,
  customer_details: null,
  customer_email: null,
  discounts: null,
  integration_identifier: null,
  invoice: null,
  invoice_creation: null,
  livemode: false,
  locale: null,
  managed_payments: null,
  metadata: null,
  mode: "payment",
  origin_context: null,
  payment_intent: null,
  payment_link: null,
  payment_method_collection: null,
  payment_method_configuration_details: null,
  payment_method_options: null,
  payment_method_types: ["card"],
  payment_status: "unpaid",
  permissions: null,
  recovered_from: null,
  saved_payment_method_options: null,
  setup_intent: null,
  shipping_address_collection: null,
  shipping_cost: null,
  shipping_options: [],
  status: "open",
  submit_type: null,
  subscription: null,
  success_url: null,
  total_details: null,
  ui_mode: "hosted_page",
  url: null,
  wallet_options: null,
}

/** The payer begins to pay, or to pay again: Stripe makes the payment then. */
export function beginPayment(state: State, id: string): Stripe.PaymentIntent {
  const session = read(state.sessions, id, "checkout.session")
  if (session.status !== "open") throw new Error(`the page is ${session.status}`)
  if (typeof session.payment_intent === "string") return read(state.intents, session.payment_intent, "payment_intent")
  const { metadata, description = null, setup_future_usage = null } = state.intentData.get(id) ?? {}
  const { customer, currency, amount_total } = session
  const fields = { description, setup_future_usage, customer, amount: amount_total ?? 0, currency: currency ?? "" }
  const intent = newIntent(state, { ...fields, metadata: ownMetadata(metadata) })
  change(state.sessions, id, { payment_intent: intent.id })
  return intent
}

export function complete(state: State, id: string, payment_status: "paid" | "unpaid") {
  const session = change(state.sessions, id, { status: "complete", payment_status, url: null })
  record(state, "checkout.session.completed", session)
}

export function expire(state: State, id: string): Stripe.Checkout.Session {
  const { status, payment_intent } = read(state.sessions, id, "checkout.session")
  if (status !== "open")
    throw new Failure(400, "checkout_session_not_open", `Only Checkout Sessions with a status in ["open"] can be expired. It is ${status}.`)
  if (typeof payment_intent === "string") change(state.intents, payment_intent, { status: "canceled", cancellation_reason: "automatic" })
  const session = change(state.sessions, id, { status: "expired", url: null })
  record(state, "checkout.session.expired", session)
  return session
}
