import type { ChargeRequest } from "../gateway.ts"
import { GatewayRefused } from "../provider.ts"
import { intentOfSession, isSession } from "./checkout.ts"
import type { StripeClient } from "./client.ts"
import { findMandateIntent, outcomeOfMandate } from "./mandates.ts"
import { PaymentIntent, PaymentMethod } from "./objects.ts"
import { keyIn } from "./ownership.ts"
import type { SavedMethod } from "./payment-intents.ts"

/** A method of Stripe, or the reference of the charge that the payer agreed to save the method with. */
export const isSavedMethod = (token: string) => /^(pm|cs|pi)_\w{3,250}$/.test(token)

/** What a charge with a token or a mandate is to be taken from. Refuses what can't be charged any more. */
export async function savedMethodFor(client: StripeClient, request: ChargeRequest): Promise<SavedMethod> {
  if (request.mandate !== undefined) return mandateMethod(client, request, request.mandate)
  const { tenant, token } = request
  return token.startsWith("pm_") ? givenMethod(client, token) : methodOfCharge(client, tenant, token)
}

async function mandateMethod(client: StripeClient, { tenant, mandateReference }: ChargeRequest, key: string): Promise<SavedMethod> {
  const intent = await findMandateIntent(client, { tenant, key }, mandateReference)
  const outcome = intent && (await outcomeOfMandate(client, intent))
  if (outcome?.status !== "active" || intent?.payment_method == null)
    throw new GatewayRefused("mandate_inactive", `the mandate is ${outcome?.status ?? "not known"} at Stripe`)
  return { paymentMethod: intent.payment_method, customer: intent.customer ?? null }
}

async function givenMethod(client: StripeClient, token: string): Promise<SavedMethod> {
  const method = await client.find(PaymentMethod, `/v1/payment_methods/${token}`)
  if (!method) throw new GatewayRefused("method_unknown", "Stripe does not know this payment method; ask the payer to pay again")
  return { paymentMethod: method.id, customer: method.customer ?? null }
}

async function methodOfCharge(client: StripeClient, tenant: string, reference: string): Promise<SavedMethod> {
  const id = isSession(reference) ? await intentOfSession(client, reference) : reference
  const intent = id === undefined ? undefined : await client.find(PaymentIntent, `/v1/payment_intents/${id}`)
  if (intent?.payment_method == null || intent.customer == null || keyIn(intent.metadata, tenant) === undefined)
    throw new GatewayRefused("method_not_saved", "the payer did not save a method with this charge; ask the payer to pay again")
  return { paymentMethod: intent.payment_method, customer: intent.customer }
}
