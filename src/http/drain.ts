import { once } from "node:events"
import type { Server } from "node:http"
import { Server as Listener } from "node:net"
import { setTimeout as wait } from "node:timers/promises"

/** Who is at work sends the next request sooner than this, and hears with its answer that the connection ends. */
const graceMs = 500

/**
 * Nobody new comes in; everybody inside is served and told to go. Who has been silent for a while then is shown out: at once would cut
 * off requests that are on their way at this very moment.
 */
export async function drain(server: Server) {
  await allAreIn(server)
  const left = once(server, "close")
  Listener.prototype.close.call(server) // the listener alone: http's own close would end idle connections too
  await Promise.race([left, wait(graceMs)])
  const hurry = setInterval(() => server.closeIdleConnections(), 100) // also those whose answer had begun when we were told
  server.once("close", () => clearInterval(hurry))
}

/** Node lets in one at each turn: who stands at the door already would be turned away with it. */
async function allAreIn(server: Server) {
  let came = true
  const note = () => void (came = true)
  server.on("connection", note)
  for (const end = performance.now() + graceMs; came && performance.now() < end;) {
    came = false
    await wait(10)
  }
  server.off("connection", note)
}
