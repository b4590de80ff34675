import type { Context } from "../../kit/db/context.ts"
import { audit } from "../../kit/events/audit.ts"
import { enqueue } from "../../kit/jobs/enqueue.ts"
import { bankAnswerProblem } from "./errors.ts"
import type { BankAnswerWithItems, Handling } from "./schema.ts"
import { type BankAnswerRow, findItems, type ItemRow, renderWithItems, resetEffect, saveBankAnswer, saveHandling } from "./store.ts"
import { inWords } from "./words.ts"

/** The parts that wait. Whoever changes one has locked the answer before, so two people never deal with one part. */
async function findWaiting(ctx: Context, { id }: BankAnswerRow): Promise<ItemRow[]> {
  const waiting = (await findItems(ctx, id)).filter(({ effect, handled_at }) => effect === "waiting" && handled_at === null)
  if (waiting.length === 0) throw bankAnswerProblem("BAN-2001")
  return waiting
}

export async function assertWaits(answer: BankAnswerRow, ctx: Context) {
  await findWaiting(ctx, answer)
}

const isOfPayment = ({ file_id }: ItemRow) => file_id !== null

export async function assertCanBeApplied(answer: BankAnswerRow, ctx: Context) {
  if (!(await findWaiting(ctx, answer)).some(isOfPayment)) throw bankAnswerProblem("BAN-2003")
}

/** A person has dealt with a part outside of the service. Nothing is booked. */
export async function handleItem(ctx: Context, { item, note }: Handling, answer: BankAnswerRow): Promise<BankAnswerWithItems> {
  const waiting = await findWaiting(ctx, answer)
  const found = waiting.find(({ position }) => position === item)
  if (!found) throw bankAnswerProblem("BAN-2002", { item, waiting: waiting.map(({ position }) => position).join(", ") })
  const handling = { handled_at: ctx.now, handled_by: ctx.caller.user, handling: note }
  saveHandling(ctx, found, handling)
  const saved = saveBankAnswer(ctx, answer, { handled: answer.handled + 1 })
  return renderWithItems(ctx, saved, [{ ...found, ...handling }])
}

/** What kept a part from being applied may be gone, such as a payment file that was not marked as sent. */
export async function applyAgain(ctx: Context, answer: BankAnswerRow): Promise<BankAnswerWithItems> {
  const waiting = (await findWaiting(ctx, answer)).filter(isOfPayment)
  const reset = waiting.map(item => ({ ...item, effect: null, note: inWords(item.code) }))
  for (const item of reset) resetEffect(ctx, item)
  audit(ctx, { action: "bankAnswers.retry", kind: "bankAnswers", id: answer.id })
  enqueue(ctx, "apply-bank-answer", { answer: answer.id })
  return renderWithItems(ctx, answer, reset)
}
