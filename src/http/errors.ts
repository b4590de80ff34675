import type { FastifyError, FastifyReply, FastifyRequest } from "fastify"
import { config } from "../kit/service/config.ts"
import { homeName } from "../kit/pure/cell-urls.ts"
import { cellNameOf, isOutage, logRequestFailure } from "../kit/db/outage.ts"
import { readCredential, readRestCredential } from "./credential.ts"
import { limitWrongAttempts } from "./wrong-attempts.ts"
import { errorBody, Problem } from "../kit/pure/problem.ts"
import { generalProblem } from "../kit/pure/errors.ts"

/** Turns anything thrown into a Problem. An unexpected error is logged, and its details are not sent to the client. */
export function toProblem(error: unknown, requestId: string): Problem {
  if (error instanceof Problem) return error
  const { code, statusCode } = error as Partial<FastifyError>
  if (code === "FST_ERR_CTP_INVALID_MEDIA_TYPE") return generalProblem("VAL-1008", { contentType: "something else" })
  if (statusCode !== undefined && statusCode < 500) return generalProblem("VAL-1001", { detail: "the request could not be read" })
  logRequestFailure(error, requestId)
  if (isOutage(error) && cellNameOf(error) !== homeName) return generalProblem("SYS-9003", { cell: cellNameOf(error) })
  return generalProblem(isOutage(error) || transientCodes.test(code ?? "") ? "SYS-9002" : "SYS-9001")
}

/**
 * The database is locked or too slow, so a retry may succeed, as after an outage. A connection that is lost during a commit leaves open
 * whether it took effect: no error of a socket may be answered as if nothing had happened.
 */
const transientCodes = /^(55P03|57|25P0[2-4]|40)/

export async function sendProblem(error: unknown, request: FastifyRequest, reply: FastifyReply) {
  const problem = await limitWrongAttempts(preferCredentialProblem(toProblem(error, request.id), request), request.ip)
  const { retryAfterSeconds } = problem
  if (retryAfterSeconds !== undefined) reply.header("retry-after", String(retryAfterSeconds))
  if (problem.status === 401) reply.header("www-authenticate", problem.code === "MTR-1001" ? "Bearer" : "ApiKey")
  if (problem.status === 405) reply.header("allow", String(problem.details["allowed"]))
  if (problem.status === 413) reply.header("connection", "close")
  const body = errorBody(problem, request.id, config.BASE_URL)
  return reply
    .code(problem.status)
    .header("content-type", "application/json; charset=utf-8")
    .send(JSON.stringify(hasSuccessField(request) ? { success: false, ...body } : body))
}

/** Fastify rejects an invalid content type before our handler runs; a missing or malformed credential is reported first all the same. */
function preferCredentialProblem(problem: Problem, { headers, routeOptions }: FastifyRequest): Problem {
  const { operation, open } = routeOptions.config as { operation?: string; open?: boolean }
  if (problem.code !== "VAL-1008" || operation === undefined || open) return problem // gateway events are signed and have no API key
  try {
    if (routeOptions.url === "/v1/mcp") readCredential(headers.authorization, "ApiKey or Bearer")
    else readRestCredential({ headers })
    return problem
  } catch (credentialProblem) {
    return credentialProblem as Problem
  }
}

/** Spec: responses of the financing routes have the field `success`, errors too. */
const hasSuccessField = ({ routeOptions }: FastifyRequest) => (routeOptions.config as { success?: true }).success === true
