import type { Context } from "../kit/context.ts"
import { newId } from "../kit/id.ts"
import { chargePostings, reversed, unallocated } from "../ledger/rules.ts"
import { post } from "../ledger/store.ts"
import { findByNumber, resolvePaymentIntent } from "../payment-intents/store.ts"
import { surplusOf } from "../transactions/rules.ts"
import { type Family, succeed, takeFamily } from "../transactions/settle.ts"
import { insertTransaction } from "../transactions/store.ts"
import { assertAllocatable, numbersIn } from "./rules.ts"
import { type BankTransfer, referenceMost } from "./schema.ts"
import { type BankTransferRow, insertTransfer, saveMatched } from "./store.ts"

type Incoming = { reference: string; amount: number; currency: string }
type Transfer = Incoming & { id: string; gateway: string }

/** Money is never sent back for want of a match: it pays what its reference names, the rest is the payer's credit, and the unnamed is kept. */
export async function acceptTransfer(ctx: Context, said: Incoming, gateway: string): Promise<BankTransfer> {
  const all = await Promise.all(numbersIn(said.reference).map(number => findByNumber(ctx, number)))
  const named = all.find(intent => intent?.currency === said.currency)
  const reference = said.reference.slice(0, referenceMost).toWellFormed() // a character may be cut in two
  const transfer = { ...said, reference, id: newId(ctx.now), gateway }
  if (named) return insertTransfer(ctx, { ...transfer, ...(await pay(ctx, transfer, await takeFamily(ctx, named.id))) })
  post(ctx, { ...entryOf(ctx, transfer), kind: "transfer", postings: keptPostings(transfer) })
  return insertTransfer(ctx, transfer)
}

/** Somebody knows what it is for: it leaves where the unnamed is kept, and pays as if it had come with its number. */
export async function allocateTransfer(ctx: Context, transfer: BankTransferRow, intent: string): Promise<BankTransfer> {
  const { id } = await resolvePaymentIntent(ctx, intent)
  const family = await takeFamily(ctx, id)
  assertAllocatable(transfer, family.asked)
  post(ctx, { ...entryOf(ctx, transfer), kind: "allocation", postings: reversed(keptPostings(transfer)) })
  return saveMatched(ctx, transfer, await pay(ctx, transfer, family))
}

async function pay(ctx: Context, { id, reference, amount, currency, gateway }: Transfer, family: Family) {
  const { asked } = family
  const began = await insertTransaction(ctx, {
    payment_intent_id: asked.id,
    contact_id: asked.contact_id,
    method: "bank-transfer",
    gateway,
    gateway_reference: id,
    amount,
    currency,
    reference,
    metadata: {},
  })
  const transaction = await succeed(ctx, began, family, surplusOf(asked, amount))
  return { payment_intent_id: asked.id, transaction_id: transaction.id }
}

const entryOf = ({ now }: Context, { id, currency }: Transfer) => ({ source: { type: "bankTransfer", id }, currency, effectiveAt: now })
const keptPostings = ({ gateway, amount }: Transfer) => chargePostings(gateway, [{ account: unallocated, amount }])
