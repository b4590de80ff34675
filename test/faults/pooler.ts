import { once } from "node:events"
import { connect, createServer, type Socket } from "node:net"
import { after } from "node:test"
import pg from "pg"
import { freePort } from "../free-port.ts"

/** The address of the tests' database, and its URL with another port. */
function addressOf(databaseUrl: string, port: number) {
  const [, user = "", name = "", host = ""] = /^postgres:\/\/(.+)@[^/]*\/(\w+)\?host=([^&]+)/.exec(databaseUrl) ?? []
  return { socketPath: `${decodeURIComponent(host)}/.s.PGSQL.5432`, url: `postgres://${user}@127.0.0.1:${port}/${name}` }
}

async function listen(port: number, onClient: (socket: Socket) => void) {
  const clients = new Set<Socket>()
  const listener = createServer(socket => {
    clients.add(socket.on("error", () => {}))
    onClient(socket)
  })
  listener.listen(port, "127.0.0.1")
  await once(listener, "listening")
  after(() => {
    listener.close()
    for (const socket of clients) socket.destroy()
  })
}

/** Answers the first packet of a client like PgBouncer, which refuses settings in it. Returns whether the client may continue. */
function acceptsStart(packet: Buffer, client: Socket): boolean {
  if (!packet.includes("\0options\0")) return true
  const fields = ["SFATAL", "C08P01", "Munsupported startup parameter: options", ""].join("\0")
  client.end(message("E", Buffer.from(`${fields}\0`)))
  return false
}

/** Imitates a pooler with a PostgreSQL session for each client, until the client disconnects. */
export async function startSessionPooler(databaseUrl: string): Promise<{ url: string; startCount(): number }> {
  const port = await freePort()
  const { socketPath, url } = addressOf(databaseUrl, port)
  let count = 0
  await listen(port, client =>
    client.once("data", packet => {
      count++
      if (!acceptsStart(packet, client)) return
      const server = connect({ path: socketPath })
      server.on("error", () => {}).on("close", () => client.destroy())
      client.on("close", () => server.destroy())
      server.write(packet)
      client.pipe(server).pipe(client)
    }),
  )
  return { url, startCount: () => count }
}

/**
 * Imitates a pooler that gives each transaction one of these PostgreSQL sessions: the one that was used last, or in turn. A client needs no
 * password.
 */
export async function startTransactionPooler(
  databaseUrl: string,
  sessions: number,
  order: "last used" | "in turn",
): Promise<{ url: string }> {
  const port = await freePort()
  const { url } = addressOf(databaseUrl, port)
  const idle = await Promise.all(Array.from({ length: sessions }, () => openSession(databaseUrl)))
  const waiting: (() => void)[] = []
  await listen(port, client => {
    let server: Socket | undefined
    /** How many answers that end with "ready for query" are due. */
    let due = 0
    const toServer: Buffer[] = []
    const flush = () => {
      if (toServer.length === 0) return
      if (!server) {
        server = order === "last used" ? idle.pop() : idle.shift()
        if (!server) return void waiting.push(flush)
        server.on("data", splitMessages(onAnswer))
      }
      server.write(Buffer.concat(toServer.splice(0)))
    }
    const onAnswer = (answer: Buffer) => {
      client.write(answer)
      if (answer.toString("latin1", 0, 1) !== "Z" || --due > 0 || answer.toString("latin1", 5, 6) !== "I") return
      idle.push(server!.removeAllListeners("data"))
      server = undefined
      waiting.shift()?.()
    }
    client.once("data", packet => {
      if (!acceptsStart(packet, client)) return
      client.write(Buffer.concat([message("R", Buffer.alloc(4)), message("Z", Buffer.from("I"))]))
      client.on(
        "data",
        splitMessages(request => {
          const type = request.toString("latin1", 0, 1)
          if (type === "X") return void client.end()
          toServer.push(request)
          if (type === "Q" || type === "S") due++
          if (type === "Q" || type === "S") flush()
        }),
      )
    })
  })
  return { url }
}

/** Opens a session with pg and takes its socket. */
async function openSession(connectionString: string): Promise<Socket> {
  const client = new pg.Client({ connectionString })
  client.on("error", () => {})
  await client.connect()
  const socket = client.connection.stream as Socket
  after(() => void socket.destroy())
  return socket.removeAllListeners("data")
}

function message(type: string, content: Buffer): Buffer {
  const length = Buffer.alloc(4)
  length.writeUInt32BE(content.length + 4)
  return Buffer.concat([Buffer.from(type), length, content])
}

/** Calls back with each whole message of the protocol: its type, its length and its content. */
function splitMessages(onMessage: (whole: Buffer) => void): (data: Buffer) => void {
  let rest = Buffer.alloc(0)
  return data => {
    rest = Buffer.concat([rest, data])
    while (rest.length >= 5 && rest.length > rest.readUInt32BE(1)) {
      const end = rest.readUInt32BE(1) + 1
      const whole = rest.subarray(0, end)
      rest = rest.subarray(end)
      onMessage(whole)
    }
  }
}
