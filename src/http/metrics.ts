import { createHash, timingSafeEqual } from "node:crypto"
import { once } from "node:events"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import type { FastifyInstance, FastifyRequest } from "fastify"
import { config, ConfigFault } from "../kit/service/config.ts"
import { metricsType, readMetrics } from "../kit/service/metrics.ts"
import { generalProblem } from "../kit/pure/errors.ts"
import { securityHeaders } from "./connection/send-response.ts"

/** The metrics beside the API, if the setting METRICS is `open` or a token. */
export function addMetricsRoute(app: FastifyInstance) {
  const access = config.METRICS
  if (access.kind === "off" || access.kind === "port") return
  app.get("/metrics", async (request, reply) => {
    if (access.kind === "token" && !hasToken(request, access.token)) throw generalProblem("MTR-1001")
    return reply.header("content-type", metricsType).send(await readMetrics())
  })
}

/** The hashes are compared, in a time that does not depend on how much of the token is right. */
function hasToken({ headers }: FastifyRequest, token: string): boolean {
  const [, sent = ""] = /^bearer +(\S+)$/i.exec(headers.authorization ?? "") ?? []
  return timingSafeEqual(digest(sent), digest(token))
}
const digest = (text: string) => createHash("sha256").update(text).digest()

/**
 * The metrics on a port of their own, which only the monitoring should reach; workers have no other port. `addresses` are all that the host
 * has; one that can't be used is left out. Returns what stops it.
 */
export async function startMetricsServer(host: string, port: number, addresses: string[]): Promise<() => void> {
  const first = createMetricsServer()
  await once(first.listen(port, host), "listening").catch((error: Error) => {
    throw new ConfigFault(`METRICS names port ${port}, which can't be used: ${error.message}`)
  })
  const { address: used } = first.address() as AddressInfo
  const further = addresses.filter(address => address !== used).map(address => createMetricsServer().listen(port, address))
  await Promise.allSettled(further.map(server => once(server, "listening")))
  return () => {
    for (const server of [first, ...further]) {
      server.close()
      server.closeAllConnections()
    }
  }
}

const createMetricsServer = () =>
  createServer((request, response) => {
    if (request.url !== "/metrics") return void response.writeHead(404, securityHeaders).end()
    const send = (text: string) => response.writeHead(200, { ...securityHeaders, "content-type": metricsType }).end(text)
    readMetrics().then(send, () => response.writeHead(500, securityHeaders).end())
  })
