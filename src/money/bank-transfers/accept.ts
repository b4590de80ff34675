import type { Context } from "../../kit/db/context.ts"
import { StaleRead } from "../../kit/db/unit-of-work.ts"
import { newId } from "../../kit/pure/id.ts"
import { Problem } from "../../kit/pure/problem.ts"
import { chargePostings, holderOf, reversePostings, unallocatedAccount } from "../ledger/rules.ts"
import { post } from "../ledger/store.ts"
import type { Sender } from "../gateways/ports.ts"
import { numbersOfReferencesIn } from "../payment-intents/creditor-reference.ts"
import { findPaymentIntent, resolvePaymentIntent } from "../payment-intents/store.ts"
import { surplusOf } from "../transactions/rules.ts"
import { type Plan, readPlanForUpdate, reverse, succeed } from "../transactions/settle.ts"
import { insertTransaction, readTransactionForUpdate } from "../transactions/store.ts"
import { assertAllocatable, intentNumbersIn, paidBy } from "./rules.ts"
import { type BankTransfer, maxReferenceLength } from "./schema.ts"
import { type BankTransferRow, insertTransfer, readTransferForUpdate, saveAllocated, saveReversed } from "./store.ts"
import { ownHolder } from "./values.ts"

type Incoming = { reference: string; amount: number; currency: string }
type Transfer = Incoming & Sender & { id: string }

/** Books every transfer. It pays the intent that its reference names, and a surplus becomes credit. Without a match it is unallocated. */
export async function acceptTransfer(ctx: Context, incoming: Incoming, { gateway, connection_id }: Sender): Promise<BankTransfer> {
  const { amount, currency } = incoming
  const numbers = new Set([...numbersOfReferencesIn(ctx.tenant.id, incoming.reference), ...intentNumbersIn(incoming.reference)])
  const candidates = await Promise.all([...numbers].map(number => findPaymentIntent(ctx, number)))
  const intent = paidBy(currency, candidates)
  const reference = incoming.reference.slice(0, maxReferenceLength).toWellFormed() // the cut may split a surrogate pair
  const transfer = { id: newId(ctx.now), reference, amount, currency, gateway, connection_id }
  if (intent) return insertTransfer(ctx, { ...transfer, ...(await pay(ctx, transfer, await planOf(ctx, intent.id))) })
  post(ctx, { ...entryOf(ctx, transfer), kind: "transfer", postings: unallocatedPostings(transfer) })
  return insertTransfer(ctx, transfer)
}

/**
 * The intent may have been deleted since it was found. The money has arrived, so this runs again and books the transfer without the intent.
 */
async function planOf(ctx: Context, intent: string): Promise<Plan> {
  try {
    return await readPlanForUpdate(ctx, intent)
  } catch (error) {
    throw error instanceof Problem && error.code === "GEN-1004" ? new StaleRead("the payment intent was deleted", { cause: error }) : error
  }
}

/** Moves an unallocated transfer out of its account and pays the intent as if the reference had named it. */
export async function allocateTransfer(ctx: Context, transfer: BankTransferRow, intent: string): Promise<BankTransfer> {
  const { id } = await resolvePaymentIntent(ctx, intent)
  const plan = await readPlanForUpdate(ctx, id)
  assertAllocatable(transfer, plan.target)
  post(ctx, { ...entryOf(ctx, transfer), kind: "allocation", postings: reversePostings(unallocatedPostings(transfer)) })
  return saveAllocated(ctx, transfer, await pay(ctx, transfer, plan))
}

type Shown = Incoming & { receivedAt: Date; fee: number }

/** Books a payment that a bank statement has shown on an own account. `fee` is what the bank kept of the amount. */
export async function receiveOnAccount(ctx: Context, { receivedAt, fee, ...incoming }: Shown, intent: string): Promise<BankTransfer> {
  const reference = incoming.reference.slice(0, maxReferenceLength).toWellFormed()
  const transfer = { ...incoming, id: newId(ctx.now), reference, gateway: ownHolder, connection_id: null }
  const plan = await planOf(ctx, intent)
  return insertTransfer(ctx, { ...transfer, ...(await pay(ctx, transfer, plan, { receivedAt, fee })) })
}

/** Takes such a payment back, because it was for something else: the opposite is booked, and what it paid is due again. */
export async function takeBack(ctx: Context, transfer: string) {
  const row = await readTransferForUpdate(ctx, transfer)
  const transaction = await readTransactionForUpdate(ctx, row.transaction_id ?? "")
  await reverse(ctx, transaction, await readPlanForUpdate(ctx, transaction.payment_intent_id))
  saveReversed(ctx, row)
}

type Receipt = { receivedAt?: Date; fee?: number }

async function pay(ctx: Context, transfer: Transfer, plan: Plan, { receivedAt = ctx.now, fee = 0 }: Receipt = {}) {
  const { id, reference, amount, currency, connection_id } = transfer
  const gateway = transfer.gateway === ownHolder ? null : transfer.gateway
  const intent = plan.target
  const transaction = await insertTransaction(ctx, {
    payment_intent_id: intent.id,
    contact_id: intent.contact_id,
    method: "bank-transfer",
    gateway,
    connection_id,
    gateway_reference: id,
    amount,
    currency,
    reference,
    received_at: receivedAt,
    metadata: {},
  })
  await succeed(ctx, transaction, plan, { surplus: surplusOf(intent, amount), fee })
  return { payment_intent_id: intent.id, transaction_id: transaction.id }
}

const entryOf = ({ now }: Context, { id, currency }: Transfer) => ({ source: { type: "bankTransfer", id }, currency, effectiveAt: now })
const unallocatedPostings = (transfer: Transfer) =>
  chargePostings(holderOf(transfer), [{ account: unallocatedAccount, amount: transfer.amount }])
