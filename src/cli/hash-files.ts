import { createHash } from "node:crypto"
import { readdirSync, readFileSync, statSync } from "node:fs"
import { join, relative } from "node:path"

/** One hash of the names and contents of these files, and of all files in these folders, to detect changes. */
export function hashFiles(root: string, paths: string[]): string {
  const hash = createHash("sha256")
  for (const file of paths.flatMap(path => filesAt(join(root, path))).sort())
    hash.update(relative(root, file)).update("\0").update(readFileSync(file)).update("\0")
  return hash.digest("hex")
}

function filesAt(path: string): string[] {
  const found = statSync(path, { throwIfNoEntry: false })
  if (!found) return []
  if (!found.isDirectory()) return [path]
  const entries = readdirSync(path, { recursive: true, withFileTypes: true })
  return entries.filter(entry => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name))
}
