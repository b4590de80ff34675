import { randomBytes } from "node:crypto"

/**
 * 24 hex characters that grow with time: seconds (4 bytes, as in an ObjectId), milliseconds and this process (5 bytes), a counter (3).
 * The first 42 bits are the milliseconds of `createdAt`, so the order of ids is the order of creation and a list needs no
 * second index. Made here, so no write waits for a `returning`.
 */
export function newId(now: Date): string {
  count = (count + 1) & 0xffffff
  return whenPart(now) + hex(thisProcess & 0xfffffff, 7) + hex(count, 6)
}

/** The part of an id that says when: 8 digits of seconds, then 10 bits of milliseconds and 2 bits of the process. */
function whenPart(now: Date): string {
  const ms = now.getTime()
  return hex(Math.floor(ms / 1000), 8) + hex(((ms % 1000) << 2) | (thisProcess >>> 28), 3)
}

/** The smallest id of that millisecond: `createdAt` filters are ranges of ids. Before and after all that an id can say there is nothing. */
export function firstIdAt(time: number): string {
  const ms = Math.min(Math.max(time, 0), lastMs)
  return hex(Math.floor(ms / 1000), 8) + hex((ms % 1000) << 2, 3) + "0".repeat(13)
}
const lastMs = 0xffffffff * 1000 + 999

export const isId = (text: string) => /^[0-9a-f]{24}$/.test(text)

const hex = (value: number, digits: number) => value.toString(16).padStart(digits, "0")
const thisProcess = randomBytes(4).readUInt32BE() & 0x3fffffff
let count = 0
