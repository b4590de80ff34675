import { createHash } from "node:crypto"
import { isId } from "../../../kit/pure/id.ts"

/**
 * How the bank names what we create. The central bank wants 26 to 35 letters and digits for a charge, so our ids of 24 hex digits need a
 * prefix. It also tells ours from those of other programs on the same Pix key. Any other key is hashed: it is found by look-up only.
 */
export function txidOf(key: string): string {
  if (isId(key)) return `cs${key}`
  if (isUuid(key)) return `cu${key.replaceAll("-", "")}`
  return `ch${createHash("sha256").update(key).digest("hex").slice(0, 32)}`
}

/** The key that a name was made of. Undefined where the name is not ours. */
export function keyOf(txid: string): string | undefined {
  if (/^cs[0-9a-f]{24}$/.test(txid)) return txid.slice(2)
  if (/^cu[0-9a-f]{32}$/.test(txid)) return txid.replace(/^cu(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5")
  return undefined
}

const isUuid = (key: string) => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(key)
