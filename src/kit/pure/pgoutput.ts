/**
 * What PostgreSQL's output plugin pgoutput sends of each committed transaction (protocol version 1, all values as text):
 * https://www.postgresql.org/docs/current/protocol-logicalrep-message-formats.html
 */
export type Value = string | null
/** A row by the names of its columns. Long values that an update did not change are left out. */
export type Row = Map<string, Value>

export type Change =
  | { kind: "insert"; table: string; row: Row }
  /** `key` has the old key columns, if the update changed them. */
  | { kind: "update"; table: string; row: Row; key?: Row | undefined }
  | { kind: "delete"; table: string; key: Row }

type Message =
  | Change
  | { kind: "begin" | "commit" | "other" }
  /** What pg_logical_emit_message wrote. */
  | { kind: "mark"; prefix: string; content: string }

type Relation = { table: string; columns: string[] }

/** Returns a function that reads the messages of a stream in their order. It remembers the tables that the stream has described. */
export function messageReader(): (bytes: Buffer) => Message {
  const relations = new Map<number, Relation>()
  const relationOf = (id: number): Relation => {
    const relation = relations.get(id)
    if (!relation) throw new Error(`the stream of changes names the table ${id} before it describes it`)
    return relation
  }
  return bytes => {
    const reader = byteReader(bytes)
    const kind = reader.letter()
    if (kind === "R") {
      const { id, relation } = readRelation(reader)
      relations.set(id, relation)
      return { kind: "other" }
    }
    if (kind === "B") return { kind: "begin" }
    if (kind === "C") return { kind: "commit" }
    if (kind === "M") return readMark(reader)
    if (kind === "I" || kind === "U" || kind === "D") return readChange(kind, reader, relationOf)
    if (kind === "T") throw new Error("a table was truncated")
    return { kind: "other" }
  }
}

function readRelation(reader: Reader): { id: number; relation: Relation } {
  const id = reader.int32()
  reader.text() // schema
  const table = reader.text()
  reader.letter() // replica identity
  const columns = Array.from({ length: reader.int16() }, () => {
    reader.letter() // flags
    const name = reader.text()
    reader.skip(8) // type and its modifier
    return name
  })
  return { id, relation: { table, columns } }
}

function readMark(reader: Reader): Message {
  reader.skip(1 + 8) // flags and position
  const prefix = reader.text()
  return { kind: "mark", prefix, content: reader.bytes(reader.int32()).toString() }
}

function readChange(kind: "I" | "U" | "D", reader: Reader, relationOf: (id: number) => Relation): Change {
  const { table, columns } = relationOf(reader.int32())
  const first = reader.letter()
  const row = readRow(reader, columns)
  if (kind === "I") return { kind: "insert", table, row }
  if (kind === "D") return { kind: "delete", table, key: row }
  if (first === "N") return { kind: "update", table, row }
  reader.letter() // N
  return { kind: "update", table, key: row, row: readRow(reader, columns) }
}

function readRow(reader: Reader, columns: readonly string[]): Row {
  const row: Row = new Map()
  const count = reader.int16()
  for (const column of columns.slice(0, count)) {
    const kind = reader.letter()
    if (kind === "n") row.set(column, null)
    if (kind === "t") row.set(column, reader.bytes(reader.int32()).toString())
  }
  return row
}

type Reader = ReturnType<typeof byteReader>

function byteReader(buffer: Buffer) {
  let at = 0
  const moved = (length: number) => (at += length) - length
  return {
    letter: () => String.fromCharCode(buffer[moved(1)]!),
    int16: () => buffer.readInt16BE(moved(2)),
    int32: () => buffer.readInt32BE(moved(4)),
    bytes: (length: number) => buffer.subarray(moved(length), at),
    skip: (length: number) => void moved(length),
    text(): string {
      const end = buffer.indexOf(0, at)
      const start = moved(end - at + 1)
      return buffer.toString("utf8", start, end)
    },
  }
}
