import type { Context } from "../../kit/db/context.ts"
import { generalProblem } from "../../kit/pure/errors.ts"
import { findPaymentIntent } from "../payment-intents/store.ts"
import { findPaymentFile } from "../payment-files/store.ts"
import { findPayout } from "../payouts/store.ts"
import { findRefundIntent } from "../refund-intents/store.ts"
import { findTransaction } from "../transactions/store.ts"
import { bookLine } from "./book.ts"
import { bankLineProblem } from "./errors.ts"
import { findEvidence } from "./evidence.ts"
import { type Finding, writtenOff } from "./evidence-rules.ts"
import type { Candidate, NewMatch } from "./schema.ts"
import { type BankLineRow, saveLine } from "./store.ts"
import type { Part } from "./values.ts"

/** Books what a person has decided. */
export async function matchLine(ctx: Context, line: BankLineRow, { to, charges }: NewMatch): Promise<BankLineRow> {
  const parts = await Promise.all(to.map(({ object, amount }) => resolvePart(ctx, object, amount)))
  const twice = parts.find((part, i) => parts.findIndex(other => other.object === part.object) < i)
  if (twice) throw bankLineProblem("BLN-2003", { object: twice.label, reason: "it is named twice" })
  return bookLine(ctx, line, parts, charges)
}

async function resolvePart(ctx: Context, reference: string, amount: number): Promise<Part> {
  const part = { amount, evidence: "a person decided" }
  const intent = await findPaymentIntent(ctx, reference)
  if (intent) return { ...part, kind: "paymentIntent", object: intent.id, label: intent.number }
  const payout = await findPayout(ctx, reference)
  if (payout) return { ...part, kind: "payout", object: payout.id, label: payout.number }
  const refund = await findRefundIntent(ctx, reference)
  if (refund) return { ...part, kind: "refundIntent", object: refund.id, label: `the refund ${refund.id}` }
  const transaction = await findTransaction(ctx, reference)
  if (transaction) return { ...part, kind: "transaction", object: transaction.id, label: `transaction ${transaction.number}` }
  const file = await findPaymentFile(ctx, reference)
  if (file) return { ...part, kind: "paymentFile", object: file.id, label: file.number }
  throw generalProblem("SMR-1001", { kind: "payment intent, payout, payment file, refund intent or transaction", reference })
}

/** Books the first candidate. */
export function acceptFirst(ctx: Context, line: BankLineRow): Promise<BankLineRow> {
  const [first] = line.candidates
  if (!first) throw bankLineProblem("BLN-2003", { object: "The first candidate", reason: "there is none" })
  return bookLine(ctx, line, [first], writtenOff(line, [first]))
}

/** Books a line whose evidence is sure. Otherwise it stores candidates. */
export async function matchByEvidence(ctx: Context, line: BankLineRow): Promise<BankLineRow> {
  const { sure, candidates } = await findEvidence(ctx, line)
  if (sure.length > 0) return bookLine(ctx, line, sure, writtenOff(line, sure))
  if (candidates.length === 0) return line
  return saveLine(ctx, line, { status: "suggested", candidates: candidates.map(toCandidate) })
}

const toCandidate = ({ kind, object, label, amount, evidence, score }: Finding): Candidate => ({
  kind,
  object,
  label,
  amount,
  evidence,
  score,
})
