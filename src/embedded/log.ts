import { closeSync, openSync, readSync, renameSync, statSync } from "node:fs"
import { join } from "node:path"

const mostBytes = 10 * 1024 * 1024

export type ServerLog = { file: number; sinceStart(): string; close(): void }

/** Opened by us and handed over, so the server can write it even where its user could not create it. One older file is kept. */
export function openLog(dataDir: string): ServerLog {
  const path = join(dataDir, "postgres.log")
  const grown = statSync(path, { throwIfNoEntry: false })
  if (grown && grown.size > mostBytes) renameSync(path, `${path}.1`)
  const file = openSync(path, "a", 0o600)
  const start = statSync(path).size
  return { file, sinceStart: () => readFrom(path, start), close: () => closeSync(file) }
}

/** The last 64 KiB at most: a server that failed says so at the end. */
function readFrom(path: string, start: number): string {
  const file = openSync(path, "r")
  const size = statSync(path).size
  const from = Math.max(start, size - 64 * 1024)
  const bytes = Buffer.alloc(Math.max(0, size - from))
  readSync(file, bytes, 0, bytes.length, from)
  closeSync(file)
  return bytes.toString("utf8")
}
