import { closeSync, openSync, readSync, renameSync, statSync } from "node:fs"
import { join } from "node:path"

const maxLogBytes = 10 * 1024 * 1024

type ServerLog = { file: number; sinceStart(): string; close(): void }

/** Opened here and passed to the server, whose user may not be able to create the file. One rotated file is kept. */
export function openLog(dataDir: string): ServerLog {
  const path = join(dataDir, "postgres.log")
  const existing = statSync(path, { throwIfNoEntry: false })
  if (existing && existing.size > maxLogBytes) renameSync(path, `${path}.1`)
  const file = openSync(path, "a", 0o600)
  const start = statSync(path).size
  return { file, sinceStart: () => readFrom(path, start), close: () => closeSync(file) }
}

/** Reads at most the last 64 KiB: a server logs the reason of its failure at the end. */
function readFrom(path: string, start: number): string {
  const file = openSync(path, "r")
  const size = statSync(path).size
  const from = Math.max(start, size - 64 * 1024)
  const bytes = Buffer.alloc(Math.max(0, size - from))
  readSync(file, bytes, 0, bytes.length, from)
  closeSync(file)
  return bytes.toString("utf8")
}
