import type { FastifyInstance, FastifyReply } from "fastify"
import { Problem } from "../../kit/pure/problem.ts"
import type { PaymentIntent } from "../../money/payment-intents/schema.ts"
import { isFormExpired, issueFormKey, readFormKey } from "../pay/form-key.ts"
import { readForm } from "../sign-in/form.ts"
import { againPage } from "./confirm-page.ts"
import type { Guard, Options, WithId } from "./handle.ts"
import { sendPortalPage } from "./send.ts"
import type { PortalCalls, Visit } from "./visit.ts"

const route = "POST /v1/orders/{id}/repeat"
const refused = "/portal?notice=ordered"

/** A contact orders the same services again. The page shows what they cost now, and its form is good for one order at that price. */
export function addOrderRoutes(app: FastifyInstance, options: Options, changing: Guard, calls: PortalCalls) {
  const repeat = (visit: Visit, reference: string, more: { fields?: object; key?: string; dryRun?: true }) =>
    calls.act<PaymentIntent>(visit, route, { reference, owner: "contact_id", ...more })

  app.get<WithId>(
    "/portal/orders/:id/again",
    options,
    changing((visit, id, reply) =>
      unlessRefused(reply, async () => {
        const preview = await repeat(visit, id, { dryRun: true })
        const key = issueFormKey(visit.identity.tenant, id, preview.amount, visit.now)
        return sendPortalPage(reply, againPage(visit, id, preview, key))
      }),
    ),
  )

  app.post<WithId>(
    "/portal/orders/:id/again",
    options,
    changing((visit, id, reply) =>
      unlessRefused(reply, async () => {
        const form = readFormKey(visit.identity.tenant, id, readForm(visit.request)("key"))
        if (!form || isFormExpired(form, visit.now)) return reply.redirect(refused, 303)
        const { links } = await repeat(visit, id, { fields: { total: form.amount }, key: form.key })
        return reply.redirect(new URL(links.long).pathname, 303)
      }),
    ),
  )
}

/** The order was canceled, or a service has another price or none: the portal says that nothing was ordered. */
async function unlessRefused(reply: FastifyReply, work: () => Promise<unknown>): Promise<unknown> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof Problem && /^(ORD|IDM)-/.test(error.code)) return reply.redirect(refused, 303)
    throw error
  }
}
