import type { z } from "zod"
import { hold, isHeld } from "../../control/approvals/hold.ts"
import { noApproval } from "../../control/approvals/schema.ts"
import type { Context } from "../../kit/db/context.ts"
import { databaseClock } from "../../kit/db/database-clock.ts"
import { enqueue } from "../../kit/jobs/enqueue.ts"
import { generalProblem, invalidField } from "../../kit/pure/errors.ts"
import { newId } from "../../kit/pure/id.ts"
import { resolveChargeableAuthorization } from "../authorizations/debit.ts"
import { resolveAuthorization } from "../authorizations/store.ts"
import type { Gateway, Outcome } from "../gateways/gateway.ts"
import { type PaymentIntentRow, resolvePaymentIntent, touchPaymentIntent } from "../payment-intents/store.ts"
import { resolveChargeableMethod } from "../saved-methods/charge.ts"
import { assertSaves } from "../saved-methods/rules.ts"
import { insertSavedMethod, resolveSavedMethod } from "../saved-methods/store.ts"
import { transactionToApprove } from "../transactions/approval-facts.ts"
import { findByChargeKey, releaseExpiredChargeKey } from "../transactions/charge-key-store.ts"
import { transactionProblem } from "../transactions/errors.ts"
import { findProcessingCharge } from "../transactions/processing-store.ts"
import { assertPayable } from "../transactions/rules.ts"
import { readPlanForUpdate, sameDebt } from "../transactions/settle.ts"
import { insertTransaction, type TransactionRow } from "../transactions/store.ts"
import { assertOffered, assertSource, firstLookUpDelayMs, inFlightMs, termsOf } from "./rules.ts"
import type { NewCharge } from "./schema.ts"
import { type ChargeTarget, openTarget } from "./target.ts"

/** One attempt to charge: the committed transaction, whether an earlier attempt of this request created it, and the gateway's outcome. */
export type ChargeAttempt = {
  transaction: TransactionRow
  resumed: boolean
  outcome: Outcome | { status: "absent" | "unreachable" | "not-called" }
}
type ChargeInput = z.output<typeof NewCharge>

/** Commits the transaction before the gateway is called, so that after a crash its outcome can be looked up. */
export async function prepareCharge(ctx: Context, input: ChargeInput, target: ChargeTarget, key: string): Promise<ChargeAttempt> {
  const { id } = await resolvePaymentIntent(ctx, input.paymentIntent)
  const plan = await readPlanForUpdate(ctx, id)
  const { target: intent, root } = plan
  // This must come after the intent is read: a charge with this key that commits later touches the intent, so this runs again.
  const existing = await findByChargeKey(ctx, key)
  if (existing) return resume(existing, ctx.now) // a key belongs to the bytes of one request, so this is the same request
  releaseExpiredChargeKey(ctx, key)
  const connection = await connectionOf(ctx, input)
  const { gateway, connection_id } = await openTarget(ctx, target, { ...input, connection, currency: intent.currency })
  assertOffered(gateway, input.method, intent.currency)
  assertSource(gateway, input)
  const amount = input.amount ?? intent.amount - intent.paid
  assertPayable(intent, amount)
  const { contact_id, currency } = intent
  const installments = termsOf(gateway, { ...input, amount, currency })
  const charge = { id: newId(ctx.now), connection_id, intent, amount }
  const source = await sourceOf(ctx, input, gateway, charge)
  const other = await findProcessingCharge(ctx, sameDebt(plan))
  if (other) throw other.charge_key === key ? generalProblem("IDM-1003") : transactionProblem("TRX-2004", { transaction: other.id })
  touchPaymentIntent(ctx, intent)
  if (root !== intent) touchPaymentIntent(ctx, root)
  const fields = { id: charge.id, method: input.method, gateway: gateway.id, authorization_id: null, amount, currency, fx: null }
  // Contract: a policy never holds a payment that a payer makes on the payment page.
  const approval = ctx.origin.channel === "page" ? noApproval : await hold(ctx, transactionToApprove(ctx, fields, intent))
  const transaction = await insertTransaction(ctx, {
    ...fields,
    connection_id,
    left_at: connection_id === null ? null : databaseClock.now(0),
    approval,
    release_to: isHeld(approval) ? "charge" : null,
    payment_intent_id: id,
    contact_id,
    ...source,
    charge_key: key,
    installments,
    metadata: input.metadata,
  })
  if (!isHeld(approval)) lookUpLater(ctx, transaction, firstLookUpDelayMs)
  return { transaction, resumed: false, outcome: { status: "not-called" } }
}

type NewlyCharged = { id: string; connection_id: string | null; intent: PaymentIntentRow; amount: number }

/** What the money is taken from. Where the payer agreed that the method is kept, its record begins here, with the proof of that. */
async function sourceOf(ctx: Context, input: ChargeInput, gateway: Gateway, { id, connection_id, intent, amount }: NewlyCharged) {
  const { token = null, authorization, savedMethod, saveConsent, method } = input
  const { contact_id, currency } = intent
  const none = { token, authorization_id: null, saved_method_id: null }
  if (authorization !== undefined) {
    const debit = { contact: contact_id, currency, gateway: gateway.id, amount }
    return { ...none, authorization_id: await resolveChargeableAuthorization(ctx, authorization, debit) }
  }
  if (savedMethod !== undefined) {
    const saved = await resolveChargeableMethod(ctx, savedMethod, { contact: contact_id, gateway: gateway.id })
    if (saved.method !== method) throw invalidField("method", `must be ${saved.method}, with which the payer saved it`)
    return { ...none, saved_method_id: saved.id }
  }
  if (saveConsent === undefined) return none
  assertSaves(gateway, method)
  const saved = { contact_id, method, gateway: gateway.id, connection_id, transaction_id: id, consent_text: saveConsent }
  return { ...none, saved_method_id: insertSavedMethod(ctx, saved).id }
}

/** A mandate is known to the account that it was registered at, and to no other. The same holds for a saved method. */
async function connectionOf(ctx: Context, { authorization, savedMethod, connection }: ChargeInput): Promise<string | undefined> {
  if (authorization === undefined && savedMethod === undefined) return connection
  const { connection_id } =
    savedMethod === undefined ? await resolveAuthorization(ctx, authorization!) : await resolveSavedMethod(ctx, savedMethod)
  if (connection !== undefined && connection !== connection_id)
    throw invalidField("connection", "must be absent, or the connection that the authorization or the saved method belongs to")
  return connection_id ?? undefined
}

/** What has left for a provider is looked up by the world's clock, whatever a sandbox's clock says. */
export const lookUpLater = (ctx: Context, { id, connection_id }: TransactionRow, delayMs: number) =>
  enqueue(ctx, "resolve-charge", { transaction: id }, new Date(ctx.now.getTime() + delayMs), connection_id !== null)

/** A charge that the worker makes, after this unit of work has committed. */
export async function enqueueCharge(ctx: Context, input: ChargeInput, target: ChargeTarget, key: string): Promise<TransactionRow> {
  const { transaction } = await prepareCharge(ctx, input, target, key)
  if (!isHeld(transaction.approval)) enqueue(ctx, "charge", { transaction: transaction.id })
  return transaction
}

/** A retry after a crash: the outcome of the first attempt is looked up, and nothing is charged again. */
function resume(transaction: TransactionRow, now: Date): ChargeAttempt {
  if (transaction.status === "processing" && now.getTime() - transaction.created_at.getTime() < inFlightMs) throw generalProblem("IDM-1003")
  return { transaction, resumed: true, outcome: { status: "unknown" } }
}
