import type { Context } from "../../kit/db/context.ts"
import { fromLocal } from "../../kit/pure/calendar.ts"
import { generalProblem } from "../../kit/pure/errors.ts"
import { isoTime } from "../../kit/pure/time.ts"
import { receiveOnAccount, takeBack } from "../bank-transfers/accept.ts"
import { acceptsPayment, isUnsent } from "../transactions/rules.ts"
import { readPaymentIntent } from "../payment-intents/store.ts"
import { markPaid, markReturned, readPayoutWithSplits } from "../payouts/settle.ts"
import { settle } from "../refund-intents/settle.ts"
import { readRefundIntentForUpdate } from "../refund-intents/store.ts"
import { readPlanForUpdate, reverse, succeed } from "../transactions/settle.ts"
import { readTransactionForUpdate } from "../transactions/store.ts"
import { bookFile } from "./book-file.ts"
import { unbookFile } from "./unbook-file.ts"
import { bankLineProblem } from "./errors.ts"
import { assertWhole } from "./rules.ts"
import type { Match } from "./schema.ts"
import { type BankLineRow, findMatchedLine, forgetMatches, noteMatch, saveLine } from "./store.ts"
import type { MatchEffect, Part } from "./values.ts"

type Booked = { effect: MatchEffect; transaction?: string | null; bankTransfer?: string | null }

/**
 * Books a line, in the commit that marks it as matched. The caller has read the line for update, so of two people who match it one is
 * refused; each object is read for update, so of two lines that stand for one payout one is.
 */
export async function bookLine(ctx: Context, line: BankLineRow, parts: readonly Part[], charges: number): Promise<BankLineRow> {
  assertWhole(line, parts, charges)
  const matches: Match[] = []
  // In the order of their ids, so that two lines that pay the same intents never deadlock. The first part bears the charges.
  for (const [i, part] of parts.toSorted((a, b) => (a.object < b.object ? -1 : 1)).entries()) {
    const { effect, transaction = null, bankTransfer = null } = await book(ctx, line, part, i === 0 ? charges : 0)
    const { kind, object, amount, evidence } = part
    matches.push({ kind, object, amount, evidence, effect, transaction, bankTransfer, by: ctx.caller.user, at: isoTime(ctx.now) })
  }
  return saveLine(ctx, line, { status: "matched", matches, charges, candidates: [] })
}

async function book(ctx: Context, line: BankLineRow, part: Part, charges: number): Promise<Booked> {
  if (part.kind === "paymentIntent") return payIntent(ctx, line, part, charges)
  if (part.amount !== Math.abs(line.amount) + (line.amount > 0 ? charges : -charges))
    throw refused(part, "only payment intents can share a line")
  if (part.kind === "paymentFile") {
    assertMaySend(ctx)
    const reason = charges > 0 ? "a sum of payments has no charges" : await bookFile(ctx, line, part)
    if (reason) throw refused(part, reason)
    return { effect: "confirmed" }
  }
  if (part.kind === "payout") return bookPayout(ctx, line, part, charges)
  if (part.kind === "refundIntent") return bookRefund(ctx, line, part, charges)
  return bookTransaction(ctx, line, part, charges)
}

const refused = ({ label }: Part, reason: string) => bankLineProblem("BLN-2003", { object: label, reason })

async function payIntent(ctx: Context, line: BankLineRow, part: Part, fee: number): Promise<Booked> {
  if (line.amount < 0) throw refused(part, "money left the account, and it asks for money")
  const intent = await readPaymentIntent(ctx, part.object)
  if (intent.currency !== line.currency) throw refused(part, `it is in ${intent.currency}`)
  if (!acceptsPayment(intent)) throw refused(part, `it is ${intent.status}`)
  const reference = [line.text, line.name].filter(Boolean).join(" · ") || "bank statement"
  const receivedAt = fromLocal(line.booked_at, ctx.tenant.timezone) // a statement names a day, which is the same day in the tenant's books
  const shown = { reference, amount: part.amount, currency: line.currency, receivedAt, fee }
  const { _id, transaction } = await receiveOnAccount(ctx, shown, part.object)
  return { effect: "paid", transaction, bankTransfer: _id }
}

async function bookPayout(ctx: Context, line: BankLineRow, part: Part, fees: number): Promise<Booked> {
  assertMaySend(ctx)
  const withSplits = await readPayoutWithSplits(ctx, part.object)
  const { payout } = withSplits
  await claim(ctx, line, part)
  if (payout.gateway !== null) throw refused(part, `the gateway ${payout.gateway} reports about it`)
  if (payout.currency !== line.currency || payout.amount !== part.amount)
    throw refused(part, `it is over ${payout.amount} ${payout.currency}`)
  if (line.amount > 0) {
    if (payout.status !== "paid") throw refused(part, `it is ${payout.status}, and only a paid one can come back`)
    await markReturned(ctx, withSplits, line.return_code ? `the bank returned it: ${line.return_code}` : "the bank returned it")
    return { effect: "returned" }
  }
  if (payout.status === "paid" && fees === 0) return { effect: "noted" }
  if (payout.status !== "processing") throw refused(part, `it is ${payout.status}`)
  await markPaid(ctx, withSplits, { reference: referenceOf(line), fees })
  return { effect: "confirmed" }
}

async function bookRefund(ctx: Context, line: BankLineRow, part: Part, fees: number): Promise<Booked> {
  const refund = await readRefundIntentForUpdate(ctx, part.object)
  await claim(ctx, line, part)
  if (line.amount > 0) throw refused(part, "a refund that came back is recorded at the refund")
  if (refund.gateway !== null) throw refused(part, `the gateway ${refund.gateway} reports about it`)
  if (refund.currency !== line.currency || refund.amount !== part.amount)
    throw refused(part, `it is over ${refund.amount} ${refund.currency}`)
  if (refund.status === "settled" && fees === 0) return { effect: "noted" }
  if (refund.status !== "processing") throw refused(part, `it is ${refund.status}`)
  await settle(ctx, refund, { reference: referenceOf(line), gatewayReference: null, fees })
  return { effect: "confirmed" }
}

/** Money in: a recorded payment is confirmed, or was counted already. Money out: the bank took a payment back. */
async function bookTransaction(ctx: Context, line: BankLineRow, part: Part, fee: number): Promise<Booked> {
  const known = await readTransactionForUpdate(ctx, part.object)
  const plan = await readPlanForUpdate(ctx, known.payment_intent_id)
  await claim(ctx, line, part)
  if (known.gateway !== null || known.refund_of !== null) throw refused(part, "it is no payment on an account of yours")
  if (known.currency !== line.currency || known.amount !== part.amount) throw refused(part, `it is over ${known.amount} ${known.currency}`)
  if (isUnsent(known)) throw refused(part, "its payment file is not marked as sent")
  if (line.amount < 0) {
    if (known.status === "reversed" && fee === 0) return { effect: "noted", transaction: known.id }
    if (known.status !== "succeeded") throw refused(part, `it is ${known.status}, and only a succeeded one can be taken back`)
    assertUntouched(known, part.label)
    await reverse(ctx, known, plan)
    return { effect: "returned", transaction: known.id }
  }
  if (known.status === "succeeded" && fee === 0) return { effect: "noted", transaction: known.id }
  if (known.status !== "processing") throw refused(part, `it is ${known.status}`)
  const surplus = Math.max(0, known.amount - (plan.target.amount - plan.target.paid))
  await succeed(ctx, known, plan, { surplus, fee })
  return { effect: "confirmed", transaction: known.id }
}

const referenceOf = ({ refs, text }: BankLineRow) => (refs.bank ?? text).slice(0, 200) || null

function assertMaySend({ caller }: Context) {
  if (!caller.permissions.has("payouts.send")) throw generalProblem("PRM-1001", { permission: "payouts.send" })
}

/** One line stands for the sending of a payout, and one for its return. The database refuses a second one as well. */
async function claim(ctx: Context, line: BankLineRow, { kind, object, label }: Part) {
  const role = `${kind} ${line.amount > 0 ? "in" : "out"}`
  if (await findMatchedLine(ctx, role, object)) throw bankLineProblem("BLN-2005", { object: label })
  noteMatch(ctx, line.id, role, object)
}

type Touched = { refunded: number; refunding: number; disputed: number }

function assertUntouched({ refunded, refunding, disputed }: Touched, object: string) {
  if (refunded + refunding + disputed > 0) throw bankLineProblem("BLN-2004", { object, reason: "it has refunds or disputes" })
}

/** Undoes a match by opposite entries. A payment that was only noted needs none. Later changes by others can't be undone here. */
export async function unbookLine(ctx: Context, line: BankLineRow): Promise<BankLineRow> {
  const [first] = line.matches
  if (first?.kind === "paymentFile") {
    assertMaySend(ctx)
    await unbookFile(ctx, line, first.object)
  } else {
    for (const match of line.matches.toSorted((a, b) => (a.object < b.object ? -1 : 1))) await unbook(ctx, match)
    forgetMatches(ctx, line.id)
  }
  return saveLine(ctx, line, { status: "new", matches: [], charges: 0, note: null })
}

async function unbook(ctx: Context, { kind, object, effect, transaction: id, bankTransfer }: Match) {
  if (effect === "noted") return
  if (id === null || effect === "returned") {
    const reason = effect === "returned" ? "money that came back stays back" : "what left is recorded there"
    throw bankLineProblem("BLN-2004", { object: `the ${kind} ${object}`, reason })
  }
  const transaction = await readTransactionForUpdate(ctx, id)
  if (transaction.status !== "succeeded")
    throw bankLineProblem("BLN-2004", { object: `transaction ${transaction.number}`, reason: `it is ${transaction.status}` })
  assertUntouched(transaction, `transaction ${transaction.number}`)
  if (bankTransfer !== null) await takeBack(ctx, bankTransfer)
  else await reverse(ctx, transaction, await readPlanForUpdate(ctx, transaction.payment_intent_id))
}
