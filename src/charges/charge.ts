import type { z } from "zod"
import { answerWithinMs, type ChargeOrder, type Gateway, type Outcome, Unreachable } from "../gateways/gateway.ts"
import type { Context } from "../kit/context.ts"
import { enqueue } from "../kit/enqueue.ts"
import { log } from "../kit/log.ts"
import { Problem } from "../kit/problem.ts"
import { resolvePaymentIntent, touchPaymentIntent } from "../payment-intents/store.ts"
import { assertPayable, awaitsWord, surplusOf } from "../transactions/rules.ts"
import type { Transaction } from "../transactions/schema.ts"
import { succeed, takeFamily } from "../transactions/settle.ts"
import {
  findByChargeKey,
  findInFlight,
  freeDeadChargeKey,
  insertTransaction,
  saveTransaction,
  shownTransaction,
  takeTransaction,
} from "../transactions/store.ts"
import type { TransactionRow } from "../transactions/store.ts"
import { assertOffered, assertToken, firstLookMs, inFlightMs, termsOf } from "./rules.ts"
import type { NewCharge } from "./schema.ts"

/** A charge on its way: the row that was committed, whether an earlier try of the same request began it, and what the gateway says. */
export type OnItsWay = {
  transaction: TransactionRow
  resumed: boolean
  outcome: Outcome | { status: "absent" | "unreachable" | "unasked" }
}

/** Committed before the gateway hears of it: whatever happens then, the row is there to ask about. */
export async function prepareCharge(ctx: Context, asked: z.output<typeof NewCharge>, gateway: Gateway, key: string): Promise<OnItsWay> {
  assertToken(gateway, asked.token)
  const { id } = await resolvePaymentIntent(ctx, asked.paymentIntent)
  const { asked: intent, root, leaves } = await takeFamily(ctx, id)
  // After the row was taken: a twin that began before is seen, a later one makes this stale.
  const begun = await findByChargeKey(ctx, key)
  if (begun) {
    assertSame(begun, asked, gateway)
    return resume(begun, ctx.now)
  }
  freeDeadChargeKey(ctx, key)
  assertOffered(gateway, asked.method, intent.currency)
  const amount = asked.amount ?? intent.amount - intent.paid
  assertPayable(intent, amount)
  const installments = termsOf(gateway, { ...asked, amount, currency: intent.currency })
  // A plan and its installments are the same money; one installment and another are not.
  const other = await findInFlight(ctx, [root.id, ...leaves.map(leaf => leaf.id)])
  if (other) throw other.charge_key === key ? new Problem("IDM-1003") : new Problem("TRX-2004", { transaction: other.id })
  touchPaymentIntent(ctx, intent)
  if (root !== intent) touchPaymentIntent(ctx, root)
  const transaction = await insertTransaction(ctx, {
    payment_intent_id: id,
    contact_id: intent.contact_id,
    method: asked.method,
    gateway: gateway.id,
    token: asked.token,
    charge_key: key,
    amount,
    currency: intent.currency,
    installments,
    metadata: asked.metadata,
  })
  enqueue(ctx, "resolve-charge", { transaction: transaction.id }, new Date(ctx.now.getTime() + firstLookMs))
  return { transaction, resumed: false, outcome: { status: "unasked" } }
}

function assertSame(begun: TransactionRow, asked: z.output<typeof NewCharge>, { id }: Gateway) {
  const { paymentIntent, method, token, amount = begun.amount, installments } = asked
  const isThere = begun.gateway === id && begun.payment_intent_id === paymentIntent && begun.method === method && begun.token === token
  const isAsMuch = begun.amount === amount && (begun.installments?.nInstallments ?? 1) === installments
  if (!isThere || !isAsMuch) throw new Problem("IDM-1002")
}

/** The same request came again after a crash: what it began is asked about, never charged a second time. */
function resume(transaction: TransactionRow, now: Date): OnItsWay {
  if (transaction.status === "processing" && now.getTime() - transaction.created_at.getTime() < inFlightMs) throw new Problem("IDM-1003")
  return { transaction, resumed: true, outcome: { status: "unknown" } }
}

export async function callGateway(charge: OnItsWay, gateway: Gateway): Promise<OnItsWay> {
  const { transaction, resumed } = charge
  if (transaction.status !== "processing") return charge
  if (resumed) return { ...charge, outcome: await lookUp(gateway, transaction) }
  return { ...charge, outcome: await answerOf(gateway.charge(orderOf(transaction)), transaction.id) }
}

/** What became of a charge. A gateway that can't be asked now may well have charged before. */
export async function lookUp(gateway: Gateway, { tenant_id: tenant, id: key }: TransactionRow) {
  const outcome = await answerOf(gateway.lookUp(tenant, key), key)
  return outcome.status === "unreachable" ? { status: "unknown" as const } : outcome
}

function answerOf<T>(asking: Promise<T>, key: string) {
  return Promise.race([asking, silence()]).catch((error: unknown) => {
    if (error instanceof Unreachable) return { status: "unreachable" as const }
    log.warn({ error, transaction: key }, "a gateway failed to answer; the charge will be looked up")
    return { status: "unknown" as const }
  })
}

function orderOf({ tenant_id: tenant, id: key, amount, currency, method, token, installments }: TransactionRow): ChargeOrder {
  const parts = installments && { installments: { count: installments.nInstallments, total: installments.total } }
  return { tenant, key, amount, currency, method, token: token ?? "", ...parts }
}

const silence = () => new Promise<Outcome>(resolve => setTimeout(resolve, answerWithinMs, { status: "unknown" }).unref())

/** What the gateway said becomes what we know, in one commit with the answer. */
export async function concludeCharge(ctx: Context, onItsWay: OnItsWay): Promise<Transaction | Problem> {
  const { outcome, resumed } = onItsWay
  if (outcome.status === "unasked" && !resumed) return shownTransaction(onItsWay.transaction) // a rehearsal: nobody was asked
  const { id } = onItsWay.transaction
  const transaction = await takeTransaction(ctx, id)
  const settled = awaitsWord(transaction) ? await conclude(ctx, transaction, outcome) : transaction
  if (settled.status !== "failed") return shownTransaction(settled)
  const { code, message } = settled.failure as { code: string; message: string }
  if (code === "gateway_unreachable") return new Problem("GTW-2002")
  return new Problem("GTW-2001", { reason: message, declineCode: code, transaction: id })
}

/** Shared by the request, the gateway's events and the look-ups: whoever learns the outcome first writes it. */
export async function conclude(ctx: Context, transaction: TransactionRow, outcome: OnItsWay["outcome"]): Promise<TransactionRow> {
  if (outcome.status === "succeeded") {
    const family = await takeFamily(ctx, transaction.payment_intent_id)
    return succeed(ctx, { ...transaction, gateway_reference: outcome.reference }, family, surplusOf(family.asked, transaction.amount))
  }
  if (outcome.status === "declined") return fail(ctx, transaction, outcome.code, outcome.reason)
  if (transaction.status !== "processing") return transaction // given up meanwhile, and this is no word to the contrary
  // Its key is set free: surely nothing was charged, so the retry may begin anew.
  if (outcome.status === "unreachable")
    return fail(ctx, { ...transaction, charge_key: null }, "gateway_unreachable", "the gateway could not be reached")
  if (outcome.status === "processing") return saveTransaction(ctx, transaction, { outcome: null, gateway_reference: outcome.reference })
  return transaction.outcome === "unknown" ? transaction : saveTransaction(ctx, transaction, { outcome: "unknown" })
}

export const fail = (ctx: Context, transaction: TransactionRow, code: string, message: string) =>
  saveTransaction(ctx, transaction, { status: "failed", outcome: null, failure: { code, message } })
