import type Stripe from "stripe"
import { idOf, ownMetadata } from "./payments.ts"
import { change, Failure, newId, nowSeconds, read, record, type State } from "./state.ts"

export function createCustomer(state: State, { name, email, metadata }: Stripe.CustomerCreateParams): Stripe.Customer {
  const customer: Stripe.Customer = {
    id: newId("cus"),
    object: "customer",
    balance: 0,
    created: nowSeconds(),
    default_source: null,
    description: null,
    email: email ?? null,
    invoice_settings: { custom_fields: null, default_payment_method: null, footer: null, rendering_options: null },
    livemode: false,
    metadata: ownMetadata(metadata),
    name: name || null,
    shipping: null,
  }
  state.customers.set(customer.id, customer)
  return customer
}

export function newMethod(state: State, type: Stripe.PaymentMethod.Type, customer: string | null, id = newId("pm")): Stripe.PaymentMethod {
  const method: Stripe.PaymentMethod = {
    id,
    object: "payment_method",
    billing_details: { address: null, email: null, name: null, phone: null, tax_id: null },
    created: nowSeconds(),
    customer,
    customer_account: null,
    livemode: false,
    metadata: {},
    type,
    ...(type === "card" && { card }),
  }
  state.methods.set(id, method)
  return method
}

const card: Stripe.PaymentMethod.Card = {
  brand: "visa",
  checks: null,
  country: "US",
  display_brand: null,
  exp_month: 8,
  exp_year: 2034,
  funding: "credit",
  generated_from: null,
  last4: "4242",
  networks: null,
  regulated_status: null,
  three_d_secure_usage: null,
  wallet: null,
}

/** The methods that Stripe's test mode has by name. */
export function addTestMethods(state: State) {
  for (const id of [
    "pm_card_visa",
    "pm_card_chargeDeclined",
    "pm_card_visa_chargeDeclinedInsufficientFunds",
    "pm_card_authenticationRequired",
  ])
    newMethod(state, "card", null, id)
}

/** An account whose bank refuses the mandate. */
export const refusedIban = "DE62370400440532013001"

/** SEPA is active at once, Bacs waits for the bank, and for ACH the payer must confirm two small amounts. */
export function createSetupIntent(state: State, params: Stripe.SetupIntentCreateParams): Stripe.SetupIntent {
  const { payment_method_data: data, mandate_data, customer = null, metadata, return_url } = params
  if (!data || !mandate_data || return_url === undefined) throw new Failure(400, "parameter_missing", "A mandate needs more parameters.")
  if (data.type === "sepa_debit" && !data.billing_details?.email)
    throw new Failure(400, "parameter_missing", "You must provide an email.", { param: "payment_method_data[billing_details][email]" })
  read(state.customers, customer ?? undefined, "customer")
  const isRefused = data.sepa_debit?.iban === refusedIban
  const method = newMethod(state, data.type, isRefused ? null : customer)
  const mandate = newMandate(state, method.id, mandate_data, data.type === "bacs_debit" ? "pending" : "active")
  const status = isRefused ? "requires_payment_method" : data.type === "us_bank_account" ? "requires_action" : "succeeded"
  const intent: Stripe.SetupIntent = {
    ...blank,
    id: newId("seti"),
    created: nowSeconds(),
    customer,
    last_setup_error: isRefused ? { type: "invalid_request_error", code: "account_closed", message: "The account is closed." } : null,
    mandate: status === "succeeded" ? mandate.id : null,
    metadata: ownMetadata(metadata),
    payment_method: method.id,
    status,
  }
  state.setupIntents.set(intent.id, intent)
  if (status === "succeeded") record(state, "setup_intent.succeeded", intent)
  if (isRefused) record(state, "setup_intent.setup_failed", intent)
  return intent
}

const blank: Omit<Stripe.SetupIntent, "id" | "created"> = {
  object: "setup_intent",
  allowed_payment_method_types: null,
  application: null,
  automatic_payment_methods: null,
  cancellation_reason: null,
  client_secret: null,
  customer: null,
  description: null,
  excluded_payment_method_types: null,
  last_setup_error: null,
  latest_attempt: null,
  livemode: false,
  mandate: null,
  metadata: null,
  next_action: null,
  on_behalf_of: null,
  payment_method: null,
  payment_method_configuration_details: null,
  payment_method_options: null,
  payment_method_types: [],
  single_use_mandate: null,
  status: "requires_payment_method",
  usage: "off_session",
}

type Acceptance = NonNullable<Exclude<Stripe.SetupIntentCreateParams["mandate_data"], "">>

function newMandate(
  state: State,
  payment_method: string,
  { customer_acceptance }: Acceptance,
  status: Stripe.Mandate.Status,
): Stripe.Mandate {
  const { type, accepted_at = null } = customer_acceptance
  const mandate: Stripe.Mandate = {
    id: newId("mandate"),
    object: "mandate",
    customer_acceptance: { accepted_at: accepted_at === null ? null : Number(accepted_at), type },
    livemode: false,
    payment_method,
    payment_method_details: { type: "sepa_debit" },
    status,
    type: "multi_use",
  }
  state.mandates.set(mandate.id, mandate)
  return mandate
}

/** The payer has told the two small amounts. */
export function verifyMicrodeposits(state: State, id: string) {
  const intent = read(state.setupIntents, id, "setup_intent")
  const mandate = [...state.mandates.values()].find(each => each.payment_method === idOf(intent.payment_method))
  record(state, "setup_intent.succeeded", change(state.setupIntents, id, { status: "succeeded", mandate: mandate?.id ?? null }))
}

/** The payer's bank says what becomes of a mandate. */
export function decideMandate(state: State, setupIntent: string, status: Stripe.Mandate.Status) {
  const { mandate } = read(state.setupIntents, setupIntent, "setup_intent")
  record(state, "mandate.updated", change(state.mandates, idOf(mandate) ?? "", { status }))
}

export function detachMethod(state: State, id: string): Stripe.PaymentMethod {
  if (read(state.methods, id, "PaymentMethod").customer === null)
    throw new Failure(400, "payment_method_unexpected_state", "The payment method is not attached to a customer.")
  const method = change(state.methods, id, { customer: null })
  record(state, "payment_method.detached", method)
  return method
}

export function cancelSetupIntent(state: State, id: string): Stripe.SetupIntent {
  if (read(state.setupIntents, id, "setup_intent").status === "succeeded")
    throw new Failure(400, "setup_intent_unexpected_state", "You cannot cancel this SetupIntent because it has a status of succeeded.")
  const intent = change(state.setupIntents, id, { status: "canceled" })
  record(state, "setup_intent.canceled", intent)
  return intent
}
