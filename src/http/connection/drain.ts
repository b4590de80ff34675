import type { Server } from "node:http"
import { Server as Listener } from "node:net"
import { setImmediate as afterPoll, setTimeout as wait } from "node:timers/promises"
import { openSockets } from "./open-sockets.ts"

/** An active client sends its next request within this time, and the response tells it that the connection closes. */
const quietMs = 500

/**
 * Proxies keep connections idle for the next request, and lose one that they send while we close. So they have this long to use or close
 * each of them: longer than the example proxies keep any.
 */
export const proxyIdleMs = 20_000

const stopping = new WeakSet<Server>()

let hasReplacement = false

/** Another process of this service has taken the place of this one, so the service stays ready. */
export const noteReplacement = () => void (hasReplacement = true)
export const isReplaced = () => hasReplacement

/** From now on `/readyz` fails, so that load balancers go elsewhere. */
export const announceStop = (server: Server) => void (hasReplacement || stopping.add(server))
export const isStopping = (server: Server) => stopping.has(server)

/**
 * Stops accepting connections, answers the requests in flight and those that come on idle connections, and closes what then stays idle.
 * Closing idle connections at once would cut off requests that clients are sending at this moment.
 */
export async function drain(server: Server, { isBehindProxy = false } = {}) {
  await acceptPendingConnections(server)
  const { promise, resolve } = Promise.withResolvers<void>()
  Listener.prototype.close.call(server) // only the listener: http's own close would close idle connections too
  const isQuiet = createQuietCheck(server, isBehindProxy ? proxyIdleMs : quietMs)
  // Repeated, for responses that had begun before the stop and so keep their connection alive.
  const timer = setInterval(() => {
    if (!isQuiet()) return
    server.closeIdleConnections()
    setImmediate(() => closeUnused(server)) // after what has arrived is read
    resolve()
  }, 100)
  server.once("close", () => {
    clearInterval(timer)
    resolve()
  })
  await promise
}

/** Whether no request has come for so long, or the longest time is over. */
function createQuietCheck(server: Server, ms: number): () => boolean {
  const end = performance.now() + proxyIdleMs
  let quietAt = performance.now() + ms
  server.on("request", () => (quietAt = performance.now() + ms))
  return () => performance.now() >= Math.min(quietAt, end)
}

/** Browsers open connections ahead. Node takes one for busy until its first request has come. */
function closeUnused(server: Server) {
  for (const sockets of [openSockets(server), openSockets(server, "secureConnection")])
    for (const socket of sockets) if (socket.bytesRead === 0) socket.destroy()
}

/** About half a second, and longer where the process has to wait for a core. */
const maxAcceptRounds = 50

/** Node accepts one connection per turn of the event loop; closing the listener earlier would reset those still in the listen queue. */
async function acceptPendingConnections(server: Server) {
  let accepted = true
  const onConnection = () => void (accepted = true)
  server.on("connection", onConnection)
  for (let round = 0; accepted && round < maxAcceptRounds; round++) {
    accepted = false
    await wait(10)
    await afterPoll() // a process that had to wait for a core sees the end of its pause before it sees the next connection
  }
  server.off("connection", onConnection)
}
