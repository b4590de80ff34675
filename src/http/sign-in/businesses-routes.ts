import type { FastifyInstance, FastifyRequest } from "fastify"
import type { Operation } from "../../kit/operation/operation.ts"
import { perform } from "../../kit/operation/perform.ts"
import { authenticate, type Identity } from "../../kit/operation/ports.ts"
import { Problem } from "../../kit/pure/problem.ts"
import { type HeldSession, heldSessionsCookies, maxWaiting, readHeldSessions } from "../../platform/sessions/cookie.ts"
import { assertOwnOrigin } from "../own-origin.ts"
import { businessesPage } from "./businesses-page.ts"
import { readForm, sendFormPage } from "./form.ts"
import { signInLanguageOf } from "./language.ts"
import { visitorOf } from "./visitor.ts"

/**
 * A person with accounts in several businesses signs in to each, and switches between them. Only one session acts at a time: the browser
 * keeps the others in a cookie of their own.
 */
export function addBusinessRoutes(app: FastifyInstance, operations: readonly Operation[]) {
  const ends = operations.find(({ route }) => route === "POST /v1/sessions/{id}/end")!

  app.get("/businesses", async (request, reply) => {
    const { current, waiting } = await findSessions(request)
    if (!current && waiting.length === 0) return reply.header("set-cookie", heldSessionsCookies(undefined, [])).redirect("/sign-in", 303)
    const canAdd = waiting.length < maxWaiting
    const held = { current: current?.identity, others: othersThan(current, waiting), canAdd }
    return sendFormPage(reply, businessesPage(signInLanguageOf(request), held))
  })

  app.post("/businesses/add", async (request, reply) => {
    assertOwnOrigin(request)
    const { current, waiting } = await findSessions(request)
    if (waiting.length >= maxWaiting) return reply.redirect("/businesses", 303)
    const tokens = [...(current ? [current] : []), ...waiting].map(tokenOf)
    return reply.header("set-cookie", heldSessionsCookies(undefined, tokens)).redirect("/sign-in", 303)
  })

  app.post("/businesses/switch", async (request, reply) => {
    assertOwnOrigin(request)
    const { current, waiting } = await findSessions(request)
    const id = readForm(request)("session")
    const chosen = waiting.find(({ identity }) => identity.caller.session?.id === id)
    if (!chosen) return reply.redirect("/businesses", 303) // it has ended meanwhile
    const tokens = [...(current ? [current] : []), ...waiting.filter(each => each !== chosen)].map(tokenOf)
    return reply.header("set-cookie", heldSessionsCookies(chosen.token, tokens)).redirect("/", 303)
  })

  // The next person at this computer must not find a session that waits.
  app.post("/sign-out", async (request, reply) => {
    assertOwnOrigin(request)
    const { origin } = visitorOf(request)
    const { current, waiting } = await findSessions(request)
    for (const { credential, identity } of [...(current ? [current] : []), ...waiting]) {
      const place = { tenant: identity.tenant.id, reference: "current", origin, dryRun: false, idempotencyKey: undefined }
      const ending = { credential, identity, ...place, input: () => ({ fields: {}, query: [] }), render: JSON.stringify }
      await perform(ends, ending).catch(unlessEnded)
    }
    return reply.header("set-cookie", heldSessionsCookies(undefined, [])).redirect("/sign-in", 303)
  })
}

/** Two clicks on the button, or another browser, may end a session at the same time. */
function unlessEnded(error: unknown) {
  if (!(error instanceof Problem) || error.status !== 404) throw error
}

type LiveSession = HeldSession & { identity: Identity }
const tokenOf = ({ token }: HeldSession) => token

/** The sessions of a browser that have not ended. */
async function findSessions({ headers }: FastifyRequest): Promise<{ current: LiveSession | undefined; waiting: LiveSession[] }> {
  const { current, waiting } = readHeldSessions(headers.cookie)
  const alive = await Promise.all([current, ...waiting].map(findLive))
  return { current: alive[0], waiting: alive.slice(1).filter(each => each !== undefined) }
}

async function findLive(held: HeldSession | undefined): Promise<LiveSession | undefined> {
  const identity = held && (await authenticate(held.credential))
  return held && identity && { ...held, identity }
}

/** Of a person who signed in twice to the same business, the latest session is enough to choose from. */
function othersThan(current: LiveSession | undefined, waiting: readonly LiveSession[]): Identity[] {
  const identities = [...(current ? [current] : []), ...waiting].map(({ identity }) => identity)
  return identities.filter((each, i) => each !== current?.identity && identities.findIndex(other => isSamePerson(each, other)) === i)
}

const isSamePerson = (a: Identity, b: Identity) => a.tenant.id === b.tenant.id && a.caller.user === b.caller.user
