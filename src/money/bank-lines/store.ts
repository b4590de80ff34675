import {
  bigint,
  boolean,
  identity,
  insertInto,
  int,
  json,
  nullable,
  oneOf,
  type Row,
  text,
  timestamptz,
  tracked,
} from "../../kit/db/columns.ts"
import type { Context } from "../../kit/db/context.ts"
import { prepare, query, sql } from "../../kit/db/query.ts"
import { writeStatement } from "../../kit/db/statements.ts"
import { tally } from "../../kit/db/tallies.ts"
import { resource } from "../../kit/operation/resource.ts"
import { isoTime, isoTimeOrNull } from "../../kit/pure/time.ts"
import type { Stored } from "./rules.ts"
import type { BankLine, Candidate, Match, References } from "./schema.ts"
import { lineStatuses, statementFormats } from "./values.ts"

const columns = {
  ...identity,
  own_account_id: text,
  statement_id: text,
  format: oneOf(statementFormats),
  line: int,
  booked_at: timestamptz,
  value_at: nullable(timestamptz),
  amount: bigint,
  currency: text,
  name: nullable(text),
  counterparty_masked: nullable(text),
  counterparty_hash: nullable(text),
  text,
  refs: json<References>(),
  return_code: nullable(text),
  is_reversal: boolean,
  booking_key: text,
  booking_amount: bigint,
  is_complete: boolean,
  occurrence: int,
  part: int,
  possible_duplicate: nullable(text),
  status: oneOf(lineStatuses),
  matches: json<Match[]>(),
  candidates: json<Candidate[]>(),
  charges: bigint,
  note: nullable(text),
  ...tracked,
}
export type BankLineRow = Row<typeof columns>

const lines = resource("bank_lines", columns, {
  noun: "bank line",
  publishes: "bankLines",
  counted: "status",
  render: renderBankLine,
})
export const { read: readLine, readForUpdate: readLineForUpdate, list: listLines } = lines

type Change = Partial<Pick<BankLineRow, "status" | "matches" | "candidates" | "charges" | "note">>
export const saveLine = (ctx: Context, before: BankLineRow, change: Change): BankLineRow => lines.save(ctx, before, change).row

/** The fields of a line that an import knows. All others are derived. */
export type NewLine = Omit<
  BankLineRow,
  "tenant_id" | "statement_id" | "status" | "matches" | "candidates" | "charges" | "note" | keyof typeof tracked
>

const inserts = prepare(`${insertInto("bank_lines", columns)} returning 1`)
const chunkSize = 2000

/** Inserts the lines of a statement in the transaction of the import. The statement publishes one event for all of them. */
export async function insertLines(ctx: Context, statement: string, news: readonly NewLine[], onStored: (count: number) => void) {
  const { tenant, now } = ctx
  const fixed = { tenant_id: tenant.id, statement_id: statement, status: "new", matches: [], candidates: [], charges: 0, note: null }
  const managed = { metadata: {}, created_at: now, updated_at: now, version: 1, revision: 1 }
  for (let at = 0; at < news.length; at += chunkSize) {
    const rows = news.slice(at, at + chunkSize).map(line => ({ ...line, ...fixed, ...managed }))
    await ctx.lock({ ...inserts, values: [JSON.stringify(rows)] })
    onStored(at + rows.length)
  }
  if (news.length > 0) ctx.write(tally(tenant.id, "bank_lines", "new", news.length))
}

/** Two imports for one account wait for each other. What is read after it includes every line of the earlier one. */
export async function lockAccountLines({ tenant, lock }: Context, account: string) {
  await lock(sql`select pg_advisory_xact_lock(hashtextextended(${`${tenant.id} bank lines ${account}`}, 0))`)
}

/** The bookings of an account within days, each once. */
export async function findBookings({ tenant }: Context, account: string, from: Date, to: Date): Promise<Stored[]> {
  return query(
    [tenant.id],
    sql`
    select id, booking_key as key, occurrence, booking_amount as amount, format, is_complete as "isComplete",
      to_char(booked_at at time zone 'UTC', 'YYYY-MM-DD') as day
    from bank_lines
    where tenant_id = ${tenant.id} and own_account_id = ${account} and booked_at between ${from} and ${to} and part = 0
    order by id`,
  )
}

/** The next lines of a statement that nobody has looked at. */
export async function findNewLines(tenant: string, statement: string, after: string, limit: number): Promise<string[]> {
  const rows = await query<{ id: string }>(
    [tenant],
    sql`
    select id from bank_lines
    where tenant_id = ${tenant} and statement_id = ${statement} and id > ${after} and status = 'new' order by id limit ${limit}::int`,
  )
  return rows.map(({ id }) => id)
}

/** What earlier lines of the same other account were matched to. */
export async function findEarlierMatches({ tenant }: Context, hash: string): Promise<string[]> {
  const rows = await query<{ object: string }>(
    [tenant.id],
    sql`
    select distinct m ->> 'object' as object
    from (
      select matches from bank_lines
      where tenant_id = ${tenant.id} and counterparty_hash = ${hash} and status = 'matched' order by id desc limit 20
    ) l cross join lateral jsonb_array_elements(l.matches) m
    where m ->> 'kind' = 'paymentIntent'`,
  )
  return rows.map(({ object }) => object)
}

/** How many lines of a currency are not matched, and their sum, by status. */
export async function findUnmatched({ tenant }: Context, currency: string): Promise<{ status: string; count: number; amount: string }[]> {
  return query(
    [tenant.id],
    sql`
    select status, count(*)::int as count, sum(amount)::text as amount from bank_lines
    where tenant_id = ${tenant.id} and status in ('new', 'suggested', 'ignored') and currency = ${currency} group by status`,
  )
}

const insertsMatch = writeStatement(
  `insert into bank_line_matches (tenant_id, line_id, kind, object_id)
   select tenant_id, line_id, kind, object_id from jsonb_to_recordset($1) as r(tenant_id text, line_id text, kind text, object_id text)`,
)
const removesMatches = writeStatement(
  `delete from bank_line_matches m using jsonb_to_recordset($1) as r(tenant_id text, line_id text)
   where m.tenant_id = r.tenant_id and m.line_id = r.line_id`,
)

const sameMatch = "m.line_id = r.line_id and m.kind = r.kind and m.object_id = r.object_id"
const matchFields = "tenant_id text, line_id text, kind text, object_id text, effect text"
const matchEffects = writeStatement(
  `update bank_line_matches m set effect = r.effect from jsonb_to_recordset($1) as r(${matchFields})
   where m.tenant_id = r.tenant_id and ${sameMatch} and m.effect is null returning 1`,
  { exact: true },
)
const removesKnown = writeStatement(
  `delete from bank_line_matches m using jsonb_to_recordset($1) as r(${matchFields})
   where m.tenant_id = r.tenant_id and ${sameMatch} and m.effect is not distinct from r.effect returning 1`,
  { exact: true },
)

/** What a line stands for; `effect` is what the sum of a file did to a payment, null until the job has come to it. */
export type MatchRow = { tenant_id: string; line_id: string; kind: string; object_id: string; effect: "confirmed" | "noted" | null }

export function findMatches({ tenant }: Pick<Context, "tenant">, line: string): Promise<MatchRow[]> {
  return query(
    [tenant.id],
    sql`select * from bank_line_matches where tenant_id = ${tenant.id} and line_id = ${line} order by kind, object_id`,
  )
}

/** Locks what a line stands for, before the payments: the job that confirms them and a person who undoes the match wait for each other. */
export async function findMatchesForUpdate(ctx: Context, line: string): Promise<MatchRow[]> {
  const { tenant, lock } = ctx
  await lock(sql`
    select count(*) from (
      select from bank_line_matches where tenant_id = ${tenant.id} and line_id = ${line} order by kind, object_id for update
    ) locked`)
  return findMatches(ctx, line)
}

export const findMatchForUpdate = ({ tenant, lock }: Context, { line_id, kind, object_id }: MatchRow): Promise<MatchRow | undefined> =>
  lock(sql`
    select * from bank_line_matches
    where tenant_id = ${tenant.id} and line_id = ${line_id} and kind = ${kind} and object_id = ${object_id} for update`)

const idOf = ({ line_id, kind, object_id }: MatchRow) => `${line_id} ${kind} ${object_id}`

/** In the commit of the effect. If the match was undone meanwhile, nothing of it is written. */
export const saveEffect = ({ write }: Context, match: MatchRow, effect: "confirmed" | "noted") =>
  write({ statement: matchEffects, row: { ...match, effect }, id: idOf(match) })

/** In the commit that undoes what these matches did. If the job has come to one of them meanwhile, nothing of it is written. */
export const forgetKnown = ({ write }: Context, matches: readonly MatchRow[]) =>
  write(matches.map(match => ({ statement: removesKnown, row: match, id: idOf(match) })))

/** Notes that a line stands for something that only one line can stand for, such as the sending of a payout. */
export const noteMatch = ({ tenant, write }: Context, line: string, kind: string, object: string) =>
  write({ statement: insertsMatch, row: { tenant_id: tenant.id, line_id: line, kind, object_id: object } })

export const forgetMatches = ({ tenant, write }: Context, line: string) =>
  write({ statement: removesMatches, row: { tenant_id: tenant.id, line_id: line } })

/** The line that is already matched to it. */
export async function findMatchedLine({ tenant }: Context, kind: string, object: string): Promise<string | undefined> {
  const [row] = await query<{ line_id: string }>(
    [tenant.id],
    sql`select line_id from bank_line_matches where tenant_id = ${tenant.id} and kind = ${kind} and object_id = ${object}`,
  )
  return row?.line_id
}

export function renderBankLine(row: BankLineRow): BankLine {
  return {
    _id: row.id,
    ownAccount: row.own_account_id,
    statement: row.statement_id,
    format: row.format,
    line: row.line,
    bookedAt: isoTime(row.booked_at),
    valueAt: isoTimeOrNull(row.value_at),
    amount: row.amount,
    currency: row.currency,
    counterparty: { name: row.name, account: row.counterparty_masked },
    text: row.text,
    references: row.refs,
    returnCode: row.return_code,
    isReversal: row.is_reversal,
    possibleDuplicate: row.possible_duplicate,
    status: row.status,
    match: row.matches,
    candidates: row.candidates,
    charges: row.charges,
    note: row.note,
    version: row.version,
    createdAt: isoTime(row.created_at),
    updatedAt: isoTime(row.updated_at),
    metadata: row.metadata,
  }
}
