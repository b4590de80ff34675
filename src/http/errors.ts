import type { FastifyError, FastifyReply, FastifyRequest } from "fastify"
import { log } from "../kit/log.ts"
import { afterGuess, credentialIn } from "./auth.ts"
import { errorBody, Problem } from "../kit/problem.ts"

/** Whatever was thrown, as a problem that may be read outside. What is no problem of ours is logged and says nothing of the inside. */
export function asProblem(error: unknown, requestId: string): Problem {
  if (error instanceof Problem) return error
  const { code, statusCode, message } = error as Partial<FastifyError>
  if (code === "FST_ERR_CTP_INVALID_MEDIA_TYPE") return new Problem("VAL-1008", { contentType: "something else" })
  if (code === "ECONNRESET" || message === "aborted") return new Problem("GEN-1001") // nobody is left to read it
  if (statusCode !== undefined && statusCode < 500) return new Problem("VAL-1001", { detail: "the request could not be read" })
  log.error({ error, requestId }, "a request failed")
  return new Problem(isPassing(`${code} ${message}`) ? "SYS-9002" : "SYS-9001")
}

/** The database is away, starting, overloaded or too slow: another try may find it well. */
const isPassing = (said: string) =>
  /^(57|53|08|ECONN|ENOENT|EPIPE|ETIMEDOUT)|Connection terminated|timeout exceeded|Query read timeout|connection error/.test(said)

export function sendProblem(error: unknown, request: FastifyRequest, reply: FastifyReply) {
  const problem = afterGuess(inOrder(asProblem(error, request.id), request), request.ip)
  const { retryAfterSeconds: after } = problem
  if (after !== undefined) reply.header("retry-after", String(after))
  if (problem.status === 401) reply.header("www-authenticate", "ApiKey")
  if (problem.status === 405) reply.header("allow", String(problem.details["allowed"]))
  if (problem.status === 413) reply.header("connection", "close")
  const body = errorBody(problem, request.id)
  return reply
    .code(problem.status)
    .header("content-type", "application/json; charset=utf-8")
    .send(JSON.stringify(saysSuccess(request) ? { success: false, ...body } : body))
}

/** The framework refuses an unreadable type before it is asked who calls; the caller hears of the credential first all the same. */
function inOrder(problem: Problem, { headers, routeOptions }: FastifyRequest): Problem {
  const { operation } = routeOptions.config as { operation?: string }
  if (problem.code !== "VAL-1008" || operation === undefined) return problem // gateways sign, and have no key
  try {
    credentialIn(headers.authorization, routeOptions.url === "/v1/mcp" ? "ApiKey or Bearer" : "ApiKey")
    return problem
  } catch (refusal) {
    return refusal as Problem
  }
}

/** Spec: financing says whether it worked beside its data; so does its refusal. */
const saysSuccess = ({ routeOptions }: FastifyRequest) => (routeOptions.config as { success?: true }).success === true
