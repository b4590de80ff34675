import type { Server } from "node:http"
import type { Socket } from "node:net"

const byServer = { connection: new WeakMap<Server, Set<Socket>>(), secureConnection: new WeakMap<Server, Set<Socket>>() }

/**
 * The connections that a server has accepted since the first call for it, and that are still open. `secureConnection` are those of TLS
 * inside them, after their handshake: their bytes are those of HTTP.
 */
export function openSockets(server: Server, event: keyof typeof byServer = "connection"): ReadonlySet<Socket> {
  const known = byServer[event].get(server)
  if (known) return known
  const sockets = new Set<Socket>()
  byServer[event].set(server, sockets)
  server.on(event, (socket: Socket) => {
    sockets.add(socket)
    socket.once("close", () => sockets.delete(socket))
  })
  return sockets
}
