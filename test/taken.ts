import { closeSync, openSync } from "node:fs"
import { join } from "node:path"

/** Whether this is the first process of the run that takes this name: only one process can create its file. */
export function take(name: string): boolean {
  const directory = process.env["TEST_PORTS_DIR"]
  if (directory === undefined) return true // this file runs alone
  try {
    closeSync(openSync(join(directory, name), "wx"))
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error
    return false
  }
}
