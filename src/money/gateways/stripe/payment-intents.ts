import type Stripe from "stripe"
import { log } from "../../../kit/service/log.ts"
import type { ChargeRequest, Outcome } from "../gateway.ts"
import { type StripeClient, StripeRefusal } from "./client.ts"
import { toStripe } from "./money.ts"
import { savedMethodCodes } from "../values.ts"
import { Charge, PaymentIntent } from "./objects.ts"
import { assertAmount, isOwned, metadataOf, type Owned, stepKey } from "./ownership.ts"

/** What is charged while the payer is absent, and the customer whom it was saved for. */
export type SavedMethod = { paymentMethod: string; customer: string | null }

type Found = Outcome | { status: "absent" }

const pathOf = (id: string) => `/v1/payment_intents/${id}`

/** Creates what charges a saved method. It takes nothing before it is confirmed. */
export async function createIntent(
  client: StripeClient,
  request: ChargeRequest,
  { paymentMethod, customer }: SavedMethod,
): Promise<string> {
  const price = toStripe(request.amount, request.currency)
  const params: Stripe.PaymentIntentCreateParams = {
    ...price,
    payment_method: paymentMethod,
    ...(customer !== null && { customer }),
    ...(request.description !== undefined && { description: request.description }),
    metadata: metadataOf(request, price),
  }
  return (await client.post(PaymentIntent, "/v1/payment_intents", params, stepKey(request, "create"))).id
}

type Terms = { returnUrl: string; savedMethod: string | undefined }

/**
 * Takes the money while the payer is absent. Stripe asks for a return address because the account may offer methods with a page of their
 * own. After a refusal the intent itself says what became of it.
 */
export async function confirmIntent(client: StripeClient, owned: Owned, id: string, { returnUrl, savedMethod }: Terms): Promise<Outcome> {
  const params: Stripe.PaymentIntentConfirmParams = { off_session: true, return_url: returnUrl }
  try {
    const intent = await client.post(PaymentIntent, `${pathOf(id)}/confirm`, params, stepKey(owned, "confirm"))
    return unlessAbsent(await conclude(client, owned, intent))
  } catch (error) {
    if (!(error instanceof StripeRefusal)) throw error
    const intent = await readAfter(error, client.find(PaymentIntent, pathOf(id)))
    if (savedMethod !== undefined && intent && needsPayer(intent)) return askPayer(client, owned, intent, { returnUrl, savedMethod })
    const outcome = await readAfter(error, lookUpIntent(client, owned, id))
    if (outcome.status !== "absent") return outcome
    await giveUp(client, owned, id)
    return { status: "declined", reference: id, code: error.code, reason: error.message }
  }
}

/** A payment that Stripe refused may have succeeded before: if it does not say, that is not known. */
const readAfter = <T>(refusal: StripeRefusal, reading: Promise<T>): Promise<T> =>
  reading.catch((cause: unknown) => {
    throw new Error(`Stripe refused a payment (${refusal.code}), and did not say what became of it`, { cause })
  })

/** The bank wants the payer to confirm the payment, and the payer was absent. */
export const needsPayer = ({ status, last_payment_error }: PaymentIntent) =>
  status === "requires_payment_method" && last_payment_error?.code === savedMethodCodes.authenticate

/**
 * Confirms it again as if the payer were there: Stripe then gives the page of the bank, to which we send the payer by mail. Where it gives
 * none, the payment is declined for want of the payer. The same key makes a repetition find what the first time did.
 */
async function askPayer(client: StripeClient, owned: Owned, intent: PaymentIntent, terms: Terms & { savedMethod: string }) {
  const params: Stripe.PaymentIntentConfirmParams = { payment_method: terms.savedMethod, return_url: terms.returnUrl }
  try {
    const asked = await client.post(PaymentIntent, `${pathOf(intent.id)}/confirm`, params, stepKey(owned, "ask-payer"))
    return unlessAbsent(await conclude(client, owned, asked))
  } catch (error) {
    if (!(error instanceof StripeRefusal)) throw error
    return unlessAbsent(await readAfter(error, lookUpIntent(client, owned, intent.id)))
  }
}

/** A confirmed intent is never absent; if Stripe says otherwise, it must be looked up. */
const unlessAbsent = (outcome: Found): Outcome => (outcome.status === "absent" ? { status: "unknown" } : outcome)

export async function lookUpIntent(client: StripeClient, owned: Owned, id: string): Promise<Found> {
  const intent = await client.find(PaymentIntent, pathOf(id))
  return intent && isOwned(intent.metadata, owned) ? conclude(client, owned, intent) : { status: "absent" }
}

/** The outcome of an intent. One that was declined could be confirmed again, so it is canceled. */
async function conclude(client: StripeClient, owned: Owned, intent: PaymentIntent): Promise<Found> {
  const outcome = await outcomeOfIntent(client, intent)
  if (outcome.status === "declined" && intent.status === "requires_payment_method") await giveUp(client, owned, intent.id)
  return outcome
}

/** By its status: an intent that was never confirmed took nothing, and is as good as absent. */
export async function outcomeOfIntent(client: StripeClient, intent: PaymentIntent): Promise<Found> {
  const { id: reference, metadata, amount, currency, status, last_payment_error, cancellation_reason, next_action } = intent
  assertAmount(reference, metadata, { amount, currency })
  if (status === "succeeded") return { status: "succeeded", reference }
  if (status === "processing" || status === "requires_capture") return { status: "processing", reference }
  if (status === "requires_action") {
    const url = next_action?.redirect_to_url?.url
    return {
      status: "action",
      reference,
      action: url == null ? { type: "wait", expiresAt: null } : { type: "redirect", url, expiresAt: null },
    }
  }
  const isDeclined = last_payment_error != null || cancellation_reason === givenUp
  if (isDeclined) return { status: "declined", reference, ...(await declineOf(client, intent)) }
  return status === "canceled" ? { status: "canceled", reference } : { status: "absent" }
}

/** Why Stripe took nothing. The failed charge keeps what a canceled intent may have lost. */
export async function declineOf(client: StripeClient, { last_payment_error: error, latest_charge }: PaymentIntent) {
  if (error) return { code: error.decline_code ?? error.code ?? "declined", reason: error.message ?? "Stripe gave no reason" }
  const charge = latest_charge == null ? undefined : await client.find(Charge, `/v1/charges/${latest_charge}`)
  return { code: charge?.outcome?.reason ?? charge?.failure_code ?? "declined", reason: charge?.failure_message ?? "Stripe gave no reason" }
}

/** The reason that a declined intent is canceled with; one that a person ended has another. */
const givenUp = "abandoned"

/** Only we can confirm an intent, so that nothing is lost where this fails. */
async function giveUp(client: StripeClient, owned: Owned, id: string) {
  const params: Stripe.PaymentIntentCancelParams = { cancellation_reason: givenUp }
  await client.post(PaymentIntent, `${pathOf(id)}/cancel`, params, stepKey(owned, "give-up")).catch((error: unknown) => {
    log.warn({ error, object: owned.key }, "a declined payment could not be canceled at Stripe")
  })
}

/** Stripe refuses to cancel what has succeeded, and what was canceled before: then that is the outcome. */
export async function cancelIntent(client: StripeClient, owned: Owned, id: string): Promise<Found> {
  const intent = await client.find(PaymentIntent, pathOf(id))
  if (!intent || !isOwned(intent.metadata, owned)) return { status: "absent" }
  try {
    const params: Stripe.PaymentIntentCancelParams = { cancellation_reason: "requested_by_customer" }
    const canceled = await client.post(PaymentIntent, `${pathOf(id)}/cancel`, params, stepKey(owned, "cancel"))
    return await outcomeOfIntent(client, canceled)
  } catch (error) {
    if (error instanceof StripeRefusal) return lookUpIntent(client, owned, id)
    throw error
  }
}
