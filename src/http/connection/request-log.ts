import type { IncomingMessage } from "node:http"
import type { FastifyRequest } from "fastify"
import pino from "pino"
import type { Identity } from "../../kit/operation/ports.ts"
import { perConfig } from "../../kit/service/config.ts"
import { lineFormat, log } from "../../kit/service/log.ts"

const callerOf = Symbol("caller")
type CallerFacts = { tenant: string; user: string; type: string }
type NotedMessage = IncomingMessage & { [callerOf]?: CallerFacts }

/** Notes on whose behalf a request is answered, for its line in the log. */
export function noteCaller({ raw }: { raw: NotedMessage }, { caller, tenant }: Pick<Identity, "caller"> & { tenant: { id: string } }) {
  raw[callerOf] = { tenant: tenant.id, user: caller.user, type: caller.type }
}

/** Checks of health come every few seconds from each load balancer: only those that fail are worth a line. */
const probes = new Set(["GET /healthz", "GET /readyz", "GET /metrics"])

/**
 * One line for each response. It has the pattern of the route and never the address itself, which may contain the token of a payment link,
 * an e-mail or a parameter.
 */
export function logRequest(request: Pick<FastifyRequest, "id"> & { raw: NotedMessage }, route: string, status: number, seconds: number) {
  const lines = requestLines()
  if (!lines || (probes.has(route) && status < 400)) return
  const { tenant = null, ...caller } = request.raw[callerOf] ?? {}
  const ms = Math.round(seconds * 10_000) / 10
  lines.logger.info({ requestId: request.id, tenant, caller: tenant === null ? null : caller, route, status, ms }, "request")
}

/** What has no route has no pattern either. */
export const routeOf = ({ method, routeOptions }: FastifyRequest): string => {
  const { operation } = routeOptions.config as { operation?: string }
  return operation ?? (routeOptions.url === undefined ? "unknown" : `${method} ${routeOptions.url}`)
}

/**
 * Written in blocks, five times a second: a system call for each line would take longer than the line. No field needs redaction. Processes
 * share the output, and the lines of two blocks would mix in a pipe if they were longer than the 4 KiB that it takes as a whole.
 */
const requestLines = perConfig(({ REQUEST_LOG }) => {
  if (!REQUEST_LOG || !log.isLevelEnabled("info")) return undefined
  const destination = pino.destination({ dest: 1, sync: false, minLength: 3_500, maxWrite: maxBlockBytes, periodicFlush: 200 })
  return { logger: pino(lineFormat, destination), destination }
})

const maxBlockBytes = 4_096

/** Before the process ends. */
export const flushRequestLog = () => requestLines()?.destination.flushSync()
