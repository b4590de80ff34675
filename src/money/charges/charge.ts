import type { z } from "zod"
import { enqueue } from "../../kit/jobs/enqueue.ts"
import type { Context } from "../../kit/operation/context.ts"
import { generalProblem } from "../../kit/pure/errors.ts"
import type { Problem } from "../../kit/pure/problem.ts"
import { log } from "../../kit/service/log.ts"
import { gatewayProblem } from "../gateways/errors.ts"
import { type ChargeRequest, type Gateway, gatewayTimeoutMs, GatewayUnreachable, type Outcome } from "../gateways/gateway.ts"
import { resolvePaymentIntent, touchPaymentIntent } from "../payment-intents/store.ts"
import { transactionProblem } from "../transactions/errors.ts"
import { assertPayable, awaitsGateway, surplusOf } from "../transactions/rules.ts"
import type { Transaction } from "../transactions/schema.ts"
import { readPlanForUpdate, succeed } from "../transactions/settle.ts"
import {
  findByChargeKey,
  findProcessingCharge,
  insertTransaction,
  readTransactionForUpdate,
  releaseExpiredChargeKey,
  renderTransaction,
  saveTransaction,
  type TransactionRow,
  type TransactionRowChange,
} from "../transactions/store.ts"
import { assertOffered, assertToken, firstLookUpDelayMs, inFlightMs, termsOf } from "./rules.ts"
import type { NewCharge } from "./schema.ts"

/** One attempt to charge: the committed transaction, whether an earlier attempt of this request created it, and the gateway's outcome. */
export type ChargeAttempt = {
  transaction: TransactionRow
  resumed: boolean
  outcome: Outcome | { status: "absent" | "unreachable" | "not-called" }
}
type ChargeInput = z.output<typeof NewCharge>

/** Commits the transaction before the gateway is called, so that after a crash its outcome can be looked up. */
export async function prepareCharge(ctx: Context, input: ChargeInput, gateway: Gateway, key: string): Promise<ChargeAttempt> {
  assertToken(gateway, input.token)
  const { id } = await resolvePaymentIntent(ctx, input.paymentIntent)
  const { target: intent, root, installments: unpaid } = await readPlanForUpdate(ctx, id)
  // Looked up after the intent was read: a charge with this key that commits later touches the intent, and this runs again.
  const existing = await findByChargeKey(ctx, key)
  if (existing) {
    assertSameRequest(existing, input, gateway)
    return resume(existing, ctx.now)
  }
  releaseExpiredChargeKey(ctx, key)
  assertOffered(gateway, input.method, intent.currency)
  const amount = input.amount ?? intent.amount - intent.paid
  assertPayable(intent, amount)
  const installments = termsOf(gateway, { ...input, amount, currency: intent.currency })
  // A plan and one of its installments are the same debt; two installments are not.
  const other = await findProcessingCharge(ctx, [root.id, ...unpaid.map(installment => installment.id)])
  if (other) throw other.charge_key === key ? generalProblem("IDM-1003") : transactionProblem("TRX-2004", { transaction: other.id })
  touchPaymentIntent(ctx, intent)
  if (root !== intent) touchPaymentIntent(ctx, root)
  const transaction = await insertTransaction(ctx, {
    payment_intent_id: id,
    contact_id: intent.contact_id,
    method: input.method,
    gateway: gateway.id,
    token: input.token,
    charge_key: key,
    amount,
    currency: intent.currency,
    installments,
    metadata: input.metadata,
  })
  enqueue(ctx, "resolve-charge", { transaction: transaction.id }, new Date(ctx.now.getTime() + firstLookUpDelayMs))
  return { transaction, resumed: false, outcome: { status: "not-called" } }
}

function assertSameRequest(existing: TransactionRow, input: ChargeInput, gateway: Gateway) {
  const { paymentIntent, method, token, amount = existing.amount, installments } = input
  const isSame =
    existing.gateway === gateway.id &&
    existing.payment_intent_id === paymentIntent &&
    existing.method === method &&
    existing.token === token &&
    existing.amount === amount &&
    (existing.installments?.nInstallments ?? 1) === installments
  if (!isSame) throw generalProblem("IDM-1002")
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
  return { ...attempt, outcome: await outcomeOf(gateway.charge(requestOf(transaction)), transaction.id) }
}

/** A gateway that can't be reached for the look-up may have charged before, so its outcome is unknown. */
export async function lookUp(gateway: Gateway, { tenant_id: tenant, id: key }: TransactionRow) {
  const outcome = await outcomeOf(gateway.lookUp(tenant, key), key)
  return outcome.status === "unreachable" ? { status: "unknown" as const } : outcome
}

function outcomeOf<T>(call: Promise<T>, key: string) {
  return Promise.race([call, timeout()]).catch((error: unknown) => {
    if (error instanceof GatewayUnreachable) return { status: "unreachable" as const }
    log.warn({ error, transaction: key }, "a call to a gateway failed; the charge will be looked up")
    return { status: "unknown" as const }
  })
}

const timeout = () => new Promise<Outcome>(resolve => setTimeout(resolve, gatewayTimeoutMs, { status: "unknown" }).unref())

function requestOf({ tenant_id: tenant, id: key, amount, currency, method, token, installments }: TransactionRow): ChargeRequest {
  const parts = installments && { installments: { count: installments.nInstallments, total: installments.total } }
  return { tenant, key, amount, currency, method, token: token ?? "", ...parts }
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
  if (code === "gateway_unreachable") return gatewayProblem("GTW-2002")
  return gatewayProblem("GTW-2001", { reason: message, declineCode: code, transaction: id })
}

/** Saves an outcome. The request, the gateway's events and the look-ups all use it; the first one to learn the outcome writes it. */
export async function conclude(ctx: Context, transaction: TransactionRow, outcome: ChargeAttempt["outcome"]): Promise<TransactionRow> {
  if (outcome.status === "succeeded") {
    const plan = await readPlanForUpdate(ctx, transaction.payment_intent_id)
    return succeed(ctx, transaction, plan, { surplus: surplusOf(plan.target, transaction.amount), gatewayReference: outcome.reference })
  }
  if (outcome.status === "declined") return fail(ctx, transaction, { code: outcome.code, message: outcome.reason })
  if (transaction.status !== "processing") return transaction // assumed to have failed; none of the outcomes below contradicts that
  // Certainly nothing was charged, so the key is released and a retry charges anew.
  if (outcome.status === "unreachable")
    return fail(ctx, transaction, { code: "gateway_unreachable", message: "the gateway could not be reached" }, { charge_key: null })
  if (outcome.status === "processing") return saveTransaction(ctx, transaction, { outcome: null, gateway_reference: outcome.reference })
  return saveTransaction(ctx, transaction, { outcome: "unknown" })
}

type Failure = { code: string; message: string }

export const fail = (ctx: Context, transaction: TransactionRow, failure: Failure, change: TransactionRowChange = {}) =>
  saveTransaction(ctx, transaction, { ...change, status: "failed", outcome: null, failure })
