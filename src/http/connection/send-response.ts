import type { IncomingMessage } from "node:http"
import { Readable } from "node:stream"
import { pipeline } from "node:stream/promises"
import type { FastifyReply, FastifyRequest, onSendHookHandler } from "fastify"
import { logRequest, routeOf } from "./request-log.ts"
import type { StreamedFile } from "../../kit/operation/response-file.ts"
import { log } from "../../kit/service/log.ts"
import { recordRequest } from "../../kit/service/request-metrics.ts"

/** When a request arrived. Fastify records this only for hooks and loggers, which we do not use. */
const startedAt = Symbol("startedAt")
type TimedMessage = IncomingMessage & { [startedAt]?: number }
export const recordStart = (raw: TimedMessage) => void (raw[startedAt] = performance.now())
const elapsedSeconds = ({ raw }: { raw: TimedMessage }) => (performance.now() - raw[startedAt]!) / 1000

function conclude(request: FastifyRequest, operation: string, route: string, status: number) {
  const seconds = elapsedSeconds(request)
  recordRequest(operation, status, seconds)
  logRequest(request, route, status, seconds)
}

const commonHeaders = {
  "x-content-type-options": "nosniff",
  "strict-transport-security": "max-age=31536000",
  "cross-origin-resource-policy": "same-origin",
  "content-security-policy": "default-src 'none'; frame-ancestors 'none'; base-uri 'none'",
  "cache-control": "no-store",
}

/** Default headers of every page, file and error, with or without a route. Pages override some of them. */
export const securityHeaders = { ...commonHeaders, "referrer-policy": "no-referrer", "cross-origin-opener-policy": "same-origin" }

/** Alternating names and values, as writeHead takes them. Built once, so that no response iterates over an object. */
type HeaderList = readonly string[]

/** The headers of an API response: JSON, unless `extra` says otherwise. No document, so it needs no referrer or opener policy. */
export const apiHeaders = (extra: Record<string, string> = {}): HeaderList =>
  Object.entries({ ...commonHeaders, "content-type": "application/json; charset=utf-8", ...extra }).flat()

/**
 * Writes an API response with one writeHead, past Fastify. `reply.send` sets each header by itself and runs the hooks, which takes
 * longer than finding the route. All other responses use `reply.send`.
 */
export function sendBody(request: FastifyRequest, reply: FastifyReply, operation: string, response: ApiResponse) {
  const { status, body, headers } = response
  reply.hijack()
  conclude(request, operation, operation, status)
  const length = Buffer.byteLength(body)
  const all = [...headers, "x-request-id", request.id, "content-length", String(length)]
  if (isClosing(reply)) all.push("connection", "close")
  reply.raw.writeHead(status, all)
  reply.raw.end(body)
}
type ApiResponse = { status: number; body: string | Buffer; headers: HeaderList }

/**
 * Sends a file while it is read, no faster than the client takes it. The first piece is read before the status is sent, so that a failure
 * until then is an error like others. A later failure closes the connection, which shows the client that the file is not whole.
 */
export async function sendPieces(request: FastifyRequest, reply: FastifyReply, operation: string, { pieces, headers }: Pieces) {
  const source = pieces[Symbol.asyncIterator]()
  const first = await source.next()
  async function* all() {
    try {
      for (let next = first; !next.done; next = await source.next()) yield next.value
    } finally {
      await source.return?.() // what the file is read from is given back, even if the client goes
    }
  }
  reply.hijack()
  conclude(request, operation, operation, 200)
  reply.raw.writeHead(200, [...headers, "x-request-id", request.id])
  try {
    await pipeline(Readable.from(all(), { objectMode: true, highWaterMark: 1 }), reply.raw)
  } catch (error) {
    reply.raw.destroy()
    if (!isAborted(error)) log.error({ err: error, operation }, "a file could not be sent to its end; the connection was closed")
  }
}
type Pieces = { pieces: StreamedFile["pieces"]; headers: HeaderList }

/** The client has closed the connection. */
const isAborted = (error: unknown) => (error as NodeJS.ErrnoException | undefined)?.code === "ERR_STREAM_PREMATURE_CLOSE"

/** Begins a response that goes on until its connection is closed. */
export function beginStream(request: FastifyRequest, reply: FastifyReply, operation: string) {
  reply.hijack()
  conclude(request, operation, operation, 200)
  reply.raw.writeHead(200, [...streamHeaders, "x-request-id", request.id])
}
/** The last one tells nginx not to wait until it has more. */
const streamHeaders = apiHeaders({ "content-type": "text/event-stream; charset=utf-8", "x-accel-buffering": "no" })

/** The onSend hook of pages, files, errors and MCP responses: adds the default headers that are missing, and records the metrics. */
export const completeResponse: onSendHookHandler = (request, reply, _payload, done) => {
  for (const [name, value] of Object.entries(securityHeaders)) if (!reply.hasHeader(name)) reply.header(name, value)
  reply.header("x-request-id", request.id)
  if (isClosing(reply)) reply.header("connection", "close")
  const { operation = "other" } = request.routeOptions.config as { operation?: string }
  conclude(request, operation, routeOf(request), reply.statusCode)
  done()
}

/** For a response that another library writes: sets the default headers, and records the metrics once it is sent. */
export function handOver(request: FastifyRequest, reply: FastifyReply) {
  reply.hijack()
  const { raw } = reply
  for (const [name, value] of Object.entries(securityHeaders)) raw.setHeader(name, value)
  raw.setHeader("x-request-id", request.id)
  if (isClosing(reply)) raw.setHeader("connection", "close")
  const { operation = "other" } = request.routeOptions.config as { operation?: string }
  raw.once("finish", () => conclude(request, operation, routeOf(request), raw.statusCode))
}

/** During a stop responses close their connection: the client sends its next request elsewhere, and nothing delays the stop. */
const isClosing = (reply: FastifyReply) => !reply.server.server.listening
