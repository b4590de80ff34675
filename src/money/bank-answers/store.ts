import { appendOnly } from "../../kit/db/append-only.ts"
import { identity, int, nullable, oneOf, type Row, text, timestamptz, tracked } from "../../kit/db/columns.ts"
import type { Context } from "../../kit/db/context.ts"
import { query, sql } from "../../kit/db/query.ts"
import { writeStatement } from "../../kit/db/statements.ts"
import { resource } from "../../kit/operation/resource.ts"
import type { ListQuery } from "../../kit/pure/filters.ts"
import type { Page } from "../../kit/pure/page.ts"
import { isoTime } from "../../kit/pure/time.ts"
import type { BankAnswer, BankAnswerWithItems, ListedAnswer } from "./schema.ts"
import { type AnswerEffect, answerEffects, answerFormats, answerKinds, type AnswerStatus } from "./values.ts"

const columns = { ...identity, own_account_id: text, format: oneOf(answerFormats), count: int, handled: int, sha256: text, ...tracked }
export type BankAnswerRow = Row<typeof columns>

const answers = resource("bank_answers", columns, {
  noun: "bank answer",
  publishes: "bankAnswers",
  counted: true,
  conditions: {
    status:
      values => `(case when ${hasItem("i.effect is null")} then 'applying' when ${hasItem(isWaiting)} then 'waiting' else 'applied' end)
      = any(${values}::text[])`,
    paymentFile: values => hasItem(`i.file_id = any(${values}::text[])`),
  },
  render: renderBankAnswer,
})
export const { read: readBankAnswer, readForUpdate: readBankAnswerForUpdate } = answers

/** `id` is that of the answer: its parts have none. */
const hasItem = (condition: string) =>
  `exists (select from bank_answer_items i where i.tenant_id = $1 and i.answer_id = id and ${condition})`
const isWaiting = "i.effect = 'waiting' and i.handled_at is null"

type Counts = { answer: string; waiting: number; unapplied: number }

export async function listBankAnswers(ctx: Context, list: ListQuery): Promise<Page<ListedAnswer>> {
  const { data, ...page } = await answers.page(ctx, list)
  const rows = await query<Counts>(
    [ctx.tenant.id],
    sql`
    select answer_id as answer, count(*) filter (where effect = 'waiting' and handled_at is null)::int as waiting,
      count(*) filter (where effect is null)::int as unapplied
    from bank_answer_items where tenant_id = ${ctx.tenant.id} and answer_id = any(${data.map(({ id }) => id)}) group by answer_id`,
  )
  const counts = new Map(rows.map(row => [row.answer, row]))
  return { ...page, data: data.map(row => ({ ...renderBankAnswer(row), ...progressOf(counts.get(row.id)) })) }
}

function progressOf({ waiting, unapplied }: Omit<Counts, "answer"> = { waiting: 0, unapplied: 0 }): {
  status: AnswerStatus
  waiting: number
} {
  return { status: unapplied > 0 ? "applying" : waiting > 0 ? "waiting" : "applied", waiting }
}

export const saveBankAnswer = (ctx: Context, before: BankAnswerRow, change: Pick<BankAnswerRow, "handled">): BankAnswerRow =>
  answers.save(ctx, before, change).row

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
  handled_at: nullable(timestamptz),
  handled_by: nullable(text),
  handling: nullable(text),
}
export type ItemRow = Row<typeof itemColumns>
const items = appendOnly("bank_answer_items", itemColumns)

type NewAnswer = Pick<BankAnswerRow, "id" | "own_account_id" | "format" | "sha256">
export type NewItem = Pick<ItemRow, "kind" | "code" | "file_id" | "line" | "effect" | "note">

const notHandled = { handled_at: null, handled_by: null, handling: null }

export function insertBankAnswer(ctx: Context, answer: NewAnswer, news: readonly NewItem[]): BankAnswerRow {
  const { row } = answers.insert(ctx, { ...answer, count: news.length, handled: 0, metadata: {} })
  for (const [i, item] of news.entries())
    ctx.write(items.insert({ ...item, ...notHandled, tenant_id: ctx.tenant.id, answer_id: row.id, position: i + 1 }))
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

const resets = writeStatement(
  `update bank_answer_items t set effect = null, note = r.note
  from jsonb_to_recordset($1) as r(tenant_id text, answer_id text, position int, note text)
  where t.tenant_id = r.tenant_id and t.answer_id = r.answer_id and t.position = r.position
    and t.effect = 'waiting' and t.handled_at is null returning 1`,
  { exact: true },
)

/** Lets the job apply a part that waits once more. */
export const resetEffect = ({ write }: Context, { tenant_id, answer_id, position, note }: ItemRow) =>
  write({ statement: resets, row: { tenant_id, answer_id, position, note } })

const handlings = writeStatement(
  `update bank_answer_items t set handled_at = r.handled_at, handled_by = r.handled_by, handling = r.handling
  from jsonb_to_recordset($1) as r(tenant_id text, answer_id text, position int, handled_at timestamptz, handled_by text, handling text)
  where t.tenant_id = r.tenant_id and t.answer_id = r.answer_id and t.position = r.position
    and t.effect = 'waiting' and t.handled_at is null returning 1`,
  { exact: true },
)

type Handled = { handled_at: Date; handled_by: string; handling: string }

export const saveHandling = ({ write }: Context, { tenant_id, answer_id, position }: ItemRow, handled: Handled) =>
  write({ statement: handlings, row: { tenant_id, answer_id, position, ...handled } })

type Shown = ItemRow & { payout_id: string | null; transaction_id: string | null }

/** The parts of an answer in its order, with the payments that they are about. */
export function findItems({ tenant }: Pick<Context, "tenant">, answer: string): Promise<Shown[]> {
  return query(
    [tenant.id],
    sql`
    select i.*, l.payout_id, l.transaction_id
    from bank_answer_items i
    left join payment_file_lines l on l.tenant_id = i.tenant_id and l.file_id = i.file_id and l.position = i.line
    where i.tenant_id = ${tenant.id} and i.answer_id = ${answer} order by i.position`,
  )
}

/** `changed` are parts that this unit of work writes: the database still has them as they were. */
export async function renderWithItems(
  ctx: Pick<Context, "tenant">,
  answer: BankAnswerRow,
  changed: readonly ItemRow[] = [],
): Promise<BankAnswerWithItems> {
  const rows = await findItems(ctx, answer.id)
  const shown = rows.map(row => ({ ...row, ...changed.find(({ position }) => position === row.position) }))
  return renderItems(answer, shown)
}

/** An answer and its parts before they are stored. */
export const renderNew = (answer: BankAnswerRow, news: readonly NewItem[]): BankAnswerWithItems =>
  renderItems(
    answer,
    news.map((item, i) => ({ ...item, ...notHandled, position: i + 1, payout_id: null, transaction_id: null })),
  )

type Rendered = Omit<Shown, "tenant_id" | "answer_id">

function renderItems(answer: BankAnswerRow, rows: readonly Rendered[]): BankAnswerWithItems {
  const unapplied = rows.filter(({ effect }) => effect === null).length
  const waiting = rows.filter(({ effect, handled_at }) => effect === "waiting" && handled_at === null).length
  return { ...renderBankAnswer(answer), ...progressOf({ waiting, unapplied }), items: rows.map(renderItem) }
}

function renderItem({
  position,
  code,
  note,
  file_id,
  payout_id,
  transaction_id,
  effect,
  ...row
}: Rendered): BankAnswerWithItems["items"][number] {
  const handled = row.handled_at === null ? null : { by: row.handled_by ?? "", at: isoTime(row.handled_at), note: row.handling ?? "" }
  return { item: position, code, words: note, paymentFile: file_id, payout: payout_id, transaction: transaction_id, effect, handled }
}

function renderBankAnswer(row: BankAnswerRow): BankAnswer {
  return {
    _id: row.id,
    ownAccount: row.own_account_id,
    format: row.format,
    count: row.count,
    handled: row.handled,
    sha256: row.sha256,
    version: row.version,
    createdAt: isoTime(row.created_at),
    updatedAt: isoTime(row.updated_at),
    metadata: row.metadata,
  }
}
