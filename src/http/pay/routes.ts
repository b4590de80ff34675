import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify"
import type { Operation } from "../../kit/operation/operation.ts"
import { qrSvg } from "../../kit/service/qr-code.ts"
import type { QueryParameters } from "../body.ts"
import { sendFile } from "../response-file.ts"
import { readForm } from "../sign-in/form.ts"
import { cancelByForm, checkAttempt, pageToVisit } from "./attempt.ts"
import { chargeByForm } from "./charge.ts"
import { documentOf, hasDocument } from "./document.ts"
import { issueFormKey } from "./form-key.ts"
import { languageOf } from "./language.ts"
import { followShortLink, type Opened, openLink } from "./open.ts"
import { accountFor, optionsOf } from "./options.ts"
import { payPage } from "./page.ts"
import { isPayer } from "./payer.ts"
import { isAutopayOffered } from "./saving.ts"
import { send, sendNotFound, sendTrouble } from "./send.ts"
import { signByForm, type SignRefusal } from "./sign.ts"
import type { Refusal } from "./submit.ts"
import { transferCodeOf } from "./transfer.ts"

/** The hosted payment page: what is owed, to whom, until when, forms that pay it, and the receipt. A short link redirects to it. */
export function addPayRoutes(app: FastifyInstance, operations: readonly Operation[]) {
  const find = (wanted: string) => operations.find(({ route }) => route === wanted)!
  const charge = find("POST /v1/gateways/{id}/charges/create")
  const sign = find("POST /v1/authorizations/sign")
  const cancel = find("POST /v1/transactions/{id}/cancel")
  const document = find("GET /v1/payment-intents/{id}/document")

  app.get<{ Params: { token: string } }>("/pay/:token", { errorHandler: sendTrouble }, async (request, reply) => {
    const opened = await openLink(request.params.token)
    return opened ? sendBill(request, reply, opened) : sendNotFound(request, reply)
  })

  /** Redirects to the page if the page shows the result, so that a reload does not send the form again. */
  app.post<{ Params: { token: string } }>("/pay/:token", { errorHandler: sendTrouble }, async (request, reply) => {
    const opened = await openLink(request.params.token)
    if (!opened) return sendNotFound(request, reply)
    const wanted = readForm(request)("do")
    const refusal = await (wanted === "sign"
      ? signByForm(sign, request, opened)
      : wanted === "cancel"
        ? cancelByForm(cancel, request, opened)
        : chargeByForm(charge, request, opened))
    const after = (await openLink(opened.token)) ?? opened // read again after the attempt
    return refusal ? sendBill(request, reply, after, refusal) : reply.redirect(nextOf(after), 303)
  })

  /**
   * Leads to the page of a gateway. A redirect would do, but browsers apply `form-action` of the page to where its form is redirected, and
   * the page names no other host.
   */
  app.get<{ Params: { token: string } }>("/pay/:token/go", { errorHandler: sendTrouble }, async (request, reply) => {
    const opened = await openLink(request.params.token)
    if (!opened) return sendNotFound(request, reply)
    const page = pageToVisit(opened)
    if (!page) return reply.redirect(`/pay/${opened.token}`, 303)
    return sendBill(request, reply.header("refresh", `0; url=${page.url}`), opened)
  })

  /** Where the page of a gateway sends the payer back to. It proves nothing. */
  app.get<{ Params: { token: string; attempt: string } }>(
    "/pay/:token/return/:attempt",
    { errorHandler: sendTrouble },
    async (request, reply) => {
      const opened = await openLink(request.params.token)
      if (!opened || !(await checkAttempt(opened, request.params.attempt))) return sendNotFound(request, reply)
      return reply.redirect(`/pay/${opened.token}`, 303)
    },
  )

  app.get<{ Params: { token: string } }>("/pay/:token/code.svg", { errorHandler: sendTrouble }, async (request, reply) => {
    const opened = await openLink(request.params.token)
    const code = opened && (await codeOf(opened))
    if (code === undefined) return sendNotFound(request, reply)
    return reply.headers({ "content-type": "image/svg+xml", "content-security-policy": "default-src 'none'" }).send(qrSvg(code))
  })

  app.get<{ Params: { token: string } }>("/pay/:token/document", { errorHandler: sendTrouble }, async (request, reply) => {
    const opened = await openLink(request.params.token)
    if (!opened || !hasDocument(opened)) return sendNotFound(request, reply)
    return sendFile(reply, await documentOf(document, request, opened))
  })

  app.get<{ Params: { code: string } }>("/p/:code", { errorHandler: sendTrouble }, async (request, reply) => {
    const long = await followShortLink(request.params.code)
    return long === undefined ? sendNotFound(request, reply) : reply.redirect(long, 302)
  })
}

/** Where a payer goes after a form: to the page of the gateway, or to the payment page. */
function nextOf(opened: Opened): string {
  const page = pageToVisit(opened)
  if (!page) return `/pay/${opened.token}`
  return page.isOurs ? page.url : `/pay/${opened.token}/go`
}

/** What the QR code of the page says: how to transfer, or what a gateway gave for an attempt. */
async function codeOf({ state, tenant, intent }: Opened): Promise<string | undefined> {
  if (state.name === "waiting" && state.action.type === "qr") return state.action.payload
  const account = state.name === "payable" ? await accountFor(tenant, intent.currency) : undefined
  return account && transferCodeOf(account, intent)
}

async function sendBill(request: FastifyRequest, reply: FastifyReply, opened: Opened, refusal?: Refusal | SignRefusal) {
  const { tenant: from, state, ...shown } = opened
  const accepted = request.headers["accept-language"]
  const language = languageOf(accepted)
  const alert = refusal && language.words[refusal.alert]
  const signed = refusal && "signed" in refusal ? refusal.signed : undefined
  if (refusal) reply.code(refusal.status)
  if (refusal?.retryAfterSeconds !== undefined) reply.header("retry-after", String(refusal.retryAfterSeconds))
  const currency = readCurrency(request.query as QueryParameters)
  const options =
    state.name === "payable" ? await optionsOf(opened, { currency, accepted, isPayer: await isPayer(request, opened) }) : undefined
  if (options?.isPayer) reply.header("referrer-policy", "same-origin") // otherwise browsers hide the origin, and no mandate is debited
  const hasChosenCurrency = currency !== undefined
  const isGoodNews = refusal?.alert === "paidMeanwhile"
  const formKey = state.name === "waiting" ? issueFormKey(from, opened.intent._id, opened.intent.due, opened.now) : undefined
  const canAutopay = await isAutopayOffered(opened)
  const told = { alert, isGoodNews, signed, hasChosenCurrency, canAutopay }
  return send(reply, payPage({ ...shown, from, state, language, options, formKey, ...told }))
}

/** The currency that the payer compares with. */
function readCurrency(query: QueryParameters): string | undefined {
  const currency = query.find(([name]) => name === "currency")?.[1]
  return currency !== undefined && /^[A-Z]{3}$/.test(currency) ? currency : undefined
}
