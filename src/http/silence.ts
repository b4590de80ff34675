import type { Server } from "node:http"
import type { Socket } from "node:net"

/** Longer than the usual 60 s of a load balancer, so that we never close first. */
const silenceMost = 65_000

/**
 * Closes connections on which nothing moves any more, in either direction. Node's own time-outs wind a clock up three times for each
 * request; this looks at all connections now and then instead, at what they have carried since.
 */
export function closeWhenSilent(server: Server, mostMs = silenceMost) {
  const heard = new Map<Socket, { bytes: number; at: number }>()
  server.on("connection", (socket: Socket) => {
    heard.set(socket, { bytes: 0, at: performance.now() })
    socket.once("close", () => heard.delete(socket))
  })
  const look = setInterval(() => {
    const now = performance.now()
    for (const [socket, last] of heard) {
      const bytes = socket.bytesRead + socket.bytesWritten
      if (bytes !== last.bytes) heard.set(socket, { bytes, at: now })
      else if (now - last.at > mostMs) socket.destroy()
    }
  }, mostMs / 13)
  look.unref()
  server.once("close", () => clearInterval(look))
}
