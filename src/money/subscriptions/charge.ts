import type { Context } from "../../kit/db/context.ts"
import { enqueue } from "../../kit/jobs/enqueue.ts"
import { hourMs } from "../../kit/pure/calendar.ts"
import type { Problem } from "../../kit/pure/problem.ts"
import { isoTime } from "../../kit/pure/time.ts"
import { readSettings } from "../../platform/tenants/settings-store.ts"
import { readAuthorization } from "../authorizations/store.ts"
import { enqueueCharge } from "../charges/charge.ts"
import type { ChargeDependent } from "../charges/ports.ts"
import { readTarget } from "../charges/target.ts"
import { savedMethodCodes } from "../gateways/values.ts"
import { readPaymentIntent } from "../payment-intents/store.ts"
import { readSavedMethod } from "../saved-methods/store.ts"
import { type CycleChargeRow, findCycleCharge, insertCycleCharge, readCycleChargeForUpdate, saveCycleCharge } from "./charge-store.ts"
import { mailFailure } from "./mails.ts"
import { chargeSourceOf, confirmUntil, isChargeable, nextAttemptAt } from "./rules.ts"
import { readSubscriptionForUpdate, saveSubscription, type SubscriptionRow, touchSubscription } from "./store.ts"

/** Which attempt to charge which cycle's payment intent. */
type Attempt = { paymentIntent: string; attempt: number }

const enqueueAttempt = (ctx: Context, attempt: Attempt, at: Date = ctx.now) => enqueue(ctx, "charge-cycle", attempt, at)

/** Called in the commit that raises the cycle. */
export function startCharging(ctx: Context, subscription: SubscriptionRow, paymentIntent: string) {
  insertCycleCharge(ctx, { id: paymentIntent, subscription_id: subscription.id })
  enqueueAttempt(ctx, { paymentIntent, attempt: 1 })
}

/**
 * Charges by the same rules as a request to charge through a gateway, and the same policies may hold it. The commit of the transaction
 * counts the attempt, so a repeated job finds it counted and does nothing.
 */
export async function attemptCharge(ctx: Context, { paymentIntent, attempt }: Attempt) {
  const charge = await readCycleChargeForUpdate(ctx, paymentIntent)
  if (charge.attempts >= attempt) return
  const subscription = await readSubscriptionForUpdate(ctx, charge.subscription_id)
  if (!isChargeable(subscription, await readPaymentIntent(ctx, paymentIntent))) return
  const source = await sourceOf(ctx, subscription)
  if (!source) return attemptLater(ctx, { paymentIntent, attempt })
  const { gateway, ...by } = source
  const key = `subscription ${paymentIntent} ${attempt}`
  const transaction = await enqueueCharge(ctx, { paymentIntent, ...by, installments: 1, metadata: {} }, await readTarget(ctx, gateway), key)
  saveCycleCharge(ctx, charge, { ...countOf(ctx, charge, attempt), transaction_id: transaction.id })
  touchSubscription(ctx, subscription) // this runs again if the subscription is canceled or gets another mandate meanwhile
}

/** What the money is taken from. Undefined while the payer's bank has not decided on the mandate, or no card is saved. */
async function sourceOf(ctx: Context, { authorization_id, saved_method_id }: SubscriptionRow) {
  if (authorization_id !== null) {
    const { id: authorization, gateway, status } = await readAuthorization(ctx, authorization_id)
    return status === "pending" || status === "pending-approval" ? undefined : { authorization, gateway, method: "direct-debit" }
  }
  if (saved_method_id === null) return undefined
  const { id: savedMethod, gateway, method } = await readSavedMethod(ctx, saved_method_id)
  return { savedMethod, gateway, method }
}

/** Whether the next cycle can be charged. Without a card that works, it asks the payer, who can save one with that payment. */
export async function canCharge(ctx: Context, subscription: SubscriptionRow): Promise<boolean> {
  const { authorization_id, saved_method_id } = subscription
  if (chargeSourceOf(subscription) !== "saved-method") return authorization_id !== null
  return saved_method_id !== null && (await readSavedMethod(ctx, saved_method_id)).status === "active"
}

const countOf = ({ now }: Context, { first_attempt_at }: CycleChargeRow, attempts: number) => ({
  attempts,
  first_attempt_at: first_attempt_at ?? now,
})

/** How long an attempt waits for a mandate that is not active yet, or for another charge of the same payment intent. */
const waitMs = hourMs
const attemptLater = (ctx: Context, attempt: Attempt) => enqueueAttempt(ctx, attempt, new Date(ctx.now.getTime() + waitMs))

/** The rules of charges refused the attempt, for example because the mandate was revoked. It counts as failed, without a transaction. */
export async function noteRefusal(ctx: Context, { paymentIntent, attempt }: Attempt, { code, message }: Problem) {
  const charge = await readCycleChargeForUpdate(ctx, paymentIntent)
  if (charge.attempts >= attempt) return
  if (code === "TRX-2004") return attemptLater(ctx, { paymentIntent, attempt })
  await noteFailure(ctx, charge, { code, message }, { ...countOf(ctx, charge, attempt), transaction_id: null })
}

/** Tries again on one of the tenant's dunning days, and after the last of them asks the payer by mail, in the commit of the failure. */
async function noteFailure(ctx: Context, charge: CycleChargeRow, { code, message }: Cause, count: Partial<CycleChargeRow> = {}) {
  const paymentIntent = charge.id
  const failure = { paymentIntent, code, message, at: isoTime(ctx.now) }
  const { attempts, first_attempt_at } = saveCycleCharge(ctx, charge, { ...count, failure })
  const subscription = await readSubscriptionForUpdate(ctx, charge.subscription_id)
  saveSubscription(ctx, subscription, { last_failure: failure })
  const { dunning_days } = await readSettings(ctx)
  const retryAt = nextAttemptAt(first_attempt_at ?? ctx.now, dunning_days, ctx.now)
  if (retryAt) enqueueAttempt(ctx, { paymentIntent, attempt: attempts + 1 }, retryAt)
  else await mailFailure(ctx, subscription, paymentIntent)
}
type Cause = { code: string; message: string }

export const cycleChargeDependent: ChargeDependent = {
  /** The gateway declined the last attempt of a cycle, at once or days later. */
  async failed(ctx, { id, payment_intent_id, authorization_id, saved_method_id, failure }) {
    if ((authorization_id ?? saved_method_id) === null || failure === null) return
    const existing = await findCycleCharge(ctx, payment_intent_id)
    if (existing?.transaction_id !== id) return
    const charge = await readCycleChargeForUpdate(ctx, existing.id)
    await noteFailure(ctx, charge, failure)
  },

  /** The payer's bank asks for the payer, who gets a mail. The attempt ends after the last day on which it would be tried again. */
  async waits(ctx, { id, payment_intent_id, saved_method_id }) {
    const charge = saved_method_id === null ? undefined : await findCycleCharge(ctx, payment_intent_id)
    if (charge?.transaction_id !== id) return
    const { dunning_days } = await readSettings(ctx)
    const until = confirmUntil(charge.first_attempt_at ?? ctx.now, dunning_days, ctx.now)
    enqueue(ctx, "end-unconfirmed", { paymentIntent: payment_intent_id, transaction: id }, until)
  },
}

/** The payer did not confirm the attempt in time, or gave it up. It counts as failed, unless the payer has paid since. */
export async function noteUnconfirmed(ctx: Context, paymentIntent: string, transaction: string) {
  const charge = await readCycleChargeForUpdate(ctx, paymentIntent)
  const subscription = await readSubscriptionForUpdate(ctx, charge.subscription_id)
  if (charge.transaction_id !== transaction || !isChargeable(subscription, await readPaymentIntent(ctx, paymentIntent))) return
  const message = "the payer's bank asked for a confirmation, and the payer gave none in time; nothing was charged"
  await noteFailure(ctx, charge, { code: savedMethodCodes.authenticate, message })
}
