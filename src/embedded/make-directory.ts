import { existsSync, mkdirSync } from "node:fs"
import { dirname } from "node:path"

/** Also creates missing parent directories. Node's own `recursive` never returns if nothing can be created, such as in /proc. */
export function makeDirectory(path: string) {
  if (existsSync(path)) return
  makeDirectory(dirname(path))
  try {
    mkdirSync(path, { mode: 0o700 })
  } catch (error) {
    if (!existsSync(path)) throw error // else another process created it meanwhile
  }
}
