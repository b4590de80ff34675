import type { Context } from "../../kit/db/context.ts"
import { asSystem } from "../../kit/operation/system.ts"
import { readAuthorizationForUpdate, saveAuthorization, saveCorrection } from "../authorizations/store.ts"
import { findLine, readPaymentFileForUpdate, savePaymentFile } from "../payment-files/store.ts"
import { fail as failPayout, markReturned, readPayoutWithSplits } from "../payouts/settle.ts"
import { fail, readPlanForUpdate, reverse, succeed } from "../transactions/settle.ts"
import { readTransactionForUpdate } from "../transactions/store.ts"
import { findUnapplied, type ItemRow, readItem, saveEffect } from "./store.ts"
import type { AnswerEffect } from "./values.ts"
import { endsMandate, inWords } from "./words.ts"

/** Applies each item of an answer once: a repeat after a crash finds those that are applied. */
export async function applyAnswer(tenant: string, answer: string) {
  for (const position of await findUnapplied(tenant, answer))
    while (!(await asSystem(tenant, "apply-bank-answer", ctx => applyItem(ctx, answer, position))));
}

/** Returns whether the item is done. One that is not has another step, in a commit of its own. */
async function applyItem(ctx: Context, answer: string, position: number): Promise<boolean> {
  const item = await readItem(ctx, answer, position)
  if (!item || item.effect !== null) return true
  const applied = await apply(ctx, item)
  if (applied === "more") return false
  saveEffect(ctx, item, applied.effect, applied.note ?? item.note)
  return true
}

type Applied = { effect: AnswerEffect; note?: string }
const waiting = (item: ItemRow, reason: string): Applied => ({ effect: "waiting", note: `${inWords(item.code)}; ${reason}` })

async function apply(ctx: Context, item: ItemRow): Promise<Applied | "more"> {
  if (item.file_id === null || item.kind === "other") return { effect: "known" }
  if (item.kind === "acceptance") return accept(ctx, item.file_id)
  const line = item.line === null ? undefined : await findLine(ctx, item.file_id, item.line)
  if (!line || line.is_canceled) return waiting(item, "its payment file was canceled")
  if (line.payout_id !== null) return applyToPayout(ctx, item, line.payout_id)
  if (item.kind === "correction") return correct(ctx, item, line.authorization_id!)
  return applyToDebit(ctx, item, line.transaction_id!)
}

/** Accepted is not paid: no payment changes. */
async function accept(ctx: Context, id: string): Promise<Applied> {
  const file = await readPaymentFileForUpdate(ctx, id)
  if (file.status !== "sent") return { effect: "known" }
  savePaymentFile(ctx, file, { status: "accepted" })
  return { effect: "accepted" }
}

async function applyToPayout(ctx: Context, item: ItemRow, id: string): Promise<Applied> {
  const withSplits = await readPayoutWithSplits(ctx, id)
  const { status, sent_at } = withSplits.payout
  if (item.kind === "correction") return waiting(item, "change the bank account before the next payout")
  if (status === "failed" || status === "returned") return { effect: "known" }
  if (sent_at === null) return waiting(item, "its payment file is not marked as sent")
  if (status === "processing") {
    await failPayout(ctx, withSplits, inWords(item.code))
    return { effect: "rejected" }
  }
  if (status !== "paid" || item.kind === "rejection") return waiting(item, `the payout is ${status}`)
  await markReturned(ctx, withSplits, inWords(item.code))
  return { effect: "returned" }
}

/**
 * A rejected debit was never collected. A returned one was: if the statement has not said so yet, both are booked, because the bank's
 * statement will have both.
 */
async function applyToDebit(ctx: Context, item: ItemRow, id: string): Promise<Applied | "more"> {
  const debit = await readTransactionForUpdate(ctx, id)
  const plan = await readPlanForUpdate(ctx, debit.payment_intent_id)
  const { status, refunded, refunding, disputed } = debit
  if (status === "failed" || status === "reversed") return { effect: "known" }
  if (debit.left_at === null) return waiting(item, "its payment file is not marked as sent")
  if (refunded + refunding + disputed > 0) return waiting(item, "it has refunds or disputes")
  if (item.kind === "rejection") {
    if (status !== "processing") return waiting(item, `the debit is ${status} by the statement`)
    await fail(ctx, debit, { code: item.code, message: inWords(item.code) })
    return { effect: "rejected" }
  }
  const surplus = Math.max(0, debit.amount - (plan.target.amount - plan.target.paid))
  if (status === "processing" && surplus > 0) return waiting(item, "its bill was paid in another way meanwhile")
  if (status === "processing") {
    await succeed(ctx, debit, plan, { isTakenBack: true })
    return "more"
  }
  await reverse(ctx, debit, plan)
  if (endsMandate(item.code) && debit.authorization_id !== null) await endMandate(ctx, debit.authorization_id, inWords(item.code))
  return { effect: "returned" }
}

async function endMandate(ctx: Context, id: string, reason: string) {
  const mandate = await readAuthorizationForUpdate(ctx, id)
  if (mandate.status === "active") saveAuthorization(ctx, mandate, { status: "failed", failure_reason: reason })
}

/** No debit is collected by the mandate until a person has recorded another one. */
async function correct(ctx: Context, item: ItemRow, id: string): Promise<Applied> {
  const mandate = await readAuthorizationForUpdate(ctx, id)
  if (mandate.terms === null || mandate.terms.correction === item.code || mandate.status !== "active") return { effect: "known" }
  saveCorrection(ctx, mandate, item.code)
  return { effect: "correction" }
}
