import type { Context } from "../../kit/db/context.ts"
import { StaleRead } from "../../kit/db/unit-of-work.ts"
import { newId } from "../../kit/pure/id.ts"
import { Problem } from "../../kit/pure/problem.ts"
import { chargePostings, holderOf, reversePostings, unallocatedAccount } from "../ledger/rules.ts"
import { post } from "../ledger/store.ts"
import type { Sender } from "../gateways/ports.ts"
import { findPaymentIntent, resolvePaymentIntent } from "../payment-intents/store.ts"
import { surplusOf } from "../transactions/rules.ts"
import { type Plan, readPlanForUpdate, succeed } from "../transactions/settle.ts"
import { insertTransaction } from "../transactions/store.ts"
import { assertAllocatable, intentNumbersIn, paidBy } from "./rules.ts"
import { type BankTransfer, maxReferenceLength } from "./schema.ts"
import { type BankTransferRow, insertTransfer, saveAllocated } from "./store.ts"

type Incoming = { reference: string; amount: number; currency: string }
type Transfer = Incoming & Sender & { id: string }

/** Books every transfer. It pays the intent that its reference names, and a surplus becomes credit. Without a match it is unallocated. */
export async function acceptTransfer(ctx: Context, incoming: Incoming, { gateway, connection_id }: Sender): Promise<BankTransfer> {
  const { amount, currency } = incoming
  const candidates = await Promise.all(intentNumbersIn(incoming.reference).map(number => findPaymentIntent(ctx, number)))
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

async function pay(ctx: Context, { id, reference, amount, currency, gateway, connection_id }: Transfer, plan: Plan) {
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
    metadata: {},
  })
  await succeed(ctx, transaction, plan, { surplus: surplusOf(intent, amount) })
  return { payment_intent_id: intent.id, transaction_id: transaction.id }
}

const entryOf = ({ now }: Context, { id, currency }: Transfer) => ({ source: { type: "bankTransfer", id }, currency, effectiveAt: now })
const unallocatedPostings = (transfer: Transfer) =>
  chargePostings(holderOf(transfer), [{ account: unallocatedAccount, amount: transfer.amount }])
