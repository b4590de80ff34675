import { closeSync, openSync } from "node:fs"
import { join } from "node:path"

/** Whether this is the first process of the run that takes this name. */
export function take(name: string): boolean {
  const folder = process.env["TEST_PORTS_DIR"]
  return folder === undefined || takeIn(folder, name) // without the folder this file runs alone
}

/** Only one process can create the file of a name. */
export function takeIn(folder: string, name: string): boolean {
  try {
    closeSync(openSync(join(folder, name), "wx"))
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error
    return false
  }
}
