import { resolveService } from "../../catalogue/services/store.ts"
import type { Context } from "../../kit/db/context.ts"
import { type RequestScope, transact } from "../../kit/db/unit-of-work.ts"
import { Problem } from "../../kit/pure/problem.ts"
import { sha256 } from "../../kit/service/crypto.ts"
import { createOf } from "./kinds.ts"
import { createMandate, parseMandate } from "./mandate.ts"
import { findKey, insertKey, insertReport, type Result } from "./report-store.ts"
import { differences, type FileRow, inputOf, type Reading, type ReadRow, readRow, RowFault, type Values } from "./row-rules.ts"
import { targetOf } from "./targets.ts"
import type { ImportKind } from "./values.ts"

/** An import or a dry run that goes on, as the person who started it. */
export type Run = { id: string; isDryRun: boolean; reading: Reading; scope: Omit<RequestScope, "name"> }

/** What a row has become, and whether its own commit has reported it. */
export type Worked = { result: Result; isReported: boolean }

/** Works off a row: creates the object as the API would, in a commit of its own, which is sent together with those of other rows. */
export async function workOff(run: Run, row: FileRow): Promise<Worked> {
  let read: ReadRow | undefined
  try {
    const found = (read = readRow(row, run.reading))
    return await inCommit(run, row, ctx => createFrom(ctx, run, found))
  } catch (error) {
    const object = read && existingIn(error, run.reading.kind)
    if (read && object !== undefined) {
      const found = read
      return inCommit(run, row, ctx => linkTo(ctx, run, found, object))
    }
    return { result: refusalOf(error, row.line, read?.key ?? null), isReported: false }
  }
}

const inCommit = (run: Run, { line }: FileRow, work: (ctx: Context) => Promise<Worked>) =>
  transact({ ...run.scope, dryRun: run.isDryRun, name: `${run.id} ${line}` }, work)

async function createFrom(ctx: Context, run: Run, read: ReadRow): Promise<Worked> {
  const { kind } = run.reading
  const known = await findKey(ctx, kind, read.key)
  if (known) return { result: comparison(read, known), isReported: false }
  const fields = inputOf(kind, { ...read, values: await resolveReferences(ctx, kind, read.values) })
  return recordKey(ctx, run, read, "created", (await create(ctx, kind, fields))._id)
}

/** Whoever made the object before, later rows may refer to it by the key. */
async function linkTo(ctx: Context, run: Run, read: ReadRow, object: string): Promise<Worked> {
  const known = await findKey(ctx, run.reading.kind, read.key)
  return known ? { result: comparison(read, known), isReported: false } : recordKey(ctx, run, read, "existing", object)
}

function recordKey(ctx: Context, { id, isDryRun, reading }: Run, read: ReadRow, outcome: "created" | "existing", object: string): Worked {
  const { line, key } = read
  const isKept = !isDryRun || outcome === "existing"
  const result: Result = { line, key, outcome, object_id: isKept ? object : null, code: null, message: null }
  if (isDryRun) return { result, isReported: false }
  insertKey(ctx, reading.kind, key, { object_id: object, content: contentOf(read) })
  insertReport(ctx, id, false, result)
  return { result, isReported: true }
}

async function create(ctx: Context, kind: ImportKind, fields: Record<string, unknown>): Promise<{ _id: string }> {
  if (kind === "authorizations") return createMandate(ctx, parseMandate(fields))
  const operation = createOf(kind)
  const object = await operation.run(ctx, operation.parse({ fields, query: [] }), undefined, undefined)
  if (object instanceof Problem) throw object
  return object as { _id: string }
}

/**
 * A file may refer to an object by the key that an earlier file gave it, such as cus_123. A line without a name has that of its service.
 */
async function resolveReferences(ctx: Context, kind: ImportKind, values: Values): Promise<Values> {
  const resolved = await Promise.all(
    Object.entries(values).map(async ([name, value]) => {
      const type = targetOf(kind, name)?.type
      if (typeof type !== "object" || typeof value !== "string") return [name, value] as const
      return [name, (await findKey(ctx, type.reference, value))?.object_id ?? value] as const
    }),
  )
  const all: Values = Object.fromEntries(resolved)
  const isLine = kind === "payment-intents" || kind === "subscriptions"
  return isLine && typeof all["service"] === "string" && all["name"] === undefined
    ? { ...all, name: (await resolveService(ctx, all["service"])).name }
    : all
}

/** What the row says, as a hash for each field: enough to name what differs, and not what it was. */
const contentOf = ({ values, metadata }: ReadRow): Record<string, string> =>
  Object.fromEntries(
    [...Object.entries(values), ...Object.entries(metadata).map(([name, value]) => [`metadata.${name}`, value] as const)].map(
      ([name, value]) => [name, sha256(JSON.stringify(value)).slice(0, 16)],
    ),
  )

function comparison(read: ReadRow, known: { object_id: string; content: Record<string, string> }): Result {
  const { line, key } = read
  const fields = differences(known.content, contentOf(read))
  const row = { line, key, object_id: known.object_id, code: null }
  if (fields.length === 0) return { ...row, outcome: "unchanged", message: null }
  const message = `An earlier row with this key had other values of ${fields.slice(0, 10).join(", ")}. Nothing was changed`
  return { ...row, outcome: "differs", message }
}

/** The object of the kind that the create was refused for. */
function existingIn(error: unknown, kind: ImportKind): string | undefined {
  if (!(error instanceof Problem) || error.code !== "GEN-1010" || !["contacts", "partnerships", "services"].includes(kind)) return undefined
  const { _id } = error.details
  return typeof _id === "string" ? _id : undefined
}

/** Anything else than a refusal ends the job, which is then tried again. */
function refusalOf(error: unknown, line: number, key: string | null): Result {
  const refused = { line, key, outcome: "refused" as const, object_id: null }
  if (error instanceof RowFault) return { ...refused, code: "IMP-1002", message: error.message }
  if (!(error instanceof Problem) || error.retryable) throw error
  const all = error.errors.length > 1 ? error.errors.map(({ message }) => message).join("; ") : error.message
  return { ...refused, code: error.code, message: all.slice(0, 1000) }
}
