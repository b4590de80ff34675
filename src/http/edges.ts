import { randomUUID } from "node:crypto"
import { STATUS_CODES } from "node:http"
import type { Socket } from "node:net"
import type { FastifyError, FastifyReply, FastifyRequest } from "fastify"
import type { Operation } from "../kit/operation.ts"
import { Problem, errorBody } from "../kit/problem.ts"
import { sendProblem } from "./errors.ts"
import { securityHeaders } from "./leave.ts"

/** Only GET and POST are used; of a path that is there, the one that it takes is told. */
export function unknownRoute(operations: readonly Operation[], { method, url }: Pick<FastifyRequest, "method" | "url">): Problem {
  if (method !== "GET" && method !== "POST") return new Problem("GEN-1005", { method, allowed: "GET, POST" })
  const path = url.split("?", 1)[0]!
  const known = operations.find(op => op.route && pattern(op.route).test(path))
  if (known) return new Problem("GEN-1005", { method, allowed: known.route!.split(" ")[0] })
  return new Problem("GEN-1006", { method, path: path.slice(0, 200) })
}

const pattern = (route: string) => new RegExp(`^${route.split(" ")[1]!.replaceAll(/\{\w+\}/g, "[^/]+")}$`)

/** A path that no route can read: escapes that are none, or a part longer than any reference. */
export function badPath(_error: FastifyError, request: FastifyRequest, reply: FastifyReply) {
  reply.headers(securityHeaders).header("x-request-id", request.id)
  return sendProblem(unknownRoute([], request), request, reply)
}

/** What was no request at all: answered by hand, in the same words as everything else. */
export function badRequest(error: NodeJS.ErrnoException, socket: Socket) {
  if (!socket.writable || error.code === "ECONNRESET") return void socket.destroy()
  const problem = new Problem(codes[error.code ?? ""] ?? "GEN-1001")
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

const codes: Record<string, "GEN-1007" | "GEN-1008"> = { HPE_HEADER_OVERFLOW: "GEN-1007", ERR_HTTP_REQUEST_TIMEOUT: "GEN-1008" }
