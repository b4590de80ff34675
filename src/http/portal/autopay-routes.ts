import type { FastifyInstance } from "fastify"
import { Problem } from "../../kit/pure/problem.ts"
import type { Authorization } from "../../money/authorizations/schema.ts"
import type { Subscription } from "../../money/subscriptions/schema.ts"
import { readForm } from "../sign-in/form.ts"
import { autopayPage } from "./confirm-page.ts"
import { mandateFor } from "./contact-page.ts"
import type { Guard, Options, WithId } from "./handle.ts"
import { sendPortalPage } from "./send.ts"
import type { PortalCalls, Visit } from "./visit.ts"

const path = "/portal/subscriptions/:id/autopay"
const unchanged = "/portal?notice=unchanged"

/** A contact lets a subscription that asked for each payment debit them by a mandate that they gave. */
export function addAutopayRoutes(app: FastifyInstance, options: Options, changing: Guard, { act, list }: PortalCalls) {
  const read = async (visit: Visit, id: string) => {
    const [subscription, mandates] = await Promise.all([
      act<Subscription>(visit, "GET /v1/subscriptions/{id}", { reference: id, owner: "contact_id" }),
      list<Authorization>(visit, "GET /v1/authorizations", { status: "active", limit: "100" }),
    ])
    return { subscription, mandates: mandates.data }
  }

  app.get<WithId>(
    path,
    options,
    changing(async (visit, id, reply) => {
      const { subscription, mandates } = await read(visit, id)
      const mandate = mandateFor(visit, subscription, mandates)
      return mandate ? sendPortalPage(reply, autopayPage(visit, subscription, mandate)) : reply.redirect(unchanged, 303)
    }),
  )

  // The mandate is the one that the page named: another would be another agreement.
  app.post<WithId>(
    path,
    options,
    changing(async (visit, id, reply) => {
      const { subscription, mandates } = await read(visit, id)
      const agreed = readForm(visit.request)("key")
      const named = mandates.filter(({ _id }) => _id === agreed)
      const mandate = mandateFor(visit, subscription, named)
      if (!mandate) return reply.redirect(unchanged, 303)
      try {
        const change = { reference: id, owner: "contact_id" as const, fields: { authorization: mandate._id } }
        await act(visit, "POST /v1/subscriptions/{id}/update", { ...change, ifMatch: String(subscription.version) })
        return reply.redirect("/portal?notice=autopaying", 303)
      } catch (error) {
        if (error instanceof Problem && error.status < 500) return reply.redirect(unchanged, 303)
        throw error
      }
    }),
  )
}
