import type { FastifyInstance } from "fastify"
import { generalProblem } from "../../kit/pure/errors.ts"
import { randomText, sha256 } from "../../kit/service/crypto.ts"
import { hostCookie } from "../../kit/service/host-cookie.ts"
import { consumeNetwork } from "../../platform/accounts/attempts-store.ts"
import { challengeMs } from "../../platform/passkeys/rules.ts"
import { Assertion } from "../../platform/passkeys/schema.ts"
import { signInByPasskey, signInOptions } from "../../platform/passkeys/sign-in.ts"
import { assertOwnOrigin } from "../own-origin.ts"
import { readForm } from "./form.ts"
import { passwordStep } from "./page.ts"
import { begin, refuse, visitorOf, wayOf } from "./visitor.ts"

/** Says which browser asked for a challenge, so that another one can't answer it. */
const browserCookie = hostCookie("passkey", challengeMs)

/** Sign-in with a passkey: the script of the page asks for a challenge and sends what the authenticator has signed as a form. */
export function addPasskeyRoutes(app: FastifyInstance) {
  app.post("/sign-in/passkey/options", async (request, reply) => {
    assertOwnOrigin(request)
    await consumeNetwork(request.ip)
    const browser = randomText(32)
    return reply.headers({ "set-cookie": browserCookie.render(browser), "cache-control": "no-store" }).send(signInOptions(sha256(browser)))
  })

  app.post("/sign-in/passkey", async (request, reply) => {
    assertOwnOrigin(request)
    const field = readForm(request)
    const way = wayOf(field)
    try {
      const browser = sha256(browserCookie.read(request.headers.cookie) ?? "")
      const place = { browser, tenant: way.tenant || undefined }
      const { token } = await signInByPasskey(assertionIn(field("credential")), place, visitorOf(request))
      return begin(reply, way, token)
    } catch (error) {
      return refuse(request, reply, error, (language, alert) => passwordStep(language, way, { alert }))
    }
  })
}

function assertionIn(json: string): Assertion {
  try {
    return Assertion.parse(JSON.parse(json))
  } catch {
    throw generalProblem("GEN-1001", { detail: "the field credential must be what the browser answered" })
  }
}
