import type { Context } from "../../kit/db/context.ts"
import { sum } from "../../kit/pure/money.ts"
import { creditIn } from "../../parties/contacts/rules.ts"
import { addCredit, readPayerForUpdate } from "../../parties/contacts/store.ts"
import { reversePostings } from "../ledger/rules.ts"
import { post } from "../ledger/store.ts"
import type { PaymentIntentRow } from "../payment-intents/store.ts"
import { findProcessingCharge } from "./processing-store.ts"
import { type Allocation, creditedOf } from "./rules.ts"
import { changePaid, entryOf, type Plan, postingsOf, readPlanForUpdate, sameDebt } from "./settle.ts"
import { readTransactionForUpdate, saveTransaction, type TransactionRow } from "./store.ts"

type Paid = { transaction: TransactionRow; plan: Plan }

export async function readPaidForUpdate(ctx: Context, id: string): Promise<Paid> {
  const transaction = await readTransactionForUpdate(ctx, id)
  return { transaction, plan: await readPlanForUpdate(ctx, transaction.payment_intent_id) }
}

/** Why a payment can't wait for the bank again: later facts depend on it. */
export async function whyNotUndone(ctx: Context, { transaction, plan }: Paid): Promise<string | undefined> {
  const { status, refunded, refunding, disputed } = transaction
  if (status !== "succeeded") return `it is ${status}`
  if (refunded + refunding + disputed > 0) return "it has refunds or disputes"
  const other = await findProcessingCharge(ctx, sameDebt(plan))
  return other && `transaction ${other.number} is collecting the same debt`
}

/**
 * A person has undone the match that confirmed these payments: another line stands for them. What they paid down is due again, and they
 * wait for the bank as before. Those of one plan change it together, because a unit of work does not read what it writes. Returns a payment
 * whose surplus was spent as credit: then nothing may be written.
 */
export async function undoSuccess(ctx: Context, payments: readonly Paid[]): Promise<TransactionRow | undefined> {
  const spent = await takeCreditsBack(ctx, payments)
  if (spent) return spent
  for (const group of Map.groupBy(payments, ({ plan }) => plan.root.id).values()) await changeTogether(ctx, group)
  for (const { transaction } of payments) {
    saveTransaction(ctx, transaction, { status: "processing", allocations: [], undone_at: ctx.now })
    const postings = reversePostings(postingsOf(transaction, transaction.allocations))
    post(ctx, { ...entryOf(transaction), effectiveAt: ctx.now, kind: "charge-undone", postings })
  }
  return undefined
}

async function changeTogether(ctx: Context, group: readonly Paid[]) {
  const { root, target } = group[0]!.plan
  const installments = new Map<string, PaymentIntentRow>([[root.id, root]])
  for (const { plan } of group) for (const each of plan.installments) if (!installments.has(each.id)) installments.set(each.id, each)
  const parts = Map.groupBy(
    group.flatMap(({ transaction }) => transaction.allocations),
    ({ paymentIntent }) => paymentIntent,
  )
  const allocations = [...parts].map(([paymentIntent, all]): Allocation => ({ paymentIntent, amount: sum(all.map(each => each.amount)) }))
  await changePaid(ctx, { root, target, installments: [...installments.values()] }, allocations, -1, null)
}

/** The credit of a contact is one row, too. */
async function takeCreditsBack(ctx: Context, payments: readonly Paid[]): Promise<TransactionRow | undefined> {
  const withCredit = payments.map(({ transaction }) => transaction).filter(transaction => creditedOf(transaction) > 0)
  for (const group of Map.groupBy(withCredit, ({ contact_id }) => contact_id).values()) {
    const { contact_id, currency } = group[0]! // a file has one currency
    const contact = await readPayerForUpdate(ctx, contact_id)
    const credited = sum(group.map(creditedOf))
    if (Number(creditIn(contact.credit, currency)) < credited) return group[0]
    addCredit(ctx, contact, currency, -credited)
  }
  return undefined
}
