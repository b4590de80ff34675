import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify"
import type { Operation } from "../../kit/operation/operation.ts"
import { qrSvg } from "../../kit/service/qr-code.ts"
import { pageHeaders, renderPage, type View } from "../docs/pages/shell.ts"
import { issueFormKey } from "../pay/form-key.ts"
import { languageOf } from "../pay/language.ts"
import { sendNotFound, sendTrouble } from "../pay/send.ts"
import { readForm } from "../sign-in/form.ts"
import { type OpenedShop, openShop } from "./open.ts"
import { buyPage } from "./page.ts"
import { buyByForm, type Outcome } from "./submit.ts"

type Address = { Params: { tenant: string; link: string } }

/** The public page of a payment link that many people use. Its form makes an order, and leads to the payment page of that order. */
export function addBuyRoutes(app: FastifyInstance, operations: readonly Operation[]) {
  const op = operations.find(({ route }) => route === "POST /v1/payment-links/{id}/purchases/create")!
  const options = { errorHandler: sendTrouble }

  app.get<Address>("/buy/:tenant/:link", options, async (request, reply) => {
    const shop = await openShop(request.params)
    return shop ? sendShop(request, reply, shop) : sendNotFound(request, reply)
  })

  app.post<Address>("/buy/:tenant/:link", options, async (request, reply) => {
    const shop = await openShop(request.params)
    if (!shop) return sendNotFound(request, reply)
    const outcome = await buyByForm(op, request, shop, languageOf(request.headers["accept-language"]))
    if ("payPath" in outcome) return reply.redirect(outcome.payPath, 303)
    return sendShop(request, reply, (await openShop(request.params)) ?? shop, outcome)
  })

  app.get<Address>("/buy/:tenant/:link/code.svg", options, async (request, reply) => {
    const shop = await openShop(request.params)
    if (!shop) return sendNotFound(request, reply)
    return reply.headers({ "content-type": "image/svg+xml", "content-security-policy": "default-src 'none'" }).send(qrSvg(shop.link.url))
  })
}

type Refused = Exclude<Outcome, { payPath: string }>

function sendShop(request: FastifyRequest, reply: FastifyReply, { tenant, link, brand, now }: OpenedShop, refused?: Refused) {
  const formKey = issueFormKey(tenant, link._id, 0, now)
  const written = refused ? readForm(request) : () => ""
  if (refused) reply.code(refused.status)
  if (refused?.retryAfterSeconds !== undefined) reply.header("retry-after", String(refused.retryAfterSeconds))
  const language = languageOf(request.headers["accept-language"])
  return send(reply, buyPage({ tenant, link, brand, language, formKey, written, alert: refused?.alert }))
}

/** Browsers must not cache it, because a form is good for one order. */
function send(reply: FastifyReply, view: View) {
  const policy = pageHeaders["content-security-policy"].replace("form-action 'none'", "form-action 'self'")
  return reply
    .headers({ ...pageHeaders, "content-security-policy": policy, vary: "accept-language", "cache-control": "no-store" })
    .send(renderPage(view))
}
