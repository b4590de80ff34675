import type { Context } from "../../kit/db/context.ts"
import { enqueue } from "../../kit/jobs/enqueue.ts"
import { asSystem } from "../../kit/operation/system.ts"
import { sum } from "../../kit/pure/money.ts"
import { batchOf } from "../payment-files/rules.ts"
import { findLines, readPaymentFileForUpdate } from "../payment-files/store.ts"
import { markPaid, readPayoutWithSplits } from "../payouts/settle.ts"
import { succeed } from "../transactions/settle.ts"
import { readPaidForUpdate } from "../transactions/undo.ts"
import { whyNotFile } from "./evidence-rules.ts"
import {
  type BankLineRow,
  findMatchedLine,
  findMatches,
  findMatchForUpdate,
  type MatchRow,
  noteMatch,
  readLine,
  saveEffect,
} from "./store.ts"
import type { Part } from "./values.ts"

type FilePayment = { kind: "payout" | "transaction"; id: string; amount: number }

/**
 * The payments of a file, or of the batch that a line names, which the bank may have booked as one sum. What it rejected before is not in
 * that sum; what it returned since is.
 */
export async function paymentsBooked(ctx: Context, file: string, { refs }: Pick<BankLineRow, "refs">): Promise<FilePayment[]> {
  const batch = batchOf(file, refs.paymentInformation ?? refs.instruction ?? null)
  const lines = (await findLines(ctx, file)).filter(line => !line.is_canceled && line.outcome !== "failed")
  return lines
    .filter(line => batch === null || line.batch === batch)
    .flatMap(({ payout_id, transaction_id, amount }): FilePayment[] => {
      if (payout_id !== null) return [{ kind: "payout", id: payout_id, amount }]
      return transaction_id === null ? [] : [{ kind: "transaction", id: transaction_id, amount }]
    })
}

/** A payment of these that another line stands for. */
export async function findTaken(ctx: Context, { amount }: Pick<BankLineRow, "amount">, payments: readonly FilePayment[]) {
  for (const { kind, id } of payments) if (await findMatchedLine(ctx, roleOf(kind, amount), id)) return id
  return undefined
}

/** Whether a line stands for a payout, and not for a debit. */
export const isOfPayout = ({ kind }: Pick<MatchRow, "kind">) => kind.startsWith("payout ")

const roleOf = (kind: FilePayment["kind"], amount: number) => `${kind} ${amount > 0 ? "in" : "out"}`

/**
 * Takes a line for the sum of a file, or returns why it can't be. The payments are booked by a job, each in a commit of its own: up to 500
 * of them would hold too many rows at once.
 */
export async function bookFile(ctx: Context, line: BankLineRow, part: Part): Promise<string | undefined> {
  const file = await readPaymentFileForUpdate(ctx, part.object)
  const payments = await paymentsBooked(ctx, file.id, line)
  const taken = await findTaken(ctx, line, payments)
  const [reason] = whyNotFile(line, file, sum(payments.map(({ amount }) => amount)), taken !== undefined)
  if (reason) return reason
  for (const { kind, id } of payments) noteMatch(ctx, line.id, roleOf(kind, line.amount), id)
  enqueue(ctx, "book-file-payments", { line: line.id })
  return undefined
}

/** Confirms the payments of a sum, each at most once. Each commit says so, so a repeat after a crash goes on with the others. */
export async function bookFilePayments(tenant: string, lineId: string) {
  const waiting = await asSystem(tenant, "book-file-payments", ctx => findMatches(ctx, lineId))
  for (const match of waiting) await asSystem(tenant, "book-file-payments", ctx => confirm(ctx, match))
}

/** Once a person has undone the match, nothing of it is booked any more. */
async function confirm(ctx: Context, known: MatchRow) {
  const match = await findMatchForUpdate(ctx, known)
  if (!match || match.effect !== null) return
  const { line_id, object_id } = match
  const isConfirmed = isOfPayout(match)
    ? await confirmPayout(ctx, object_id, await readLine(ctx, line_id))
    : await confirmDebit(ctx, object_id)
  saveEffect(ctx, match, isConfirmed ? "confirmed" : "noted")
}

async function confirmPayout(ctx: Context, id: string, { refs, text }: BankLineRow): Promise<boolean> {
  const withSplits = await readPayoutWithSplits(ctx, id)
  if (withSplits.payout.status !== "processing") return false
  await markPaid(ctx, withSplits, { reference: (refs.bank ?? text).slice(0, 200) || null })
  return true
}

async function confirmDebit(ctx: Context, id: string): Promise<boolean> {
  const { transaction: debit, plan } = await readPaidForUpdate(ctx, id)
  if (debit.status !== "processing") return false
  await succeed(ctx, debit, plan, { surplus: Math.max(0, debit.amount - (plan.target.amount - plan.target.paid)) })
  return true
}
