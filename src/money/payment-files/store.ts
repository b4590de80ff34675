import { appendOnly } from "../../kit/db/append-only.ts"
import { bigint, boolean, identity, int, nullable, oneOf, type Row, text, timestamptz, tracked } from "../../kit/db/columns.ts"
import type { Context } from "../../kit/db/context.ts"
import { nextNumber } from "../../kit/db/number-sequence.ts"
import { query, sql } from "../../kit/db/query.ts"
import { resealColumn } from "../../kit/db/secret-key-marker.ts"
import { writeStatement } from "../../kit/db/statements.ts"
import { resource } from "../../kit/operation/resource.ts"
import { asSystem } from "../../kit/operation/system.ts"
import { formatNumber } from "../../kit/pure/format-number.ts"
import { isoTime, isoTimeOrNull } from "../../kit/pure/time.ts"
import { isOutdated, seal, unseal } from "../../kit/service/crypto.ts"
import type { PayoutStatus } from "../payouts/values.ts"
import { assertCanFollow, statusOfLine } from "./rules.ts"
import type { PaymentFile, PaymentFileWithLines } from "./schema.ts"
import { directions, fileFormats, fileStatuses, sequences } from "./values.ts"

const columns = {
  ...identity,
  number: text,
  own_account_id: text,
  direction: oneOf(directions),
  format: oneOf(fileFormats),
  profile: text,
  execution_date: text,
  made_on: text,
  modifier: nullable(text),
  currency: text,
  count: int,
  total: bigint,
  sha256: text,
  status: oneOf(fileStatuses),
  sent_at: nullable(timestamptz),
  ...tracked,
}
export type PaymentFileRow = Row<typeof columns>

const files = resource("payment_files", columns, {
  noun: "payment file",
  publishes: "paymentFiles",
  counted: "status",
  number: "number",
  render: renderPaymentFile,
})
export const { find: findPaymentFile, read: readPaymentFile, readForUpdate: readPaymentFileForUpdate, list: listPaymentFiles } = files

const lineColumns = {
  tenant_id: text,
  file_id: text,
  position: int,
  payout_id: nullable(text),
  transaction_id: nullable(text),
  authorization_id: nullable(text),
  sequence: nullable(oneOf(sequences)),
  amount: bigint,
  name: text,
  account: text,
  remittance: text,
  trace: nullable(text),
  batch: int,
  is_canceled: boolean,
}
export type LineRow = Row<typeof lineColumns>
const lines = appendOnly("payment_file_lines", lineColumns)
const contents = appendOnly("payment_file_contents", { tenant_id: text, id: text, sealed: text })

const numberOfFile = async (tenant: string) => formatNumber("PF", await nextNumber(tenant, "payment file"))

type Made = Omit<PaymentFileRow, "tenant_id" | "number" | "status" | "sent_at" | "created_at" | "updated_at" | "version" | "revision">
export type NewLine = Omit<LineRow, "tenant_id" | "file_id" | "position" | "is_canceled">
/** A line with a payout. */
export const noDebit = { transaction_id: null, authorization_id: null, sequence: null }

/** The bytes are stored in the commit that makes the file, so that nobody ever gets others. */
export async function insertPaymentFile(ctx: Context, file: Made, content: string, entries: readonly NewLine[]): Promise<PaymentFileRow> {
  const { tenant, write } = ctx
  const { row } = files.insert(ctx, { ...file, number: await numberOfFile(tenant.id), status: "made", sent_at: null })
  write(contents.insert({ tenant_id: tenant.id, id: file.id, sealed: seal(content, sealPlace(tenant.id, file.id)) }))
  for (const [i, line] of entries.entries())
    write(lines.insert({ ...line, tenant_id: tenant.id, file_id: file.id, position: i + 1, is_canceled: false }))
  return row
}

type Change = Partial<Pick<PaymentFileRow, "status" | "sent_at">>

/** A save without a change touches the row, so that two payments of a file that end at the same time see each other. */
export function savePaymentFile(ctx: Context, before: PaymentFileRow, change: Change): PaymentFileRow {
  const { status = before.status } = change
  assertCanFollow(before.status, status)
  if (status === before.status) files.touch(ctx, before)
  return files.save(ctx, before, change).row
}

const cancellations = writeStatement(`
  update payment_file_lines t set is_canceled = true
  from jsonb_to_recordset($1) as r(tenant_id text, file_id text) where t.tenant_id = r.tenant_id and t.file_id = r.file_id`)

/** Lets the payments of a file that was never sent be in another one. */
export const cancelLines = ({ write }: Context, { tenant_id, id }: PaymentFileRow) =>
  write({ statement: cancellations, row: { tenant_id, file_id: id } })

/** What has become of a payment, in the words of payouts. */
type PaymentInFile = LineRow & { outcome: PayoutStatus; failure_reason: string | null }

/** The payments of a file in its order, with what has become of each. */
export function findLines({ tenant }: Pick<Context, "tenant">, file: string): Promise<PaymentInFile[]> {
  return query(
    [tenant.id],
    sql`
    select l.*, coalesce(p.failure_reason, t.failure ->> 'message') as failure_reason, coalesce(p.status, case t.status
      when 'succeeded' then 'paid' when 'reversed' then 'returned' when 'failed' then 'failed' else 'processing' end) as outcome
    from payment_file_lines l
    left join payouts p on p.tenant_id = l.tenant_id and p.id = l.payout_id
    left join transactions t on t.tenant_id = l.tenant_id and t.id = l.transaction_id
    where l.tenant_id = ${tenant.id} and l.file_id = ${file}
    order by l.position`,
  )
}

/** Files of an account that the bank has, and whose payments are this sum. The newest first. */
export function findSentFiles({ tenant }: Context, account: string, total: number): Promise<PaymentFileRow[]> {
  return query(
    [tenant.id],
    sql`
    select * from payment_files
    where tenant_id = ${tenant.id} and own_account_id = ${account} and total = ${total} and status in ('sent', 'accepted', 'partly')
    order by id desc limit 5`,
  )
}

/** The payment at a place of a file, with what has become of it. */
export const findLine = async (ctx: Pick<Context, "tenant">, file: string, position: number): Promise<PaymentInFile | undefined> =>
  (await findLines(ctx, file)).find(line => line.position === position)

/** The entries of NACHA files of an account by their trace numbers; the newest where several have one. */
export async function findLinesByTrace(
  { tenant }: Pick<Context, "tenant">,
  account: string,
  traces: readonly string[],
): Promise<ReadonlyMap<string, LineRow>> {
  if (traces.length === 0) return new Map()
  const rows = await query<LineRow & { trace: string }>(
    [tenant.id],
    sql`
    select distinct on (l.trace) l.* from payment_file_lines l
    join payment_files f on f.tenant_id = l.tenant_id and f.id = l.file_id
    where l.tenant_id = ${tenant.id} and l.trace = any(${traces}) and f.own_account_id = ${account} and not l.is_canceled
    order by l.trace, l.file_id desc`,
  )
  return new Map(rows.map(row => [row.trace, row]))
}

/** How many NACHA files were made for an account on a day. Read it after the account is locked. */
export async function countMadeOn({ tenant }: Context, account: string, day: string): Promise<number> {
  const [row] = await query<{ n: number }>(
    [tenant.id],
    sql`
    select count(*)::int as n from payment_files
    where tenant_id = ${tenant.id} and own_account_id = ${account} and made_on = ${day} and modifier is not null`,
  )
  return row!.n
}

/** The bytes of a file. They have whole account numbers: never log them. */
export async function readContent({ tenant }: Context, { id }: PaymentFileRow): Promise<string> {
  const [row] = await query<{ sealed: string }>(
    [tenant.id],
    sql`
    select sealed from payment_file_contents where tenant_id = ${tenant.id} and id = ${id}`,
  )
  return unseal(row!.sealed, sealPlace(tenant.id, id))
}

const sealPlace = (tenant: string, id: string) => `${tenant} payment file ${id}`

const reseals = writeStatement(
  `update payment_file_contents t set sealed = r.sealed
  from jsonb_to_recordset($1) as r(tenant_id text, id text, before text, sealed text)
  where t.tenant_id = r.tenant_id and t.id = r.id and t.sealed = r.before returning 1`,
  { exact: true },
)

/** Seals the files of an older SECRET_KEY with the current one, and returns how many. Keep the older key until then. */
export const resealPaymentFiles = (): Promise<number> =>
  resealColumn("payment_file_contents", "sealed", (tenant, id) =>
    asSystem(tenant, "seal payment files", async ctx => {
      const [row] = await query<{ sealed: string }>(
        [tenant],
        sql`
        select sealed from payment_file_contents where tenant_id = ${tenant} and id = ${id}`,
      )
      if (!row || !isOutdated(row.sealed)) return 0
      const place = sealPlace(tenant, id)
      ctx.write({ statement: reseals, row: { tenant_id: tenant, id, before: row.sealed, sealed: seal(unseal(row.sealed, place), place) } })
      return 1
    }),
  )

function renderPaymentFile(row: PaymentFileRow): PaymentFile {
  return {
    _id: row.id,
    number: row.number,
    ownAccount: row.own_account_id,
    direction: row.direction,
    format: row.format,
    executionDate: row.execution_date,
    currency: row.currency,
    count: row.count,
    total: row.total,
    sha256: row.sha256,
    status: row.status,
    sentAt: isoTimeOrNull(row.sent_at),
    version: row.version,
    createdAt: isoTime(row.created_at),
    updatedAt: isoTime(row.updated_at),
    metadata: row.metadata,
  }
}

type Shown = Omit<LineRow, "tenant_id" | "file_id" | "position"> & Pick<PaymentInFile, "outcome" | "failure_reason">

export function renderWithLines(row: PaymentFileRow, payments: readonly Shown[]): PaymentFileWithLines {
  const rendered = payments.map(line => ({
    payout: line.payout_id,
    transaction: line.transaction_id,
    sequence: line.sequence,
    endToEndId: line.trace ?? line.payout_id ?? line.transaction_id ?? "",
    amount: line.amount,
    name: line.name,
    account: line.account,
    remittance: line.remittance,
    status: statusOfLine(row.status, line.is_canceled, line.outcome),
    reason: line.failure_reason,
  }))
  return { ...renderPaymentFile(row), lines: rendered }
}
