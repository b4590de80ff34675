import type Stripe from "stripe"
import { databaseClock } from "../../../kit/db/database-clock.ts"
import { hourMs } from "../../../kit/pure/calendar.ts"
import type { ChargeRequest, Outcome } from "../gateway.ts"
import { type StripeClient, StripeRefusal } from "./client.ts"
import { customerFor } from "./customers.ts"
import { toStripe } from "./money.ts"
import { PaymentIntent, Session } from "./objects.ts"
import { assertAmount, isOwned, metadataOf, type Owned, stepKey } from "./ownership.ts"
import { declineOf } from "./payment-intents.ts"

export const isSession = (reference: string) => reference.startsWith("cs_")

/** What took the money of a page; undefined while nothing has. */
export async function intentOfSession(client: StripeClient, reference: string): Promise<string | undefined> {
  return (await client.find(Session, `/v1/checkout/sessions/${reference}`))?.payment_intent ?? undefined
}

/** What the page offers. By default the settings of the account say so: cards and wallets, and what else its owner has turned on. */
const allowedTypes: Record<string, Stripe.Checkout.SessionCreateParams.AllowedPaymentMethodType[]> = { pix: ["pix"], boleto: ["boleto"] }

/** Creates the page on which the payer pays. The payer's money moves there only, so that creating one is harmless. */
export async function createSession(client: StripeClient, request: ChargeRequest, returnUrl: string): Promise<string> {
  const price = toStripe(request.amount, request.currency)
  const metadata = metadataOf(request, price)
  const description = request.description ?? "Payment"
  const allowed = allowedTypes[request.method]
  const params: Stripe.Checkout.SessionCreateParams = {
    mode: "payment",
    line_items: [{ quantity: 1, price_data: { currency: price.currency, unit_amount: price.amount, product_data: { name: description } } }],
    success_url: returnUrl,
    cancel_url: returnUrl,
    client_reference_id: `${request.tenant}_${request.key}`,
    metadata,
    payment_intent_data: {
      description,
      metadata: { ...metadata, via: "checkout" },
      ...(request.savesMethod && { setup_future_usage: "off_session" }),
    },
    ...(allowed && { allowed_payment_method_types: allowed }),
    ...(await payerOf(client, request)),
    ...expiryOf(request.expiresAt),
  }
  return (await client.post(Session, "/v1/checkout/sessions", params, stepKey(request, "create"))).id
}

async function payerOf(client: StripeClient, request: ChargeRequest): Promise<{ customer: string } | { customer_email: string } | object> {
  if (request.savesMethod) return { customer: await customerFor(client, request, request.payer) }
  return request.payer?.email == null ? {} : { customer_email: request.payer.email }
}

/** Stripe takes 30 minutes to 24 hours from now, and 24 hours where nothing is said. What ends sooner is canceled by us. */
function expiryOf(expiresAt: Date | undefined): { expires_at?: number } {
  if (!expiresAt) return {}
  const leftMs = expiresAt.getTime() - databaseClock.now().getTime()
  const isPossible = leftMs > 0.51 * hourMs && leftMs < 24 * hourMs
  return isPossible ? { expires_at: Math.floor(expiresAt.getTime() / 1000) } : {}
}

/** By whether the payer has paid. A completed page that is unpaid is normal: a bank may take days, and may refuse in the end. */
export async function outcomeOfSession(client: StripeClient, session: Session): Promise<Outcome> {
  const { id: reference, metadata, amount_total, currency, status, payment_status, payment_intent, url, expires_at: expiresAt } = session
  assertAmount(reference, metadata, { amount: amount_total, currency })
  if (status === "expired") return { status: "expired", reference }
  if (payment_status === "paid") return { status: "succeeded", reference }
  if (status === "open")
    return { status: "action", reference, action: url == null ? { type: "wait", expiresAt } : { type: "redirect", url, expiresAt } }
  if (payment_intent == null) return { status: "processing", reference }
  const intent = await client.get(PaymentIntent, `/v1/payment_intents/${payment_intent}`)
  const hasFailed = intent.status === "requires_payment_method" || intent.status === "canceled"
  return hasFailed ? { status: "declined", reference, ...(await declineOf(client, intent)) } : { status: "processing", reference }
}

export async function lookUpSession(client: StripeClient, owned: Owned, reference: string): Promise<Outcome | { status: "absent" }> {
  const session = await client.find(Session, `/v1/checkout/sessions/${reference}`)
  return session && isOwned(session.metadata, owned) ? outcomeOfSession(client, session) : { status: "absent" }
}

/** Closes the page. Stripe refuses that once the payer has paid: then that is the outcome. */
export async function cancelSession(client: StripeClient, owned: Owned, reference: string): Promise<Outcome | { status: "absent" }> {
  const outcome = await lookUpSession(client, owned, reference)
  if (outcome.status !== "action") return outcome
  try {
    await client.post(Session, `/v1/checkout/sessions/${reference}/expire`, {}, stepKey(owned, "expire"))
    return { status: "canceled", reference }
  } catch (error) {
    if (error instanceof StripeRefusal) return lookUpSession(client, owned, reference)
    throw error
  }
}
