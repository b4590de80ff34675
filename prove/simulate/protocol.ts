import { createHash } from "node:crypto"

// The messages of PostgreSQL's protocol: a letter, the length of the rest in four bytes, and the rest.

const letter = (text: string) => text.charCodeAt(0)
const [query, sync, terminate, ready, complete, failure] = [letter("Q"), letter("S"), letter("X"), letter("Z"), letter("C"), letter("E")]
const [parse, bind, keyData, row] = [letter("P"), letter("B"), letter("K"), letter("D")]

function* messagesIn(bytes: Buffer): Generator<{ type: number; start: number; end: number }> {
  for (let start = 0; start + 5 <= bytes.length;) {
    const end = start + 1 + bytes.readInt32BE(start + 1)
    if (end > bytes.length) return
    yield { type: bytes[start]!, start, end }
    start = end
  }
}

/** The first messages of a client that the server answers with "ready for query" so many times, and those after them. */
export function takeUnits(bytes: Buffer, max: number): { units: Buffer; count: number; rest: Buffer } {
  let [count, taken] = [0, 0]
  for (const { type, end } of messagesIn(bytes)) {
    if (type === query || type === sync) {
      count++
      taken = end
    }
    if (type === terminate) taken = end
    if (count >= max) break
  }
  return { units: bytes.subarray(0, taken), count, rest: bytes.subarray(taken) }
}

/** What a client sends: the names of prepared statements and the beginnings of others. */
export function statementsIn(bytes: Buffer): string {
  const names: string[] = []
  for (const { type, start, end } of messagesIn(bytes)) {
    const [first = "", second = ""] = bytes.toString("utf8", start + 5, end).split("\0", 2)
    if (type === query) names.push(first.slice(0, 40))
    if (type === parse) names.push(`${first}: ${second}`)
    if (type === bind) names.push(second)
  }
  return names.join(", ")
}

/** Whether it begins with a prepared statement, which commits and rollbacks are not. */
export const isPrepared = (units: Buffer): boolean => units[0] !== query && units[0] !== terminate

/** How many times the server is ready for the next statement. */
export function countUnits(bytes: Buffer): number {
  let count = 0
  for (const { type } of messagesIn(bytes)) if (type === ready) count++
  return count
}

export function processIdIn(bytes: Buffer): number {
  for (const { type, start } of messagesIn(bytes)) if (type === keyData) return bytes.readInt32BE(start + 5)
  return 0
}

/** What the server answered: "SELECT 1" or the code of an error, for each statement. */
export function tagsIn(bytes: Buffer): string {
  const tags: string[] = []
  for (const { type, start, end } of messagesIn(bytes)) {
    if (type === complete) tags.push(bytes.toString("latin1", start + 5, end - 1))
    if (type === failure) tags.push(`error ${/\0C(\w{5})\0/.exec(bytes.toString("latin1", start, end))?.[1]}`)
  }
  return tags.join(", ")
}

/** The rows of an answer, as a short hash. */
export function rowsIn(bytes: Buffer): string {
  const hash = createHash("sha256")
  for (const { type, start, end } of messagesIn(bytes)) if (type === row) hash.update(bytes.subarray(start, end))
  return hash.digest("hex").slice(0, 8)
}

export const hasCode = (bytes: Buffer, code: string) => bytes.includes(`\0C${code}\0`)

/** The same answer with another code of the first error. */
export function withCode(bytes: Buffer, from: string, to: string): Buffer {
  const changed = Buffer.from(bytes)
  changed.write(`\0C${to}\0`, changed.indexOf(`\0C${from}\0`), "latin1")
  return changed
}

/**
 * PostgreSQL would measure its time-outs by the real time, so they are kept under names of their own, which happen to be as long: what
 * happens after a time is decided here.
 */
export function renameTimeouts(bytes: Buffer): Buffer {
  const text = bytes.toString("latin1")
  return /_timeout/.test(text)
    ? Buffer.from(text.replaceAll(/\b(lock|statement|idle_in_transaction_session)_timeout\b/g, "virtual.$1"), "latin1")
    : bytes
}

/** How long a transaction wants to wait for locks, if it says so. */
export function timeoutAsked(bytes: Buffer): number | undefined {
  const [, ms] = /set local virtual\.lock = '(\d+)ms'/.exec(bytes.toString("latin1")) ?? []
  return ms === undefined ? undefined : Number(ms)
}

/** A statement that fails. */
export const failing = (code: string): Buffer => {
  const text = `do $$ begin raise exception using errcode = '${code}'; end $$\0`
  const message = Buffer.alloc(5 + text.length)
  message.write("Q")
  message.writeInt32BE(4 + text.length, 1)
  message.write(text, 5)
  return message
}
