import type { z } from "zod"
import { hold, isHeld } from "../../control/approvals/hold.ts"
import { noApproval } from "../../control/approvals/schema.ts"
import type { Context } from "../../kit/db/context.ts"
import { enqueue } from "../../kit/jobs/enqueue.ts"
import { generalProblem } from "../../kit/pure/errors.ts"
import { newId } from "../../kit/pure/id.ts"
import type { Problem } from "../../kit/pure/problem.ts"
import { resolveChargeableAuthorization } from "../authorizations/debit.ts"
import { outcomeOf } from "../gateways/call.ts"
import { gatewayProblem } from "../gateways/errors.ts"
import type { ChargeRequest, Gateway, Outcome } from "../gateways/gateway.ts"
import { resolvePaymentIntent, touchPaymentIntent } from "../payment-intents/store.ts"
import { transactionToApprove } from "../transactions/approval-facts.ts"
import { transactionProblem } from "../transactions/errors.ts"
import { assertPayable, awaitsGateway, surplusOf } from "../transactions/rules.ts"
import type { Transaction } from "../transactions/schema.ts"
import { findProcessingAgeMs } from "../transactions/processing-store.ts"
import { readPlanForUpdate, sameDebt, succeed } from "../transactions/settle.ts"
import {
  findByChargeKey,
  findProcessingCharge,
  insertTransaction,
  readTransactionForUpdate,
  releaseChargeKey,
  releaseExpiredChargeKey,
  renderTransaction,
  saveTransaction,
  type TransactionRow,
  type TransactionRowChange,
} from "../transactions/store.ts"
import { tellFailed } from "./ports.ts"
import { assertOffered, assertSource, firstLookUpDelayMs, inFlightMs, sendWithinMs, termsOf } from "./rules.ts"
import type { NewCharge } from "./schema.ts"

/** One attempt to charge: the committed transaction, whether an earlier attempt of this request created it, and the gateway's outcome. */
type ChargeAttempt = {
  transaction: TransactionRow
  resumed: boolean
  outcome: Outcome | { status: "absent" | "unreachable" | "not-called" }
}
type ChargeInput = z.output<typeof NewCharge>

/** Commits the transaction before the gateway is called, so that after a crash its outcome can be looked up. */
export async function prepareCharge(ctx: Context, input: ChargeInput, gateway: Gateway, key: string): Promise<ChargeAttempt> {
  assertSource(gateway, input)
  const { id } = await resolvePaymentIntent(ctx, input.paymentIntent)
  const plan = await readPlanForUpdate(ctx, id)
  const { target: intent, root } = plan
  // This must come after the intent is read: a charge with this key that commits later touches the intent, so this runs again.
  const existing = await findByChargeKey(ctx, key)
  if (existing) return resume(existing, ctx.now) // a key belongs to the bytes of one request, so this is the same request
  releaseExpiredChargeKey(ctx, key)
  assertOffered(gateway, input.method, intent.currency)
  const amount = input.amount ?? intent.amount - intent.paid
  assertPayable(intent, amount)
  const { contact_id, currency } = intent
  const installments = termsOf(gateway, { ...input, amount, currency })
  const debit = { contact: contact_id, currency, gateway: gateway.id, amount }
  const authorization_id = input.authorization === undefined ? null : await resolveChargeableAuthorization(ctx, input.authorization, debit)
  const other = await findProcessingCharge(ctx, sameDebt(plan))
  if (other) throw other.charge_key === key ? generalProblem("IDM-1003") : transactionProblem("TRX-2004", { transaction: other.id })
  touchPaymentIntent(ctx, intent)
  if (root !== intent) touchPaymentIntent(ctx, root)
  const fields = { id: newId(ctx.now), method: input.method, gateway: gateway.id, amount, currency, fx: null }
  // Contract: a policy never holds a payment that a payer makes on the payment page.
  const approval = ctx.origin.channel === "page" ? noApproval : await hold(ctx, transactionToApprove(ctx, fields, intent))
  const transaction = await insertTransaction(ctx, {
    ...fields,
    approval,
    release_to: isHeld(approval) ? "charge" : null,
    payment_intent_id: id,
    contact_id,
    token: input.token ?? null,
    authorization_id,
    charge_key: key,
    installments,
    metadata: input.metadata,
  })
  if (!isHeld(approval)) enqueue(ctx, "resolve-charge", { transaction: transaction.id }, new Date(ctx.now.getTime() + firstLookUpDelayMs))
  return { transaction, resumed: false, outcome: { status: "not-called" } }
}

/** A charge that the worker makes, after this unit of work has committed. */
export async function enqueueCharge(ctx: Context, input: ChargeInput, gateway: Gateway, key: string): Promise<TransactionRow> {
  const { transaction } = await prepareCharge(ctx, input, gateway, key)
  if (!isHeld(transaction.approval)) enqueue(ctx, "charge", { transaction: transaction.id })
  return transaction
}

/** A retry after a crash: the outcome of the first attempt is looked up, and nothing is charged again. */
function resume(transaction: TransactionRow, now: Date): ChargeAttempt {
  if (transaction.status === "processing" && now.getTime() - transaction.created_at.getTime() < inFlightMs) throw generalProblem("IDM-1003")
  return { transaction, resumed: true, outcome: { status: "unknown" } }
}

export async function callGateway(attempt: ChargeAttempt, gateway: Gateway): Promise<ChargeAttempt> {
  const { transaction, resumed } = attempt
  if (transaction.status !== "processing") return attempt
  if (resumed) return { ...attempt, outcome: await lookUp(gateway, transaction) }
  return { ...attempt, outcome: await chargeAt(gateway, transaction) }
}

/**
 * Charges at the gateway, once per transaction however often it is called, and never after the charge was given up: the payer may have paid
 * another way since. The process may freeze at any point, so the time since the query is added to the age that the database returned.
 */
export async function chargeAt(gateway: Gateway, transaction: TransactionRow): Promise<ChargeAttempt["outcome"]> {
  const askedAt = performance.now()
  const ageMs = await findProcessingAgeMs(transaction)
  if (ageMs === undefined || ageMs + performance.now() - askedAt > sendWithinMs) return { status: "unknown" }
  return outcomeOf(gateway.charge(requestOf(transaction)), transaction.id)
}

/** A gateway that can't be reached for the look-up may have charged before, so its outcome is unknown. */
export async function lookUp(gateway: Gateway, { tenant_id: tenant, id: key }: TransactionRow) {
  const outcome = await outcomeOf(gateway.lookUp(tenant, key), key)
  return outcome.status === "unreachable" ? { status: "unknown" as const } : outcome
}

function requestOf(transaction: TransactionRow): ChargeRequest {
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
  }
}

/** Saves the gateway's outcome in one commit with the response. */
export async function concludeCharge(ctx: Context, attempt: ChargeAttempt): Promise<Transaction | Problem> {
  const { outcome } = attempt
  if (outcome.status === "not-called") return renderTransaction(attempt.transaction) // a dry run: the transaction was not committed either
  const { id } = attempt.transaction
  const transaction = await readTransactionForUpdate(ctx, id)
  const concluded = awaitsGateway(transaction) ? await conclude(ctx, transaction, outcome) : transaction
  if (concluded.status !== "failed") return renderTransaction(concluded)
  const { code, message } = concluded.failure!
  if (!awaitsGateway(concluded)) return gatewayProblem("GTW-2001", { reason: message, declineCode: code, transaction: id })
  releaseChargeKey(ctx, concluded)
  return gatewayProblem("GTW-2002", { transaction: id })
}

/** Saves an outcome. The request, the gateway's events and the look-ups all use it; the first one to learn the outcome writes it. */
export async function conclude(ctx: Context, transaction: TransactionRow, outcome: ChargeAttempt["outcome"]): Promise<TransactionRow> {
  if (outcome.status === "succeeded") {
    const plan = await readPlanForUpdate(ctx, transaction.payment_intent_id)
    const { reference: gatewayReference, fee = 0 } = outcome
    return succeed(ctx, transaction, plan, { surplus: surplusOf(plan.target, transaction.amount), gatewayReference, fee })
  }
  if (outcome.status === "declined") return fail(ctx, transaction, { code: outcome.code, message: outcome.reason })
  if (transaction.status !== "processing") return transaction // assumed to have failed; none of the outcomes below contradicts that
  // Certainly nothing was charged, so the key is released and a retry charges again.
  if (outcome.status === "unreachable") return fail(ctx, transaction, unreached.unreachable, { charge_key: null })
  if (outcome.status === "processing") return saveTransaction(ctx, transaction, { outcome: null, gateway_reference: outcome.reference })
  return saveTransaction(ctx, transaction, { outcome: "unknown" })
}

type Failure = { code: string; message: string }

const nothingCharged = "nothing was charged, and it can be tried again"

/** The failure that we assume when the gateway has no such charge. It is not a decline: nobody refused to pay. */
export const unreached = {
  unreachable: { code: "gateway_unreachable", message: `the gateway could not be reached; ${nothingCharged}` },
  lost: { code: "never_arrived", message: `the charge never reached the gateway; ${nothingCharged}` },
} satisfies Record<string, Failure>

/** The gateway may later confirm a failure that we assumed. Dependents learn of the failure only once. */
export async function fail(ctx: Context, transaction: TransactionRow, failure: Failure, change: TransactionRowChange = {}) {
  const failed = saveTransaction(ctx, transaction, { ...change, status: "failed", outcome: null, failure })
  if (transaction.status !== "failed") await tellFailed(ctx, failed)
  return failed
}
