import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { randomText } from "../kit/service/crypto.ts"

/** With the embedded database, SECRET_KEY is optional: a generated key is kept in the data directory. */
export function readOrCreateSecretKey(dataDir: string): string {
  const path = join(dataDir, "secret.key")
  if (!existsSync(path)) {
    mkdirSync(dataDir, { recursive: true })
    writeFileSync(path, randomText(48), { mode: 0o600, flag: "wx", flush: true })
  }
  return readFileSync(path, "utf8").trim()
}
