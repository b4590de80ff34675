import type { FastifyInstance, FastifyReply } from "fastify"
import { findByLink, shownPaymentIntent } from "../payment-intents/store.ts"
import { isSame, readCode, readToken } from "../payment-intents/links.ts"
import type { PaymentIntent } from "../payment-intents/schema.ts"
import type { Tenant } from "../kit/context.ts"
import { findTenant } from "../kit/tenant.ts"
import { offersFor } from "../rates/answers.ts"
import { payPage } from "./pages/pay.ts"
import { sendPage } from "./pages/shell.ts"

/** The hosted payment page: for now it says what is owed, to whom, until when and what installments would cost. A short link leads to the long one. */
export function pay(app: FastifyInstance) {
  app.get<{ Params: { token: string } }>("/pay/:token", async ({ params: { token } }, reply) => {
    const named = readToken(token)
    const found = named && (await find({ id: named.tenant }, { id: named.id }))
    if (!found || !isSame(found.intent.links.long, token)) return nothingHere(reply)
    const { due, currency, status, installments } = found.intent
    // A plan has installments of its own, each with a page of its own.
    const isPaidAsOne = status !== "canceled" && installments.length === 0
    return sendPage(reply, payPage(found.intent, found.tenant, isPaidAsOne ? offersFor(due, currency) : []))
  })

  app.get<{ Params: { code: string } }>("/p/:code", async ({ params: { code } }, reply) => {
    const named = readCode(code)
    const found = named && (await find({ slug: named.slug }, { number: named.number }))
    if (!found || !isSame(found.intent.links.short, code)) return nothingHere(reply)
    return reply.redirect(found.intent.links.long, 302)
  })
}

async function find(
  which: { id: string } | { slug: string },
  by: { id: string } | { number: string },
): Promise<{ intent: PaymentIntent; tenant: Tenant } | undefined> {
  const tenant = await findTenant(which)
  const row = tenant && (await findByLink(tenant.id, by))
  if (!row) return undefined
  const now = new Date(Date.now() + tenant.clockOffsetMs)
  return { intent: shownPaymentIntent({ tenant, now }, row), tenant }
}

function nothingHere(reply: FastifyReply) {
  return sendPage(reply.code(404), payPage(undefined, { name: "", timezone: "UTC" }, []))
}
