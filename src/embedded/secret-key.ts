import { existsSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { randomText } from "../kit/service/crypto.ts"
import { makeDirectory } from "./make-directory.ts"
import { writeWhole } from "./write-whole.ts"

const pathOf = (dataDir: string) => join(dataDir, "secret.key")

/** With the embedded database, SECRET_KEY is optional: a generated key is kept in the data directory. */
export function readOrCreateSecretKeys(dataDir: string): string[] {
  if (!existsSync(pathOf(dataDir))) {
    makeDirectory(dataDir)
    writeWhole(pathOf(dataDir), randomText(48))
  }
  return readSecretKeys(dataDir)!
}

/** Reads the keys, the newest first, separated by commas as in SECRET_KEY. */
export function readSecretKeys(dataDir: string): string[] | undefined {
  if (!existsSync(pathOf(dataDir))) return undefined
  return readFileSync(pathOf(dataDir), "utf8")
    .split(",")
    .map(key => key.trim())
}
