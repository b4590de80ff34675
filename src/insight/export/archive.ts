import { promisify } from "node:util"
import { gzip } from "node:zlib"
import type { Context } from "../../kit/db/context.ts"
import { type HeldSnapshot, holdSnapshot } from "../../kit/db/held-snapshot.ts"
import type { StreamedFile } from "../../kit/operation/response-file.ts"
import { isoTime } from "../../kit/pure/time.ts"
import { renderRow } from "../../kit/pure/csv.ts"
import { tarEnd, tarFile } from "../../kit/pure/tar.ts"
import { version } from "../../kit/service/version.ts"
import { exportProblem } from "./errors.ts"
import { factsOf, type Manifest, manifestName } from "./manifest.ts"
import { rowsOf } from "./rows.ts"
import { columnsOf, csvLine, jsonLine, leftOut, type Source } from "./rules.ts"
import { readSnapshotTime } from "./store.ts"

/** An export that takes longer, or whose client takes nothing for so long, breaks off. */
const [maxExportMs, maxIdleMs] = [30 * 60_000, 60_000]
/** A longer file goes on in another one, because a file must be in memory to be hashed before its header is sent. */
const maxFileBytes = 8 * 1024 * 1024

/** One at a time in each process, because others would leave reports too few connections. Zero while none runs. */
let endsBefore = 0

export function assertFree() {
  if (performance.now() < endsBefore) throw exportProblem("EXP-1001")
}

export const archiveOf = (ctx: Context, sources: readonly Source[]): StreamedFile => ({
  name: `countersign-${ctx.tenant.id}-${isoTime(ctx.now).slice(0, 10)}.tar.gz`,
  type: "application/gzip",
  pieces: piecesOf(ctx, sources),
})

async function* piecesOf(ctx: Context, sources: readonly Source[]): AsyncGenerator<Buffer> {
  assertFree()
  endsBefore = performance.now() + maxExportMs
  let snapshot: HeldSnapshot | undefined
  let isWhole = false
  try {
    snapshot = await holdSnapshot(ctx.tenant.id, { maxMs: maxExportMs, maxIdleMs })
    yield* filesIn(ctx, snapshot, sources)
    isWhole = true
  } finally {
    endsBefore = 0
    await snapshot?.end(isWhole)
  }
}

/** Each file is compressed by itself: gzip defines that parts after each other are one file, and so each is sent when it is ready. */
async function* filesIn(ctx: Context, snapshot: HeldSnapshot, sources: readonly Source[]): AsyncGenerator<Buffer> {
  const at = await snapshot.within(() => readSnapshotTime(ctx))
  const files: Manifest["files"] = []
  for (const source of sources)
    for await (const { name, rows, text } of filesOf(ctx, snapshot, source)) {
      const content = Buffer.from(text)
      files.push(factsOf(name, rows, content))
      yield await compress(tarFile({ name, content }, at))
    }
  const { id: tenant, mode } = ctx.tenant
  const facts = { format: "countersign-export", formatVersion: 1, service: version, tenant, mode } as const
  const manifest: Manifest = { ...facts, snapshotAt: isoTime(at), files, leftOut }
  const content = Buffer.from(`${JSON.stringify(manifest, null, 2)}\n`)
  yield await compress(Buffer.concat([tarFile({ name: manifestName, content }, at), tarEnd]))
}

const compress = promisify(gzip)

type TextFile = { name: string; rows: number; text: string }

/** `contacts.jsonl` and `contacts.csv`; where they are long, then `contacts-2.jsonl` and so on. */
async function* filesOf(ctx: Context, snapshot: HeldSnapshot, source: Source): AsyncGenerator<TextFile> {
  const columns = source.csv ? columnsOf(source) : undefined
  let [part, rows, lines, cells] = [1, 0, "", ""]
  const files = (): TextFile[] => {
    const name = part === 1 ? source.name : `${source.name}-${part}`
    const json = { name: `${name}.jsonl`, rows, text: lines }
    return columns ? [json, { name: `${name}.csv`, rows, text: renderRow(columns) + cells }] : [json]
  }
  for await (const row of rowsOf(ctx, snapshot, source)) {
    rows++
    lines += jsonLine(row)
    if (columns) cells += csvLine(row, columns)
    if (lines.length < maxFileBytes) continue
    yield* files()
    ;[part, rows, lines, cells] = [part + 1, 0, "", ""]
  }
  if (part === 1 || rows > 0) yield* files()
}
