import { assertStillHeld } from "../../control/approvals/hold.ts"
import type { Gate } from "../../control/approvals/ports.ts"
import type { Context } from "../../kit/db/context.ts"
import { databaseClock } from "../../kit/db/database-clock.ts"
import { enqueue } from "../../kit/jobs/enqueue.ts"
import { resolveChargeableAuthorization } from "../authorizations/debit.ts"
import { readPaymentIntent, touchPaymentIntent } from "../payment-intents/store.ts"
import { describeRecent } from "../payment-splits/partners.ts"
import { canceledWith, factsOf } from "../transactions/approval-facts.ts"
import { afterFailure, isSavedBy, resolveChargeableMethod } from "../saved-methods/charge.ts"
import { readSavedMethod } from "../saved-methods/store.ts"
import { transactionProblem } from "../transactions/errors.ts"
import { findProcessingCharge } from "../transactions/processing-store.ts"
import { assertPayable, isDebitByFile } from "../transactions/rules.ts"
import { type Plan, readPlanForUpdate, sameDebt, succeed } from "../transactions/settle.ts"
import {
  findRecentTransactions,
  findTransaction,
  readTransactionForUpdate,
  saveTransaction,
  type TransactionRow,
} from "../transactions/store.ts"
import { lookUpLater } from "./charge.ts"
import { firstLookUpDelayMs } from "./rules.ts"

/** Recorded payments and gateway charges that a policy holds. */
export const transactionGate: Gate = {
  async find(ctx, reference) {
    const transaction = await findTransaction(ctx, reference)
    if (!transaction) return undefined
    return { id: transaction.id, facts: factsOf(transaction, await readPaymentIntent(ctx, transaction.payment_intent_id)) }
  },

  async release(ctx, id, approval) {
    const held = await readTransactionForUpdate(ctx, id)
    assertStillHeld(held)
    const plan = await readPlanForUpdate(ctx, held.payment_intent_id)
    assertPayable(plan.target, held.amount)
    const isCharge = held.release_to === "charge"
    const released = saveTransaction(ctx, held, { status: "processing", approval, ...(isCharge && startOf(ctx, held)) })
    if (held.release_to === "succeeded") await succeed(ctx, released, plan)
    else if (isCharge) await startCharge(ctx, released, plan)
    else {
      if (isDebitByFile(held)) await assertAlone(ctx, plan)
      touchPaymentIntent(ctx, plan.target)
    }
  },

  /** Contract: a rejected payment becomes canceled. */
  async stop(ctx, id, approval) {
    const held = await readTransactionForUpdate(ctx, id)
    assertStillHeld(held)
    await afterFailure(ctx, held)
    saveTransaction(ctx, held, canceledWith(held, approval.status))
  },

  async recent(ctx, since, limit) {
    return describeRecent(ctx, await findRecentTransactions(ctx, since, limit), row => factsOf(row, row))
  },
}

/** The gateway is called by the worker, after this unit of work has committed. */
async function startCharge(ctx: Context, transaction: TransactionRow, plan: Plan) {
  await assertAlone(ctx, plan)
  const { authorization_id, contact_id: contact, currency, gateway, amount } = transaction
  if (authorization_id !== null)
    await resolveChargeableAuthorization(ctx, authorization_id, { contact, currency, gateway: gateway!, amount })
  await assertMethodChargeable(ctx, transaction)
  for (const intent of new Set([plan.target, plan.root])) touchPaymentIntent(ctx, intent)
  enqueue(ctx, "charge", { transaction: transaction.id })
  lookUpLater(ctx, transaction, firstLookUpDelayMs)
}

async function assertAlone(ctx: Context, plan: Plan) {
  const other = await findProcessingCharge(ctx, sameDebt(plan))
  if (other) throw transactionProblem("TRX-2004", { transaction: other.id })
}

/** A method that is saved by the charge itself is not active yet. */
async function assertMethodChargeable(ctx: Context, transaction: TransactionRow) {
  const { saved_method_id, contact_id: contact, gateway } = transaction
  if (saved_method_id === null || isSavedBy(await readSavedMethod(ctx, saved_method_id), transaction)) return
  await resolveChargeableMethod(ctx, saved_method_id, { contact, gateway: gateway! })
}

/** A held charge begins when it is released. */
const startOf = ({ now }: Context, { left_at }: TransactionRow) => ({ received_at: now, left_at: left_at && databaseClock.now() })
