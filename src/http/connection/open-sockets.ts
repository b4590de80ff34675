import type { Server } from "node:http"
import type { Socket } from "node:net"

const byServer = new WeakMap<Server, Set<Socket>>()

/** The connections that a server has accepted since the first call for it, and that are still open. */
export function openSockets(server: Server): ReadonlySet<Socket> {
  const known = byServer.get(server)
  if (known) return known
  const sockets = new Set<Socket>()
  byServer.set(server, sockets)
  server.on("connection", (socket: Socket) => {
    sockets.add(socket)
    socket.once("close", () => sockets.delete(socket))
  })
  return sockets
}
