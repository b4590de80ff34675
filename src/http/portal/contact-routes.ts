import type { FastifyInstance } from "fastify"
import type { Operation } from "../../kit/operation/operation.ts"
import { Problem } from "../../kit/pure/problem.ts"
import type { Order } from "../../catalogue/orders/schema.ts"
import type { Authorization } from "../../money/authorizations/schema.ts"
import type { PaymentIntent } from "../../money/payment-intents/schema.ts"
import { findOwed } from "../../money/payment-intents/summaries-store.ts"
import type { SavedMethod } from "../../money/saved-methods/schema.ts"
import type { Subscription } from "../../money/subscriptions/schema.ts"
import type { Transaction } from "../../money/transactions/schema.ts"
import { findByPaymentIntent } from "../../money/transactions/store.ts"
import type { Contact } from "../../parties/contacts/schema.ts"
import { mayCancelInPortal } from "../../platform/tenants/portal-store.ts"
import { generalProblem } from "../../kit/pure/errors.ts"
import { sendFile } from "../response-file.ts"
import { assertOwnOrigin } from "../own-origin.ts"
import { cancelPage, heldPage, removeCardPage, revokePage } from "./confirm-page.ts"
import { contactPage, isCancelable, isRemovable, type Notice, notices, type Overview } from "./contact-page.ts"
import { planPage } from "./plan-page.ts"
import { type Paid, receiptFile, receiptPage } from "./receipt-page.ts"
import { addAutopayRoutes } from "./autopay-routes.ts"
import { addDetailsRoutes } from "./details-routes.ts"
import type { Guard, Handle, Options, WithId } from "./handle.ts"
import { addOrderRoutes } from "./order-routes.ts"
import { cursorOf, parameterOf, sendPortalPage, sendTrouble } from "./send.ts"
import { sendSignIn } from "./sign-in-routes.ts"
import { findVisit, type PortalCalls, portalCalls, type Visit } from "./visit.ts"

/** The portal of contacts. A visitor who is not signed in gets the first page, which asks for an e-mail. */
export function addContactPortalRoutes(app: FastifyInstance, operations: readonly Operation[]) {
  const calls = portalCalls(operations)
  const options = { errorHandler: sendTrouble("contact") }
  const signedIn: Guard = handle => async (request, reply) => {
    if (request.method === "POST") assertOwnOrigin(request)
    const visit = await findVisit(request, "contact")
    return visit ? handle(visit, request.params.id, reply) : reply.redirect("/portal", 303)
  }

  app.get("/portal", options, async (request, reply) => {
    const visit = await findVisit(request, "contact")
    if (!visit) return sendSignIn(request, reply, "contact")
    return sendPortalPage(reply, contactPage(visit, await readOverview(visit, calls)))
  })

  const receipt = async (visit: Visit, id: string) => readPaid(visit, id, calls)
  app.get<WithId>(
    "/portal/receipts/:id",
    options,
    signedIn(async (visit, id, reply) => sendPortalPage(reply, receiptPage(visit, await receipt(visit, id)))),
  )
  app.get<WithId>(
    "/portal/receipts/:id/file",
    options,
    signedIn(async (visit, id, reply) => {
      const paid = await receipt(visit, id)
      return reply
        .headers({
          "content-type": "text/html; charset=utf-8",
          "content-disposition": `attachment; filename="receipt-${paid.intent.number}.html"`,
          "content-security-policy": "default-src 'none'; style-src 'unsafe-inline'; sandbox",
          "cache-control": "no-store",
        })
        .send(receiptFile(visit, paid))
    }),
  )

  for (const [path, kind] of [
    ["receipts", "receipt"],
    ["invoices", "invoice"],
  ] as const)
    app.get<WithId>(
      `/portal/${path}/:id/pdf`,
      options,
      signedIn(async (visit, id, reply) => {
        const query: [string, string][] = Object.entries({ kind, lang: visit.language.tag })
        const file = await calls.file(visit, "GET /v1/payment-intents/{id}/document", { reference: id, owner: "contact_id", query })
        return sendFile(reply, file)
      }),
    )

  addDetailsRoutes(app, options, handle => signedIn(unlessHeld(handle)), calls)
  addOrderRoutes(app, options, handle => signedIn(unlessHeld(handle)), calls)
  addPlanRoute(app, options, signedIn, calls)
  addMandateRoutes(app, options, signedIn, calls)
  addCardRoutes(app, options, signedIn, calls)
  addSubscriptionRoutes(app, options, signedIn, calls)
  addAutopayRoutes(app, options, handle => signedIn(unlessHeld(handle)), calls)
}

/** While changes are held, shows a page that says so, and until when. */
const unlessHeld =
  (handle: Handle): Handle =>
  async (visit, id, reply) =>
    visit.heldUntil ? sendPortalPage(reply.code(403), heldPage(visit, visit.heldUntil)) : handle(visit, id, reply)

function addPlanRoute(app: FastifyInstance, options: Options, signedIn: Guard, { act, list }: PortalCalls) {
  app.get<WithId>(
    "/portal/plans/:id",
    options,
    signedIn(async (visit, id, reply) => {
      const plan = await act<PaymentIntent>(visit, "GET /v1/payment-intents/{id}", { reference: id, owner: "contact_id" })
      const { data } = await list<PaymentIntent>(visit, "GET /v1/payment-intents", { plan: plan._id, sort: "dueAt", limit: "100" })
      if (data.length === 0) throw generalProblem("GEN-1004", { kind: "payment plan", reference: id })
      return sendPortalPage(reply, planPage(visit, plan, data))
    }),
  )
}

function addMandateRoutes(app: FastifyInstance, options: Options, signedIn: Guard, { act }: PortalCalls) {
  const changing = (handle: Handle) => signedIn(unlessHeld(handle))
  const own = (reference: string) => ({ reference, owner: "contact_id" as const })
  app.get<WithId>(
    "/portal/mandates/:id/revoke",
    options,
    changing(async (visit, id, reply) => {
      const mandate = await act<Authorization>(visit, "GET /v1/authorizations/{id}", own(id))
      if (mandate.status !== "active") return reply.redirect(noticed("unchanged"), 303)
      return sendPortalPage(reply, revokePage(visit, mandate))
    }),
  )
  app.post<WithId>(
    "/portal/mandates/:id/revoke",
    options,
    changing(async (visit, id, reply) =>
      reply.redirect(noticed(await noticeOf("revoked", () => act(visit, "POST /v1/authorizations/{id}/revoke", own(id)))), 303),
    ),
  )
}

function addCardRoutes(app: FastifyInstance, options: Options, signedIn: Guard, { act, list }: PortalCalls) {
  const changing = (handle: Handle) => signedIn(unlessHeld(handle))
  const own = (reference: string) => ({ reference, owner: "contact_id" as const })
  app.get<WithId>(
    "/portal/cards/:id/remove",
    options,
    changing(async (visit, id, reply) => {
      const card = await act<SavedMethod>(visit, "GET /v1/saved-methods/{id}", own(id))
      if (!isRemovable(card)) return reply.redirect(noticed("unchanged"), 303)
      const { data } = await list<Subscription>(visit, "GET /v1/subscriptions", { savedMethod: card._id, "status[in]": "active,paused" })
      return sendPortalPage(reply, removeCardPage(visit, card, data.length > 0))
    }),
  )
  app.post<WithId>(
    "/portal/cards/:id/remove",
    options,
    changing(async (visit, id, reply) =>
      reply.redirect(noticed(await noticeOf("removedCard", () => act(visit, "POST /v1/saved-methods/{id}/remove", own(id)))), 303),
    ),
  )
}

function addSubscriptionRoutes(app: FastifyInstance, options: Options, signedIn: Guard, { act }: PortalCalls) {
  const changing = (handle: Handle) => signedIn(unlessHeld(handle))
  /** The page does not exist if the tenant does not allow it. */
  const readOwn = async (visit: Visit, id: string) => {
    if (!(await mayCancelInPortal(visit.identity.tenant))) throw generalProblem("GEN-1004", { kind: "subscription", reference: id })
    return act<Subscription>(visit, "GET /v1/subscriptions/{id}", { reference: id, owner: "contact_id" })
  }
  app.get<WithId>(
    "/portal/subscriptions/:id/cancel",
    options,
    changing(async (visit, id, reply) => {
      const subscription = await readOwn(visit, id)
      if (!isCancelable(subscription)) return reply.redirect(noticed("unchanged"), 303)
      return sendPortalPage(reply, cancelPage(visit, subscription))
    }),
  )
  app.post<WithId>(
    "/portal/subscriptions/:id/cancel",
    options,
    changing(async (visit, id, reply) => {
      await readOwn(visit, id)
      const cancel = { reference: id, owner: "contact_id" as const, fields: { at: "cycle-end" } }
      return reply.redirect(noticed(await noticeOf("canceled", () => act(visit, "POST /v1/subscriptions/{id}/cancel", cancel))), 303)
    }),
  )
}

/** A form that is sent twice finds its change already made. The page then shows the current state. */
async function noticeOf(done: Notice, work: () => Promise<unknown>): Promise<Notice> {
  try {
    await work()
    return done
  } catch (error) {
    if (error instanceof Problem && error.status === 409) return "unchanged"
    throw error
  }
}

const noticed = (notice: Notice) => `/portal?notice=${notice}`

/** Only a payment intent of this contact with at least one payment has a receipt. */
async function readPaid(visit: Visit, reference: string, { act }: PortalCalls): Promise<Paid> {
  const intent = await act<PaymentIntent>(visit, "GET /v1/payment-intents/{id}", { reference, owner: "contact_id" })
  const transactions = await findByPaymentIntent(visit.identity, intent._id)
  const payments = transactions.filter(each => each.transaction_type === "charge" && each.status === "succeeded")
  if (payments.length === 0) throw generalProblem("GEN-1004", { kind: "receipt", reference })
  return { intent, payments }
}

async function readOverview(visit: Visit, { act, list }: PortalCalls): Promise<Overview> {
  const { request, identity, now } = visit
  const { tenant, caller } = identity
  const cursors = {
    owed: cursorOf(request, "owed"),
    plans: cursorOf(request, "plans"),
    paid: cursorOf(request, "paid"),
    orders: cursorOf(request, "orders"),
    mandates: cursorOf(request, "mandates"),
    cards: cursorOf(request, "cards"),
    subscriptions: cursorOf(request, "subscriptions"),
  }
  const [contact, owed, open, plans, payments, orders, mandates, cards, subscriptions, mayCancel] = await Promise.all([
    act<Contact>(visit, "GET /v1/contacts/{id}", { reference: caller.user, owner: "id" }),
    findOwed({ tenant, now }, caller.user),
    list<PaymentIntent>(visit, "GET /v1/payment-intents", { ...openIntents, startingAfter: cursors.owed }),
    list<PaymentIntent>(visit, "GET /v1/payment-intents", { ...shownPlans, startingAfter: cursors.plans }),
    list<Transaction>(visit, "GET /v1/transactions", { ...shownPayments, startingAfter: cursors.paid }),
    list<Order>(visit, "GET /v1/orders", { ...repeatableOrders, startingAfter: cursors.orders }),
    list<Authorization>(visit, "GET /v1/authorizations", { ...shownMandates, startingAfter: cursors.mandates }),
    list<SavedMethod>(visit, "GET /v1/saved-methods", { ...shownCards, startingAfter: cursors.cards }),
    list<Subscription>(visit, "GET /v1/subscriptions", { limit: "20", startingAfter: cursors.subscriptions }),
    mayCancelInPortal(tenant),
  ])
  const ids = [...new Set(payments.data.map(({ paymentIntent }) => paymentIntent))]
  const paidFor = ids.length === 0 ? [] : (await list<PaymentIntent>(visit, "GET /v1/payment-intents", { "_id[in]": ids.join() })).data
  const intents = new Map(paidFor.map(intent => [intent._id, intent]))
  const notice = notices.find(each => each === parameterOf(request, "notice"))
  return { contact, owed, open, plans, payments, intents, orders, mandates, cards, subscriptions, mayCancel, cursors, notice }
}

/** The earliest due date first, so overdue ones come first. A plan is paid by its installments. */
const openIntents = { "status[in]": "due,overdue,paid-partial", "intentType[ne]": "payment-plan", sort: "dueAt", limit: "50" }
const shownPlans = { intentType: "payment-plan", "status[ne]": "canceled", limit: "5" }
const shownPayments = { "status[in]": "succeeded,processing,reversed", limit: "10" }
/** What was bought at a payment link is bought there again, and a subscription orders by itself. */
const repeatableOrders = { "status[in]": "open,completed", "source[in]": "manual,portal", limit: "10" }
/** Leaves out what was never saved. */
const shownCards = { "status[in]": "active,expired,detached,removed", limit: "20" }
/** Leaves out mandates that the tenant's people have not released yet or have refused. */
const shownMandates = { "status[in]": "pending,active,revoked,expired,failed,canceled", limit: "20" }
