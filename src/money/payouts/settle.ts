import type { Context } from "../../kit/db/context.ts"
import { countUsage } from "../../platform/billing/usage.ts"
import {
  cashAccount,
  exchangeDifferenceAccount,
  feePostings,
  movePostings,
  netPostings,
  payableAccount,
  reservedAccount,
  withdrawnAccount,
} from "../ledger/rules.ts"
import type { EntryKind } from "../ledger/schema.ts"
import { post } from "../ledger/store.ts"
import { statusOf } from "../payment-splits/rules.ts"
import { type PaymentSplitRow, readPaymentSplitForUpdate, saveSplit } from "../payment-splits/store.ts"
import { mailFailed, mailPaid } from "./mails.ts"
import { tellEnded } from "./ports.ts"
import { assertStillCovered, isReserved } from "./rules.ts"
import type { Allocation } from "./schema.ts"
import { type PayoutRow, type PayoutRowChange, readPayout, readPayoutForUpdate, savePayout } from "./store.ts"

/** A payout with the rows that it changes. It has the payout's version for If-Match, and its status and method for the rules. */
export type PayoutWithSplits = { payout: PayoutRow; splits: PaymentSplitRow[] } & Pick<
  PayoutRow,
  "version" | "status" | "method" | "number" | "file_id" | "sent_at"
>

/** Reads the splits before the payout, because all code locks them in this order. The splits of an ended payout may be deleted by now. */
export async function readPayoutWithSplits(ctx: Context, reference: string): Promise<PayoutWithSplits> {
  const { id, allocations, status } = await readPayout(ctx, reference)
  const ids = isReserved(status) || status === "paid" ? allocations.map(({ paymentSplit }) => paymentSplit) : []
  const splits = await readSplitsForUpdate(ctx, ids)
  const payout = await readPayoutForUpdate(ctx, id)
  return withSplits(payout, splits)
}

function withSplits(payout: PayoutRow, splits: PaymentSplitRow[]): PayoutWithSplits {
  const { version, status, method, number, file_id, sent_at } = payout
  return { payout, splits, version, status, method, number, file_id, sent_at }
}

/** Locks splits in the order of their ids, so that two payouts that share splits never deadlock. */
export const readSplitsForUpdate = (ctx: Context, ids: readonly string[]): Promise<PaymentSplitRow[]> =>
  Promise.all(ids.toSorted().map(id => readPaymentSplitForUpdate(ctx, id)))

/** Sets the money of a new payout aside. Two payouts can't take one split: each is saved only if it has not changed since it was read. */
export function reserve(ctx: Context, payout: PayoutRow, splits: readonly PaymentSplitRow[]) {
  for (const split of splits) saveSplit(ctx, split, { status: "scheduled", payout_id: payout.id })
  postFor(ctx, payout, "payout-reserve", movePostings(sourceOf(payout), reservedAccount(payout.id), payout.amount))
}

/** `charged` is what was taken for the payout, where its money was exchanged at another rate than it was created at. */
type Sent = { reference: string | null; fees?: number; charged?: number | undefined }

/** The money has left. */
export async function markPaid(ctx: Context, unpaid: PayoutWithSplits, sent: Sent): Promise<PayoutRow> {
  const { payout } = await bookPaid(ctx, unpaid, sent)
  if (payout.undone_at === null) await mailPaid(ctx, payout) // the partner was told the first time
  return payout
}

/**
 * The gateway reported only the return of a payout. It was paid before, so both are booked. The partner gets a mail about the return only.
 */
export const markPaidAndReturned = async (ctx: Context, paid: PayoutWithSplits, reason: string, sent: Sent): Promise<PayoutRow> =>
  markReturned(ctx, await bookPaid(ctx, paid, sent), reason)

/** Books what the payout paid of each split, and removes the debts that it netted. */
async function bookPaid(ctx: Context, { payout, splits }: PayoutWithSplits, paid: Sent): Promise<PayoutWithSplits> {
  const { fees = 0, charged = payout.amount } = paid
  const exchange_difference = charged - payout.amount
  const paidSplits = splits.map(split => {
    const paid_out = split.paid_out + amountOf(payout, split)
    return saveSplit(ctx, split, { paid_out, status: statusOf({ ...split, paid_out }) })
  })
  const sent = movePostings(reservedAccount(payout.id), cashAccount(payout.gateway), payout.amount)
  const isAgain = payout.undone_at !== null
  postFor(ctx, payout, isAgain ? "payout-again" : "payout", [...sent, ...feePostings(payout.gateway, fees)])
  if (exchange_difference !== 0) postFor(ctx, payout, "payout-exchange", differencePostings(payout, exchange_difference))
  if (!isAgain) countUsage(ctx, "payouts")
  const reference = paid.reference ?? payout.reference
  const saved = savePayout(ctx, payout, { status: "paid", outcome: null, paid_at: ctx.now, reference, fees, exchange_difference })
  await tellEnded(ctx, saved)
  return withSplits(saved, paidSplits)
}

/** The part of the money that the amount does not explain has an entry of its own: a loss where more was taken, a gain where less was. */
const differencePostings = ({ gateway }: PayoutRow, difference: number) =>
  netPostings(
    new Map([
      [exchangeDifferenceAccount, -difference],
      [cashAccount(gateway), difference],
    ]),
  )

/** Ends a payout that was not sent: its splits are due again, and its balance is free. */
export function freeReserved(ctx: Context, { payout, splits }: PayoutWithSplits, change: PayoutRowChange): PayoutRow {
  for (const split of splits) saveSplit(ctx, split, { status: statusOf(split), payout_id: null })
  postFor(ctx, payout, "payout-release", movePostings(reservedAccount(payout.id), sourceOf(payout), payout.amount))
  return savePayout(ctx, payout, { ...change, outcome: null })
}

export async function fail(ctx: Context, payout: PayoutWithSplits, failure_reason: string): Promise<PayoutRow> {
  const failed = freeReserved(ctx, payout, { status: "failed", failure_reason })
  await tellEnded(ctx, failed)
  await mailFailed(ctx, failed)
  return failed
}

/** The bank returned the money of a paid payout. A later payout that has one of its splits by now goes on. */
export async function markReturned(ctx: Context, { payout, splits }: PayoutWithSplits, failure_reason: string): Promise<PayoutRow> {
  for (const split of splits) {
    const paid_out = split.paid_out - amountOf(payout, split)
    const status = split.status === "scheduled" ? split.status : statusOf({ ...split, paid_out })
    saveSplit(ctx, split, { paid_out, status, ...(split.payout_id === payout.id && { payout_id: null }) })
  }
  postFor(ctx, payout, "payout-return", movePostings(cashAccount(payout.gateway), sourceOf(payout), payout.amount))
  const returned = savePayout(ctx, payout, { status: "returned", failure_reason })
  await tellEnded(ctx, returned)
  await mailFailed(ctx, returned)
  return returned
}

/**
 * A person has undone the match that confirmed a payout: another line stands for it. The money is set aside as before, and nobody is told.
 */
export function undoPaid(ctx: Context, { payout, splits }: PayoutWithSplits): PayoutRow {
  for (const split of splits)
    saveSplit(ctx, split, { paid_out: split.paid_out - amountOf(payout, split), status: "scheduled", payout_id: payout.id })
  postFor(ctx, payout, "payout-undone", movePostings(cashAccount(payout.gateway), reservedAccount(payout.id), payout.amount))
  return savePayout(ctx, payout, { status: "processing", paid_at: null, reference: null, undone_at: ctx.now })
}

export function assertSplitsCover({ payout, splits }: PayoutWithSplits) {
  for (const split of splits) assertStillCovered({ paymentSplit: split.id, amount: amountOf(payout, split) }, split)
}

/** What the payout pays of a split; negative when it nets a debt. */
const amountOf = ({ allocations }: { allocations: readonly Allocation[] }, split: PaymentSplitRow) =>
  allocations.find(({ paymentSplit }) => paymentSplit === split.id)!.amount

/** The account that the money is taken from: what the partner is owed, or the tenant's own balance. */
const sourceOf = ({ partnership_id }: PayoutRow) => (partnership_id === null ? withdrawnAccount : payableAccount(partnership_id))

function postFor(ctx: Context, { id, currency }: PayoutRow, kind: EntryKind, postings: ReturnType<typeof movePostings>) {
  post(ctx, { kind, source: { type: "payout", id }, currency, effectiveAt: ctx.now, postings })
}
