import type { FastifyRequest } from "fastify"
import { databaseClock } from "../../kit/db/database-clock.ts"
import { formRequestKeyOf } from "../../kit/operation/idempotency.ts"
import type { ResponseFile } from "../../kit/operation/response-file.ts"
import type { Operation } from "../../kit/operation/operation.ts"
import { perform } from "../../kit/operation/perform.ts"
import { authenticate, type Credential, type Identity } from "../../kit/operation/ports.ts"
import type { Origin } from "../../kit/pure/caller.ts"
import { generalProblem } from "../../kit/pure/errors.ts"
import type { Page } from "../../kit/pure/page.ts"
import { isoTime } from "../../kit/pure/time.ts"
import { heldUntil } from "../../parties/contacts/rules.ts"
import { readPortalCookie } from "../../parties/portal-access/cookie.ts"
import { portalProblem } from "../../parties/portal-access/errors.ts"
import type { Audience } from "../../parties/portal-access/schema.ts"
import { brandOf } from "../../platform/tenants/brand-store.ts"
import type { Brand } from "../../platform/tenants/brand.ts"
import { performFile } from "../response-file.ts"
import { noteCaller } from "../connection/request-log.ts"
import { type PortalLanguage, portalLanguageOf } from "./language.ts"

/** A request of a contact or a partner who is signed in. `now` is by the tenant's clock. */
export type Visit = {
  audience: Audience
  request: FastifyRequest
  credential: Extract<Credential, { kind: "portal" }>
  identity: Identity
  brand: Brand
  language: PortalLanguage
  now: Date
  /** Until when the portal allows no changes, after the e-mail was changed. */
  heldUntil: Date | undefined
}

/** Undefined for a visitor who is not signed in to the portal of this audience. */
export async function findVisit(request: FastifyRequest, audience: Audience): Promise<Visit | undefined> {
  const credential = readPortalCookie(request.headers.cookie)
  const identity = credential && (await authenticate(credential))
  if (!credential || identity?.caller.type !== audience) return undefined
  noteCaller(request, identity)
  const { tenant } = identity
  const language = portalLanguageOf(request.headers["accept-language"])
  const now = databaseClock.now(tenant.clockOffsetMs)
  const until = heldUntil(identity.caller.emailChangedAt, now)
  return { audience, request, credential, identity, brand: await brandOf(tenant), language, now, heldUntil: until }
}

/** Where a request of a portal comes from, for the audit log. */
export const portalOrigin = (request: FastifyRequest): Origin => ({
  channel: "portal",
  operation: `${request.method} ${request.routeOptions.url ?? ""}`,
  requestId: request.id,
  address: request.ip,
})

/** The column with the owner of a row. */
type Owner = "contact_id" | "partnership_id" | "id"
type Call = {
  reference: string
  owner: Owner
  fields?: object
  query?: [string, string][]
  /** The key of the form: one form has one effect, however often it is sent. */
  key?: string
  /** The version that the form was made from. */
  ifMatch?: string
  /** Only says what would happen. */
  dryRun?: true
}

/** The portals read and change through the operations of REST, only for the party of the session. */
export function portalCalls(operations: readonly Operation[]) {
  const find = (route: string) => operations.find(op => op.route === route)!
  /** What every request of the visit has, whichever operation it performs. */
  const requestOf = ({ request, credential, identity }: Visit, input: Input, reference?: string) => ({
    credential,
    identity,
    tenant: identity.tenant.id,
    idempotencyKey: input.key,
    ifMatch: input.ifMatch,
    ...(input.key !== undefined && {
      requestKey: formRequestKeyOf({ intent: reference ?? "", input: { user: identity.caller.user, ...input.fields }, key: input.key }),
    }),
    origin: portalOrigin(request),
    ...(reference !== undefined && { reference }),
    dryRun: input.dryRun ?? false,
    input: () => ({ fields: input.fields, query: input.query ?? [] }),
  })
  const performAs = async <T>(visit: Visit, op: Operation, input: Input, reference?: string): Promise<T> => {
    if (op.effect !== "read") assertNotHeld(visit)
    const { body } = await perform(op, { ...requestOf(visit, input, reference), render: JSON.stringify })
    return JSON.parse(body) as T
  }

  return {
    /** An operation on one object of the party. */
    act: <T>(visit: Visit, route: string, { reference, owner, fields = {}, ...rest }: Call): Promise<T> =>
      performAs<T>(visit, ownedBy(find(route), owner, visit.identity.caller.user), { fields, ...rest }, reference),

    /** A document of an object of the party. */
    file: (visit: Visit, route: string, { reference, owner, query }: Call): Promise<ResponseFile> => {
      const op = find(route)
      return performFile(ownedBy(op.pdf ?? op, owner, visit.identity.caller.user), requestOf(visit, query ? { query } : {}, reference))
    },

    /** A list of the party's own objects: a contact's by `contact`, a partner's by `partnership`. */
    list: <T>(visit: Visit, route: string, parameters: Record<string, string | undefined>): Promise<Page<T>> => {
      const { audience, identity } = visit
      const own: [string, string] = [audience === "contact" ? "contact" : "partnership", identity.caller.user]
      const others = Object.entries(parameters).flatMap(([name, value]): [string, string][] => (value === undefined ? [] : [[name, value]]))
      return performAs<Page<T>>(visit, find(route), { query: [own, ...others] })
    },
  }
}
type Input = Partial<Pick<Call, "fields" | "query" | "key" | "ifMatch" | "dryRun">>
export type PortalCalls = ReturnType<typeof portalCalls>

/**
 * A person who changes a contact's e-mail must not be able to act as the contact, and the reader of the new mailbox may be somebody else.
 */
function assertNotHeld({ heldUntil: until, identity }: Visit) {
  const { emailChangedAt } = identity.caller
  if (until && emailChangedAt) throw portalProblem("POR-2001", { changedAt: isoTime(emailChangedAt), until: isoTime(until) })
}

/** Checks the row that the operation decides on. An object of somebody else gets the same 404 as a missing one. */
function ownedBy(op: Operation, owner: Owner, party: string): Operation {
  return {
    ...op,
    async subject(ctx, reference) {
      const row = await op.subject?.(ctx, reference)
      if ((row as Partial<Record<Owner, string>> | undefined)?.[owner] !== party)
        throw generalProblem("GEN-1004", { kind: op.noun, reference })
      return row
    },
  }
}
