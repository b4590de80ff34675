import type { FastifyReply, FastifyRequest } from "fastify"
import { pageHeaders, renderPage, type View } from "../docs/pages/shell.ts"
import { toProblem } from "../errors.ts"
import { limitWrongLinks } from "../wrong-attempts.ts"
import { languageOf } from "./language.ts"
import { notFoundPage, tooManyWrongLinksPage, troublePage } from "./page.ts"

/** Browsers must not cache it, because going back must show the current status, with a new form. */
export function send(reply: FastifyReply, view: View) {
  const policy = pageHeaders["content-security-policy"].replace("form-action 'none'", "connect-src 'self'; form-action 'self'")
  return reply.headers({ ...pageHeaders, "content-security-policy": policy, vary: "accept-language" }).send(renderPage(view))
}

/** A payer gets a page and not JSON, even if the service fails. */
export function sendTrouble(error: unknown, request: FastifyRequest, reply: FastifyReply) {
  const { status, retryAfterSeconds } = toProblem(error, request.id)
  if (retryAfterSeconds !== undefined) reply.header("retry-after", String(retryAfterSeconds))
  void send(reply.code(status), troublePage(askedBy(request)))
}

/** Guessing addresses is limited. */
export async function sendNotFound(request: FastifyRequest, reply: FastifyReply) {
  const limit = await limitWrongLinks(request.ip)
  if (!limit) return send(reply.code(404), notFoundPage(askedBy(request)))
  return send(reply.code(limit.status).header("retry-after", String(limit.retryAfterSeconds)), tooManyWrongLinksPage(askedBy(request)))
}

const askedBy = ({ method, url, headers }: FastifyRequest) => ({
  language: languageOf(headers["accept-language"]),
  address: method === "POST" ? url : undefined,
})
