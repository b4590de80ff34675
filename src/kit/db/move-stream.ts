import pg from "pg"
import { type Change, messageReader } from "../pure/pgoutput.ts"
import { DatabaseClient } from "./client.ts"

/** The stream must say that it is alive within wal_sender_timeout, which is 60 s by default. */
const statusMs = 5_000
const connectTimeoutMs = 10_000

/** What pg's connection has for replication; its types leave it out. */
type StreamConnection = pg.Connection & { sendCopyFromChunk(bytes: Buffer): void }

/** Changes of transactions that were committed in the cell, in the order of their commits. */
export type ChangeStream = {
  /** The transactions that have arrived since the last call. Waits for some, until the mark has arrived, or for a second. */
  take(mark?: string): Promise<{ transactions: Change[][]; isMarked: boolean }>
  close(): Promise<void>
}

/** A connection that speaks PostgreSQL's replication protocol. It needs the attribute REPLICATION, and no pooler in between. */
export async function connectForReplication(url: string): Promise<pg.Client> {
  const config = { connectionString: url, connectionTimeoutMillis: connectTimeoutMs, keepAlive: true, replication: "database" }
  const client = new DatabaseClient(config)
  client.on("error", () => {}) // a broken connection also rejects the pending query
  await client.connect()
  return client
}

/** Creates a slot, which keeps all changes from now on, and exports the snapshot of this moment. It holds until the next command. */
export async function createSlot(client: pg.Client, slot: string): Promise<{ snapshot: string }> {
  const { rows } = await client.query<{ snapshot_name: string }>(
    `CREATE_REPLICATION_SLOT ${pg.escapeIdentifier(slot)} LOGICAL pgoutput EXPORT_SNAPSHOT`,
  )
  return { snapshot: rows[0]!.snapshot_name }
}

/** Receives the changes that a publication names, from the start of the slot. `prefix` is that of the marks. */
export function openStream(client: pg.Client, slot: string, publication: string, prefix: string): ChangeStream {
  const read = messageReader()
  const marks = new Set<string>()
  let [ready, current]: [Change[][], Change[]] = [[], []]
  let [failure, wake]: [Error | undefined, () => void] = [undefined, () => {}]
  let connection: StreamConnection | undefined
  let position = 0n
  const fail = (error: Error) => {
    failure ??= error
    wake()
  }
  const receive = (bytes: Buffer) => {
    const message = read(bytes)
    if (message.kind === "mark" && message.prefix === prefix) marks.add(message.content)
    if (message.kind === "insert" || message.kind === "update" || message.kind === "delete") current.push(message)
    if (message.kind !== "commit") return
    if (current.length > 0) ready.push(current)
    current = []
    wake()
  }
  client.on("error", fail).on("end", () => fail(new Error("the stream of changes has ended")))
  client.query({
    submit(to: pg.Connection) {
      connection = to as StreamConnection
      const options = `proto_version '1', publication_names '${publication}', messages 'true'`
      to.query(`START_REPLICATION SLOT ${pg.escapeIdentifier(slot)} LOGICAL 0/0 (${options})`)
    },
    handleCopyData({ chunk }: { chunk: Buffer }) {
      try {
        if (chunk[0] === 0x77 /* w: data */) {
          position = chunk.readBigUInt64BE(1)
          receive(Buffer.from(chunk.subarray(25))) // pg uses the memory again
        } else if (chunk[17] === 1) reply()
      } catch (error) {
        fail(error as Error)
      }
    },
    handleError: fail,
    handleCommandComplete() {},
    handleReadyForQuery: () => fail(new Error("the stream of changes has ended")),
  })
  /** Confirms nothing: a copy that is interrupted begins again with a new slot. */
  const reply = () => connection?.sendCopyFromChunk(statusOf(position))
  const timer = setInterval(reply, statusMs)
  return {
    async take(mark) {
      const isOver = () => failure !== undefined || (mark === undefined ? ready.length > 0 : marks.has(mark))
      if (!isOver()) await pause(isOver, resume => (wake = resume))
      if (failure) throw failure
      const transactions = ready
      ready = []
      return { transactions, isMarked: mark !== undefined && marks.has(mark) }
    },
    async close() {
      clearInterval(timer)
      failure ??= new Error("the stream of changes was closed")
      await client.end()
    },
  }
}

const maxPauseMs = 1_000

/** Waits until `onWake` is called, or for a second. */
async function pause(isOver: () => boolean, onWake: (resume: () => void) => void): Promise<void> {
  await new Promise<void>(resolve => {
    const timer = setTimeout(resolve, maxPauseMs)
    onWake(() => {
      if (!isOver()) return
      clearTimeout(timer)
      resolve()
    })
  })
}

/** How far the stream was received; nothing was flushed, so the slot keeps it. */
function statusOf(received: bigint): Buffer {
  const bytes = Buffer.alloc(34)
  bytes[0] = 0x72 // r: status
  bytes.writeBigUInt64BE(received, 1)
  return bytes
}
