import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify"
import type { Operation } from "../../kit/operation/operation.ts"
import { offersFor } from "../../money/rates/answers.ts"
import { pageHeaders, renderPage, type View } from "../docs/pages/shell.ts"
import { toProblem } from "../errors.ts"
import { limitWrongLinks } from "../wrong-attempts.ts"
import { chargeByForm, type Refusal } from "./charge.ts"
import type { Payable } from "./form.ts"
import { issueFormKey } from "./form-key.ts"
import { languageOf } from "./language.ts"
import { followShortLink, type Opened, openLink } from "./open.ts"
import { notFoundPage, payPage, tooManyWrongLinksPage, troublePage } from "./page.ts"

/** The hosted payment page: what is owed, to whom, until when, a form that pays it, and the receipt. A short link redirects to it. */
export function addPayRoutes(app: FastifyInstance, operations: readonly Operation[]) {
  app.get<{ Params: { token: string } }>("/pay/:token", { errorHandler: sendTrouble }, async (request, reply) => {
    const opened = await openLink(request.params.token)
    return opened ? sendBill(request, reply, opened) : sendNotFound(request, reply)
  })

  /** Every result that the page tells by itself is a redirect to it, so that a reload asks again and sends nothing again. */
  app.post<{ Params: { token: string } }>("/pay/:token", { errorHandler: sendTrouble }, async (request, reply) => {
    const opened = await openLink(request.params.token)
    if (!opened) return sendNotFound(request, reply)
    const charge = operations.find(({ route }) => route === "POST /v1/gateways/{id}/charges/create")!
    const refusal = await chargeByForm(charge, request, opened)
    if (!refusal) return reply.redirect(`/pay/${opened.token}`, 303)
    return sendBill(request, reply, (await openLink(opened.token)) ?? opened, refusal) // as it is after the attempt
  })

  app.get<{ Params: { code: string } }>("/p/:code", { errorHandler: sendTrouble }, async (request, reply) => {
    const long = await followShortLink(request.params.code)
    return long === undefined ? sendNotFound(request, reply) : reply.redirect(long, 302)
  })
}

function sendBill(request: FastifyRequest, reply: FastifyReply, opened: Opened, refusal?: Refusal) {
  const { tenant: from, intent, state } = opened
  const language = languageOf(request.headers["accept-language"])
  const alert = refusal && language.words[refusal.alert]
  if (refusal) reply.code(refusal.status)
  if (refusal?.retryAfterSeconds !== undefined) reply.header("retry-after", String(refusal.retryAfterSeconds))
  return send(reply, payPage({ intent, from, state, language, payable: payableOf(opened), alert }))
}

/** What can be paid here and now. A gateway without test values has no form yet: no card number may ever reach us. */
function payableOf({ tenant, intent, state, now }: Opened): Payable | undefined {
  if (state.name !== "payable") return undefined
  const offers = offersFor(tenant, intent.due, intent.currency).filter(({ gateway }) => gateway.testTokens)
  const tokens = new Set(offers.flatMap(({ gateway }) => gateway.testTokens ?? []))
  if (offers.length === 0) return undefined
  return { offers, tokens: [...tokens], formKey: issueFormKey(tenant, intent._id, intent.due, now) }
}

/** Never kept by a browser: going back must show how the payment stands now, with a new form. */
function send(reply: FastifyReply, view: View) {
  const policy = pageHeaders["content-security-policy"].replace("form-action 'none'", "form-action 'self'")
  return reply.headers({ ...pageHeaders, "content-security-policy": policy, vary: "accept-language" }).send(renderPage(view))
}

/** A payer gets a page and no JSON, also where the service fails. */
function sendTrouble(error: unknown, { id, headers }: FastifyRequest, reply: FastifyReply) {
  const { status, retryAfterSeconds } = toProblem(error, id)
  if (retryAfterSeconds !== undefined) reply.header("retry-after", String(retryAfterSeconds))
  void send(reply.code(status), troublePage(languageOf(headers["accept-language"])))
}

function sendNotFound({ ip, headers }: FastifyRequest, reply: FastifyReply) {
  const language = languageOf(headers["accept-language"])
  const limit = limitWrongLinks(ip)
  if (!limit) return send(reply.code(404), notFoundPage(language))
  return send(reply.code(limit.status).header("retry-after", String(limit.retryAfterSeconds)), tooManyWrongLinksPage(language))
}
