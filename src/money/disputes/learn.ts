import type { Context } from "../../kit/db/context.ts"
import { isoTime } from "../../kit/pure/time.ts"
import { creditIn } from "../../parties/contacts/rules.ts"
import { addCredit, readPayerForUpdate } from "../../parties/contacts/store.ts"
import type { DisputeSettlement } from "../gateways/dispute-gateway.ts"
import {
  cashAccount,
  contestedAccount,
  creditAccount,
  disputesAccount,
  feePostings,
  holderOf,
  movePostings,
  netPostings,
  partPostings,
  reservedAccount,
  reversePostings,
  shortfallAccount,
} from "../ledger/rules.ts"
import type { EntryKind } from "../ledger/schema.ts"
import { post } from "../ledger/store.ts"
import { savePaymentIntent } from "../payment-intents/store.ts"
import { accrueSplits } from "../payment-splits/accrue.ts"
import { type Allocation, creditedOf } from "../transactions/rules.ts"
import { type Plan, readPlanForUpdate, saveInstallments } from "../transactions/settle.ts"
import { readTransactionForUpdate, saveRefundCounters, type TransactionRow } from "../transactions/store.ts"
import { moneyOf, statusOf, takeAway } from "./rules.ts"
import { isNews, netsOfChange } from "./settlement-rules.ts"
import { type DisputeRow, type DisputeRowChange, findLost, saveDispute } from "./store.ts"

type Taken = Pick<DisputeRow, "allocations" | "credit_taken">
const nothingTaken: Taken = { allocations: [], credit_taken: 0 }

/**
 * Adds to what is known about a dispute. When that changes the outcome, the same commit moves the money and updates the intents and the
 * splits. `known` is the charge as this unit of work has changed it.
 */
export async function learn(ctx: Context, dispute: DisputeRow, facts: DisputeRowChange, known?: TransactionRow): Promise<DisputeRow> {
  const after = { ...dispute, ...facts }
  const [from, to] = [moneyOf(dispute), moneyOf({ ...after, status: statusOf(after) })]
  if (from === to) return saveBooked(ctx, dispute, facts)
  const plan = await readPlanForUpdate(ctx, dispute.payment_intent_id)
  const charge = known ?? (await readTransactionForUpdate(ctx, dispute.transaction_id))
  const { amount } = dispute
  // Its amount counts in the charge's budget until it is won, but not as an inquiry. The charge is always saved: it guards its disputes.
  const change = (to === "back" ? -amount : 0) + (from === "back" ? amount : 0)
  saveRefundCounters(ctx, charge, { disputed: charge.disputed + change })
  const taken = to === "gone" ? await takeFrom(ctx, dispute, plan, charge) : nothingTaken
  if (from === "gone") await giveBack(ctx, dispute, plan)
  const released = from === "reserved" ? movePostings(reservedAccount(dispute.id), contestedAccount(dispute.id), amount) : []
  const returned = from === "gone" ? reversePostings(lossPostings(dispute, dispute)) : []
  if (to === "gone") postFor(ctx, dispute, "dispute-lost", [...released, ...lossPostings(dispute, taken)])
  else if (to === "reserved") postFor(ctx, dispute, "dispute", reservePostings(dispute))
  else postFor(ctx, dispute, "dispute-won", [...released, ...returned])
  return saveBooked(ctx, dispute, { ...facts, ...taken })
}

/** Saves what the provider made of the dispute in its own books, in another currency than the charge's. */
export function saveSettlement(ctx: Context, dispute: DisputeRow, reported: DisputeSettlement, at: Date): DisputeRow {
  if (!isNews(dispute, reported, at)) return dispute
  const { net, fee, currency } = reported
  return saveBooked(ctx, dispute, { settlement: { net, fee, currency, at: isoTime(at) } })
}

/** Books what the change moves in the provider's own currency. */
function saveBooked(ctx: Context, before: DisputeRow, change: DisputeRowChange): DisputeRow {
  const after = saveDispute(ctx, before, change)
  for (const [currency, nets] of netsOfChange(before, after, holderOf(before) ?? before.gateway)) {
    const postings = netPostings(nets)
    if (postings.length > 0) postFor(ctx, { id: before.id, currency }, "settlement", postings)
  }
  return after
}

/** Sets the money of a dispute aside. Only an inquiry, whose money nobody took, becomes a dispute with reserved money. */
export const reservePostings = ({ id, amount }: Pick<DisputeRow, "id" | "amount">) =>
  movePostings(contestedAccount(id), reservedAccount(id), amount)

/** Saves what the gateway has taken for the dispute so far, and posts the difference. */
export function saveFees(ctx: Context, dispute: DisputeRow, fees: number, fees_at: Date): DisputeRow {
  const change = fees - dispute.fees
  const postings = feePostings(holderOf(dispute), Math.abs(change))
  if (change !== 0) postFor(ctx, dispute, "dispute-fee", change > 0 ? postings : reversePostings(postings))
  return saveDispute(ctx, dispute, { fees, fees_at })
}

/** Takes the amount from the intents that the charge paid down, then from the credit that it made; the rest is the tenant's loss. */
async function takeFrom(ctx: Context, dispute: DisputeRow, plan: Plan, charge: TransactionRow): Promise<Taken> {
  const { amount, currency, contact_id } = dispute
  const { intents, credit } = await findLost(ctx, charge.id)
  const allocations = takeAway(charge.allocations, intents, amount)
  await changeDisputed(ctx, plan, allocations, 1)
  const credited = Math.min(creditedOf(charge) - credit, amount - totalOf(allocations))
  if (credited <= 0) return { allocations, credit_taken: 0 }
  const contact = await readPayerForUpdate(ctx, contact_id)
  const credit_taken = Math.min(credited, Number(creditIn(contact.credit, currency)))
  addCredit(ctx, contact, currency, -credit_taken)
  return { allocations, credit_taken }
}

/** The bank changed its decision: gives back exactly what was taken. */
async function giveBack(ctx: Context, dispute: DisputeRow, plan: Plan) {
  await changeDisputed(ctx, plan, dispute.allocations, -1)
  if (dispute.credit_taken > 0) addCredit(ctx, await readPayerForUpdate(ctx, dispute.contact_id), dispute.currency, dispute.credit_taken)
}

/** Neither `paid` nor `refunded` changes, and partners share in what is left. */
async function changeDisputed(ctx: Context, plan: Plan, allocations: readonly Allocation[], sign: 1 | -1) {
  if (allocations.length === 0) return
  saveInstallments(ctx, plan, allocations, (row, amount) => ({ disputed: row.disputed + sign * amount }))
  const { root } = plan
  const disputed = root.disputed + sign * totalOf(allocations)
  savePaymentIntent(ctx, root, { disputed })
  await accrueSplits(ctx, { ...root, disputed })
}

function lossPostings({ gateway, connection_id, contact_id, amount }: DisputeRow, { allocations, credit_taken }: Taken) {
  const parts = [
    ...allocations.map(part => ({ account: disputesAccount(part.paymentIntent), amount: part.amount })),
    { account: creditAccount(contact_id), amount: credit_taken },
    { account: shortfallAccount(contact_id), amount: amount - totalOf(allocations) - credit_taken },
  ]
  return reversePostings(
    partPostings(
      cashAccount(holderOf({ gateway, connection_id })),
      parts.filter(part => part.amount > 0),
    ),
  )
}

const totalOf = (allocations: readonly Allocation[]) => allocations.reduce((sum, part) => sum + part.amount, 0)

function postFor(
  ctx: Context,
  { id, currency }: Pick<DisputeRow, "id" | "currency">,
  kind: EntryKind,
  postings: ReturnType<typeof movePostings>,
) {
  post(ctx, { kind, source: { type: "dispute", id }, currency, effectiveAt: ctx.now, postings })
}
