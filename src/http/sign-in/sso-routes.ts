import type { FastifyInstance, FastifyRequest } from "fastify"
import { hostCookie } from "../../kit/service/host-cookie.ts"
import { issueTicket } from "../../platform/sessions/ticket.ts"
import { callbackPath, flowMs } from "../../platform/single-sign-on/rules.ts"
import { beginSingleSignOn, finishSingleSignOn } from "../../platform/single-sign-on/sign-in.ts"
import { findConnection } from "../../platform/single-sign-on/store.ts"
import { sendFormPage } from "./form.ts"
import { signInLanguageOf } from "./language.ts"
import { codeStep, passwordStep, type Way } from "./page.ts"
import { begin, refuse, visitorOf, wayOf } from "./visitor.ts"

/** Keeps a sign-in while its person is at the provider. The answer counts only in the browser that asked. */
const flowCookie = hostCookie("sso", flowMs)

const parametersOf = (request: FastifyRequest) => new URLSearchParams(request.query as [string, string][])

/** Where the sign-in page of a tenant leads by single sign-on, if it has a provider. */
export async function ssoOf(way: Way): Promise<string | undefined> {
  const connection = way.tenant ? await findConnection(way.tenant) : undefined
  return connection && new URL(connection.issuer).hostname
}

/** Single sign-on: to the provider of the tenant that the page names, and back. */
export function addSsoRoutes(app: FastifyInstance) {
  app.get("/sign-in/sso", async (request, reply) => {
    const parameters = parametersOf(request)
    const way = wayOf(name => parameters.get(name) ?? "")
    try {
      const { url, flow } = await beginSingleSignOn(way.tenant, way.next, visitorOf(request))
      return reply.headers({ "set-cookie": flowCookie.render(flow), "cache-control": "no-store" }).redirect(url, 303)
    } catch (error) {
      return refuse(request, reply, error, (language, alert) => passwordStep(language, way, { alert }))
    }
  })

  app.get(callbackPath, async (request, reply) => {
    reply.header("set-cookie", flowCookie.renderEnded())
    try {
      const kept = flowCookie.read(request.headers.cookie) ?? ""
      const finished = await finishSingleSignOn(kept, parametersOf(request), visitorOf(request))
      if ("token" in finished) return begin(reply, finished, finished.token)
      const { next, tenant, verified } = finished
      return sendFormPage(reply, codeStep(signInLanguageOf(request), { next, tenant }, issueTicket(verified)))
    } catch (error) {
      return refuse(request, reply, error, (language, alert) => passwordStep(language, { next: "/", tenant: "" }, { alert }))
    }
  })
}
