import type { FastifyInstance, FastifyReply } from "fastify"
import { findByLink, renderPaymentIntent } from "../../money/payment-intents/store.ts"
import { isTokenOf, parseCode, parseToken } from "../../money/payment-intents/links.ts"
import type { PaymentIntent } from "../../money/payment-intents/schema.ts"
import type { Tenant } from "../../kit/operation/context.ts"
import { findTenant } from "../../kit/operation/tenant.ts"
import { offersFor } from "../../money/rates/answers.ts"
import { payPage } from "./page.ts"
import { sendPage } from "../docs/pages/shell.ts"

/** The hosted payment page: it shows what is owed, to whom, until when, and what installments would cost. A short link redirects to it. */
export function addPayRoutes(app: FastifyInstance) {
  app.get<{ Params: { token: string } }>("/pay/:token", async ({ params: { token } }, reply) => {
    const ids = parseToken(token)
    const found = ids && (await find({ id: ids.tenant }, { id: ids.id }))
    if (!found || !isTokenOf(found.intent.links.long, token)) return sendNotFound(reply)
    const { due, currency, status, installments } = found.intent
    // A payment plan is paid through the pages of its installments.
    const canBeFinanced = status !== "canceled" && installments.length === 0
    return sendPage(reply, payPage(found.intent, found.tenant, canBeFinanced ? offersFor(due, currency) : []))
  })

  app.get<{ Params: { code: string } }>("/p/:code", async ({ params: { code } }, reply) => {
    const parts = parseCode(code)
    const found = parts && (await find({ slug: parts.slug }, { number: parts.number }))
    if (!found || !isTokenOf(found.intent.links.short, code)) return sendNotFound(reply)
    return reply.redirect(found.intent.links.long, 302)
  })
}

async function find(
  tenantKey: { id: string } | { slug: string },
  intentKey: { id: string } | { number: string },
): Promise<{ intent: PaymentIntent; tenant: Tenant } | undefined> {
  const tenant = await findTenant(tenantKey)
  const row = tenant && (await findByLink({ tenant }, intentKey))
  if (!row) return undefined
  const now = new Date(Date.now() + tenant.clockOffsetMs)
  return { intent: renderPaymentIntent(row, { tenant, now }), tenant }
}

function sendNotFound(reply: FastifyReply) {
  return sendPage(reply.code(404), payPage(undefined, { name: "", timezone: "UTC" }, []))
}
