import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { randomText } from "./kit/crypto.ts"

/** The embedded database has a key of its own beside it, so that a newcomer need not make one. */
export function keptSecret(dataDir: string): string {
  const path = join(dataDir, "secret.key")
  if (!existsSync(path)) {
    mkdirSync(dataDir, { recursive: true })
    writeFileSync(path, randomText(48), { mode: 0o600, flag: "wx", flush: true })
  }
  return readFileSync(path, "utf8").trim()
}
