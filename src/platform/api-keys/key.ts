import { randomInt } from "node:crypto"
import { crc32 } from "node:zlib"
import { sha256 } from "../../kit/service/crypto.ts"

const letters = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"

/**
 * cs_, 32 random characters, the id of its tenant and a checksum of 6. The tenant says in which cell to look the key up. Scanners recognize
 * a leaked key, and a mistyped one is refused without a look-up.
 */
export function newApiKey(tenant: string): string {
  const random = Array.from({ length: 32 }, () => letters[randomInt(letters.length)]).join("")
  const text = `cs_${random}${tenant}`
  return text + checksum(text)
}

/** Keys of earlier versions have no tenant. All tenants of that time are at home. */
const form = /^cs_\w{32}([0-9a-f]{24})?\w{6}$/

export const hashOf = sha256

/** The hash of a key and its tenant, or nothing if its form or checksum is wrong. */
export function parseApiKey(key: string): { tenant: string; hash: string } | undefined {
  const found = form.exec(key)
  if (!found || checksum(key.slice(0, -6)) !== key.slice(-6)) return undefined
  return { tenant: found[1] ?? "", hash: hashOf(key) }
}

function checksum(text: string): string {
  let rest = crc32(text)
  let out = ""
  for (let i = 0; i < 6; i++) {
    out = letters[rest % 62] + out
    rest = Math.floor(rest / 62)
  }
  return out
}
