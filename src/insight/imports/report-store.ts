import { appendOnly } from "../../kit/db/append-only.ts"
import { batchedLookup } from "../../kit/db/batched-lookup.ts"
import { boolean, identity, int, nullable, oneOf, type Row, text } from "../../kit/db/columns.ts"
import type { Context } from "../../kit/db/context.ts"
import { queryPage } from "../../kit/db/list-query.ts"
import { query, sql } from "../../kit/db/query.ts"
import { writeStatement } from "../../kit/db/statements.ts"
import { type ListQuery, narrow } from "../../kit/pure/filters.ts"
import type { Page } from "../../kit/pure/page.ts"
import { sha256 } from "../../kit/service/crypto.ts"
import type { ImportRow } from "./schema.ts"
import { type ImportKind, maxRows, type RowOutcome, rowOutcomes } from "./values.ts"

const columns = {
  ...identity,
  import_id: text,
  dry_run: boolean,
  line: int,
  key: nullable(text),
  outcome: oneOf(rowOutcomes),
  object_id: nullable(text),
  code: nullable(text),
  message: nullable(text),
}
type ReportRecord = Row<typeof columns>
/** What has become of a row. */
export type Result = Omit<ReportRecord, "tenant_id" | "id" | "import_id" | "dry_run">
const reports = appendOnly("import_rows", columns)

/** In the order of the lines. A second report about the same row is refused as a duplicate. */
function reportIdOf(importId: string, isDryRun: boolean, line: number): string {
  return importId.slice(0, 11) + importId.slice(-6) + (isDryRun ? "0" : "1") + line.toString(16).padStart(6, "0")
}

export function insertReport({ tenant, write }: Context, import_id: string, dry_run: boolean, result: Result) {
  write(reports.insert({ tenant_id: tenant.id, id: reportIdOf(import_id, dry_run, result.line), import_id, dry_run, ...result }))
}

const deletesOfDryRun = writeStatement(
  `delete from import_rows t using jsonb_to_recordset($1) as r(tenant_id text, import_id text)
   where t.tenant_id = r.tenant_id and t.import_id = r.import_id and t.dry_run`,
  { first: true },
)
/** A new dry run, or another mapping, makes the report of the earlier one wrong. */
export const deleteCheck = ({ tenant, write }: Context, import_id: string) =>
  write({ statement: deletesOfDryRun, row: { tenant_id: tenant.id, import_id } })

/** What was reported in earnest about rows between two lines. After a crash these are not worked off again. */
export function findReported({ tenant }: Pick<Context, "tenant">, importId: string, isDryRun: boolean, from: number, to: number) {
  return query<{ line: number; outcome: RowOutcome }>(
    [tenant.id],
    sql`
    select line, outcome from import_rows
    where tenant_id = ${tenant.id} and import_id = ${importId} and dry_run = ${isDryRun} and id >= ${reportIdOf(importId, isDryRun, from)}
      and id <= ${reportIdOf(importId, isDryRun, to)}`,
  )
}

export async function listReports(ctx: Context, query: ListQuery, importId: string): Promise<Page<ImportRow>> {
  const { data, ...rest } = await queryPage<ReportRecord>(ctx, { from: "import_rows" }, narrow(query, "import_id", importId))
  return { data: data.map(renderReport), ...rest }
}

/** The whole report, in the order of the lines. */
export async function readReports({ tenant }: Context, importId: string, isDryRun: boolean, outcome?: RowOutcome): Promise<ImportRow[]> {
  const rows = await query<ReportRecord>(
    [tenant.id],
    sql`
    select * from import_rows
    where tenant_id = ${tenant.id} and import_id = ${importId} and dry_run = ${isDryRun} and (${outcome ?? null}::text is null
      or outcome = ${outcome ?? null})
    order by id limit ${maxRows}::int`,
  )
  return rows.map(renderReport)
}

const renderReport = ({ id, line, key, dry_run, outcome, object_id, code, message }: ReportRecord): ImportRow => ({
  _id: id,
  line,
  key,
  dryRun: dry_run,
  outcome,
  object: object_id,
  code,
  message,
})

/** The object that a key stands for, and hashes of what its file said about it, by field. */
type StoredKey = { object_id: string; content: Record<string, string> }

const findByHash = batchedLookup<{ tenant_id: string; kind: string; key: string }, StoredKey>(`
  select n, t.* from jsonb_to_recordset($1) as input(n int, tenant_id text, kind text, key text)
  cross join lateral (
    select object_id, content from import_keys where tenant_id = input.tenant_id and kind = input.kind and key = input.key limit 1) t`)

/** A key may be an e-mail, so only its hash is stored. */
const hashOf = (tenant: string, kind: ImportKind, key: string) => sha256(`${tenant} ${kind} ${key}`)

export const findKey = ({ tenant }: Context, kind: ImportKind, key: string): Promise<StoredKey | undefined> =>
  findByHash({ tenant_id: tenant.id, kind, key: hashOf(tenant.id, kind, key) })

const keys = writeStatement(
  `insert into import_keys (tenant_id, kind, key, object_id, content)
   select tenant_id, kind, key, object_id, content
   from jsonb_to_recordset($1) as r(tenant_id text, kind text, key text, object_id text, content jsonb)`,
)
/** Of two rows with the same key only one is committed. The other runs again and finds this one. */
export function insertKey({ tenant, write }: Context, kind: ImportKind, key: string, stored: StoredKey) {
  write({ statement: keys, row: { tenant_id: tenant.id, kind, key: hashOf(tenant.id, kind, key), ...stored } })
}
