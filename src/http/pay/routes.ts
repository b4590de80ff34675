import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify"
import { findLinkTarget, type IntentKey } from "../../money/payment-intents/links-store.ts"
import { findByLink, renderPaymentIntent } from "../../money/payment-intents/store.ts"
import { earlierLinksOf, isTokenOf, linksOf, parseCode, parseToken } from "../../money/payment-intents/links.ts"
import type { Tenant } from "../../kit/operation/context.ts"
import { findTenant } from "../../kit/operation/tenant.ts"
import { offersFor } from "../../money/rates/answers.ts"
import { limitWrongLinks } from "../wrong-attempts.ts"
import { notFoundPage, payPage, tooManyWrongLinksPage } from "./page.ts"
import { sendPage } from "../docs/pages/shell.ts"

/** The hosted payment page: it shows what is owed, to whom, until when, and what installments would cost. A short link redirects to it. */
export function addPayRoutes(app: FastifyInstance) {
  app.get<{ Params: { token: string } }>("/pay/:token", async (request, reply) => {
    const { token } = request.params
    const ids = parseToken(token)
    const found = ids && (await findSigned("long", token, { id: ids.tenant }, { id: ids.id }))
    const row = found && (await findByLink(found, { id: found.id }))
    if (!row) return sendNotFound(request, reply)
    const { tenant } = found
    const intent = renderPaymentIntent(row, { tenant, now: new Date(Date.now() + tenant.clockOffsetMs) })
    const { due, currency, status, installments } = intent
    // A payment plan is paid through the pages of its installments.
    const canBeFinanced = status !== "canceled" && installments.length === 0
    return sendPage(reply, payPage(intent, tenant, canBeFinanced ? offersFor(tenant, due, currency) : []))
  })

  app.get<{ Params: { code: string } }>("/p/:code", async (request, reply) => {
    const { code } = request.params
    const parts = parseCode(code)
    const found = parts && (await findSigned("short", code, { slug: parts.slug }, { number: parts.number }))
    return found ? reply.redirect(found.long, 302) : sendNotFound(request, reply)
  })
}

/**
 * Finds what a link names, if its signature is valid. A link that names nothing takes the same two look-ups and signatures as one that
 * names something, so that the time of the answer does not tell which tenants and payment intents exist.
 */
async function findSigned(kind: "long" | "short", token: string, tenantKey: TenantKey, intentKey: IntentKey): Promise<Found | undefined> {
  const tenant = await findTenant(tenantKey)
  const target = await findLinkTarget(tenant?.id ?? noTenant.id, intentKey)
  const links = linksOf(tenant ?? noTenant, target ?? noTarget)
  const earlier = earlierLinksOf(tenant ?? noTenant, target ?? noTarget)
  const isOurs = [links, earlier].map(each => isTokenOf(each[kind], token)).includes(true)
  return isOurs && tenant && target ? { tenant, id: target.id, long: links.long } : undefined
}
type TenantKey = { id: string } | { slug: string }
type Found = { tenant: Tenant; id: string; long: string }

const noTenant = { id: "0".repeat(24), slug: "000000", linkKey: "0".repeat(32) }
const noTarget = { id: "0".repeat(24), number: "PI-000000" }

function sendNotFound({ ip }: FastifyRequest, reply: FastifyReply) {
  const limit = limitWrongLinks(ip)
  if (!limit) return sendPage(reply.code(404), notFoundPage)
  return sendPage(reply.code(limit.status).header("retry-after", String(limit.retryAfterSeconds)), tooManyWrongLinksPage)
}
