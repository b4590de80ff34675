import { connect, createServer, type Socket } from "node:net"

/**
 * A proxy to the database that can disconnect (connections are closed and refused), reset (open connections break, new ones are accepted)
 * or stall (they stay open and pass no data).
 */
export async function openDatabaseProxy(databaseUrl: string, port: number) {
  const [, user = "", name = "", host = ""] = /^postgres:\/\/(.+)@[^/]*\/(\w+)\?host=([^&]+)/.exec(databaseUrl) ?? []
  const sockets = new Set<Socket>()
  const clients = new Set<Socket>()
  let isStalled = false
  const listener = createServer(socket => {
    clients.add(socket)
    const upstream = connect({ path: `${decodeURIComponent(host)}/.s.PGSQL.5432` })
    for (const [from, to] of [
      [socket, upstream],
      [upstream, socket],
    ] as const) {
      sockets.add(from)
      from.on("error", () => {}).on("close", () => to.destroy())
      from.pipe(to)
    }
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
  await listen()
  return { url: `postgres://${user}@127.0.0.1:${port}/${name}`, disconnect, reconnect: listen, reset, stall }
}
