import type { Context } from "../../kit/db/context.ts"
import type { PayoutDependent } from "../payouts/ports.ts"
import { type PayoutRow, readPayoutForUpdate, savePayout } from "../payouts/store.ts"
import { assertCancelable, assertSendable, assertStillWaits, statusOfFile } from "./rules.ts"
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
type FileWithPayouts = { file: PaymentFileRow; payouts: PayoutRow[] } & Pick<PaymentFileRow, "version" | "status">

/** Reads the payouts before the file, because a payout that ends is locked before its file. */
export async function readFileWithPayouts(ctx: Context, reference: string): Promise<FileWithPayouts> {
  const { id } = await readPaymentFile(ctx, reference)
  const ids = (await findLines(ctx, id)).filter(line => !line.is_canceled).map(({ payout_id }) => payout_id)
  const payouts: PayoutRow[] = []
  for (const payout of ids.toSorted()) payouts.push(await readPayoutForUpdate(ctx, payout))
  const file = await readPaymentFileForUpdate(ctx, id)
  return { file, payouts, version: file.version, status: file.status }
}

/** A person has given the file to the bank. From now on its payments may be executed. */
export async function markSent(ctx: Context, { file, payouts }: FileWithPayouts): Promise<PaymentFileWithLines> {
  assertSendable(file)
  for (const payout of payouts) assertStillWaits(payout)
  for (const payout of payouts) savePayout(ctx, payout, { sent_at: ctx.now })
  const sent = savePaymentFile(ctx, file, { status: "sent", sent_at: ctx.now })
  return renderWithLines(sent, await findLines(ctx, file.id))
}

/** Nobody has sent the file, so its payouts wait for another one. */
export async function cancelFile(ctx: Context, { file, payouts }: FileWithPayouts): Promise<PaymentFileWithLines> {
  assertCancelable(file)
  for (const payout of payouts) savePayout(ctx, payout, { file_id: null })
  cancelLines(ctx, file)
  const lines = await findLines(ctx, file.id)
  return renderWithLines(
    savePaymentFile(ctx, file, { status: "canceled" }),
    lines.map(line => ({ ...line, is_canceled: true })),
  )
}

/** A payout of a file was paid, failed or came back. Reads the others after the file is locked, so that the last one sees them all. */
export const paymentFileDependent: PayoutDependent = {
  async ended(ctx, { id, file_id, status }) {
    if (file_id === null) return
    const file = await readPaymentFileForUpdate(ctx, file_id)
    const others = (await findLines(ctx, file_id)).filter(line => line.payout_id !== id)
    savePaymentFile(ctx, file, { status: statusOfFile(file.status, [...others.map(line => line.payout_status), status]) })
  },
}
