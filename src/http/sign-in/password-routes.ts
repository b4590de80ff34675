import type { FastifyInstance, FastifyRequest } from "fastify"
import type { Operation } from "../../kit/operation/operation.ts"
import { performOpen } from "../../kit/operation/perform.ts"
import { assertOwnOrigin } from "../own-origin.ts"
import { readForm, sendFormPage } from "./form.ts"
import { signInLanguageOf } from "./language.ts"
import { forgotForm, forgotSent, passwordChanged, resetForm } from "./password-page.ts"
import { refuse, visitorOf } from "./visitor.ts"

/** Where the links of mails lead: the same operations as over REST, as forms without scripts. */
export function addPasswordRoutes(app: FastifyInstance, operations: readonly Operation[]) {
  const call = (route: string, request: FastifyRequest, fields: Record<string, string>) => {
    const op = operations.find(each => each.route === route)!
    return performOpen(op, { ...visitorOf(request), input: () => ({ fields, query: [] }), render: JSON.stringify })
  }

  app.get("/forgot-password", (request, reply) => sendFormPage(reply, forgotForm(signInLanguageOf(request))))

  app.post("/forgot-password", async (request, reply) => {
    assertOwnOrigin(request)
    const email = readForm(request)("email").trim()
    try {
      await call("POST /v1/passwords/forgot", request, { email })
      return await sendFormPage(reply, forgotSent(signInLanguageOf(request)))
    } catch (error) {
      return refuse(request, reply, error, (language, alert) => forgotForm(language, email, alert))
    }
  })

  app.get("/reset-password", (request, reply) => {
    const token = (request.query as [string, string][]).find(([name]) => name === "token")?.[1] ?? ""
    return sendFormPage(reply, resetForm(signInLanguageOf(request), token))
  })

  app.post("/reset-password", async (request, reply) => {
    assertOwnOrigin(request)
    const field = readForm(request)
    const token = field("token")
    try {
      await call("POST /v1/passwords/reset", request, { token, password: field("password") })
      return await sendFormPage(reply, passwordChanged(signInLanguageOf(request), token))
    } catch (error) {
      return refuse(request, reply, error, (language, alert) => resetForm(language, token, alert))
    }
  })
}
