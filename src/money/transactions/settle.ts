import type { Context } from "../../kit/db/context.ts"
import { StaleRead } from "../../kit/db/unit-of-work.ts"
import { creditIn } from "../../parties/contacts/rules.ts"
import { addCredit, readPayerForUpdate } from "../../parties/contacts/store.ts"
import { countUsage } from "../../platform/billing/usage.ts"
import {
  cashAccount,
  creditAccount,
  feePostings,
  holderOf,
  partPostings,
  receivedAccount,
  reversePostings,
  shortfallAccount,
} from "../ledger/rules.ts"
import { post } from "../ledger/store.ts"
import { tellPaid } from "../payment-intents/ports.ts"
import {
  type PaymentIntentRow,
  readInstallmentsForUpdate,
  readPaymentIntent,
  readPaymentIntentForUpdate,
  savePaymentIntent,
} from "../payment-intents/store.ts"
import { accrueSplits } from "../payment-splits/accrue.ts"
import { mailReceipt } from "./mails.ts"
import { tellEnded } from "./ports.ts"
import { allocate, type Allocation, assertCreditCovers, creditedOf, isFromCredit } from "./rules.ts"
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
    // A payment that commits between the two reads makes them disagree.
    if (paid !== root.paid) throw new StaleRead(`plan ${id} and its installments were read before and after a payment`)
    return { target: root, root, installments }
  }
  const root = await readPaymentIntentForUpdate(ctx, intent.plan_id)
  const target = await readPaymentIntentForUpdate(ctx, id) // read again, because it may have changed before the root was locked
  return { target, root, installments: [target] }
}

/** The intents whose payments pay the same debt: a plan and each of its installments, but not two installments. */
export const sameDebt = ({ root, installments }: Plan): string[] => [root.id, ...installments.map(({ id }) => id)]

/** `isTakenBack`: the bank has returned it already, so the payer gets no receipt. */
type Receipt = { surplus?: number; gatewayReference?: string | null; fee?: number; isTakenBack?: boolean }

/** Marks a transaction as succeeded: pays down the intent, accrues splits and posts to the ledger, in one commit. */
export async function succeed(ctx: Context, transaction: TransactionRow, plan: Plan, receipt: Receipt = {}): Promise<TransactionRow> {
  const { surplus = 0, gatewayReference = transaction.gateway_reference, fee = 0, isTakenBack = false } = receipt
  const allocations = allocate(plan.installments, transaction.amount - surplus)
  await changePaid(ctx, plan, allocations, 1, transaction.received_at)
  const postings = [...postingsOf(transaction, allocations), ...feePostings(holderOf(transaction), fee)]
  const isAgain = transaction.undone_at !== null // its usage was counted and its receipt sent the first time
  post(ctx, { ...entryOf(transaction), kind: isAgain ? "charge-again" : "charge", postings })
  const result = { status: "succeeded", outcome: null, failure: null, action: null } as const
  const succeeded = saveTransaction(ctx, transaction, { ...result, allocations, gateway_reference: gatewayReference, fee })
  if (isFromCredit(succeeded)) await spendCredit(ctx, succeeded)
  else if (surplus > 0) addCredit(ctx, await readPayerForUpdate(ctx, succeeded.contact_id), succeeded.currency, surplus)
  if (!isFromCredit(succeeded) && !isAgain) countUsage(ctx, "payments") // credit was counted when it came in
  if (!isTakenBack && !isAgain) await mailReceipt(ctx, succeeded, plan.target, surplus)
  await tellEnded(ctx, succeeded)
  return succeeded
}

/** The credit is in the contact's row, so the commit of the payment reduces it, and two payments never spend the same credit. */
async function spendCredit(ctx: Context, { contact_id, currency, amount }: TransactionRow) {
  const contact = await readPayerForUpdate(ctx, contact_id)
  assertCreditCovers(creditIn(contact.credit, currency), { amount, currency })
  addCredit(ctx, contact, currency, -amount)
}

/** Marks a transaction as reversed: exactly what it paid down is due again. The gateway keeps its fee. */
export async function reverse(ctx: Context, transaction: TransactionRow, plan: Plan): Promise<TransactionRow> {
  const { allocations } = transaction
  await changePaid(ctx, plan, allocations, -1, null)
  const reversed = saveTransaction(ctx, transaction, { status: "reversed" })
  const shortfall = await takeCreditBack(ctx, transaction)
  const postings = reversePostings(postingsOf(transaction, allocations, shortfall))
  post(ctx, { ...entryOf(transaction), effectiveAt: ctx.now, kind: "reversal", postings })
  await tellEnded(ctx, reversed)
  return reversed
}

/** Marks a processing payment that went through no gateway as failed: nothing was paid. */
export async function fail(ctx: Context, transaction: TransactionRow, failure: { code: string; message: string }): Promise<TransactionRow> {
  const failed = saveTransaction(ctx, transaction, { status: "failed", failure })
  await tellEnded(ctx, failed)
  return failed
}

/** Takes the credit of a payment away again, as far as the contact has not spent it, and returns what is missing. */
async function takeCreditBack(ctx: Context, transaction: TransactionRow): Promise<number> {
  const { contact_id, currency } = transaction
  const credited = creditedOf(transaction)
  if (credited === 0) return 0
  const contact = await readPayerForUpdate(ctx, contact_id)
  const shortfall = Math.max(0, credited - Number(creditIn(contact.credit, currency)))
  addCredit(ctx, contact, currency, shortfall - credited)
  return shortfall
}

/** `receivedAt` is null when the money is taken back. */
export async function changePaid(ctx: Context, plan: Plan, allocations: readonly Allocation[], sign: 1 | -1, receivedAt: Date | null) {
  const total = allocations.reduce((sum, part) => sum + part.amount, 0)
  if (total === 0) return
  saveInstallments(ctx, plan, allocations, (row, amount) => paidDown(row, row.paid + sign * amount, receivedAt))
  const { root } = plan
  const paid = root.paid + sign * total
  savePaymentIntent(ctx, root, { ...paidDown(root, paid, receivedAt), splits_made: true })
  await accrueSplits(ctx, { ...root, paid })
  if (sign === 1) await tellPaid(ctx, root)
}

type InstallmentChange = Parameters<typeof savePaymentIntent>[2]

/** Saves how each allocation changes its installment of a plan. The root, which has the sum, is saved by the caller. */
export function saveInstallments(
  ctx: Context,
  { root, installments }: Plan,
  allocations: readonly Allocation[],
  changeOf: (row: PaymentIntentRow, amount: number) => InstallmentChange,
) {
  for (const { paymentIntent, amount } of allocations) {
    const installment = installments.find(each => each.id === paymentIntent)
    if (!installment) throw new Error(`payment intent ${paymentIntent} is not part of plan ${root.id}`)
    if (installment !== root) savePaymentIntent(ctx, installment, changeOf(installment, amount))
  }
}

/** The installments of a plan say when they were paid, so the plan does not. */
const paidDown = ({ amount, intent_type }: PaymentIntentRow, paid: number, receivedAt: Date | null) => ({
  paid,
  paid_at: paid === amount && intent_type !== "payment-plan" ? receivedAt : null,
})

export const entryOf = ({ id, currency, received_at }: TransactionRow) => ({
  source: { type: "transaction", id },
  currency,
  effectiveAt: received_at,
})

/** Where the money of a payment comes from. */
export const sourceOf = (payment: Pick<TransactionRow, "method" | "gateway" | "connection_id" | "contact_id">) =>
  isFromCredit(payment) ? creditAccount(payment.contact_id) : cashAccount(holderOf(payment))

export function postingsOf(transaction: TransactionRow, allocations: readonly Allocation[], shortfall = 0) {
  const { contact_id, amount } = transaction
  const paid = allocations.map(part => ({ account: receivedAccount(part.paymentIntent), amount: part.amount }))
  const surplus = amount - paid.reduce((sum, part) => sum + part.amount, 0)
  const rest = [
    { account: creditAccount(contact_id), amount: surplus - shortfall },
    { account: shortfallAccount(contact_id), amount: shortfall },
  ]
  return partPostings(sourceOf(transaction), [...paid, ...rest.filter(part => part.amount > 0)])
}
