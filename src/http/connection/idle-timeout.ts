import type { Server } from "node:http"
import type { Socket } from "node:net"
import { openSockets } from "./open-sockets.ts"

/** Longer than the usual 60 s of a load balancer, so that the load balancer closes first. */
export const idleTimeoutMs = 65_000

/**
 * Closes connections that have transferred no bytes in either direction for `idleTimeoutMs`. Node's own time-outs reset a timer three
 * times for each request; this compares the byte counts of all connections every 5 s instead.
 */
export function enableIdleTimeout(server: Server) {
  server.keepAliveTimeout = 0
  server.setTimeout(0)
  const closeIdle = createIdleCheck(server)
  const timer = setInterval(() => closeIdle(performance.now()), 5000)
  timer.unref()
  server.once("close", () => clearInterval(timer))
}

/** Returns a function that closes the idle connections; it must be called regularly with the current time. */
export function createIdleCheck(server: Server): (now: number) => void {
  const sockets = openSockets(server)
  const activity = new WeakMap<Socket, { bytes: number; at: number }>()
  return now => {
    for (const socket of sockets) {
      const bytes = bytesTransferred(socket)
      const last = activity.get(socket)
      if (bytes !== last?.bytes) activity.set(socket, { bytes, at: now })
      else if (now - last.at > idleTimeoutMs) socket.destroy()
    }
  }
}

/** Bytes read and sent. `bytesWritten` includes bytes that are queued for a slow reader; only the socket's handle knows how many. */
function bytesTransferred(socket: Socket): number {
  const { _handle: handle } = socket as Socket & { _handle?: { writeQueueSize: number } | null }
  return socket.bytesRead + socket.bytesWritten - (handle?.writeQueueSize ?? 0)
}
