import type { Context } from "../../kit/db/context.ts"
import type { PayoutDependent } from "../payouts/ports.ts"
import { type PayoutRow, readPayoutForUpdate, savePayout } from "../payouts/store.ts"
import type { PayoutStatus } from "../payouts/values.ts"
import type { TransactionDependent } from "../transactions/ports.ts"
import { readTransactionForUpdate, saveTransaction, type TransactionRow } from "../transactions/store.ts"
import { assertCancelable, assertDebitStillWaits, assertSendable, assertStillWaits, statusOfFile } from "./rules.ts"
import type { PaymentFileWithLines } from "./schema.ts"
import {
  cancelLines,
  findLines,
  type PaymentFileRow,
  readPaymentFile,
  readPaymentFileForUpdate,
  renderWithLines,
  savePaymentFile,
} from "./store.ts"

/** A file with what its operations change. It has the file's version for If-Match, and its status for the rules. */
type FileWithPayments = { file: PaymentFileRow; payouts: PayoutRow[]; debits: TransactionRow[] } & Pick<
  PaymentFileRow,
  "version" | "status"
>

/** Reads the payments before the file, because a payment that ends is locked before its file. */
export async function readFileWithPayments(ctx: Context, reference: string): Promise<FileWithPayments> {
  const { id } = await readPaymentFile(ctx, reference)
  const lines = (await findLines(ctx, id)).filter(line => !line.is_canceled)
  const payouts: PayoutRow[] = []
  for (const payout of lines.flatMap(line => line.payout_id ?? []).toSorted()) payouts.push(await readPayoutForUpdate(ctx, payout))
  const debits: TransactionRow[] = []
  for (const debit of lines.flatMap(line => line.transaction_id ?? []).toSorted()) debits.push(await readTransactionForUpdate(ctx, debit))
  const file = await readPaymentFileForUpdate(ctx, id)
  return { file, payouts, debits, version: file.version, status: file.status }
}

/** A person has given the file to the bank. From now on its payments may be executed. */
export async function markSent(ctx: Context, { file, payouts, debits }: FileWithPayments): Promise<PaymentFileWithLines> {
  assertSendable(file)
  for (const payout of payouts) assertStillWaits(payout)
  for (const debit of debits) assertDebitStillWaits(debit)
  for (const payout of payouts) savePayout(ctx, payout, { sent_at: ctx.now })
  for (const debit of debits) saveTransaction(ctx, debit, { left_at: ctx.now })
  const sent = savePaymentFile(ctx, file, { status: "sent", sent_at: ctx.now })
  return renderWithLines(sent, await findLines(ctx, file.id))
}

/** Nobody has sent the file, so its payments wait for another one. */
export async function cancelFile(ctx: Context, { file, payouts, debits }: FileWithPayments): Promise<PaymentFileWithLines> {
  assertCancelable(file)
  for (const payout of payouts) savePayout(ctx, payout, { file_id: null })
  for (const debit of debits) saveTransaction(ctx, debit, { file_id: null })
  cancelLines(ctx, file)
  const lines = await findLines(ctx, file.id)
  return renderWithLines(
    savePaymentFile(ctx, file, { status: "canceled" }),
    lines.map(line => ({ ...line, is_canceled: true })),
  )
}

/** Saves what has become of a file. Reads the other payments after the file is locked, so that the last one that ends sees them all. */
async function ended(ctx: Context, fileId: string, id: string, outcome: PayoutStatus) {
  const file = await readPaymentFileForUpdate(ctx, fileId)
  const others = (await findLines(ctx, fileId)).filter(line => (line.payout_id ?? line.transaction_id) !== id)
  savePaymentFile(ctx, file, { status: statusOfFile(file.status, [...others.map(line => line.outcome), outcome]) })
}

/** A payout of a file was paid, failed or came back. */
export const payoutsInFiles: PayoutDependent = {
  async ended(ctx, { id, file_id, status }) {
    if (file_id !== null) await ended(ctx, file_id, id, status)
  },
}

/** A person has undone the match that confirmed these payments of a file: in the same commit they wait for the bank again. */
export async function reopenFile(ctx: Context, fileId: string, undone: ReadonlySet<string>) {
  const file = await readPaymentFileForUpdate(ctx, fileId)
  const lines = await findLines(ctx, fileId)
  const outcomes = lines.map(line => (undone.has(line.payout_id ?? line.transaction_id ?? "") ? "processing" : line.outcome))
  savePaymentFile(ctx, file, { status: statusOfFile(file.status === "settled" ? "sent" : file.status, outcomes) })
}

const outcomes: Partial<Record<TransactionRow["status"], PayoutStatus>> = { succeeded: "paid", reversed: "returned", failed: "failed" }

/** A debit of a file was paid, failed or came back. */
export const debitsInFiles: TransactionDependent = {
  async ended(ctx, { id, file_id, status }) {
    if (file_id !== null) await ended(ctx, file_id, id, outcomes[status] ?? "processing")
  },
}
