import Stripe from "stripe"
import type { InboundMessage } from "../../../src/money/gateways/gateway.ts"
import { newMethod } from "./accounts.ts"
import { beginPayment, complete } from "./checkout.ts"
import { feeOf, move } from "./money.ts"
import { decline, idOf, process, succeed } from "./payments.ts"
import { change, newId, read, record, type State } from "./state.ts"

/** The payer pays by card on the page, authentication included. A card that is saved may behave later as a method of the test mode. */
export function pay(state: State, session: string, later = "pm") {
  const { id, customer, setup_future_usage } = beginPayment(state, session)
  const owner = setup_future_usage === "off_session" ? idOf(customer) : null
  change(state.intents, id, { payment_method: newMethod(state, "card", owner, newId(later)).id })
  succeed(state, id)
  complete(state, session, "paid")
}

/** The payer of a saved card confirms the payment on the page of the bank, or does not. */
export function authenticate(state: State, intent: string, isConfirmed = true) {
  if (isConfirmed) return succeed(state, intent)
  const code = "payment_intent_authentication_failure"
  return decline(state, intent, code, code, "We are unable to authenticate your payment method.")
}

/** The payer's card is declined, and the page stays open. */
export function failToPay(state: State, session: string) {
  decline(state, beginPayment(state, session).id, "card_declined", "generic_decline", "Your card was declined.")
}

/** The payer chooses a debit or a slip: the page is done, and the money comes days later. */
export function payLater(state: State, session: string) {
  process(state, beginPayment(state, session).id)
  complete(state, session, "unpaid")
}

export function bankPays(state: State, session: string) {
  succeed(state, intentOf(state, session))
  record(state, "checkout.session.async_payment_succeeded", change(state.sessions, session, { payment_status: "paid" }))
}

export function bankRefuses(state: State, session: string) {
  decline(state, intentOf(state, session), "payment_intent_payment_attempt_failed", "insufficient_funds", "The debit was returned.")
  record(state, "checkout.session.async_payment_failed", read(state.sessions, session, "checkout.session"))
}

export const intentOf = (state: State, session: string) => idOf(read(state.sessions, session, "checkout.session").payment_intent) ?? ""

/** Stripe has booked the charge, and knows what it keeps of it. */
export function settleCharge(state: State, intent: string, converted?: { amount: number; currency: string; rate: number }) {
  const charge = read(state.charges, idOf(read(state.intents, intent, "payment_intent").latest_charge) ?? "", "charge")
  const { amount, currency } = converted ?? charge
  const fields = { type: "charge" as const, category: "charge", source: charge.id, fee: feeOf(amount) }
  const movement = move(state, { amount, currency, ...fields })
  if (converted) change(state.movements, movement.id, { exchange_rate: converted.rate })
  record(state, "charge.updated", change(state.charges, charge.id, { balance_transaction: movement.id }))
}

const { webhooks } = new Stripe("sk_test_of_the_double")

/** The messages to an endpoint about these objects, signed by Stripe's own package. */
export function messagesTo(state: State, url: string, objects: readonly string[]): InboundMessage[] {
  const endpoint = [...state.endpoints.values()].find(each => each.url === url)
  if (!endpoint) return []
  return [...state.events.values()]
    .filter(({ type, data }) => endpoint.enabled_events.includes(type) && "id" in data.object && objects.includes(String(data.object.id)))
    .map(event => sign(JSON.stringify(event), state.secrets.get(endpoint.id) ?? ""))
}

export function sign(payload: string, secret: string, timestamp = Math.floor(Date.now() / 1000)): InboundMessage {
  const header = webhooks.generateTestHeaderString({ payload, secret, timestamp })
  return { bytes: Buffer.from(payload), headers: { "stripe-signature": header } }
}
