import type { Context } from "../../kit/db/context.ts"
import { enqueue } from "../../kit/jobs/enqueue.ts"
import { Problem } from "../../kit/pure/problem.ts"
import { omitUndefined } from "../../kit/pure/omit-undefined.ts"
import { mergeMetadata } from "../../kit/pure/metadata.ts"
import { isSameJson } from "../../kit/pure/same-json.ts"
import { UnreadableFile } from "../../kit/pure/xml.ts"
import type { z } from "zod"
import { deleteBatches, insertBatches, readBatch } from "./batch-store.ts"
import { importProblem } from "./errors.ts"
import { assertMayImport, createOf } from "./kinds.ts"
import { parseMandate } from "./mandate.ts"
import { readTable } from "./read-file.ts"
import { deleteCheck } from "./report-store.ts"
import { type FileRow, inputOf, type Reading, readRow, RowFault } from "./row-rules.ts"
import { assertMappable } from "./checks.ts"
import { jobKind } from "./run.ts"
import type { Import, ImportChange, NewImport, Preview } from "./schema.ts"
import { type ImportRecord, insertImport, noCounts, readAnyImport, readAnyImportForUpdate, saveImport, type Starter } from "./store.ts"
import { guessMapping, targets } from "./targets.ts"
import { previewedRows } from "./values.ts"

export async function readImport(ctx: Context, id: string): Promise<ImportRecord> {
  const row = await readAnyImport(ctx, id)
  assertMayImport(row.kind, ctx)
  return row
}

export async function readImportForUpdate(ctx: Context, id: string): Promise<ImportRecord> {
  const row = await readAnyImportForUpdate(ctx, id)
  assertMayImport(row.kind, ctx)
  return row
}

/** Reads the file and keeps its rows. Nothing is created of them until the import is started. */
export async function createImport(ctx: Context, { file, fileName, ...input }: NewImport): Promise<Import> {
  assertMayImport(input.kind, ctx)
  const { columns, rows } = await readTable(file.bytes).catch(refuse)
  const { defaults = {}, metadata = {}, ...settings } = input
  const mapping = input.mapping ?? guessMapping(input.kind, columns)
  assertMappable({ ...input, columns, mapping, defaults })
  const { row, object } = insertImport(ctx, {
    ...settings,
    file_name: fileName,
    status: "draft",
    columns,
    mapping,
    defaults,
    metadata,
    row_count: rows.length,
    position: 0,
    counts: noCounts,
    check_counts: null,
    started_by: null,
    failure: null,
    started_at: null,
    ended_at: null,
  })
  insertBatches(ctx, row.id, rows)
  return object
}

function refuse(error: unknown): never {
  if (!(error instanceof UnreadableFile)) throw error
  const { line, message: reason } = error
  throw importProblem("IMP-1001", { where: line === null ? "" : `line ${line}: `, line, reason })
}

/** Another mapping makes the dry run wrong that was made with the one before. */
export function changeImport(ctx: Context, { metadata, ...sent }: z.output<typeof ImportChange>, before: ImportRecord): Import {
  const change = omitUndefined(sent)
  assertMappable({ ...before, ...change })
  const { row, object } = saveImport(ctx, before, { ...change, metadata: mergeMetadata(before.metadata, metadata) })
  const isSame = isSameJson(readingOf(before), readingOf(row))
  if (isSame || before.check_counts === null) return object
  deleteCheck(ctx, before.id)
  return saveImport(ctx, row, { check_counts: null }).object
}

const readingOf = ({ mapping, defaults, decimal, dates }: ImportRecord) => ({ mapping, defaults, decimal, dates })

/** The first rows as they would be sent. What only the database knows, such as an e-mail that is taken, a dry run finds. */
export async function previewImport(ctx: Context, row: ImportRecord): Promise<Preview> {
  const reading = { ...row, timezone: ctx.tenant.timezone }
  const first = (await readBatch(ctx, row.id, 0)).slice(0, previewedRows)
  return { fields: [...Object.keys(targets[row.kind]), "externalId"], rows: first.map(each => previewOf(each, reading)) }
}

function previewOf(row: FileRow, reading: Reading): Preview["rows"][number] {
  const { line } = row
  let [key, input]: [string | null, Record<string, unknown> | null] = [null, null]
  try {
    const read = readRow(row, reading)
    key = read.key
    input = inputOf(reading.kind, read)
    if (reading.kind === "authorizations") parseMandate(input)
    else createOf(reading.kind).parse({ fields: input, query: [] })
    return { line, key, input, error: null }
  } catch (error) {
    if (error instanceof RowFault || error instanceof Problem) return { line, key, input, error: error.message }
    throw error
  }
}

/** A dry run works off all rows by the same rules and writes nothing but its report. */
export function checkImport(ctx: Context, before: ImportRecord): Import {
  deleteCheck(ctx, before.id)
  enqueue(ctx, jobKind, { import: before.id })
  const begun = { status: "checking" as const, check_counts: null, position: 0, counts: noCounts, failure: null }
  return saveImport(ctx, before, { ...begun, started_by: starterOf(ctx) }).object
}

/** One that failed goes on where it stopped, in the name of whoever starts it now. */
export function startImport(ctx: Context, before: ImportRecord): Import {
  enqueue(ctx, jobKind, { import: before.id })
  const started_at = before.started_at ?? ctx.now
  return saveImport(ctx, before, { status: "running", failure: null, started_at, started_by: starterOf(ctx) }).object
}

function starterOf({ caller, origin }: Context): Starter {
  const type = caller.type === "person" ? "person" : "api-key"
  return { user: caller.user, type, channel: origin.channel, address: origin.address }
}

/** What was created stays. A dry run is only ended: its file can still be imported. */
export function cancelImport(ctx: Context, before: ImportRecord): Import {
  if (before.status === "checking") {
    deleteCheck(ctx, before.id)
    return saveImport(ctx, before, { status: "draft", position: 0, counts: noCounts, failure: null }).object
  }
  deleteBatches(ctx, before.id)
  return saveImport(ctx, before, { status: "canceled", ended_at: ctx.now }).object
}
