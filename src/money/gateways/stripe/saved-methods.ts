import type { ChargeRequest } from "../gateway.ts"
import { GatewayRefused } from "../provider.ts"
import type { SavedCard, SavedMethodGateway } from "../saved-method-gateway.ts"
import { savedMethodCodes } from "../values.ts"
import { intentOfSession, isSession } from "./checkout.ts"
import { type StripeClient, StripeRefusal } from "./client.ts"
import { findMandateIntent, outcomeOfMandate } from "./mandates.ts"
import { PaymentIntent, PaymentMethod } from "./objects.ts"
import { keyIn, stepKey } from "./ownership.ts"
import type { SavedMethod } from "./payment-intents.ts"

/** A method of Stripe, or the reference of the charge that the payer agreed to save the method with. */
export const isSavedMethod = (token: string) => /^(pm|cs|pi)_\w{3,250}$/.test(token)

/** What a charge with a token or a mandate is to be taken from. Refuses what can't be charged any more. */
export async function savedMethodFor(client: StripeClient, request: ChargeRequest): Promise<SavedMethod> {
  if (request.mandate !== undefined) return mandateMethod(client, request, request.mandate)
  const { tenant, token, savedMethod } = request
  if (savedMethod !== undefined) return attachedMethod(client, savedMethod)
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
  const method = await client.find(PaymentMethod, pathOf(token))
  if (!method) throw new GatewayRefused("method_unknown", "Stripe does not know this payment method; ask the payer to pay again")
  return { paymentMethod: method.id, customer: method.customer ?? null }
}

/** What was saved for a customer is charged only as long as it belongs to that customer. */
async function attachedMethod(client: StripeClient, reference: string): Promise<SavedMethod> {
  const method = await client.find(PaymentMethod, pathOf(reference))
  if (method?.customer == null)
    throw new GatewayRefused(savedMethodCodes.detached, "the payer's method was removed at Stripe; ask the payer to save another one")
  return { paymentMethod: method.id, customer: method.customer }
}

const pathOf = (id: string) => `/v1/payment_methods/${id}`

async function methodOfCharge(client: StripeClient, tenant: string, reference: string): Promise<SavedMethod> {
  const id = isSession(reference) ? await intentOfSession(client, reference) : reference
  const intent = id === undefined ? undefined : await client.find(PaymentIntent, `/v1/payment_intents/${id}`)
  if (intent?.payment_method == null || intent.customer == null || keyIn(intent.metadata, tenant) === undefined)
    throw new GatewayRefused("method_not_saved", "the payer did not save a method with this charge; ask the payer to pay again")
  return { paymentMethod: intent.payment_method, customer: intent.customer }
}

export const stripeSavedMethods = (client: StripeClient): SavedMethodGateway => ({
  async find({ tenant, reference }) {
    const saved = reference === null ? undefined : await methodOfCharge(client, tenant, reference).catch(ifNotSaved)
    const method = saved && (await client.find(PaymentMethod, pathOf(saved.paymentMethod)))
    return method?.customer == null ? undefined : cardOf(method)
  },
  async remove(tenant, reference) {
    try {
      await client.post(PaymentMethod, `${pathOf(reference)}/detach`, {}, stepKey({ tenant, key: reference }, "detach"))
    } catch (error) {
      if (!(error instanceof StripeRefusal)) throw error
      // Stripe refuses to detach what is detached: then nothing is left to do.
      if ((await client.find(PaymentMethod, pathOf(reference)))?.customer != null) throw error
    }
  },
})

function ifNotSaved(error: unknown): undefined {
  if (!(error instanceof GatewayRefused)) throw error
}

/** The page may offer wallets too; such a method has a type and no card. */
const cardOf = ({ id, type, card }: PaymentMethod): SavedCard => ({
  reference: id,
  brand: card?.brand ?? type ?? null,
  last4: card?.last4 ?? null,
  expiryMonth: card?.exp_month ?? null,
  expiryYear: card?.exp_year ?? null,
})
