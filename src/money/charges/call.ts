import type { Context } from "../../kit/db/context.ts"
import { asSystem } from "../../kit/operation/system.ts"
import { findPayer } from "../../parties/contacts/store.ts"
import { readAuthorization } from "../authorizations/store.ts"
import { callGatewayOf } from "../gateway-connections/open.ts"
import { outcomeOf } from "../gateways/call.ts"
import { type ChargeRequest, type Gateway, GatewayUnreachable, type Outcome } from "../gateways/gateway.ts"
import { payerOf } from "../gateways/payer.ts"
import { GatewayRefused } from "../gateways/provider.ts"
import { linksOf } from "../payment-intents/links.ts"
import { readPaymentIntent } from "../payment-intents/store.ts"
import { isSavedBy } from "../saved-methods/charge.ts"
import { readSavedMethod } from "../saved-methods/store.ts"
import { findProcessingAgeMs } from "../transactions/processing-store.ts"
import { noteReference, readTransactionForUpdate, type TransactionRow } from "../transactions/store.ts"
import type { ChargeAttempt } from "./charge.ts"
import { sendWithinMs } from "./rules.ts"

export async function callGateway(attempt: ChargeAttempt): Promise<ChargeAttempt> {
  const { transaction, resumed } = attempt
  if (transaction.status !== "processing") return attempt
  return { ...attempt, outcome: await (resumed ? lookUp(transaction) : chargeAt(transaction)) }
}

/**
 * Charges at the gateway, once per transaction however often it is called, and never after the charge was given up: the payer may have paid
 * another way since. The process may freeze at any point, so the time since the query is added to the age that the database returned.
 */
export async function chargeAt(transaction: TransactionRow): Promise<ChargeAttempt["outcome"]> {
  const askedAt = performance.now()
  const ageMs = await findProcessingAgeMs(transaction)
  if (ageMs === undefined || ageMs + performance.now() - askedAt > sendWithinMs) return { status: "unknown" }
  const request = await requestFor(transaction)
  const call = callGatewayOf(transaction, async gateway =>
    gateway.charge({ ...request, ...(await prepareAt(gateway, transaction, request)) }),
  )
  return outcomeOf(call.catch(toDecline), transaction.id)
}

/** A provider that refuses a charge before it is made has declined it, with a reason that trying again does not change. */
function toDecline(error: unknown): Outcome {
  if (!(error instanceof GatewayRefused)) throw error
  return { status: "declined", reference: "", code: error.code, reason: error.message }
}

/** Commits the provider's reference before money moves. Whatever goes wrong until then, nothing was charged. */
async function prepareAt(gateway: Gateway, transaction: TransactionRow, request: ChargeRequest): Promise<{ reference?: string }> {
  const { tenant_id, id, gateway_reference } = transaction
  if (gateway_reference !== null) return { reference: gateway_reference }
  if (!gateway.prepare) return {}
  const { reference } = await gateway.prepare(request).catch(toUnreachable)
  await asSystem(tenant_id, "prepare charge", async ctx => {
    const row = await readTransactionForUpdate(ctx, id)
    if (row.status !== "processing") throw new GatewayUnreachable("the charge has ended before it was made")
    noteReference(ctx, row, reference)
  })
  return { reference }
}

function toUnreachable(error: unknown): never {
  if (error instanceof GatewayUnreachable) throw error
  throw new GatewayUnreachable("the provider did not prepare the charge", { cause: error })
}

/** A gateway that can't be reached for the look-up may have charged before, so its outcome is unknown. */
export async function lookUp(transaction: TransactionRow) {
  const { tenant_id: tenant, id: key, gateway_reference } = transaction
  const call = callGatewayOf(transaction, async gateway => {
    // What was never prepared never was at the provider.
    if (gateway.prepare && gateway_reference === null) return { status: "absent" as const }
    return gateway.lookUp(tenant, key, gateway_reference)
  })
  const outcome = await outcomeOf(call, key)
  return outcome.status === "unreachable" ? { status: "unknown" as const } : outcome
}

/** Ends an attempt that waits for its payer, at the provider. The outcome says whether the payer was faster. */
export async function cancelAt(transaction: TransactionRow) {
  const { tenant_id: tenant, id: key, gateway_reference } = transaction
  const call = callGatewayOf(transaction, async gateway => {
    if (!gateway.cancel) throw new Error(`the gateway ${gateway.id} can't cancel a charge`)
    return gateway.cancel(tenant, key, gateway_reference)
  })
  const outcome = await outcomeOf(call, key)
  return outcome.status === "unreachable" ? { status: "unknown" as const } : outcome
}

async function requestFor(transaction: TransactionRow): Promise<ChargeRequest> {
  const { tenant_id: tenant, id: key, amount, currency, method, token, authorization_id, installments } = transaction
  const parts = installments && { installments: { count: installments.nInstallments, total: installments.total } }
  return {
    tenant,
    key,
    amount,
    currency,
    method,
    token: token ?? "",
    ...(authorization_id !== null && { mandate: authorization_id }),
    ...parts,
    ...(needsDetails(transaction) && (await detailsFor(transaction))),
  }
}

/** The simulator needs none of them where a token or a mandate pays. */
const needsDetails = ({ connection_id, token, authorization_id, saved_method_id }: TransactionRow) =>
  connection_id !== null || saved_method_id !== null || (token === null && authorization_id === null)

/** What a gateway shows to the payer, and needs to know of the payer. */
async function detailsFor(transaction: TransactionRow) {
  const { tenant_id, id, payment_intent_id, contact_id, authorization_id } = transaction
  return asSystem(tenant_id, "charge", async ctx => {
    const intent = await readPaymentIntent(ctx, payment_intent_id)
    const payer = await findPayer(ctx, contact_id)
    const mandate = authorization_id === null ? undefined : await readAuthorization(ctx, authorization_id)
    return {
      description: intent.number,
      returnUrl: `${linksOf(ctx.tenant, intent).long}/return/${id}`,
      ...(payer && { payer: payerOf(payer) }),
      ...(mandate?.gateway_reference && { mandateReference: mandate.gateway_reference }),
      ...(await savedFor(ctx, transaction)),
    }
  })
}

/** The payer saves the method with this charge, or the charge takes the money from one that was saved before. */
async function savedFor(ctx: Context, transaction: TransactionRow): Promise<Pick<ChargeRequest, "savesMethod" | "savedMethod">> {
  if (transaction.saved_method_id === null) return {}
  const saved = await readSavedMethod(ctx, transaction.saved_method_id)
  if (isSavedBy(saved, transaction)) return saved.status === "pending" ? { savesMethod: true } : {}
  return { savedMethod: saved.gateway_reference ?? "" }
}
