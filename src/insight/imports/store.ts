import { boolean, identity, int, json, nullable, oneOf, type Row, text, timestamptz, tracked } from "../../kit/db/columns.ts"
import type { Context } from "../../kit/db/context.ts"
import { deleteOld } from "../../kit/db/delete-old.ts"
import { resource } from "../../kit/operation/resource.ts"
import type { ListQuery } from "../../kit/pure/filters.ts"
import type { Page } from "../../kit/pure/page.ts"
import type { Channel } from "../../kit/pure/caller.ts"
import { isoTime, isoTimeOrNull } from "../../kit/pure/time.ts"
import { kindsFor } from "./kinds.ts"
import type { Counts, Import } from "./schema.ts"
import { dateOrders, decimalSigns, importKinds, importStatuses } from "./values.ts"

/** Who started an import. Each of its rows is created as by them, as long as they may. */
export type Starter = { user: string; type: "person" | "api-key"; channel: Channel; address: string }

const columns = {
  ...identity,
  kind: oneOf(importKinds),
  file_name: text,
  status: oneOf(importStatuses),
  columns: json<string[]>(),
  mapping: json<Record<string, string>>(),
  defaults: json<Record<string, string>>(),
  decimal: oneOf(decimalSigns),
  dates: oneOf(dateOrders),
  mails: boolean,
  row_count: int,
  position: int,
  counts: json<Counts>(),
  check_counts: json<Counts | null>(),
  started_by: json<Starter | null>(),
  failure: nullable(text),
  started_at: nullable(timestamptz),
  ended_at: nullable(timestamptz),
  ...tracked,
}
export type ImportRecord = Row<typeof columns>

const imports = resource("imports", columns, { noun: "import", publishes: "imports", render: renderImport })
export const { read: readAnyImport, readForUpdate: readAnyImportForUpdate, save: saveImport, insert: insertImport } = imports

/** Progress is no change that users follow, so it raises no version, and leaves no event and no audit entry. */
export const saveProgress = (ctx: Context, row: ImportRecord, change: Pick<ImportRecord, "position" | "counts">) =>
  imports.touch(ctx, row, change)

/** The imports of the kinds that the caller may create. */
export async function listImports(ctx: Context, query: ListQuery): Promise<Page<Import>> {
  const kinds = kindsFor(ctx.caller)
  const mine = { field: "kind", column: "kind", operator: "in" as const, values: kinds.length > 0 ? kinds : [""] }
  return imports.list(ctx, { ...query, where: [...query.where, mine] })
}

export const noCounts: Counts = { created: 0, existing: 0, unchanged: 0, differs: 0, refused: 0 }

/** Drafts that nobody starts have personal data in their batches, and the reports of ended imports may have some. */
const [maxIdleDays, maxReportDays] = [30, 90]
const parts = { import_batches: "import_id", import_rows: "import_id" }

export const deleteIdleImports = () =>
  deleteOld(maxIdleDays, { table: "imports", since: "updated_at", where: "t.status in ('draft', 'failed')", parts })
export const deleteEndedImports = () => deleteOld(maxReportDays, { table: "imports", since: "ended_at", parts })

export function renderImport(row: ImportRecord): Import {
  const mapped = new Set(Object.values(row.mapping))
  return {
    _id: row.id,
    kind: row.kind,
    fileName: row.file_name,
    status: row.status,
    columns: row.columns,
    mapping: row.mapping,
    defaults: row.defaults,
    unmapped: row.columns.filter(column => column !== "" && !mapped.has(column)),
    decimal: row.decimal,
    dates: row.dates,
    mails: row.mails,
    rows: row.row_count,
    done: row.position,
    counts: row.counts,
    check: row.check_counts,
    failure: row.failure,
    startedAt: isoTimeOrNull(row.started_at),
    endedAt: isoTimeOrNull(row.ended_at),
    version: row.version,
    createdAt: isoTime(row.created_at),
    updatedAt: isoTime(row.updated_at),
    metadata: row.metadata,
  }
}
