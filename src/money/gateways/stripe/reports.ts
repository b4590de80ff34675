import type { MandateOutcome, Outcome } from "../gateway.ts"
import type { Hint, Report } from "../provider.ts"
import { outcomeOfSession } from "./checkout.ts"
import type { StripeClient } from "./client.ts"
import { readDispute } from "./disputes.ts"
import { outcomeOfMandate } from "./mandates.ts"
import { fromStripe } from "./money.ts"
import { Mandate, PaymentIntent, PaymentMethod, Payout, Refund, Session, SetupIntent } from "./objects.ts"
import { keyIn } from "./ownership.ts"
import { needsPayer, outcomeOfIntent } from "./payment-intents.ts"
import { outcomeOfRefund } from "./refunds.ts"
import { readSettlement, settlementOf, settlementOfRefund } from "./settlements.ts"

type Reader = (client: StripeClient, tenant: string, reference: string) => Promise<Report[]>

/** By what the type of a message begins with. */
const readers: Record<string, Reader> = {
  "checkout.session.": readSession,
  "payment_intent.": readIntent,
  "charge.updated": readSettlement,
  "refund.": readRefund,
  "charge.dispute.": async (client, tenant, id) => [await readDispute(client, tenant, id)].filter(report => report !== undefined),
  "setup_intent.": readSetupIntent,
  "mandate.": readMandate,
  "payment_method.": readMethod,
  "payout.": readPayout,
}

/** What Stripe says now about what a message points to. Objects of the account that are not ours report nothing. */
export async function readReports(client: StripeClient, tenant: string, { type, reference }: Hint): Promise<Report[]> {
  const reader = Object.entries(readers).find(([start]) => type.startsWith(start))?.[1]
  return reader ? reader(client, tenant, reference) : []
}

async function readSession(client: StripeClient, tenant: string, id: string): Promise<Report[]> {
  const session = await client.find(Session, `/v1/checkout/sessions/${id}`)
  const key = keyIn(session?.metadata, tenant)
  if (!session || key === undefined) return []
  const outcome = await outcomeOfSession(client, session)
  const settled =
    outcome.status === "succeeded" && session.payment_intent != null ? await settlementOf(client, key, session.payment_intent) : []
  return [...reportOf(outcome, key), ...settled]
}

/** What belongs to a page is told by the page: its payer may try again after a payment that failed. */
async function readIntent(client: StripeClient, tenant: string, id: string): Promise<Report[]> {
  const intent = await client.find(PaymentIntent, `/v1/payment_intents/${id}`)
  const key = keyIn(intent?.metadata, tenant)
  if (!intent || key === undefined || intent.metadata?.["via"] === "checkout") return []
  if (needsPayer(intent)) return [] // the charge that is under way asks the payer, and the look-up tells if it could not
  const outcome = await outcomeOfIntent(client, intent)
  return [...reportOf(outcome, key), ...(outcome.status === "succeeded" ? await settlementOf(client, key, id) : [])]
}

function reportOf(outcome: Outcome | { status: "absent" }, key: string): Report[] {
  switch (outcome.status) {
    case "succeeded":
      return [{ type: "charge.succeeded", key }]
    case "processing":
      return [{ type: "charge.processing", key }]
    case "declined":
      return [{ type: "charge.failed", key, code: outcome.code, reason: outcome.reason }]
    case "action":
      return [{ type: "charge.action", key, reference: outcome.reference, action: outcome.action }]
    case "expired":
    case "canceled":
      return [{ type: `charge.${outcome.status}`, key, reference: outcome.reference }]
    case "unknown":
    case "absent":
      return []
  }
}

async function readRefund(client: StripeClient, tenant: string, id: string): Promise<Report[]> {
  const refund = await client.find(Refund, `/v1/refunds/${id}`)
  const key = keyIn(refund?.metadata, tenant)
  if (!refund || key === undefined) return []
  const outcome = outcomeOfRefund(refund)
  if (outcome.status !== "succeeded" && outcome.status !== "declined") return []
  const settlement = await settlementOfRefund(client, refund)
  const settled: Report[] = settlement ? [{ type: "refund.settled", key, isReturned: outcome.status === "declined", ...settlement }] : []
  if (outcome.status === "succeeded") return [{ type: "refund.succeeded", key, reference: id }, ...settled]
  return [{ type: "refund.failed", key, code: outcome.code, reason: outcome.reason }, ...settled]
}

async function readSetupIntent(client: StripeClient, tenant: string, id: string): Promise<Report[]> {
  const intent = await client.find(SetupIntent, `/v1/setup_intents/${id}`)
  return intent ? mandateReports(client, tenant, intent) : []
}

async function readMandate(client: StripeClient, tenant: string, id: string): Promise<Report[]> {
  const mandate = await client.find(Mandate, `/v1/mandates/${id}`)
  return mandate ? readMandatesOf(client, tenant, mandate.payment_method) : []
}

/** A method that belongs to no customer any more can't be charged: its mandates have ended, or it was a saved card. */
async function readMethod(client: StripeClient, tenant: string, id: string): Promise<Report[]> {
  const mandates = await readMandatesOf(client, tenant, id)
  if (mandates.length > 0) return mandates
  const method = await client.find(PaymentMethod, `/v1/payment_methods/${id}`)
  return method && method.customer == null ? [{ type: "method.detached", reference: id }] : []
}

/** The mandates that were given for an account of a payer. */
async function readMandatesOf(client: StripeClient, tenant: string, payment_method: string): Promise<Report[]> {
  const reports: Report[] = []
  for await (const intent of client.list(SetupIntent, "/v1/setup_intents", { payment_method }))
    reports.push(...(await mandateReports(client, tenant, intent)))
  return reports
}

async function mandateReports(client: StripeClient, tenant: string, intent: SetupIntent): Promise<Report[]> {
  const key = keyIn(intent.metadata, tenant)
  if (key === undefined) return []
  const outcome: MandateOutcome = await outcomeOfMandate(client, intent)
  if (outcome.status === "failed") return [{ type: "mandate.failed", key, reason: outcome.reason }]
  return outcome.status === "pending" ? [] : [{ type: `mandate.${outcome.status}`, key }]
}

/** Stripe sends what it holds to the account's own bank; that has no metadata of ours. It may come back days after it was paid. */
async function readPayout(client: StripeClient, _tenant: string, id: string): Promise<Report[]> {
  const payout = await client.find(Payout, `/v1/payouts/${id}`)
  if (payout?.status !== "paid" && payout?.status !== "failed") return []
  const { amount, currency, status, arrival_date: at } = payout
  return [{ type: `withdrawal.${status}`, reference: id, amount: fromStripe(amount, currency), currency: currency.toUpperCase(), at }]
}
