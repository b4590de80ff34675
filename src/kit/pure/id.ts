/**
 * 24 hex characters in the order of time: seconds (4 bytes, as in an ObjectId), milliseconds and this process (5 bytes), a counter (3).
 * The first 42 bits are the milliseconds of `createdAt`, so a list in the order of creation needs no second index.
 */
export function newId(now: Date): string {
  counter = (counter + 1) & 0xffffff
  return timestampPart(now) + hex(thisProcess & 0xfffffff, 7) + hex(counter, 6)
}

/** 8 digits of seconds, then 10 bits of milliseconds and 2 bits of the process. */
function timestampPart(now: Date): string {
  const ms = now.getTime()
  return hex(Math.floor(ms / 1000), 8) + hex(((ms % 1000) << 2) | (thisProcess >>> 28), 3)
}

/** The smallest id of that millisecond, clamped to what an id can express: `createdAt` filters become ranges of ids. */
export function firstIdAt(time: number): string {
  const ms = Math.min(Math.max(time, 0), maxMs)
  return hex(Math.floor(ms / 1000), 8) + hex((ms % 1000) << 2, 3) + "0".repeat(13)
}
const maxMs = 0xffffffff * 1000 + 999

/** The millisecond that an id begins with. */
export const timeOf = (id: string): number => parseInt(id.slice(0, 8), 16) * 1000 + (parseInt(id.slice(8, 11), 16) >>> 2)

export const isId = (text: string) => /^[0-9a-f]{24}$/.test(text)

const hex = (value: number, digits: number) => value.toString(16).padStart(digits, "0")
const maxProcess = 0x3fffffff
let thisProcess = crypto.getRandomValues(new Uint32Array(1))[0]! & maxProcess
let counter = 0

/**
 * From now on, within a millisecond, the ids of this process sort after those of the process with that number, because this process
 * continues its work. Returns the number of this process.
 */
export function sortIdsAfter(process: number | null): number {
  if (process !== null && process >= thisProcess && process < maxProcess)
    thisProcess = process + 1 + (crypto.getRandomValues(new Uint32Array(1))[0]! % (maxProcess - process))
  return thisProcess
}
