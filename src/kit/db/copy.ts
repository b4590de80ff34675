import { once } from "node:events"
import { Readable } from "node:stream"
import type pg from "pg"

/** What pg's connection has for COPY; its types leave it out. */
type CopyConnection = pg.Connection & {
  sendCopyFromChunk(rows: Buffer): void
  endCopyFrom(): void
  sendCopyFail(reason: string): void
}

/** Streams the result of a query in PostgreSQL's text format: a line for each row, in which tabs, line ends and backslashes are escaped. */
export function copyOut(client: pg.Client, query: string): Readable {
  let socket: pg.Connection["stream"] | undefined
  let isOver = false
  const rows = new Readable({
    read: () => void socket?.resume(),
    destroy(error, done) {
      if (!isOver) socket?.destroy() // the server would send the rest otherwise
      done(error)
    },
  })
  const end = () => {
    isOver = true
    socket?.resume() // nobody reads a row that is not there, so the answer to the next statement would not arrive
  }
  client.query({
    submit(connection: pg.Connection) {
      socket = connection.stream
      connection.query(`copy (${query}) to stdout`)
    },
    /** pg uses the memory of the row again, so it is copied. */
    handleCopyData({ chunk }: { chunk: Buffer }) {
      if (!rows.push(Buffer.from(chunk))) socket?.pause()
    },
    handleCommandComplete() {},
    handleReadyForQuery() {
      end()
      rows.push(null)
    },
    handleError(error: Error) {
      end()
      rows.destroy(error)
    },
  })
  return rows
}

/** Loads rows in the same format into a table, named with its columns, and returns how many there were. */
export function copyIn(client: pg.Client, target: string, rows: AsyncIterable<Buffer>): Promise<number> {
  return new Promise((resolve, reject) => {
    let count = 0
    let isRefused = false
    client.query({
      submit(connection: pg.Connection) {
        connection.query(`copy ${target} from stdin`)
      },
      handleCopyInResponse(connection: CopyConnection) {
        send(connection, rows, () => isRefused).catch((error: Error) => {
          reject(error)
          connection.sendCopyFail("the rows can't be read")
        })
      },
      handleCommandComplete({ text }: { text: string }) {
        count = Number(text.split(" ").at(-1))
      },
      handleReadyForQuery: () => resolve(count),
      handleError(error: Error) {
        isRefused = true
        reject(error)
      },
    })
  })
}

async function send(connection: CopyConnection, rows: AsyncIterable<Buffer>, isRefused: () => boolean) {
  for await (const block of rows) {
    if (isRefused()) return
    connection.sendCopyFromChunk(block)
    if (connection.stream.writableNeedDrain) await once(connection.stream, "drain")
  }
  if (!isRefused()) connection.endCopyFrom()
}
