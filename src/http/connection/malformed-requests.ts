import { randomUUID } from "node:crypto"
import { type IncomingMessage, type ServerResponse, STATUS_CODES } from "node:http"
import type { Socket } from "node:net"
import type { FastifyError, FastifyReply, FastifyRequest } from "fastify"
import { errorBody, type Problem } from "../../kit/pure/problem.ts"
import { config } from "../../kit/service/config.ts"
import { sendProblem } from "../errors.ts"
import { logRequest } from "./request-log.ts"
import { securityHeaders } from "./send-response.ts"
import { unknownRoute } from "./unknown-route.ts"
import { generalProblem } from "../../kit/pure/errors.ts"

/** Handles a path that Fastify can't match: invalid escapes, or a segment longer than any reference. */
export function handleBadPath(_error: FastifyError, request: FastifyRequest, reply: FastifyReply) {
  reply.headers(securityHeaders).header("x-request-id", request.id)
  logRequest(request, "unknown", 404, 0)
  return sendProblem(unknownRoute([], request), request, reply)
}

/** How long a refused client has to read the response. After that the connection is cut, whatever the client still sends. */
const lingerMs = 1000

/** Handles bytes that are no valid HTTP request, or arrive too late. There is no reply object, so the response is written to the socket. */
export function handleBadRequest(error: NodeJS.ErrnoException, socket: Socket) {
  if (refused.has(socket)) return // what follows malformed bytes is malformed too
  const canAnswer = socket.writable && error.code !== "ECONNRESET" && !isTlsError(error) && !hasRequestInFlight(socket)
  if (!canAnswer) return void socket.destroy()
  const problem = problemOf(error)
  refuse(socket, problem)
  if (problem.code === "GEN-1008") socket.pause() // the rest of it must not be processed, after the answer that nothing was done
}

/** Handles a connection to the port of TLS that begins with something else, which is plain HTTP most of the time. */
export function refusePlainHttp(socket: Socket) {
  refuse(socket, generalProblem("GEN-1001", { detail: `it is plain HTTP, and this port speaks TLS; use ${config.BASE_URL}` }))
  socket.resume()
}

function refuse(socket: Socket, problem: Problem) {
  const { status, headers, body } = refusal(problem)
  const head = Object.entries(headers).map(([name, value]) => `${name}: ${value}`)
  socket.end([`HTTP/1.1 ${status} ${STATUS_CODES[status]}`, ...head, "", body].join("\r\n"))
  refused.add(socket)
  const timer = setTimeout(() => socket.destroy(), lingerMs)
  socket.once("close", () => clearTimeout(timer))
}

/** A handshake that failed, or bytes that TLS can't read. An answer would be encrypted, so the client could not read it. */
const isTlsError = ({ code = "" }: NodeJS.ErrnoException) => /^ERR_(SSL|TLS)_/.test(code)

const refused = new WeakSet<Socket>()

/** The client would take a response for that of the request before, which may take effect. Node keeps the current response here. */
function hasRequestInFlight(socket: Socket & { _httpMessage?: ServerResponse | null }): boolean {
  return socket._httpMessage?.req.complete === true
}

function problemOf({ code = "" }: NodeJS.ErrnoException): Problem {
  if (code === "HPE_HEADER_OVERFLOW") return generalProblem("GEN-1007")
  if (code === "ERR_HTTP_REQUEST_TIMEOUT") return generalProblem("GEN-1008")
  return generalProblem("GEN-1001", { detail: "it can't be parsed" })
}

/** A request of HTTP/1.1 without a Host header. Node's own answer would have neither our headers nor a request id. */
export function refuseWithoutHost(_request: IncomingMessage, response: ServerResponse) {
  send(response, generalProblem("GEN-1001", { detail: "it has no Host header" }))
}

/** Node keeps the first of several and says nothing. */
export function hasTwoHosts({ rawHeaders }: IncomingMessage): boolean {
  let hosts = 0
  for (let i = 0; i < rawHeaders.length; i += 2) if (rawHeaders[i]!.length === 4 && rawHeaders[i]!.toLowerCase() === "host") hosts++
  return hosts > 1
}

/** A proxy in front of us may have gone by the other one (RFC 9112, 3.2). */
export function refuseTwoHosts(_request: IncomingMessage, response: ServerResponse) {
  send(response, generalProblem("GEN-1001", { detail: "it has more than one Host header" }))
}

/** An Expect header other than 100-continue. */
export function refuseExpectation(_request: IncomingMessage, response: ServerResponse) {
  send(response, generalProblem("GEN-1011"))
}

function send(response: ServerResponse, problem: Problem) {
  const { status, headers, body } = refusal(problem)
  response.writeHead(status, headers).end(body)
}

/** The response to a request that reaches no route. It closes the connection, because what follows on it can't be trusted. */
function refusal(problem: Problem) {
  const requestId = randomUUID()
  const body = JSON.stringify(errorBody(problem, requestId, config.BASE_URL))
  const headers = {
    ...securityHeaders,
    "x-request-id": requestId,
    "content-type": "application/json; charset=utf-8",
    "content-length": Buffer.byteLength(body),
    connection: "close",
  }
  return { status: problem.status, headers, body }
}
