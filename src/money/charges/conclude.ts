import type { Context } from "../../kit/db/context.ts"
import type { Problem } from "../../kit/pure/problem.ts"
import { isoTimeOrNull } from "../../kit/pure/time.ts"
import { gatewayProblem } from "../gateways/errors.ts"
import type { Action } from "../gateways/gateway.ts"
import { afterAction, afterFailure, afterSuccess } from "../saved-methods/charge.ts"
import { releaseChargeKey } from "../transactions/charge-key-store.ts"
import { awaitsGateway, maySucceed, surplusOf } from "../transactions/rules.ts"
import type { Transaction } from "../transactions/schema.ts"
import { readPlanForUpdate, succeed } from "../transactions/settle.ts"
import {
  readTransactionForUpdate,
  renderTransaction,
  saveTransaction,
  type TransactionRow,
  type TransactionRowChange,
} from "../transactions/store.ts"
import type { ChargeAttempt } from "./charge.ts"
import { tellFailed, tellWaiting } from "./ports.ts"

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
    if (!maySucceed(transaction)) return transaction
    const plan = await readPlanForUpdate(ctx, transaction.payment_intent_id)
    const { reference: gatewayReference, fee = 0 } = outcome
    await afterSuccess(ctx, transaction)
    return succeed(ctx, transaction, plan, { surplus: surplusOf(plan.target, transaction.amount), gatewayReference, fee })
  }
  if (!awaitsGateway(transaction)) return transaction
  if (outcome.status === "declined") return fail(ctx, transaction, { code: outcome.code, message: outcome.reason })
  if (transaction.status !== "processing") return transaction // assumed to have failed; none of the outcomes below contradicts that
  // Certainly nothing was charged, so the key is released and a retry charges again.
  if (outcome.status === "unreachable") return fail(ctx, transaction, unreached.unreachable, { charge_key: null })
  if (outcome.status === "expired" || outcome.status === "canceled") {
    await afterFailure(ctx, transaction)
    return saveTransaction(ctx, transaction, { status: outcome.status, outcome: null, action: null })
  }
  if (outcome.status === "processing" || outcome.status === "action") {
    const action = outcome.status === "action" ? shownAction(outcome.action) : null
    const waiting = saveTransaction(ctx, transaction, { outcome: null, action, gateway_reference: outcome.reference })
    if (action && transaction.action === null) await tellAction(ctx, waiting)
    return waiting
  }
  return saveTransaction(ctx, transaction, { outcome: "unknown" })
}

/** Said once: the look-ups and the gateway's events report the same action again. */
async function tellAction(ctx: Context, waiting: TransactionRow) {
  await afterAction(ctx, waiting)
  await tellWaiting(ctx, waiting)
}

const shownAction = (action: Action): Transaction["action"] => ({ ...action, expiresAt: isoTimeOrNull(action.expiresAt) })

type Failure = { code: string; message: string }

const nothingCharged = "nothing was charged, and it can be tried again"

/** The failure that we assume when the gateway has no such charge. It is not a decline: nobody refused to pay. */
export const unreached = {
  unreachable: { code: "gateway_unreachable", message: `the gateway could not be reached; ${nothingCharged}` },
  lost: { code: "never_arrived", message: `the charge never reached the gateway; ${nothingCharged}` },
} satisfies Record<string, Failure>

/** The gateway may later confirm a failure that we assumed. Dependents learn of the failure only once. */
export async function fail(ctx: Context, transaction: TransactionRow, failure: Failure, change: TransactionRowChange = {}) {
  const failed = saveTransaction(ctx, transaction, { ...change, status: "failed", outcome: null, action: null, failure })
  if (transaction.status === "failed") return failed
  await afterFailure(ctx, failed, failure.code)
  await tellFailed(ctx, failed)
  return failed
}
