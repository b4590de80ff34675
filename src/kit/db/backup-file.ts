import { createHash } from "node:crypto"
import { createReadStream } from "node:fs"
import { pipeline } from "node:stream/promises"
import { createGunzip } from "node:zlib"
import { Fault } from "../service/fault.ts"

/**
 * A backup is a gzip file of lines: the header as JSON, then the rows of each table in PostgreSQL's COPY format up to a line `\.`, then the
 * summary as JSON, whose hash covers everything before it.
 */
export type Header = {
  countersign: "backup"
  format: 1
  /** The version of Countersign that made it. */
  version: string
  /** When its snapshot was taken, by the database's clock. */
  at: string
  migrations: { name: string; hash: string }[]
  /** Each table comes after those that it refers to. */
  tables: { name: string; columns: string[] }[]
  partitions: { name: string; parent: string; bounds: string }[]
  /** Shows whether a SECRET_KEY decrypts what is in it; null where the schema is older than the marker. */
  secretKeyMarker: string | null
}
export type Summary = { counts: Record<string, number>; sha256: string }

/** Why a backup can't be made or restored. */
export class BackupFault extends Fault {}

export const endOfRows = "\\.\n"
export const lineOf = (value: Header | Summary) => `${JSON.stringify(value)}\n`

const lineEnd = 0x0a

/** Rows in COPY's format are lines. */
export function countRows(block: Buffer): number {
  let count = 0
  for (let end = block.indexOf(lineEnd); end >= 0; end = block.indexOf(lineEnd, end + 1)) count++
  return count
}

/** Reports how many rows of a table are done, even while a long one runs. */
export type Progress = (table: string, rows: number, isDone: boolean) => void

/** Passes rows on and reports each 100,000 of them. */
export async function* withProgress(table: string, blocks: AsyncIterable<Buffer>, report: Progress): AsyncGenerator<Buffer> {
  let [count, reported] = [0, 0]
  for await (const block of blocks) {
    count += countRows(block)
    yield block
    if (count - reported < 100_000) continue
    reported = count
    report(table, count, false)
  }
}

/** Reads the whole file and refuses one that was cut off or changed. */
export async function checkBackup(path: string): Promise<{ header: Header; summary: Summary }> {
  const { header, rows, line, sha256 } = await openBackup(path)
  for (const _ of header.tables) for await (const block of rows()) void block
  const expected = sha256()
  const summary = parse<Summary>(await line())
  if (summary?.sha256 !== expected) throw damaged(path)
  return { header, summary }
}

/** Reads the header. Then `rows` is called once for each of its tables, in their order. */
export async function openBackup(path: string) {
  const bytes = gunzip(path)
  const digest = createHash("sha256")
  let rest: Buffer = Buffer.alloc(0)
  const readLines = async () => {
    while (!rest.includes(lineEnd)) {
      const { value, done } = await bytes.next()
      if (done) throw damaged(path)
      rest = Buffer.concat([rest, value])
    }
  }
  const take = (length: number): Buffer => {
    const taken = rest.subarray(0, length)
    rest = rest.subarray(length)
    digest.update(taken)
    return taken
  }
  const line = async (): Promise<string> => {
    await readLines()
    return take(rest.indexOf(lineEnd) + 1).toString()
  }
  async function* rows(): AsyncGenerator<Buffer> {
    for (;;) {
      await readLines()
      const isAtEnd = rest.subarray(0, endOfRows.length).toString() === endOfRows
      if (isAtEnd) return void take(endOfRows.length)
      const next = rest.indexOf(`\n${endOfRows}`)
      yield take((next >= 0 ? next : rest.lastIndexOf(lineEnd)) + 1)
    }
  }
  return { header: checkHeader(parse<Header>(await line()), path), rows, line, sha256: () => digest.copy().digest("hex") }
}

async function* gunzip(path: string): AsyncGenerator<Buffer, undefined> {
  const unzipped = createGunzip()
  const reading = pipeline(createReadStream(path), unzipped)
  reading.catch(() => {}) // the loop below throws the same error
  try {
    for await (const block of unzipped) yield block as Buffer
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === "ENOENT") throw new BackupFault(`There is no file ${path}.`)
    throw code?.startsWith("Z_") ? damaged(path) : error
  }
  return undefined
}

function checkHeader(header: Header | undefined, path: string): Header {
  if (header?.countersign !== "backup") throw new BackupFault(`${path} is not a backup made by countersign backup.`)
  if (header.format !== 1) throw new BackupFault(`${path} was made by a newer version, ${header.version}; restore it with that one.`)
  return header
}

function parse<T>(text: string): T | undefined {
  try {
    return JSON.parse(text) as T
  } catch {
    return undefined
  }
}

const damaged = (path: string) =>
  new BackupFault(`${path} is damaged: it was cut off, changed, or is not a backup at all. Use another copy of it.`)
