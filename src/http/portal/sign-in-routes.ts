import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify"
import type { Visitor } from "../../kit/operation/operation.ts"
import { Email } from "../../kit/pure/fields.ts"
import { randomText } from "../../kit/service/crypto.ts"
import { endedPortalCookie, portalCookie, readPortalCookie } from "../../parties/portal-access/cookie.ts"
import { portalPaths } from "../../parties/portal-access/rules.ts"
import type { Audience } from "../../parties/portal-access/schema.ts"
import { beginPortalSession, endPortalSession, openLink, requestLink } from "../../parties/portal-access/sign-in.ts"
import { brandOf } from "../../platform/tenants/brand-store.ts"
import { assertOwnOrigin } from "../own-origin.ts"
import { readForm } from "../sign-in/form.ts"
import { limitWrongLinks } from "../wrong-attempts.ts"
import { portalLanguageOf } from "./language.ts"
import { parameterOf, sendPortalPage, sendTrouble } from "./send.ts"
import { confirmPage, emailPage, linkOverPage, sentPage } from "./sign-in-page.ts"
import { findVisit, portalOrigin } from "./visit.ts"

const languageIn = ({ headers }: FastifyRequest) => portalLanguageOf(headers["accept-language"])
const visitorOf = (request: FastifyRequest): Visitor => ({
  origin: portalOrigin(request),
  userAgent: request.headers["user-agent"] ?? "",
})

/** Sign-in by a link in a mail, without scripts: an e-mail, the link, a button. */
export function addPortalSignInRoutes(app: FastifyInstance, audience: Audience) {
  const path = portalPaths[audience]
  const options = { errorHandler: sendTrouble(audience) }

  app.post(`${path}/sign-in`, options, async (request, reply) => {
    assertOwnOrigin(request)
    const email = readForm(request)("email").trim()
    const language = languageIn(request)
    if (!Email.safeParse(email).success)
      return sendPortalPage(reply.code(400), emailPage(language, audience, { alert: language.portal.emailInvalid, email }))
    await requestLink({ audience, email, locale: language.tag }, visitorOf(request))
    return reply.redirect(`${path}/sent`, 303)
  })

  app.get(`${path}/sent`, options, (request, reply) => sendPortalPage(reply, sentPage(languageIn(request), audience)))

  app.get<{ Params: { token: string } }>(`${path}/sign-in/:token`, options, async (request, reply) => {
    const { token } = request.params
    const opened = await openLink(audience, token)
    if (!opened) return sendLinkOver(request, reply, audience)
    const brand = await brandOf(opened.tenant)
    const confirmation = { brand, email: opened.party.email, action: `${path}/sign-in/${token}`, form: randomText(16) }
    return sendPortalPage(reply, confirmPage(languageIn(request), confirmation))
  })

  app.post<{ Params: { token: string } }>(`${path}/sign-in/:token`, options, async (request, reply) => {
    assertOwnOrigin(request)
    const form = readForm(request)("form")
    const session = await beginPortalSession({ audience, token: request.params.token, form }, visitorOf(request))
    if (session === undefined) return sendLinkOver(request, reply, audience)
    return reply.header("set-cookie", portalCookie(session)).redirect(path, 303)
  })

  app.post(`${path}/sign-out`, options, async (request, reply) => {
    assertOwnOrigin(request)
    const visit = await findVisit(request, audience)
    if (visit) await endPortalSession(visit.identity, portalOrigin(request))
    return reply.header("set-cookie", endedPortalCookie()).redirect(`${path}?notice=signed-out`, 303)
  })
}

/** An expired link and one that never existed get the same answer. Too many of them from one network are refused. */
async function sendLinkOver(request: FastifyRequest, reply: FastifyReply, audience: Audience) {
  const limit = await limitWrongLinks(request.ip)
  if (limit) throw limit
  return sendPortalPage(reply.code(410), linkOverPage(languageIn(request), audience))
}

/** The first page of a portal, for visitors who are not signed in. */
export function sendSignIn(request: FastifyRequest, reply: FastifyReply, audience: Audience) {
  const language = languageIn(request)
  const { signedOut, sessionOver } = language.portal
  const hadSession = readPortalCookie(request.headers.cookie) !== undefined
  const note = parameterOf(request, "notice") === "signed-out" ? signedOut : hadSession ? sessionOver : undefined
  return sendPortalPage(reply, emailPage(language, audience, { note }))
}
