import { once } from "node:events"
import type { Server } from "node:http"
import { Server as Listener } from "node:net"
import { setImmediate as afterPoll, setTimeout as wait } from "node:timers/promises"
import { openSockets } from "./open-sockets.ts"

/** An active client sends its next request within this time, and the response tells it that the connection closes. */
const graceMs = 500

/**
 * Stops accepting connections, answers the requests in flight, and closes idle connections after a grace period: closing them at once
 * would cut off requests that clients are sending at this moment.
 */
export async function drain(server: Server) {
  await acceptPendingConnections(server)
  const closed = once(server, "close")
  Listener.prototype.close.call(server) // only the listener: http's own close would close idle connections too
  if ((await Promise.race([closed, wait(graceMs)])) !== undefined) return // nothing is open any more
  // Repeated, for responses that had begun before the stop and so keep their connection alive.
  const timer = setInterval(() => {
    server.closeIdleConnections()
    setImmediate(() => closeUnused(server)) // after what has arrived is read
  }, 100)
  server.once("close", () => clearInterval(timer))
}

/** Browsers open connections ahead. Node takes one for busy until its first request has come. */
function closeUnused(server: Server) {
  for (const socket of openSockets(server)) if (socket.bytesRead === 0) socket.destroy()
}

/** Node accepts one connection per turn of the event loop; closing the listener earlier would reset those still in the listen queue. */
async function acceptPendingConnections(server: Server) {
  let accepted = true
  const onConnection = () => void (accepted = true)
  server.on("connection", onConnection)
  for (const end = performance.now() + graceMs; accepted && performance.now() < end;) {
    accepted = false
    await wait(10)
    await afterPoll() // a process that had to wait for a core sees the end of its pause before it sees the next connection
  }
  server.off("connection", onConnection)
}
