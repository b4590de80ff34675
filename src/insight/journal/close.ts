import { createHash } from "node:crypto"
import { assertFree, assertStillHeld, hold } from "../../control/approvals/hold.ts"
import { type Approval, noApproval } from "../../control/approvals/schema.ts"
import type { Context } from "../../kit/db/context.ts"
import { enqueue } from "../../kit/jobs/enqueue.ts"
import { writtenSum } from "../../kit/pure/exact-sums.ts"
import { monthOf } from "../../kit/pure/months.ts"
import { reopeningToApprove } from "./approval-facts.ts"
import { assertClosable, assertEnded, assertLast, assertStatus } from "./close-rules.ts"
import { type CloseRow, findClosed, insertClose, lockMonths, saveClose } from "./close-store.ts"
import { journalProblem } from "./errors.ts"
import { csvOf, readBooks } from "./lines.ts"
import { mappingOf } from "./mapping-rules.ts"
import { listed, periodOfMonth } from "./rules.ts"
import type { CloseTotal } from "./schema.ts"
import { findOpenMonths } from "./store.ts"
import { totalsOf, unmappedIn } from "./totals.ts"

/**
 * Closes a month, and the open months before it. The accounts are read before the lock, because summing up a month takes longer than
 * entries should wait. From the commit on no entry is added; a job then computes the totals and the hash of what can't change any more.
 */
export async function closeMonth(ctx: Context, month: string): Promise<CloseRow> {
  const { timezone } = ctx.tenant
  assertEnded(month, monthOf(ctx.now, timezone), timezone)
  const { accounts, datev } = await assertMapped(ctx, month)
  await lockMonths(ctx)
  const closed = await findClosed(ctx)
  assertClosable(month, closed)
  const months = new Set([...(await findOpenMonths(ctx, closed[0]?.month ?? "", month)), month])
  const rows = [...months].map(each => {
    const close = insertClose(ctx, { month: each, accounts, datev })
    enqueue(ctx, "seal-journal-month", { close: close.id })
    return close
  })
  return rows.at(-1)!
}

/** A closed month must be exportable to every program, so each of its accounts has an external one. */
async function assertMapped(ctx: Context, month: string) {
  const closed = await findClosed(ctx)
  const open = [...(await findOpenMonths(ctx, closed[0]?.month ?? "", month)), month]
  const period = { from: periodOfMonth(open[0]!).from, to: periodOfMonth(month).to }
  const books = await readBooks(ctx, period)
  const unmapped = unmappedIn(await totalsOf(ctx, period, books))
  if (unmapped.length > 0) throw journalProblem("JRN-2002", { month, accounts: listed(unmapped) })
  return books.settings
}

type Seal = Pick<CloseRow, "lines" | "totals" | "sha256">

/** Reads the month as its CSV export has it. No entry is added to it any more, so this may take its time and be repeated. */
export async function sealOf(ctx: Pick<Context, "tenant">, { month, accounts }: CloseRow): Promise<Seal> {
  const mapping = mappingOf(accounts)
  const sums = new Map<string, { debit: bigint; credit: bigint }>()
  const hash = createHash("sha256")
  let lines = 0
  const pieces = csvOf(
    ctx,
    periodOfMonth(month),
    () => mapping,
    ({ currency, debit, credit }) => {
      const sum = sums.get(currency) ?? { debit: 0n, credit: 0n }
      sums.set(currency, { debit: sum.debit + BigInt(debit), credit: sum.credit + BigInt(credit) })
      lines++
    },
  )
  for await (const piece of pieces) hash.update(piece)
  const totals = [...sums]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([currency, { debit, credit }]): CloseTotal => {
      return { currency, debit: writtenSum(String(debit)), credit: writtenSum(String(credit)) }
    })
  return { lines, totals, sha256: hash.digest("hex") }
}

/** Asks for a second person's approval. The month stays closed until then. */
export async function requestReopening(ctx: Context, close: CloseRow, reason: string): Promise<CloseRow> {
  await lockMonths(ctx)
  assertStatus(close, "reopened", "closed")
  assertLast(close, await findClosed(ctx))
  const approval = await hold(ctx, reopeningToApprove(close))
  return saveClose(ctx, close, { status: "reopening", reopen_reason: reason, reopen_requested_by: ctx.caller.user, approval })
}

/** A policy that was created after the reopening was requested applies to it, too. */
export async function approveReopening(ctx: Context, close: CloseRow): Promise<CloseRow> {
  await assertFree(ctx, reopeningToApprove(close))
  return reopen(ctx, close, noApproval)
}

export async function releaseReopening(ctx: Context, close: CloseRow, approval: Approval): Promise<CloseRow> {
  assertStillHeld(close)
  return reopen(ctx, close, approval)
}

/** If a later month was closed meanwhile, this one stays closed. */
async function reopen(ctx: Context, close: CloseRow, approval: Approval): Promise<CloseRow> {
  await lockMonths(ctx)
  assertStatus(close, "reopened", "reopening")
  assertLast(close, await findClosed(ctx))
  return saveClose(ctx, close, { status: "reopened", reopened_by: ctx.caller.user, reopened_at: ctx.now, approval })
}

export function rejectReopening(ctx: Context, close: CloseRow, approval: Approval): CloseRow {
  assertStatus(close, "rejected", "reopening")
  return saveClose(ctx, close, { status: "closed", reopen_reason: null, reopen_requested_by: null, approval })
}
