import type { FastifyReply, FastifyRequest } from "fastify"
import type { Visitor } from "../../kit/operation/operation.ts"
import { isId } from "../../kit/pure/id.ts"
import { sessionCookie } from "../../platform/sessions/cookie.ts"
import type { View } from "../docs/pages/shell.ts"
import { toProblem } from "../errors.ts"
import { sendFormPage } from "./form.ts"
import { alertIn, type SignInLanguage, signInLanguageOf } from "./language.ts"
import { safeNext } from "./next.ts"
import type { Way } from "./page.ts"

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

export const wayOf = (field: (name: string) => string): Way => ({
  next: safeNext(field("next")),
  tenant: isId(field("tenant")) ? field("tenant") : "",
})

/** Leads a person who has signed in to where they wanted to go. */
export const begin = (reply: FastifyReply, { next }: Way, token: string) =>
  reply.header("set-cookie", sessionCookie(token)).redirect(next, 303)

/** The same form again, with what is wrong. */
export function refuse(
  request: FastifyRequest,
  reply: FastifyReply,
  error: unknown,
  page: (language: SignInLanguage, alert: string) => View,
) {
  const language = signInLanguageOf(request)
  const problem = toProblem(error, request.id)
  if (problem.retryAfterSeconds !== undefined) reply.header("retry-after", String(problem.retryAfterSeconds))
  return sendFormPage(reply.code(problem.status), page(language, alertIn(language, problem)))
}
