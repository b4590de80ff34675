import { randomInt } from "node:crypto"
import { crc32 } from "node:zlib"
import { sha256 } from "../../kit/service/crypto.ts"

const letters = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"

/** cs_, 32 random characters and a checksum of 6: scanners recognize a leaked key, and a mistyped one is refused without a look-up. */
export function newApiKey(): string {
  const random = `cs_${Array.from({ length: 32 }, () => letters[randomInt(letters.length)]).join("")}`
  return random + checksum(random)
}

const isWellFormed = (key: string) => /^cs_\w{38}$/.test(key) && checksum(key.slice(0, -6)) === key.slice(-6)

export const hashOf = sha256

/** The hash of a key, or nothing if its form or checksum is wrong. */
export const hashIfWellFormed = (key: string) => (isWellFormed(key) ? hashOf(key) : undefined)

function checksum(text: string): string {
  let rest = crc32(text)
  let out = ""
  for (let i = 0; i < 6; i++) {
    out = letters[rest % 62] + out
    rest = Math.floor(rest / 62)
  }
  return out
}
