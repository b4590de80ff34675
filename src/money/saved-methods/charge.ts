import type { Context } from "../../kit/db/context.ts"
import { enqueue } from "../../kit/jobs/enqueue.ts"
import { savedMethodCodes } from "../gateways/values.ts"
import type { TransactionRow } from "../transactions/store.ts"
import { mailAuthentication } from "./mails.ts"
import { assertChargeable, mayFollow, statusAfterDecline } from "./rules.ts"
import {
  readSavedMethod,
  readSavedMethodForUpdate,
  resolveSavedMethod,
  saveSavedMethod,
  type SavedMethodRow,
  touchSavedMethod,
} from "./store.ts"

/** The method that a charge takes the money from. The charge commits only while the method is active. */
export async function resolveChargeableMethod(
  ctx: Context,
  reference: string,
  charge: { contact: string; gateway: string },
): Promise<SavedMethodRow> {
  const row = await readSavedMethodForUpdate(ctx, (await resolveSavedMethod(ctx, reference)).id)
  assertChargeable(row, charge)
  touchSavedMethod(ctx, row)
  return row
}

type Charge = Pick<TransactionRow, "id" | "saved_method_id">

/** Whether the payer saves the method with this charge. Otherwise the charge takes the money from a method that was saved before. */
export const isSavedBy = ({ transaction_id }: SavedMethodRow, { id }: Charge) => transaction_id === id

const methodOf = (ctx: Context, { saved_method_id }: Charge) =>
  saved_method_id === null ? undefined : readSavedMethod(ctx, saved_method_id)

/** The payment of a payer who agreed has succeeded: the worker asks the gateway what it has saved. */
export async function afterSuccess(ctx: Context, charge: Charge) {
  const saved = await methodOf(ctx, charge)
  if (saved && isSavedBy(saved, charge)) enqueue(ctx, "read-saved-method", { savedMethod: saved.id })
}

/** The charge has ended without a payment. `code` is why the gateway declined it, if it did. */
export async function afterFailure(ctx: Context, charge: TransactionRow, code?: string) {
  const found = await methodOf(ctx, charge)
  if (!found) return
  const saved = await readSavedMethodForUpdate(ctx, found.id, found)
  const status = isSavedBy(saved, charge) ? "failed" : statusAfterDecline(code ?? "")
  if (status && mayFollow(saved.status, status)) saveSavedMethod(ctx, saved, status)
  if (code === savedMethodCodes.authenticate && !isSavedBy(saved, charge)) await mailAuthentication(ctx, charge, saved)
}

/** The bank asks for the payer. A payer who is at the page sees it there; one who is absent gets a mail, once. */
export async function afterAction(ctx: Context, charge: TransactionRow) {
  const saved = await methodOf(ctx, charge)
  if (saved && !isSavedBy(saved, charge)) await mailAuthentication(ctx, charge, saved)
}
