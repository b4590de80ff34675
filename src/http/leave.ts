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

/** Names and values in turn, as they are written: made once, so that no answer has to walk through an object. */
export type HeaderList = readonly string[]

/** What data begins with, and what this kind of it adds: it is no document that could open or lead to another. */
export const answerHeaders = (further: Record<string, string> = {}): HeaderList =>
  Object.entries({ ...always, "content-type": "application/json; charset=utf-8", ...further }).flat()

/**
 * How the API's own answers leave: headers in one piece, straight to the socket. The framework's way sets each by itself and runs its
 * hooks, which takes longer than finding the route. Everything else goes that way.
 */
export function sendAnswer(request: FastifyRequest, reply: FastifyReply, operation: string, answer: Leaving) {
  const { status, body, headers } = answer
  reply.hijack()
  took(operation, status, secondsSince(request))
  const length = Buffer.byteLength(body)
  const all = [...headers, "x-request-id", request.id, "content-length", String(length)]
  if (isClosing(reply)) all.push("connection", "close")
  reply.raw.writeHead(status, all)
  reply.raw.end(body)
}
type Leaving = { status: number; body: string | Buffer; headers: HeaderList }

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
