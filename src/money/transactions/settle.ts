import type { Context } from "../../kit/operation/context.ts"
import { chargePostings, creditAccount, receivedAccount, reversePostings } from "../ledger/rules.ts"
import { post } from "../ledger/store.ts"
import {
  type PaymentIntentRow,
  readInstallmentsForUpdate,
  readPaymentIntent,
  readPaymentIntentForUpdate,
  savePaymentIntent,
} from "../payment-intents/store.ts"
import { accrueSplits } from "../payment-splits/accrue.ts"
import { allocate, type Allocation } from "./rules.ts"
import { saveTransaction, type TransactionRow } from "./store.ts"

/**
 * A payment intent, the `target` of a payment, with the rows that the payment changes. The `root` (the plan, or the intent itself) carries
 * the debt and the splits; `installments` are paid down, in the order of their due dates.
 */
export type Plan = { target: PaymentIntentRow; root: PaymentIntentRow; installments: PaymentIntentRow[] }

/** Reads the root first, so that two payments of one plan lock their rows in the same order and never deadlock. */
export async function readPlanForUpdate(ctx: Context, id: string, existing?: PaymentIntentRow): Promise<Plan> {
  const intent = existing ?? (await readPaymentIntent(ctx, id))
  if (intent.plan_id === null) {
    const root = await readPaymentIntentForUpdate(ctx, id, intent)
    if (root.intent_type !== "payment-plan") return { target: root, root, installments: [root] }
    const installments = (await readInstallmentsForUpdate(ctx, root)).toSorted((a, b) => a.due_at.getTime() - b.due_at.getTime())
    const paid = installments.reduce((sum, installment) => sum + installment.paid, 0)
    // A payment that commits between the two reads makes them disagree: read both again.
    return paid === root.paid ? { target: root, root, installments } : readPlanForUpdate(ctx, id)
  }
  const root = await readPaymentIntentForUpdate(ctx, intent.plan_id)
  const target = await readPaymentIntentForUpdate(ctx, id) // read again, because it may have changed before the root was locked
  return { target, root, installments: [target] }
}

type Receipt = { surplus?: number; gatewayReference?: string | null }

/** Marks a transaction as succeeded: pays down the intent, accrues splits and posts to the ledger, in one commit. */
export async function succeed(ctx: Context, transaction: TransactionRow, plan: Plan, receipt: Receipt = {}): Promise<TransactionRow> {
  const { surplus = 0, gatewayReference = transaction.gateway_reference } = receipt
  const allocations = allocate(plan.installments, transaction.amount - surplus)
  await changePaid(ctx, plan, allocations, 1)
  post(ctx, { ...entryOf(transaction), kind: "charge", postings: postingsOf(transaction, allocations) })
  const result = { status: "succeeded", outcome: null, failure: null } as const
  return saveTransaction(ctx, transaction, { ...result, allocations, gateway_reference: gatewayReference })
}

/** Marks a transaction as reversed: exactly what it paid down is due again. */
export async function reverse(ctx: Context, transaction: TransactionRow, plan: Plan): Promise<TransactionRow> {
  const { allocations } = transaction
  await changePaid(ctx, plan, allocations, -1)
  post(ctx, {
    ...entryOf(transaction),
    effectiveAt: ctx.now,
    kind: "reversal",
    postings: reversePostings(postingsOf(transaction, allocations)),
  })
  return saveTransaction(ctx, transaction, { status: "reversed" })
}

async function changePaid(ctx: Context, { root, installments }: Plan, allocations: readonly Allocation[], sign: 1 | -1) {
  const total = allocations.reduce((sum, part) => sum + part.amount, 0)
  if (total === 0) return
  for (const { paymentIntent, amount } of allocations) {
    const installment = installments.find(each => each.id === paymentIntent)
    if (!installment) throw new Error(`payment intent ${paymentIntent} is not part of plan ${root.id}`)
    if (installment !== root) savePaymentIntent(ctx, installment, { paid: installment.paid + sign * amount })
  }
  const paid = root.paid + sign * total
  savePaymentIntent(ctx, root, { paid, splits_made: true })
  await accrueSplits(ctx, root, paid)
}

const entryOf = ({ id, currency, received_at }: TransactionRow) => ({
  source: { type: "transaction", id },
  currency,
  effectiveAt: received_at,
})

function postingsOf({ gateway, contact_id, amount }: TransactionRow, allocations: readonly Allocation[]) {
  const parts = allocations.map(part => ({ account: receivedAccount(part.paymentIntent), amount: part.amount }))
  const surplus = amount - parts.reduce((sum, part) => sum + part.amount, 0)
  return chargePostings(gateway, surplus > 0 ? [...parts, { account: creditAccount(contact_id), amount: surplus }] : parts)
}
