import type { FastifyInstance, FastifyRequest } from "fastify"
import type { Operation } from "../../kit/operation/operation.ts"
import { perform } from "../../kit/operation/perform.ts"
import { authenticate, type Identity } from "../../kit/operation/ports.ts"
import { type HeldSession, heldSessionsCookies, readHeldSessions } from "../../platform/sessions/cookie.ts"
import { assertOwnOrigin } from "../own-origin.ts"
import { businessesPage } from "./businesses-page.ts"
import { readForm, sendFormPage } from "./form.ts"
import { visitorOf } from "./visitor.ts"

/**
 * A person with accounts in several businesses signs in to each, and switches between them. Only one session acts at a time: the browser
 * keeps the others in a cookie of their own.
 */
export function addBusinessRoutes(app: FastifyInstance, operations: readonly Operation[]) {
  const ends = operations.find(({ route }) => route === "POST /v1/sessions/{id}/end")!

  app.get("/businesses", async (request, reply) => {
    const { current, others } = await findSessions(request)
    if (!current && others.length === 0) return reply.redirect("/sign-in", 303)
    return sendFormPage(
      reply,
      businessesPage(
        current?.identity,
        others.map(({ identity }) => identity),
      ),
    )
  })

  app.post("/businesses/add", async (request, reply) => {
    assertOwnOrigin(request)
    const { current, others } = await findSessions(request)
    const waiting = [...(current ? [current] : []), ...others]
    return reply.header("set-cookie", heldSessionsCookies(undefined, waiting.map(tokenOf))).redirect("/sign-in", 303)
  })

  app.post("/businesses/switch", async (request, reply) => {
    assertOwnOrigin(request)
    const { current, others } = await findSessions(request)
    const id = readForm(request)("session")
    const chosen = others.find(({ identity }) => identity.caller.session?.id === id)
    if (!chosen) return reply.redirect("/businesses", 303) // it has ended meanwhile
    const waiting = [...(current ? [current] : []), ...others.filter(each => each !== chosen)]
    return reply.header("set-cookie", heldSessionsCookies(chosen.token, waiting.map(tokenOf))).redirect("/", 303)
  })

  // The next person at this computer must not find a session that waits.
  app.post("/sign-out", async (request, reply) => {
    assertOwnOrigin(request)
    const { origin } = visitorOf(request)
    for (const { credential, identity } of await findAlive(allOf(request))) {
      const acting = {
        credential,
        identity,
        tenant: identity.tenant.id,
        origin,
        reference: "current",
        dryRun: false,
        idempotencyKey: undefined,
      }
      await perform(ends, { ...acting, input: () => ({ fields: {}, query: [] }), render: JSON.stringify })
    }
    return reply.header("set-cookie", heldSessionsCookies(undefined, [])).redirect("/sign-in", 303)
  })
}

type LiveSession = HeldSession & { identity: Identity }
const tokenOf = ({ token }: HeldSession) => token

function allOf({ headers }: FastifyRequest): HeldSession[] {
  const { current, waiting } = readHeldSessions(headers.cookie)
  return [...(current ? [current] : []), ...waiting]
}

/** The sessions of a browser that have not ended. Of a person who signed in twice to the same business, the latest is enough. */
async function findSessions(request: FastifyRequest): Promise<{ current: LiveSession | undefined; others: LiveSession[] }> {
  const alive = await findAlive(allOf(request))
  const acting = readHeldSessions(request.headers.cookie).current?.token
  const latest = alive.filter((each, i) => alive.findIndex(other => isSamePerson(each.identity, other.identity)) === i)
  return { current: latest.find(({ token }) => token === acting), others: latest.filter(({ token }) => token !== acting) }
}

const isSamePerson = (a: Identity, b: Identity) => a.tenant.id === b.tenant.id && a.caller.user === b.caller.user

async function findAlive(held: readonly HeldSession[]): Promise<LiveSession[]> {
  const found = await Promise.all(held.map(async each => ({ ...each, identity: await authenticate(each.credential) })))
  return found.filter((each): each is LiveSession => each.identity !== undefined)
}
