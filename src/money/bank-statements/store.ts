import { bigint, identity, int, json, nullable, oneOf, type Row, text, tracked } from "../../kit/db/columns.ts"
import type { Context } from "../../kit/db/context.ts"
import { nextNumber } from "../../kit/db/number-sequence.ts"
import { query, sql } from "../../kit/db/query.ts"
import { resource } from "../../kit/operation/resource.ts"
import { formatNumber } from "../../kit/pure/format-number.ts"
import { isoTime } from "../../kit/pure/time.ts"
import { statementFormats } from "../bank-lines/values.ts"
import type { BankStatement } from "./schema.ts"

const columns = {
  ...identity,
  number: text,
  own_account_id: text,
  format: oneOf(statementFormats),
  currency: text,
  from_day: text,
  to_day: text,
  opening: nullable(bigint),
  closing: nullable(bigint),
  line_count: int,
  new_count: int,
  warnings: json<string[]>(),
  sha256: text,
  ...tracked,
}
type BankStatementRow = Row<typeof columns>

const statements = resource("bank_statements", columns, {
  noun: "bank statement",
  publishes: "bankStatements",
  counted: true,
  number: "number",
  render: renderBankStatement,
})
export const { read: readStatementRow, list: listStatements } = statements

type NewStatement = Omit<BankStatementRow, "tenant_id" | "number" | keyof typeof tracked>

export async function insertStatement(ctx: Context, statement: NewStatement): Promise<BankStatement> {
  const number = formatNumber("BS", await nextNumber(ctx.tenant.id, "bank-statement"))
  return statements.insert(ctx, { ...statement, number, metadata: {} }).object
}

/** The statement that was imported from the same bytes. */
export async function findSameFile({ tenant }: Context, account: string, sha256: string): Promise<BankStatementRow | undefined> {
  const [row] = await query<BankStatementRow>(
    [tenant.id],
    sql`select * from bank_statements where tenant_id = ${tenant.id} and own_account_id = ${account} and sha256 = ${sha256}`,
  )
  return row
}

/** The last statement with a balance that ends before a day. */
export async function findStatementBefore({ tenant }: Context, account: string, day: string): Promise<BankStatementRow | undefined> {
  const [row] = await query<BankStatementRow>(
    [tenant.id],
    sql`
    select * from bank_statements
    where tenant_id = ${tenant.id} and own_account_id = ${account} and to_day < ${day} and closing is not null
    order by to_day desc, id desc limit 1`,
  )
  return row
}

/** Statements that share days with these. */
export async function findOverlapping({ tenant }: Context, account: string, from: string, to: string): Promise<string[]> {
  const rows = await query<{ number: string }>(
    [tenant.id],
    sql`
    select number from bank_statements
    where tenant_id = ${tenant.id} and own_account_id = ${account} and to_day >= ${from} and from_day <= ${to} order by id desc limit 10`,
  )
  return rows.map(({ number }) => number)
}

/** The sum of the last closing balances of all accounts in a currency; null where no statement has one. */
export async function findBankBalance({ tenant }: Context, currency: string): Promise<number | null> {
  const [row] = await query<{ n: string | null }>(
    [tenant.id],
    sql`
    select sum(closing)::text as n from (
      select distinct on (own_account_id) closing from bank_statements
      where tenant_id = ${tenant.id} and currency = ${currency} and closing is not null
      order by own_account_id, to_day desc, id desc
    ) last`,
  )
  return row?.n ? Number(row.n) : null
}

export function renderBankStatement(row: BankStatementRow): BankStatement {
  return {
    _id: row.id,
    number: row.number,
    ownAccount: row.own_account_id,
    format: row.format,
    currency: row.currency,
    from: row.from_day,
    to: row.to_day,
    opening: row.opening,
    closing: row.closing,
    balanced: row.opening === null || row.closing === null ? null : true,
    lines: row.line_count,
    new: row.new_count,
    known: row.line_count - row.new_count,
    warnings: row.warnings,
    sha256: row.sha256,
    version: row.version,
    createdAt: isoTime(row.created_at),
    updatedAt: isoTime(row.updated_at),
    metadata: row.metadata,
  }
}
