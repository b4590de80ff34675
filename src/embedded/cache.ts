import { chmodSync, cpSync, existsSync, lstatSync, mkdirSync, readdirSync, renameSync, rmSync, statSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { EmbeddedFault } from "./fault.ts"

/** Copies a package to a directory that every user can read, once per version, and returns the path of the copy. */
export function copyToCache(home: string, name: string, finish: (copy: string) => void): string {
  const directories = ["/var/cache/countersign", join(tmpdir(), `countersign-${process.getuid?.() ?? "cache"}`)]
  for (const directory of directories) {
    const target = join(directory, name)
    if (isTrustedDirectory(directory) && isTrustedDirectory(target)) return target
    const draft = `${target}.draft-${process.pid}`
    try {
      if (!existsSync(directory)) mkdirSync(directory, { mode: 0o755 })
      if (isTrustedDirectory(directory)) chmodSync(directory, 0o755)
      cpSync(home, draft, { recursive: true, verbatimSymlinks: true })
      finish(draft)
      makeWorldReadable(draft)
      renameSync(draft, target)
    } catch {
      // No space or no permission, so the next directory is tried; or another process made the same copy first.
      rmSync(draft, { recursive: true, force: true })
    }
    if (isTrustedDirectory(directory) && isTrustedDirectory(target)) return target
  }
  throw new EmbeddedFault(`PostgreSQL can't be copied to ${directories.join(" or ")}. Make one of them writable, or set DATABASE_URL.`)
}

/** Only we own it and may write to it, so no other user can have placed or replaced the program that we are about to run. */
function isTrustedDirectory(path: string): boolean {
  const stats = lstatSync(path, { throwIfNoEntry: false })
  return stats !== undefined && stats.isDirectory() && stats.uid === process.getuid?.() && (stats.mode & 0o022) === 0
}

function makeWorldReadable(directory: string) {
  chmodSync(directory, 0o755)
  for (const entry of readdirSync(directory, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name)
    if (entry.isSymbolicLink()) continue
    chmodSync(path, entry.isDirectory() || statSync(path).mode & 0o100 ? 0o755 : 0o644)
  }
}
