import { createHmac } from "node:crypto"
import { isSameSecret } from "../../kit/service/crypto.ts"

/** One-time codes of RFC 6238, as every authenticator app makes them by default: SHA-1, six digits, a new one every 30 seconds. */
const stepSeconds = 30
const digits = 6

export const stepAt = (now: Date) => Math.floor(now.getTime() / 1000 / stepSeconds)

export function codeAt(secret: Buffer, step: number, length = digits): string {
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(step))
  const digest = createHmac("sha1", secret).update(counter).digest()
  const number = digest.readUInt32BE(digest.at(-1)! & 15) & 0x7fffffff
  return String(number % 10 ** length).padStart(length, "0")
}

/** The step of a code: the current, the previous or the next one, because clocks differ a little. Steps up to `used` are refused. */
export function stepOf(code: string, secret: Buffer, now: Date, used: number): number | undefined {
  const current = stepAt(now)
  const matching = [current, current - 1, current + 1].filter(step => isSameSecret(codeAt(secret, step), code))
  return matching.find(step => step > used)
}

const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567"

/** RFC 4648 without padding: the form in which people type a secret into an app. */
export function toBase32(bytes: Buffer): string {
  const bits = [...bytes].map(byte => byte.toString(2).padStart(8, "0")).join("")
  return (bits.match(/.{1,5}/g) ?? []).map(group => alphabet[parseInt(group.padEnd(5, "0"), 2)]).join("")
}

export function fromBase32(text: string): Buffer {
  const bits = Array.from(text, letter => alphabet.indexOf(letter).toString(2).padStart(5, "0")).join("")
  return Buffer.from((bits.match(/.{8}/g) ?? []).map(byte => parseInt(byte, 2)))
}
