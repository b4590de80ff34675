import type Stripe from "stripe"
import type { RefundGateway, RefundOutcome, RefundRequest } from "../gateway.ts"
import { log } from "../../../kit/service/log.ts"
import { GatewayRefused } from "../provider.ts"
import { intentOfSession, isSession } from "./checkout.ts"
import { type StripeClient, StripeRefusal } from "./client.ts"
import { toStripe } from "./money.ts"
import { Refund } from "./objects.ts"
import { assertAmount, isOwned, metadataOf, stepKey } from "./ownership.ts"
import { settlementOfRefund } from "./settlements.ts"

export const stripeRefunds = (client: StripeClient): RefundGateway => ({
  /** Stripe forgets our key after a day, so that a refund is looked for before it is sent. */
  async refund(request) {
    const intent = await intentOf(client, request)
    if (intent === undefined)
      return { status: "declined", reference: "", code: "charge_unknown", reason: "Stripe took no money for this charge" }
    const existing = await findRefund(client, request, intent)
    if (existing) return settledOutcome(client, existing)
    try {
      return await settledOutcome(client, await createRefund(client, request, intent))
    } catch (error) {
      const isRefused = error instanceof StripeRefusal || error instanceof GatewayRefused
      if (isRefused) return { status: "declined", reference: intent, code: error.code, reason: error.message }
      throw error
    }
  },
  async lookUp(request) {
    const intent = await intentOf(client, request)
    const existing = intent === undefined ? undefined : await findRefund(client, request, intent)
    return existing ? settledOutcome(client, existing) : { status: "absent" }
  },
})

/** What took the money, which is what Stripe refunds. */
async function intentOf(client: StripeClient, { charge: { reference } }: RefundRequest): Promise<string | undefined> {
  if (reference === null) return undefined
  return isSession(reference) ? intentOfSession(client, reference) : reference
}

async function findRefund(client: StripeClient, request: RefundRequest, payment_intent: string): Promise<Refund | undefined> {
  for await (const refund of client.list(Refund, "/v1/refunds", { payment_intent })) if (isOwned(refund.metadata, request)) return refund
  return undefined
}

function createRefund(client: StripeClient, request: RefundRequest, payment_intent: string): Promise<Refund> {
  const given = toStripe(request.amount, request.currency)
  const params: Stripe.RefundCreateParams = { payment_intent, amount: given.amount, metadata: metadataOf(request, given) }
  return client.post(Refund, "/v1/refunds", params, stepKey(request, "refund"))
}

/** With what Stripe made of it in its own books. Where that can't be read now, a message or the next look-up tells it. */
async function settledOutcome(client: StripeClient, refund: Refund): Promise<RefundOutcome> {
  const outcome = outcomeOfRefund(refund)
  if (outcome.status !== "succeeded" && outcome.status !== "declined") return outcome
  try {
    const settlement = await settlementOfRefund(client, refund)
    return settlement ? { ...outcome, settlement } : outcome
  } catch (error) {
    log.warn({ error, refund: refund.id }, "what Stripe made of a refund in its own books could not be read; it is read again later")
    return outcome
  }
}

/** A refund waits where the balance is too small, or where the payer must name an account. It may fail weeks after it succeeded. */
export function outcomeOfRefund({ id: reference, metadata, amount, currency, status, failure_reason }: Refund): RefundOutcome {
  assertAmount(reference, metadata, { amount, currency })
  if (status === "succeeded") return { status, reference }
  if (status !== "failed" && status !== "canceled") return { status: "processing", reference }
  const code = failure_reason ?? (status === "canceled" ? "refund_canceled" : "refund_failed")
  return { status: "declined", reference, code, reason: `Stripe could not pay the refund back: ${code.replaceAll("_", " ")}` }
}
