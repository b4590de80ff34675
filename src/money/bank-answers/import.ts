import type { Context } from "../../kit/db/context.ts"
import { enqueue } from "../../kit/jobs/enqueue.ts"
import { newId } from "../../kit/pure/id.ts"
import { decimal } from "../../kit/pure/money.ts"
import { UnreadableFile } from "../../kit/pure/xml.ts"
import { sha256 } from "../../kit/service/crypto.ts"
import { lockOwnAccount, type OwnAccountRow, resolveOwnAccount } from "../../parties/own-accounts/store.ts"
import { batchOf } from "../payment-files/rules.ts"
import { findLines, findLinesByTrace, findPaymentFile, type LineRow } from "../payment-files/store.ts"
import type { Answer } from "./answer.ts"
import { bankAnswerProblem } from "./errors.ts"
import { readAnswer } from "./read.ts"
import type { AnswerImport, BankAnswerWithItems } from "./schema.ts"
import { findSameAnswer, insertBankAnswer, type NewItem, renderNew, renderWithItems } from "./store.ts"
import type { AnswerFormat } from "./values.ts"
import { inWords } from "./words.ts"

/** Stores a file completely or not at all, in one commit. A job applies it afterwards, each answer in a commit of its own. */
export async function importAnswer(ctx: Context, { file, ownAccount }: AnswerImport): Promise<BankAnswerWithItems> {
  const { id: account } = await resolveOwnAccount(ctx, ownAccount)
  const hash = sha256(file.bytes)
  const same = await findSameAnswer(ctx, account, hash)
  if (same) return renderWithItems(ctx, same)
  const { format, answers } = read(file.bytes)
  const own = await lockOwnAccount(ctx, account) // two imports of one file take turns
  const items: NewItem[] = []
  const traced = await findLinesByTrace(
    ctx,
    account,
    answers.flatMap(({ trace }) => trace ?? []),
  )
  for (const answer of answers) items.push(...(await itemsOf(ctx, own, answer, traced)))
  const row = insertBankAnswer(ctx, { id: newId(ctx.now), own_account_id: account, format, sha256: hash }, items)
  enqueue(ctx, "apply-bank-answer", { answer: row.id })
  return renderNew(row, items)
}

function read(bytes: Buffer): { format: AnswerFormat; answers: Answer[] } {
  try {
    return readAnswer(bytes)
  } catch (error) {
    if (!(error instanceof UnreadableFile)) throw error
    const { line, message: reason } = error
    throw bankAnswerProblem("BAN-1001", { where: line === null ? "" : `line ${line}: `, line, reason })
  }
}

/** One item for each payment that an answer is about. What is accepted is accepted as a file. */
async function itemsOf(ctx: Context, account: OwnAccountRow, answer: Answer, traced: ReadonlyMap<string, LineRow>): Promise<NewItem[]> {
  const { kind, code, original, batch, endToEndId, trace } = answer
  const item = { kind, code, file_id: null, line: null, effect: null, note: inWords(code) }
  const waiting = (note: string): NewItem[] => [{ ...item, effect: "waiting", note }]
  if (trace !== null) {
    const line = traced.get(trace)
    if (!line) return waiting(`${code}: no payment of this account has the trace number ${trace}`)
    if (kind === "return" && answer.amount !== line.amount)
      return waiting(`${code}: the bank returns ${decimal(answer.amount ?? 0, "USD")} of ${decimal(line.amount, "USD")} USD`)
    return [{ ...item, file_id: line.file_id, line: line.position }]
  }
  const file = original === null ? undefined : await findPaymentFile(ctx, original.toLowerCase())
  if (!file || file.own_account_id !== account.id) throw bankAnswerProblem("BAN-1002", { message: original, account: account.name })
  const lines = await findLines(ctx, file.id)
  if (endToEndId !== null) {
    const line = lines.find(({ payout_id, transaction_id }) => (payout_id ?? transaction_id) === endToEndId.toLowerCase())
    return line
      ? [{ ...item, file_id: file.id, line: line.position }]
      : waiting(`${code}: no payment of the file has the id ${endToEndId.slice(0, 35)}`)
  }
  if (kind !== "rejection") return [{ ...item, file_id: file.id }]
  const number = batchOf(file.id, batch)
  if (batch !== null && number === null) return waiting(`${code}: the file has no batch ${batch.slice(0, 35)}`)
  return lines.filter(line => number === null || line.batch === number).map(line => ({ ...item, file_id: file.id, line: line.position }))
}
