import type { Context } from "../kit/context.ts"
import { chargePostings, contactCredit, received, reversed } from "../ledger/rules.ts"
import { post } from "../ledger/store.ts"
import {
  type PaymentIntentRow,
  readPaymentIntent,
  savePaymentIntent,
  takeInstallments,
  takePaymentIntent,
} from "../payment-intents/store.ts"
import { accrueSplits } from "../payment-splits/accrue.ts"
import { allocate, type Allocation } from "./rules.ts"
import { saveTransaction, type TransactionRow } from "./store.ts"

/** An intent with what it stands in: the `root` carries the debt and the partners, the `leaves` are what is paid down. */
export type Family = { asked: PaymentIntentRow; root: PaymentIntentRow; leaves: PaymentIntentRow[] }

/** The root is taken first, always, so that two payments of one plan never wait for each other in a circle. */
export async function takeFamily(ctx: Context, id: string, known?: PaymentIntentRow): Promise<Family> {
  const read = known ?? (await readPaymentIntent(ctx, id))
  if (read.plan_id === null) {
    const root = await takePaymentIntent(ctx, id, read)
    if (root.intent_type !== "payment-plan") return { asked: root, root, leaves: [root] }
    const leaves = (await takeInstallments(ctx, root)).toSorted((a, b) => a.due_at.getTime() - b.due_at.getTime())
    // Read one after the other: a payment between the two makes them disagree, so look again.
    return leaves.reduce((sum, leaf) => sum + leaf.paid, 0) === root.paid ? { asked: root, root, leaves } : takeFamily(ctx, id)
  }
  const root = await takePaymentIntent(ctx, read.plan_id)
  const asked = await takePaymentIntent(ctx, id) // again: under the root's lock it is as it will stay
  return { asked, root, leaves: [asked] }
}

/** The money is there: the intent is paid down, partners earn their share, the books say so, and the transaction succeeded. */
export async function succeed(ctx: Context, transaction: TransactionRow, family: Family, surplus = 0): Promise<TransactionRow> {
  const allocations = allocate(family.leaves, transaction.amount - surplus)
  await move(ctx, family, allocations, 1)
  post(ctx, { ...entryOf(transaction), kind: "charge", postings: postingsOf(transaction, allocations) })
  return saveTransaction(ctx, transaction, { status: "succeeded", outcome: null, failure: null, allocations })
}

/** The money went back after all: exactly what it paid down is owed again. */
export async function reverse(ctx: Context, transaction: TransactionRow, family: Family): Promise<TransactionRow> {
  const { allocations } = transaction
  await move(ctx, family, allocations, -1)
  post(ctx, { ...entryOf(transaction), effectiveAt: ctx.now, kind: "reversal", postings: reversed(postingsOf(transaction, allocations)) })
  return saveTransaction(ctx, transaction, { status: "reversed" })
}

async function move(ctx: Context, { root, leaves }: Family, allocations: readonly Allocation[], sign: 1 | -1) {
  const whole = allocations.reduce((sum, part) => sum + part.amount, 0)
  if (whole === 0) return
  for (const { paymentIntent, amount } of allocations) {
    const leaf = leaves.find(each => each.id === paymentIntent)
    if (!leaf) throw new Error(`payment intent ${paymentIntent} is not of this payment`)
    if (leaf !== root) savePaymentIntent(ctx, leaf, { paid: leaf.paid + sign * amount })
  }
  const paid = root.paid + sign * whole
  savePaymentIntent(ctx, root, { paid, splits_made: true })
  await accrueSplits(ctx, root, paid)
}

const entryOf = ({ id, currency, received_at }: TransactionRow) => ({
  source: { type: "transaction", id },
  currency,
  effectiveAt: received_at,
})

function postingsOf({ gateway, contact_id, amount }: TransactionRow, allocations: readonly Allocation[]) {
  const parts = allocations.map(part => ({ account: received(part.paymentIntent), amount: part.amount }))
  const surplus = amount - parts.reduce((sum, part) => sum + part.amount, 0)
  return chargePostings(gateway, surplus > 0 ? [...parts, { account: contactCredit(contact_id), amount: surplus }] : parts)
}
