import { linkSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { EmbeddedFault } from "./fault.ts"
import { processStartTime } from "./processes.ts"

type Holder = { pid: number; start: string }

/** Allows one Countersign process per data directory. Returns the function that releases the lock. */
export function acquireLock(dataDir: string): () => void {
  const path = join(dataDir, "countersign.lock")
  const ownContent = JSON.stringify({ pid: process.pid, start: processStartTime(process.pid) ?? "" } satisfies Holder)
  const draft = `${path}.${process.pid}`
  writeFileSync(draft, ownContent, { mode: 0o644 })
  try {
    while (!tryLink(draft, path)) {
      const content = read(path)
      if (content === undefined) continue
      const holder = parse(content)
      if (holder && processStartTime(holder.pid) === holder.start) throw alreadyRunning(holder.pid, dataDir)
      removeStaleLock(path, content)
    }
  } finally {
    rmSync(draft, { force: true })
  }
  return () => {
    if (read(path) === ownContent) rmSync(path, { force: true })
  }
}

/** Whether a Countersign process runs on that directory now. */
export function isLocked(dataDir: string): boolean {
  const holder = parse(read(join(dataDir, "countersign.lock")) ?? "")
  return holder !== undefined && processStartTime(holder.pid) === holder.start
}

/** Linking a complete file is atomic, so no process ever reads a partly written lock. */
function tryLink(draft: string, path: string): boolean {
  try {
    linkSync(draft, path)
    return true
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "EEXIST") return false
    throw error
  }
}

/** Two processes may find the same stale lock. Only one can rename it; a process that renamed a new lock by mistake restores it. */
function removeStaleLock(path: string, staleContent: string) {
  const stalePath = `${path}.stale.${process.pid}`
  try {
    renameSync(path, stalePath)
  } catch {
    return // another process moved it first
  }
  if (read(stalePath) === staleContent) rmSync(stalePath, { force: true })
  else renameSync(stalePath, path)
}

function read(path: string): string | undefined {
  try {
    return readFileSync(path, "utf8")
  } catch {
    return undefined
  }
}

function parse(text: string): Holder | undefined {
  try {
    return JSON.parse(text) as Holder
  } catch {
    return undefined // a power failure can leave an empty file, which is not a lock
  }
}

const alreadyRunning = (pid: number, dataDir: string) =>
  new EmbeddedFault(`Another Countersign, process ${pid}, already runs on ${dataDir}. Stop it first, or set DATA_DIR to another directory.`)
