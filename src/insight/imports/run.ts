import type { Context } from "../../kit/db/context.ts"
import { endJob, enqueueNext } from "../../kit/jobs/enqueue.ts"
import { leaseDeadline } from "../../kit/jobs/lease.ts"
import { simulatedTime } from "../../kit/jobs/simulated-time.ts"
import { asSystem } from "../../kit/operation/system.ts"
import { Problem } from "../../kit/pure/problem.ts"
import { findIdentity } from "../../platform/tenants/acting-store.ts"
import { deleteBatches, readBatch } from "./batch-store.ts"
import { assertMayImport } from "./kinds.ts"
import { deleteCheck, findReported, insertReport } from "./report-store.ts"
import { type Run, type Worked, workOff } from "./row.ts"
import type { FileRow } from "./row-rules.ts"
import { notifyOfEnd } from "./notify.ts"
import type { Counts } from "./schema.ts"
import { type ImportRecord, noCounts, readAnyImport, readAnyImportForUpdate, saveImport, saveProgress } from "./store.ts"

export const jobKind = "work-off-import"

/** Rows that are worked off at the same time. Their commits are sent together. */
const maxAtOnce = 32

/** Works off the next rows, and enqueues the rest. After a crash it goes on with the rows that have no report yet. */
export async function workOffNext(tenant: string, id: string): Promise<void> {
  const { row, run, rows, reported } = await begin(tenant, id)
  if (!run || !isGoingOn(row)) return
  const known = new Set(reported.map(({ line }) => line))
  const worked = await inParts(
    rows.filter(({ line }) => !known.has(line)),
    each => workOff(run, each),
  )
  const counts = countUp(row.counts, [...reported, ...worked.map(({ result }) => result)])
  await asSystem(tenant, jobKind, ctx => conclude(ctx, row, rows.length, counts, worked))
}

const isGoingOn = ({ status }: ImportRecord) => status === "running" || status === "checking"

async function begin(tenant: string, id: string) {
  const { row, identity } = await asSystem(tenant, jobKind, async ctx => {
    const found = await readAnyImport(ctx, id)
    const by = found.started_by
    const starter = by && (await findIdentity(tenant, by.user, by.type))
    return { row: found, identity: starter && { ...starter, by } }
  })
  if (!isGoingOn(row)) return { row, run: undefined, rows: [], reported: [] }
  if (!identity) return stop(tenant, id, "The user who started it is no longer active. Start it as another user")
  const { caller, by } = identity
  const mails = row.mails ? identity.tenant.mails : { ...identity.tenant.mails, paymentRequests: false }
  try {
    assertMayImport(row.kind, { caller })
  } catch (error) {
    if (error instanceof Problem) return stop(tenant, id, error.message)
    throw error
  }
  const origin = { channel: by.channel, operation: jobKind, requestId: id, address: by.address }
  const scope = { caller, tenant: { ...identity.tenant, mails }, origin, deadline: leaseDeadline(), at: simulatedTime() }
  const isDryRun = row.status === "checking"
  const run: Run = { id, isDryRun, reading: { ...row, timezone: identity.tenant.timezone }, scope }
  const rows = await readBatch({ tenant: identity.tenant }, id, row.position)
  const reported = rows.length === 0 ? [] : await findReported({ tenant: identity.tenant }, id, isDryRun, rows[0]!.line, rows.at(-1)!.line)
  return { row, run, rows, reported }
}

/** The import stays where it is until somebody starts it again. A dry run has created nothing, so its file is a draft again. */
async function stop(tenant: string, id: string, failure: string) {
  const row = await asSystem(tenant, jobKind, async ctx => {
    const found = await readAnyImportForUpdate(ctx, id)
    if (!isGoingOn(found)) return found
    if (found.status === "running") {
      await notifyOfEnd(ctx, found, failure)
      return saveImport(ctx, found, { status: "failed", failure }).row
    }
    deleteCheck(ctx, id)
    return saveImport(ctx, found, { status: "draft", failure, position: 0, counts: noCounts }).row
  })
  return { row, run: undefined, rows: [], reported: [] }
}

export const giveUp = (tenant: string, id: string, error: string) =>
  stop(tenant, id, `It stopped after many attempts: ${error.slice(0, 200)}`)

/** After a failure no other row is begun: the job is tried again, and must not meet its earlier attempt. */
async function inParts(rows: readonly FileRow[], work: (row: FileRow) => Promise<Worked>): Promise<Worked[]> {
  const worked: Worked[] = []
  const left = [...rows].reverse()
  const next = async () => {
    for (let row = left.pop(); row; row = left.pop()) worked.push(await work(row))
  }
  const giveWay = (error: unknown) => {
    left.length = 0
    throw error
  }
  const ended = await Promise.allSettled(Array.from({ length: maxAtOnce }, () => next().catch(giveWay)))
  for (const each of ended) if (each.status === "rejected") throw each.reason
  return worked
}

function countUp(before: Counts, results: readonly { outcome: keyof Counts }[]): Counts {
  const counts = { ...before }
  for (const { outcome } of results) counts[outcome]++
  return counts
}

/** Somebody may have canceled it meanwhile: what was created is counted, and nothing follows. */
async function conclude(ctx: Context, before: ImportRecord, count: number, counts: Counts, worked: readonly Worked[]) {
  const row = await readAnyImportForUpdate(ctx, before.id)
  if (row.position !== before.position || (isGoingOn(row) && row.status !== before.status)) return endJob(ctx)
  const isDryRun = before.status === "checking"
  if (isDryRun && !isGoingOn(row)) return endJob(ctx)
  for (const { result, isReported } of worked) if (!isReported) insertReport(ctx, before.id, isDryRun, result)
  const position = before.position + count
  if (!isGoingOn(row)) {
    saveProgress(ctx, row, { position, counts })
    return endJob(ctx)
  }
  if (position < row.row_count) {
    saveProgress(ctx, row, { position, counts })
    return enqueueNext(ctx, jobKind, { import: before.id }, ctx.now)
  }
  endJob(ctx)
  if (isDryRun) return void saveImport(ctx, row, { status: "draft", check_counts: counts, position: 0, counts: noCounts })
  const { row: ended } = saveImport(ctx, row, { status: "done", position, counts, ended_at: ctx.now })
  await notifyOfEnd(ctx, ended)
  deleteBatches(ctx, before.id)
}
