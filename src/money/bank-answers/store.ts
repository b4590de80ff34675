import { appendOnly } from "../../kit/db/append-only.ts"
import { identity, int, nullable, oneOf, type Row, text, tracked } from "../../kit/db/columns.ts"
import type { Context } from "../../kit/db/context.ts"
import { query, sql } from "../../kit/db/query.ts"
import { writeStatement } from "../../kit/db/statements.ts"
import { resource } from "../../kit/operation/resource.ts"
import { isoTime } from "../../kit/pure/time.ts"
import type { BankAnswer, BankAnswerWithItems } from "./schema.ts"
import { type AnswerEffect, answerEffects, answerFormats, answerKinds } from "./values.ts"

const columns = { ...identity, own_account_id: text, format: oneOf(answerFormats), count: int, sha256: text, ...tracked }
type BankAnswerRow = Row<typeof columns>

const answers = resource("bank_answers", columns, {
  noun: "bank answer",
  publishes: "bankAnswers",
  counted: true,
  render: renderBankAnswer,
})
export const { read: readBankAnswer, list: listBankAnswers } = answers

const itemColumns = {
  tenant_id: text,
  answer_id: text,
  position: int,
  kind: oneOf(answerKinds),
  code: text,
  file_id: nullable(text),
  line: nullable(int),
  effect: nullable(oneOf(answerEffects)),
  note: text,
}
export type ItemRow = Row<typeof itemColumns>
const items = appendOnly("bank_answer_items", itemColumns)

type NewAnswer = Pick<BankAnswerRow, "id" | "own_account_id" | "format" | "sha256">
export type NewItem = Pick<ItemRow, "kind" | "code" | "file_id" | "line" | "effect" | "note">

export function insertBankAnswer(ctx: Context, answer: NewAnswer, news: readonly NewItem[]): BankAnswerRow {
  const { row } = answers.insert(ctx, { ...answer, count: news.length, metadata: {} })
  for (const [i, item] of news.entries()) ctx.write(items.insert({ ...item, tenant_id: ctx.tenant.id, answer_id: row.id, position: i + 1 }))
  return row
}

/** The answer that the same bytes made. */
export async function findSameAnswer({ tenant }: Context, account: string, sha256: string): Promise<BankAnswerRow | undefined> {
  const [row] = await query<BankAnswerRow>(
    [tenant.id],
    sql`select * from bank_answers where tenant_id = ${tenant.id} and own_account_id = ${account} and sha256 = ${sha256}`,
  )
  return row
}

/** The items of an answer that are not applied yet, in their order. */
export async function findUnapplied(tenant: string, answer: string): Promise<number[]> {
  const rows = await query<{ position: number }>(
    [tenant],
    sql`
    select position from bank_answer_items
    where tenant_id = ${tenant} and answer_id = ${answer} and effect is null order by position`,
  )
  return rows.map(({ position }) => position)
}

export async function readItem({ tenant }: Context, answer: string, position: number): Promise<ItemRow | undefined> {
  const [row] = await query<ItemRow>(
    [tenant.id],
    sql`
    select * from bank_answer_items where tenant_id = ${tenant.id} and answer_id = ${answer} and position = ${position}`,
  )
  return row
}

const effects = writeStatement(
  `update bank_answer_items t set effect = r.effect, note = r.note
  from jsonb_to_recordset($1) as r(tenant_id text, answer_id text, position int, effect text, note text)
  where t.tenant_id = r.tenant_id and t.answer_id = r.answer_id and t.position = r.position and t.effect is null returning 1`,
  { exact: true },
)

/** In the commit of what the item does. Of two workers that apply it the second finds it applied, and its work is undone. */
export const saveEffect = ({ write }: Context, { tenant_id, answer_id, position }: ItemRow, effect: AnswerEffect, note: string) =>
  write({ statement: effects, row: { tenant_id, answer_id, position, effect, note } })

type Shown = ItemRow & { payout_id: string | null; transaction_id: string | null }

export async function renderWithItems({ tenant }: Pick<Context, "tenant">, answer: BankAnswerRow): Promise<BankAnswerWithItems> {
  const rows = await query<Shown>(
    [tenant.id],
    sql`
    select i.*, l.payout_id, l.transaction_id
    from bank_answer_items i
    left join payment_file_lines l on l.tenant_id = i.tenant_id and l.file_id = i.file_id and l.position = i.line
    where i.tenant_id = ${tenant.id} and i.answer_id = ${answer.id} order by i.position`,
  )
  const shown = rows.map(({ code, note, file_id, payout_id, transaction_id, effect }) => {
    return { code, words: note, paymentFile: file_id, payout: payout_id, transaction: transaction_id, effect }
  })
  return { ...renderBankAnswer(answer), items: shown }
}

function renderBankAnswer(row: BankAnswerRow): BankAnswer {
  return {
    _id: row.id,
    ownAccount: row.own_account_id,
    format: row.format,
    count: row.count,
    sha256: row.sha256,
    version: row.version,
    createdAt: isoTime(row.created_at),
    updatedAt: isoTime(row.updated_at),
    metadata: row.metadata,
  }
}
