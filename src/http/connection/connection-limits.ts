import type { Socket } from "node:net"
import { Counter } from "@prometheus-io/client"
import { log } from "../../kit/service/log.ts"
import { networkOf } from "../../kit/service/rate-limit.ts"

type Bounds = { inAll: number; perAddress: number }
type Bound = keyof Bounds

const refused = new Counter({
  name: "countersign_connections_refused_total",
  help: "Connections that were closed at once, because there were too many in all or of one address",
  labelNames: ["bound"],
})

/** Why a connection was refused, and the setting to look at, for the log. */
const reasons: Record<Bound, string> = {
  inAll: "more than MAX_CONNECTIONS connections are open, so new ones are closed at once",
  perAddress: "one address has more than MAX_CONNECTIONS_PER_ADDRESS connections; if it is a proxy, set TRUST_PROXY",
}
const logIntervalMs = 60_000

/** Returns the handler of a server's new connections: those over a bound are closed before a byte of them is read. A bound of 0 is none. */
export function connectionLimits({ inAll, perAddress }: Bounds): (socket: Socket) => void {
  const open = new Map<string, number>()
  const loggedAt = new Map<Bound, number>()
  let total = 0

  function refuse(socket: Socket, bound: Bound) {
    socket.destroy()
    refused.inc({ bound })
    const now = performance.now()
    if (now - (loggedAt.get(bound) ?? -logIntervalMs) < logIntervalMs) return
    loggedAt.set(bound, now)
    log.warn({ address: socket.remoteAddress }, reasons[bound])
  }

  return socket => {
    const network = networkOf(socket.remoteAddress ?? "")
    const ofNetwork = open.get(network) ?? 0
    if (inAll > 0 && total >= inAll) return refuse(socket, "inAll")
    if (perAddress > 0 && ofNetwork >= perAddress) return refuse(socket, "perAddress")
    total++
    open.set(network, ofNetwork + 1)
    socket.once("close", () => {
      total--
      const left = open.get(network)! - 1
      if (left > 0) open.set(network, left)
      else open.delete(network)
    })
  }
}
