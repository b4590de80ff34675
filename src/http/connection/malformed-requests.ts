import { randomUUID } from "node:crypto"
import { STATUS_CODES } from "node:http"
import type { Socket } from "node:net"
import type { FastifyError, FastifyReply, FastifyRequest } from "fastify"
import type { Operation } from "../../kit/operation/operation.ts"
import { errorBody, type Problem } from "../../kit/pure/problem.ts"
import { sendProblem } from "../errors.ts"
import { securityHeaders } from "./send-response.ts"
import { generalProblem } from "../../kit/pure/errors.ts"

/** The problem of a request that matches no route: 405 with the allowed methods, or 404. */
export function unknownRoute(operations: readonly Operation[], { method, url }: Pick<FastifyRequest, "method" | "url">): Problem {
  if (method !== "GET" && method !== "POST") return generalProblem("GEN-1005", { method, allowed: "GET, POST" })
  const path = url.split("?", 1)[0]!
  const existing = operations.find(op => op.route && pathPattern(op.route).test(path))
  if (existing) return generalProblem("GEN-1005", { method, allowed: existing.route!.split(" ")[0] })
  return generalProblem("GEN-1006", { method, path: path.slice(0, 200) })
}

const pathPattern = (route: string) => new RegExp(`^${route.split(" ")[1]!.replaceAll(/\{\w+\}/g, "[^/]+")}$`)

/** Handles a path that Fastify can't match: invalid escapes, or a segment longer than any reference. */
export function handleBadPath(_error: FastifyError, request: FastifyRequest, reply: FastifyReply) {
  reply.headers(securityHeaders).header("x-request-id", request.id)
  return sendProblem(unknownRoute([], request), request, reply)
}

/** Handles bytes that are no valid HTTP request. There is no reply object, so the error response is written to the socket. */
export function handleBadRequest(error: NodeJS.ErrnoException, socket: Socket) {
  if (!socket.writable || error.code === "ECONNRESET") return void socket.destroy()
  const problem = generalProblem(codesByError[error.code ?? ""] ?? "GEN-1001")
  const requestId = randomUUID()
  const body = JSON.stringify(errorBody(problem, requestId))
  const headers = {
    ...securityHeaders,
    "x-request-id": requestId,
    "content-type": "application/json; charset=utf-8",
    "content-length": Buffer.byteLength(body),
    connection: "close",
  }
  const head = Object.entries(headers).map(([name, value]) => `${name}: ${value}`)
  socket.end([`HTTP/1.1 ${problem.status} ${STATUS_CODES[problem.status]}`, ...head, "", body].join("\r\n"))
}

const codesByError: Record<string, "GEN-1007" | "GEN-1008"> = { HPE_HEADER_OVERFLOW: "GEN-1007", ERR_HTTP_REQUEST_TIMEOUT: "GEN-1008" }
