import { linkSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { EmbeddedFault } from "./fault.ts"
import { startOf } from "./processes.ts"

type Holder = { pid: number; start: string }

/** One Countersign per data directory. Returns what gives the lock back. */
export function takeLock(dataDir: string): () => void {
  const path = join(dataDir, "countersign.lock")
  const mine = JSON.stringify({ pid: process.pid, start: startOf(process.pid) ?? "" } satisfies Holder)
  const draft = `${path}.${process.pid}`
  writeFileSync(draft, mine, { mode: 0o644 })
  try {
    while (!tryLink(draft, path)) {
      const seen = read(path)
      if (seen === undefined) continue
      const holder = parse(seen)
      if (holder && startOf(holder.pid) === holder.start) throw heldBy(holder.pid, dataDir)
      moveAside(path, seen)
    }
  } finally {
    rmSync(draft, { force: true })
  }
  return () => {
    if (read(path) === mine) rmSync(path, { force: true })
  }
}

/** Whether a Countersign runs on that directory now. */
export function isHeld(dataDir: string): boolean {
  const holder = parse(read(join(dataDir, "countersign.lock")) ?? "")
  return holder !== undefined && startOf(holder.pid) === holder.start
}

/** A link appears with its content or not at all, so nobody ever reads half a lock. */
function tryLink(draft: string, path: string): boolean {
  try {
    linkSync(draft, path)
    return true
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "EEXIST") return false
    throw error
  }
}

/** Two may find the same dead lock. Only one can move it; whoever moved a fresh one by mistake puts it back. */
function moveAside(path: string, seen: string) {
  const aside = `${path}.stale.${process.pid}`
  try {
    renameSync(path, aside)
  } catch {
    return // somebody else moved it first
  }
  if (read(aside) === seen) rmSync(aside, { force: true })
  else renameSync(aside, path)
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
    return undefined // a power cut can leave an empty file: nobody holds it
  }
}

const heldBy = (pid: number, dataDir: string) =>
  new EmbeddedFault(`Another Countersign, process ${pid}, already runs on ${dataDir}. Stop it first, or set DATA_DIR to another directory.`)
