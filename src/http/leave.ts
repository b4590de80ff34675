import type { IncomingMessage } from "node:http"
import type { FastifyReply, FastifyRequest, onSendHookHandler } from "fastify"
import { took } from "../kit/times.ts"

/** When a request came. The framework notes that only for hooks and loggers that the house does without. */
const came = Symbol("came")
type Arrived = IncomingMessage & { [came]?: number }
export const arrive = (raw: Arrived) => void (raw[came] = performance.now())
const secondsSince = ({ raw }: { raw: Arrived }) => (performance.now() - raw[came]!) / 1000

const always = {
  "x-content-type-options": "nosniff",
  "strict-transport-security": "max-age=31536000",
  "cross-origin-resource-policy": "same-origin",
  "content-security-policy": "default-src 'none'; frame-ancestors 'none'; base-uri 'none'",
  "cache-control": "no-store",
}

/** On every page, file and refusal, also on those that no route gave. Pages allow themselves more where they must. */
export const securityHeaders = { ...always, "referrer-policy": "no-referrer", "cross-origin-opener-policy": "same-origin" }

/** What data begins with: it is no document that could open or lead to another. */
export const answerHeaders = { ...always, "content-type": "application/json; charset=utf-8" }

/**
 * How the API's own answers leave: headers in one piece, straight to the socket. The framework's way sets each by itself and runs its
 * hooks, which takes longer than finding the route. Everything else goes that way.
 */
export function sendAnswer(request: FastifyRequest, reply: FastifyReply, operation: string, answer: Leaving) {
  const { status, body, headers = answerHeaders } = answer
  reply.hijack()
  took(operation, status, secondsSince(request))
  const all: Record<string, string | number> = { ...headers, "x-request-id": request.id, "content-length": Buffer.byteLength(body) }
  if (isClosing(reply)) all["connection"] = "close"
  reply.raw.writeHead(status, all)
  reply.raw.end(body)
}
type Leaving = { status: number; body: string | Buffer; headers?: Record<string, string> }

/** How pages, files, refusals and agents' answers leave: what they did not say themselves is said here. */
export const onLeaving: onSendHookHandler = (request, reply, _payload, done) => {
  for (const [name, value] of Object.entries(securityHeaders)) if (!reply.hasHeader(name)) reply.header(name, value)
  reply.header("x-request-id", request.id)
  if (isClosing(reply)) reply.header("connection", "close")
  const { operation = "other" } = request.routeOptions.config as { operation?: string }
  took(operation, reply.statusCode, secondsSince(request))
  done()
}

/** A connection kept alive would keep the house open for a minute. */
const isClosing = (reply: FastifyReply) => !reply.server.server.listening
