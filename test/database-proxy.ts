import { connect, createServer, type Socket } from "node:net"
import { Transform } from "node:stream"

/** How PostgreSQL says that it has committed. */
const committed = Buffer.from("COMMIT\0")

/**
 * A proxy to the database that can disconnect (connections are closed and refused), reset (open connections break, new ones are accepted)
 * or stall (they stay open and pass no data). It can also break one connection, or lose the answer to a commit.
 */
export async function openDatabaseProxy(databaseUrl: string, port: number) {
  const [, user = "", name = "", host = ""] = /^postgres:\/\/(.+)@[^/]*\/(\w+)\?host=([^&]+)/.exec(databaseUrl) ?? []
  const sockets = new Set<Socket>()
  const clients = new Set<Socket>()
  let isStalled = false
  /** Called once the answer to a commit is lost; undefined where none is to be lost. */
  let onLostCommit: (() => void) | undefined
  /** Passes on what the database answers, but for the next commit if that is asked for. */
  const gate = (socket: Socket) =>
    new Transform({
      transform(bytes: Buffer, _encoding, done) {
        if (!onLostCommit || !bytes.includes(committed)) return done(null, bytes)
        onLostCommit()
        onLostCommit = undefined
        socket.resetAndDestroy()
        clients.delete(socket)
        done()
      },
    })
  const listener = createServer(socket => {
    clients.add(socket)
    socket.on("close", () => clients.delete(socket))
    const upstream = connect({ path: `${decodeURIComponent(host)}/.s.PGSQL.5432` })
    for (const [from, to] of [
      [socket, upstream],
      [upstream, socket],
    ] as const) {
      sockets.add(from)
      from.on("error", () => {}).on("close", () => to.destroy())
    }
    socket.pipe(upstream)
    upstream.pipe(gate(socket)).pipe(socket)
    if (isStalled) stall(true)
  })
  const stall = (stalled: boolean) => {
    isStalled = stalled
    for (const socket of sockets) void (stalled ? socket.pause() : socket.resume())
  }
  const listen = () => new Promise<void>(resolve => listener.listen(port, "127.0.0.1", resolve))
  const disconnect = () => {
    listener.close()
    for (const socket of sockets) socket.destroy()
    sockets.clear()
  }
  /** The client sees ECONNRESET. The database processes what it has received. */
  const reset = () => {
    for (const socket of clients) socket.resetAndDestroy()
    clients.clear()
  }
  /** The same for one of them. */
  const resetOne = (pick: (sockets: readonly Socket[]) => Socket | undefined): boolean => !!pick([...clients])?.resetAndDestroy()
  /** The next commit happens, and its client sees ECONNRESET. */
  const loseCommit = (onLost: () => void) => void (onLostCommit = onLost)
  await listen()
  return { url: `postgres://${user}@127.0.0.1:${port}/${name}`, disconnect, reconnect: listen, reset, resetOne, loseCommit, stall }
}
