import { chmodSync, cpSync, existsSync, lstatSync, mkdirSync, readdirSync, renameSync, rmSync, statSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { EmbeddedFault } from "./fault.ts"

/** Copies a package to where every user can read it, once per version, and returns the copy. */
export function copyToCache(home: string, name: string, finish: (copy: string) => void): string {
  const places = ["/var/cache/countersign", join(tmpdir(), `countersign-${process.getuid?.() ?? "cache"}`)]
  for (const place of places) {
    const target = join(place, name)
    if (isOurs(place) && isOurs(target)) return target
    const draft = `${target}.draft-${process.pid}`
    try {
      if (!existsSync(place)) mkdirSync(place, { mode: 0o755 })
      if (isOurs(place)) chmodSync(place, 0o755)
      cpSync(home, draft, { recursive: true, verbatimSymlinks: true })
      finish(draft)
      openToAll(draft)
      renameSync(draft, target)
    } catch {
      // No room or no right here, and the next place may do; or another process was faster, and its copy is the same.
      rmSync(draft, { recursive: true, force: true })
    }
    if (isOurs(place) && isOurs(target)) return target
  }
  throw new EmbeddedFault(`PostgreSQL can't be copied to ${places.join(" or ")}. Make one of them writable, or set DATABASE_URL.`)
}

/** Nobody else may have prepared the program that we are about to run, nor be able to exchange it. */
function isOurs(path: string): boolean {
  const found = lstatSync(path, { throwIfNoEntry: false })
  return found !== undefined && found.isDirectory() && found.uid === process.getuid?.() && (found.mode & 0o022) === 0
}

function openToAll(directory: string) {
  chmodSync(directory, 0o755)
  for (const entry of readdirSync(directory, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name)
    if (entry.isSymbolicLink()) continue
    chmodSync(path, entry.isDirectory() || statSync(path).mode & 0o100 ? 0o755 : 0o644)
  }
}
