import type { FastifyInstance } from "fastify"
import type { Operation } from "../../kit/operation/operation.ts"
import { Problem } from "../../kit/pure/problem.ts"
import { beginSession, verifyPassword } from "../../platform/sessions/sign-in.ts"
import { issueTicket, redeemTicket } from "../../platform/sessions/ticket.ts"
import { readHeldSessions } from "../../platform/sessions/cookie.ts"
import { attemptWithdrawn } from "../../platform/accounts/attempts-store.ts"
import { assertOwnOrigin } from "../own-origin.ts"
import { addBusinessRoutes } from "./businesses-routes.ts"
import { readForm, sendFormPage } from "./form.ts"
import { signInLanguageOf } from "./language.ts"
import { codeStep, passwordStep } from "./page.ts"
import { addPasskeyRoutes } from "./passkey-routes.ts"
import { addPasswordRoutes } from "./password-routes.ts"
import { findSignedIn } from "./signed-in.ts"
import { addSsoRoutes, ssoOf } from "./sso-routes.ts"
import { begin, refuse, visitorOf, wayOf } from "./visitor.ts"

/** Sign-in without scripts: e-mail and password, then the code, for people with a second factor. It leads to `next`, a path of ours. */
export function addSignInRoutes(app: FastifyInstance, operations: readonly Operation[]) {
  addPasswordRoutes(app, operations)
  addPasskeyRoutes(app)
  addSsoRoutes(app)
  addBusinessRoutes(app, operations)

  app.get("/sign-in", async (request, reply) => {
    const parameters = new Map(request.query as [string, string][])
    const way = wayOf(name => parameters.get(name) ?? "")
    if (await findSignedIn(request)) return reply.redirect(way.next, 303)
    const hasEnded = parameters.get("ended") === "1"
    const email = (parameters.get("email") ?? "").slice(0, 254) // of a link that the service printed
    const language = signInLanguageOf(request)
    const lead = hasEnded && { lead: language.words.ended }
    const hasOthers = readHeldSessions(request.headers.cookie).waiting.length > 0
    return sendFormPage(reply, passwordStep(language, way, { email, ...lead, sso: await ssoOf(way), hasOthers }))
  })

  app.post("/sign-in", async (request, reply) => {
    assertOwnOrigin(request)
    const field = readForm(request)
    const way = wayOf(field)
    const email = field("email").trim().slice(0, 254)
    const sso = await ssoOf(way)
    try {
      const typed = { email, password: field("password").slice(0, 1000), tenant: way.tenant || undefined }
      const verified = await verifyPassword(typed, visitorOf(request))
      if (!verified.member.totp_secret) return begin(reply, way, (await beginSession(verified, undefined, visitorOf(request))).token)
      await attemptWithdrawn(verified.attempt)
      return sendFormPage(reply, codeStep(signInLanguageOf(request), way, issueTicket(verified)))
    } catch (error) {
      return refuse(request, reply, error, (language, alert) => passwordStep(language, way, { email, alert, sso }))
    }
  })

  app.post("/sign-in/code", async (request, reply) => {
    assertOwnOrigin(request)
    const field = readForm(request)
    const way = wayOf(field)
    const ticket = field("ticket")
    try {
      const verified = await redeemTicket(ticket, visitorOf(request))
      return begin(reply, way, (await beginSession(verified, field("code"), visitorOf(request))).token)
    } catch (error) {
      const isOver = error instanceof Problem && error.code === "AUT-1005"
      return refuse(request, reply, error, (language, alert) =>
        isOver ? passwordStep(language, way, { alert: language.words.tookTooLong }) : codeStep(language, way, ticket, alert),
      )
    }
  })
}
