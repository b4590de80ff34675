import type { Server } from "node:http"
import type { Socket } from "node:net"

/** Longer than the usual 60 s of a load balancer, so that we never close first. */
export const silenceMostMs = 65_000

/**
 * Closes connections on which nothing moves any more, in either direction. Node's own time-outs wind a clock up three times for each
 * request; this looks at all connections now and then instead, at what they have carried since.
 */
export function closeWhenSilent(server: Server) {
  server.keepAliveTimeout = 0
  server.setTimeout(0)
  const look = watch(server)
  const looking = setInterval(() => look(performance.now()), 5000)
  looking.unref()
  server.once("close", () => clearInterval(looking))
}

/** To be called with the time now and then. */
export function watch(server: Server): (now: number) => void {
  const heard = new Map<Socket, { bytes: number; at: number }>()
  server.on("connection", (socket: Socket) => {
    heard.set(socket, { bytes: 0, at: performance.now() })
    socket.once("close", () => heard.delete(socket))
  })
  return now => {
    for (const [socket, last] of heard) {
      const bytes = carried(socket)
      if (bytes !== last.bytes) heard.set(socket, { bytes, at: now })
      else if (now - last.at > silenceMostMs) socket.destroy()
    }
  }
}

/** What came in and what went out. What was written and still waits for a slow reader has not gone out: only its handle knows of that. */
function carried(socket: Socket): number {
  const { _handle: handle } = socket as Socket & { _handle?: { writeQueueSize: number } | null }
  return socket.bytesRead + socket.bytesWritten - (handle?.writeQueueSize ?? 0)
}
