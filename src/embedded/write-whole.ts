import { chmodSync, closeSync, fsyncSync, openSync, renameSync, writeFileSync } from "node:fs"
import { dirname } from "node:path"

/** Writes a file that only its owner can read. It appears complete or not at all, even if the power fails. */
export function writeWhole(path: string, content: string) {
  const draft = `${path}.draft`
  writeDraft(draft, content)
  renameWhole(draft, path)
}

export function writeDraft(draft: string, content: string) {
  writeFileSync(draft, content, { mode: 0o600, flush: true })
  chmodSync(draft, 0o600) // an existing file keeps its mode
}

export function renameWhole(draft: string, path: string) {
  renameSync(draft, path)
  syncDirectory(dirname(path))
}

/** Makes new names in it survive a power failure. */
export function syncDirectory(path: string) {
  const directory = openSync(path, "r")
  fsyncSync(directory)
  closeSync(directory)
}
