import type Stripe from "stripe"
import { databaseClock } from "../../../kit/db/database-clock.ts"
import { dayMs } from "../../../kit/pure/calendar.ts"
import type { MandateGateway, MandateOutcome, MandateRequest } from "../gateway.ts"
import { type StripeClient, StripeRefusal } from "./client.ts"
import { customerFor } from "./customers.ts"
import { Mandate, PaymentMethod, SetupIntent } from "./objects.ts"
import { isOwned, type Owned, stepKey } from "./ownership.ts"

/** The bank debits that Stripe takes an account number for from a server. */
const mandateSchemes = ["sepa", "bacs", "ach"] as const

/** A mandate of ours is a SetupIntent at Stripe: it holds the mandate, the account and the customer. */
export const stripeMandates = (client: StripeClient, returnUrl: string): MandateGateway => ({
  schemes: mandateSchemes,
  async register(request) {
    const existing = await findRegistered(client, request)
    if (existing) return outcomeOfMandate(client, existing)
    try {
      return await outcomeOfMandate(client, await createMandate(client, request, returnUrl))
    } catch (error) {
      if (error instanceof StripeRefusal) return { status: "failed", reference: request.key, reason: error.message }
      throw error
    }
  },
  async lookUp(tenant, key, reference) {
    const intent = await findMandateIntent(client, { tenant, key }, reference)
    return intent ? outcomeOfMandate(client, intent) : { status: "absent" }
  },
  async end(tenant, key, reference) {
    const intent = await findMandateIntent(client, { tenant, key }, reference)
    if (intent) await endMandate(client, { tenant, key }, intent)
  },
})

async function createMandate(client: StripeClient, request: MandateRequest, returnUrl: string): Promise<SetupIntent> {
  const params: Stripe.SetupIntentCreateParams = {
    confirm: true,
    usage: "off_session",
    customer: await customerFor(client, request, request.payer),
    payment_method_data: { ...methodData(request), billing_details: billingDetails(request) },
    ...(request.scheme === "ach" && { payment_method_options: { us_bank_account: { verification_method: "microdeposits" } } }),
    mandate_data: { customer_acceptance: acceptanceOf(request) },
    return_url: returnUrl,
    metadata: { tenant: request.tenant, key: request.key, reference: request.reference },
  }
  return client.post(SetupIntent, "/v1/setup_intents", params, stepKey(request, "register"))
}

function methodData({ scheme, account: { number } }: MandateRequest): Stripe.SetupIntentCreateParams.PaymentMethodData {
  if ("iban" in number) return { type: "sepa_debit", sepa_debit: { iban: number.iban } }
  const { accountNumber: account_number, routing = "" } = number
  if (scheme === "bacs") return { type: "bacs_debit", bacs_debit: { account_number, sort_code: routing } }
  return { type: "us_bank_account", us_bank_account: { account_holder_type: "individual", account_number, routing_number: routing } }
}

function billingDetails({ account, payer }: MandateRequest): Stripe.SetupIntentCreateParams.PaymentMethodData.BillingDetails {
  return { name: account.holder, ...(payer?.email != null && { email: payer.email }), address: { country: account.country } }
}

function acceptanceOf({ acceptance }: MandateRequest): Stripe.SetupIntentCreateParams.MandateData.CustomerAcceptance {
  if (!acceptance) return { type: "offline", offline: {} }
  const accepted_at = Math.floor(acceptance.at.getTime() / 1000)
  return { type: "online", accepted_at, online: { ip_address: acceptance.ip, user_agent: acceptance.userAgent } }
}

/** Stripe forgets our key after a day, so that a mandate is looked for before it is registered again. A sandbox's clock may be ahead. */
function findRegistered(client: StripeClient, request: MandateRequest): Promise<SetupIntent | undefined> {
  const from = Math.min(request.submittedAt.getTime(), databaseClock.now().getTime()) - dayMs
  return searchMandate(client, request, { created: { gte: Math.floor(from / 1000) } })
}

/** By its reference, or among all of the account where that never arrived. */
export async function findMandateIntent(client: StripeClient, owned: Owned, reference?: string | null): Promise<SetupIntent | undefined> {
  if (reference?.startsWith("seti_")) {
    const intent = await client.find(SetupIntent, `/v1/setup_intents/${reference}`)
    return intent && isOwned(intent.metadata, owned) ? intent : undefined
  }
  return searchMandate(client, owned)
}

async function searchMandate(client: StripeClient, owned: Owned, query: object = {}): Promise<SetupIntent | undefined> {
  for await (const intent of client.list(SetupIntent, "/v1/setup_intents", query)) if (isOwned(intent.metadata, owned)) return intent
  return undefined
}

/** A mandate ends at Stripe when its account is detached from the customer, or when the bank says so. */
export async function outcomeOfMandate(client: StripeClient, intent: SetupIntent): Promise<MandateOutcome> {
  const { id: reference, status, last_setup_error, payment_method, mandate } = intent
  if (status === "canceled") return { status: "revoked", reference }
  if (status === "requires_payment_method")
    return { status: "failed", reference, reason: last_setup_error?.message ?? "the payer's bank refused the mandate" }
  if (status !== "succeeded" || payment_method == null) return { status: "pending", reference }
  const method = await client.find(PaymentMethod, `/v1/payment_methods/${payment_method}`)
  if (method?.customer == null) return { status: "revoked", reference }
  const found = mandate == null ? undefined : await client.find(Mandate, `/v1/mandates/${mandate}`)
  if (found?.status === "inactive") return { status: "revoked", reference }
  return { status: found?.status === "pending" ? "pending" : "active", reference }
}

async function endMandate(client: StripeClient, owned: Owned, { id, status, payment_method }: SetupIntent) {
  try {
    if (status !== "succeeded") await client.post(SetupIntent, `/v1/setup_intents/${id}/cancel`, {}, stepKey(owned, "end"))
    else if (payment_method != null)
      await client.post(PaymentMethod, `/v1/payment_methods/${payment_method}/detach`, {}, stepKey(owned, "detach"))
  } catch (error) {
    if (!(error instanceof StripeRefusal)) throw error
    const intent = await client.get(SetupIntent, `/v1/setup_intents/${id}`)
    const outcome = await outcomeOfMandate(client, intent)
    if (outcome.status === "active" || outcome.status === "pending") throw error
  }
}
