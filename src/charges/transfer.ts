import type { Context } from "../kit/context.ts"
import { newId } from "../kit/id.ts"
import { chargePostings, unallocated } from "../ledger/rules.ts"
import { post } from "../ledger/store.ts"
import { findByNumber } from "../payment-intents/store.ts"
import { succeed, takeFamily } from "../transactions/settle.ts"
import { insertTransaction } from "../transactions/store.ts"
import { numberIn, surplusOf } from "./rules.ts"
import type { BankTransfer } from "./schema.ts"
import { insertTransfer } from "./store.ts"

type Incoming = { reference: string; amount: number; currency: string }

/** Money is never sent back for want of a match: it pays what its reference names, the rest is the payer's credit, and the unnamed is kept. */
export async function acceptTransfer(ctx: Context, { reference, amount, currency }: Incoming, gateway: string): Promise<BankTransfer> {
  const number = numberIn(reference)
  const named = number === undefined ? undefined : await findByNumber(ctx, number)
  const id = newId(ctx.now)
  if (!named || named.currency !== currency) {
    const postings = chargePostings(gateway, [{ account: unallocated, amount }])
    post(ctx, { kind: "transfer", source: { type: "bankTransfer", id }, currency, effectiveAt: ctx.now, postings })
    return insertTransfer(ctx, { id, reference, amount, currency, payment_intent_id: null, transaction_id: null })
  }
  const family = await takeFamily(ctx, named.id)
  const began = await insertTransaction(ctx, {
    payment_intent_id: named.id,
    contact_id: named.contact_id,
    method: "bank-transfer",
    gateway,
    gateway_reference: id,
    amount,
    currency,
    reference,
    metadata: {},
  })
  const transaction = await succeed(ctx, began, family, surplusOf(family.asked, amount))
  return insertTransfer(ctx, { id, reference, amount, currency, payment_intent_id: named.id, transaction_id: transaction.id })
}
