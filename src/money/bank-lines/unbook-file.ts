import type { Context } from "../../kit/db/context.ts"
import { reopenFile } from "../payment-files/end.ts"
import { whyNotUndone as whyPayoutStays } from "../payouts/rules.ts"
import { type PayoutWithSplits, readPayoutWithSplits, undoPaid } from "../payouts/settle.ts"
import type { TransactionRow } from "../transactions/store.ts"
import { readPaidForUpdate, undoSuccess, whyNotUndone } from "../transactions/undo.ts"
import { isOfPayout } from "./book-file.ts"
import { bankLineProblem } from "./errors.ts"
import { type BankLineRow, findMatchesForUpdate, forgetKnown, type MatchRow } from "./store.ts"

/**
 * Undoes the match of a line with the sum of a file: all payments that it confirmed wait for the bank again, in one commit. What was booked
 * before the line came stays. Payments that the job has not come to yet are left alone by it from now on.
 */
export async function unbookFile(ctx: Context, line: BankLineRow, file: string) {
  const matches = await findMatchesForUpdate(ctx, line.id)
  const confirmed = matches.filter(({ effect }) => effect === "confirmed")
  await undoPayouts(ctx, confirmed.filter(isOfPayout))
  await undoDebits(
    ctx,
    confirmed.filter(match => !isOfPayout(match)),
  )
  forgetKnown(ctx, matches)
  if (confirmed.length > 0) await reopenFile(ctx, file, new Set(confirmed.map(({ object_id }) => object_id)))
}

const refused = (object: string, reason: string) => bankLineProblem("BLN-2004", { object, reason })

async function undoPayouts(ctx: Context, matches: readonly MatchRow[]) {
  const all: PayoutWithSplits[] = []
  for (const { object_id } of matches) all.push(await readPayoutWithSplits(ctx, object_id))
  for (const { payout, splits } of all) {
    const reason = whyPayoutStays(payout, splits)
    if (reason) throw refused(payout.number, reason)
  }
  for (const each of all) undoPaid(ctx, each)
}

async function undoDebits(ctx: Context, matches: readonly MatchRow[]) {
  const all: Awaited<ReturnType<typeof readPaidForUpdate>>[] = []
  for (const { object_id } of matches) all.push(await readPaidForUpdate(ctx, object_id))
  for (const each of all) {
    const reason = await whyNotUndone(ctx, each)
    if (reason) throw refused(nameOf(each.transaction), reason)
  }
  const spent = await undoSuccess(ctx, all)
  if (spent) throw refused(nameOf(spent), "what it paid too much was spent as credit")
}

const nameOf = ({ number }: TransactionRow) => `transaction ${number}`
