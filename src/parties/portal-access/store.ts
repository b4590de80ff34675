import { insertInto, nullable, oneOf, type Row, text, timestamptz } from "../../kit/db/columns.ts"
import type { Context } from "../../kit/db/context.ts"
import { databaseClock } from "../../kit/db/database-clock.ts"
import { deleteExpired } from "../../kit/db/delete-expired.ts"
import { query, sql } from "../../kit/db/query.ts"
import { writeStatement } from "../../kit/db/statements.ts"
import { audit } from "../../kit/events/audit.ts"
import { newId } from "../../kit/pure/id.ts"
import { randomText, sha256 } from "../../kit/service/crypto.ts"
import { parseToken, tokenOf } from "../../platform/sessions/rules.ts"
import type { Party } from "./parties.ts"
import { linkLifetimeMs, sessionLifetimeMs } from "./rules.ts"
import { audiences } from "./schema.ts"

const linkColumns = {
  tenant_id: text,
  hash: text,
  audience: oneOf(audiences),
  party_id: text,
  email_key: text,
  used_by: nullable(text),
  used_at: nullable(timestamptz),
  expires_at: timestamptz,
  created_at: timestamptz,
}
export type LinkRow = Row<typeof linkColumns>

const linkInserts = writeStatement(insertInto("portal_links", linkColumns))

/** A token that signs a party in once. It is returned here, for a mail, and stored only as a hash. Its times are real, not the tenant's. */
export function insertLink({ tenant, write }: Context, { audience, id: party_id, email_key }: Party): string {
  const now = databaseClock.now()
  const token = tokenOf(tenant.id, randomText(32))
  const unused = { used_by: null, used_at: null, expires_at: new Date(now.getTime() + linkLifetimeMs), created_at: now }
  const row: LinkRow = { tenant_id: tenant.id, hash: sha256(token), audience, party_id, email_key, ...unused }
  write({ statement: linkInserts, row })
  return token
}

export async function countOpenLinks({ tenant }: Context, { id }: Party): Promise<number> {
  const [row] = await query<{ n: number }>(
    [tenant.id],
    sql`
    select count(*)::int as n from portal_links
    where tenant_id = ${tenant.id} and party_id = ${id} and expires_at > ${databaseClock.now()} and used_at is null`,
  )
  return row!.n
}

export async function findLink(token: string): Promise<LinkRow | undefined> {
  const parsed = parseToken(token)
  if (!parsed) return undefined
  const { tenant } = parsed
  const [row] = await query<LinkRow>([tenant], sql`select * from portal_links where tenant_id = ${tenant} and hash = ${sha256(token)}`)
  return row
}

/** Locked until the end of the unit of work, so that the second of two concurrent forms sees that the link was used. */
export const lockLink = ({ tenant, lock }: Context, { hash }: LinkRow): Promise<LinkRow | undefined> =>
  lock<LinkRow>(sql`select * from portal_links where tenant_id = ${tenant.id} and hash = ${hash} for update`)

const linkUses = writeStatement(`
  update portal_links l set used_by = r.used_by, used_at = r.used_at
  from jsonb_to_recordset($1) as r(tenant_id text, hash text, used_by text, used_at timestamptz)
  where l.tenant_id = r.tenant_id and l.hash = r.hash`)

/** A second use by the same form keeps the time of the first use. */
export function markUsed({ write }: Context, { tenant_id, hash, used_at }: LinkRow, form: string) {
  write({ statement: linkUses, row: { tenant_id, hash, used_by: form, used_at: used_at ?? databaseClock.now() } })
}

const sessionColumns = {
  tenant_id: text,
  id: text,
  hash: text,
  audience: oneOf(audiences),
  party_id: text,
  email_key: text,
  address: text,
  user_agent: text,
  expires_at: timestamptz,
  created_at: timestamptz,
}
type PortalSessionRow = Row<typeof sessionColumns>

const sessionInserts = writeStatement(insertInto("portal_sessions", sessionColumns))

/** Begins a session of a party. Its token is returned here and stored only as a hash. */
export function insertPortalSession(ctx: Context, { audience, id: party_id, email_key }: Party, userAgent: string): string {
  const now = databaseClock.now()
  const token = tokenOf(ctx.tenant.id, randomText(32))
  const row: PortalSessionRow = {
    tenant_id: ctx.tenant.id,
    id: newId(now),
    hash: sha256(token),
    audience,
    party_id,
    email_key,
    address: ctx.origin.address,
    user_agent: userAgent.slice(0, 300),
    expires_at: new Date(now.getTime() + sessionLifetimeMs),
    created_at: now,
  }
  ctx.write({ statement: sessionInserts, row })
  audit(ctx, { action: "portalSessions.create", kind: "portalSessions", id: row.id, after: { audience, party: party_id } })
  return token
}

const sessionDeletes = writeStatement(`
  delete from portal_sessions s using jsonb_to_recordset($1) as r(tenant_id text, id text) where s.tenant_id = r.tenant_id and s.id = r.id`)

export function deletePortalSession(ctx: Context, id: string) {
  ctx.write({ statement: sessionDeletes, row: { tenant_id: ctx.tenant.id, id } })
  audit(ctx, { action: "portalSessions.end", kind: "portalSessions", id })
}

export const deleteExpiredLinks = () => deleteExpired("portal_links", ["tenant_id", "hash"])
export const deleteExpiredPortalSessions = () => deleteExpired("portal_sessions", ["tenant_id", "id"])
