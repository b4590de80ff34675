import type { FastifyReply, FastifyRequest } from "fastify"
import type { Visitor } from "../../kit/operation/operation.ts"
import type { View } from "../docs/pages/shell.ts"
import { toProblem } from "../errors.ts"
import { sendFormPage } from "./form.ts"

/** Who sends a form, for the audit log and the limits. */
export const visitorOf = (request: FastifyRequest): Visitor => ({
  origin: {
    channel: "dashboard",
    operation: `${request.method} ${request.routeOptions.url ?? ""}`,
    requestId: request.id,
    address: request.ip,
  },
  userAgent: request.headers["user-agent"] ?? "",
})

/** The same form again, with what is wrong. */
export function refuse(request: FastifyRequest, reply: FastifyReply, error: unknown, page: (alert: string) => View) {
  const problem = toProblem(error, request.id)
  if (problem.retryAfterSeconds !== undefined) reply.header("retry-after", String(problem.retryAfterSeconds))
  return sendFormPage(reply.code(problem.status), page(`${problem.message}.`))
}
