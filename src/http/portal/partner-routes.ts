import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify"
import { toTable } from "../../insight/statements/rules.ts"
import type { Statement } from "../../insight/statements/schema.ts"
import type { Operation } from "../../kit/operation/operation.ts"
import { renderCsv } from "../../kit/pure/csv.ts"
import { isMonth, monthOf, nextMonth, previousMonth } from "../../kit/pure/months.ts"
import { findNumbers } from "../../money/payment-intents/summaries-store.ts"
import type { PaymentSplit } from "../../money/payment-splits/schema.ts"
import type { Payout } from "../../money/payouts/schema.ts"
import type { Partnership } from "../../parties/partnerships/schema.ts"
import { partnerPage, type PartnerOverview } from "./partner-page.ts"
import { sendFile } from "../response-file.ts"
import { cursorOf, parameterOf, sendPortalPage, sendTrouble } from "./send.ts"
import { sendSignIn } from "./sign-in-routes.ts"
import { statementPage, type StatementPage } from "./statement-page.ts"
import { findVisit, type PortalCalls, portalCalls, type Visit } from "./visit.ts"

type Handle = (visit: Visit, reply: FastifyReply) => Promise<unknown>

/** The portal of partners. It is read-only. A visitor who is not signed in gets the first page, which asks for an e-mail. */
export function addPartnerPortalRoutes(app: FastifyInstance, operations: readonly Operation[]) {
  const calls = portalCalls(operations)
  const options = { errorHandler: sendTrouble("partner") }
  const signedIn = (handle: Handle) => async (request: FastifyRequest, reply: FastifyReply) => {
    const visit = await findVisit(request, "partner")
    return visit ? handle(visit, reply) : reply.redirect("/partners", 303)
  }

  app.get("/partners", options, async (request, reply) => {
    const visit = await findVisit(request, "partner")
    if (!visit) return sendSignIn(request, reply, "partner")
    return sendPortalPage(reply, partnerPage(visit, await readOverview(visit, calls)))
  })

  app.get(
    "/partners/statement",
    options,
    signedIn(async (visit, reply) => sendPortalPage(reply, statementPage(visit, await readStatementPage(visit, calls)))),
  )

  /** The same table as `GET /v1/partnerships/{id}/statement` with `Accept: text/csv`. */
  app.get(
    "/partners/statement.csv",
    options,
    signedIn(async (visit, reply) => {
      const statement = await readStatement(visit, calls, monthIn(visit))
      return reply
        .headers({
          "content-type": "text/csv; charset=utf-8; header=present",
          "content-disposition": `attachment; filename="statement-${statement.month}.csv"`,
          "cache-control": "no-store",
        })
        .send(renderCsv(toTable(statement)))
    }),
  )

  app.get(
    "/partners/statement.pdf",
    options,
    signedIn(async (visit, reply) => {
      const month = monthIn(visit)
      const query: [string, string][] = month ? [["month", month]] : []
      return sendFile(reply, await calls.file(visit, "GET /v1/partnerships/{id}/statement", { ...ofOwn(visit), query }))
    }),
  )

  app.get<{ Params: { id: string } }>("/partners/payouts/:id/advice", options, async (request, reply) => {
    const visit = await findVisit(request, "partner")
    if (!visit) return reply.redirect("/partners", 303)
    const query: [string, string][] = [["lang", visit.language.tag]]
    const own = { reference: request.params.id, owner: "partnership_id" as const, query }
    return sendFile(reply, await calls.file(visit, "GET /v1/payouts/{id}/document", own))
  })
}

async function readOverview(visit: Visit, calls: PortalCalls): Promise<PartnerOverview> {
  const { request, identity } = visit
  const cursors = { payouts: cursorOf(request, "payouts"), shares: cursorOf(request, "shares") }
  const [statement, payouts, shares] = await Promise.all([
    readStatement(visit, calls, undefined),
    calls.list<Payout>(visit, "GET /v1/payouts", { limit: "10", startingAfter: cursors.payouts }),
    calls.list<PaymentSplit>(visit, "GET /v1/payment-splits", { ...shownShares, startingAfter: cursors.shares }),
  ])
  const ids = [...new Set(shares.data.map(({ paymentIntent }) => paymentIntent))]
  return { statement, payouts, shares, numbers: await findNumbers(identity, ids), cursors }
}

/** Leaves out shares that the tenant's people have not released yet or have refused. */
const shownShares = { "status[in]": "pending,due,scheduled,paid,reversed,canceled", limit: "20" }

const ofOwn = ({ identity }: Visit) => ({ reference: identity.caller.user, owner: "id" as const })

/** Reads the statement of a month, or of the current one if none is given. */
function readStatement(visit: Visit, { act }: PortalCalls, month: string | undefined): Promise<Statement> {
  return act<Statement>(visit, "GET /v1/partnerships/{id}/statement", { ...ofOwn(visit), query: month ? [["month", month]] : [] })
}

/** The month that the address names, if it is one. */
function monthIn({ request }: Visit): string | undefined {
  const month = parameterOf(request, "month")
  return month !== undefined && isMonth(month) ? month : undefined
}

async function readStatementPage(visit: Visit, calls: PortalCalls): Promise<StatementPage> {
  const [statement, partnership] = await Promise.all([
    readStatement(visit, calls, monthIn(visit)),
    calls.act<Partnership>(visit, "GET /v1/partnerships/{id}", ofOwn(visit)),
  ])
  const { month, timezone } = statement
  const isLater = month < monthOf(visit.now, timezone)
  const isEarlier = month > monthOf(new Date(partnership.createdAt), timezone)
  return { partnership, statement, previous: isEarlier ? previousMonth(month) : undefined, next: isLater ? nextMonth(month) : undefined }
}
