import { batchedLookupAcrossTenants } from "../../kit/db/batched-lookup.ts"
import { query, sql } from "../../kit/db/query.ts"
import type { Authenticator, Identity } from "../../kit/operation/ports.ts"
import { log } from "../../kit/service/log.ts"
import { identityColumns, identityOf, type IdentityRow, secondFactorDue } from "../tenants/identity-store.ts"
import { idleMs } from "./rules.ts"

type SessionIdentityRow = IdentityRow & {
  session_id: string
  hash: string
  epoch: number
  confirmed_at: Date
  last_used_at: Date
  expires_at: Date
  second_factor: boolean
  lacks_second_factor: boolean
}

/**
 * Not cached, and looked up once for concurrent requests. So a session is over as soon as it ends, its user is disabled or its account
 * begins a later epoch. A changed role counts from the next request on.
 */
const findByHash = batchedLookupAcrossTenants<{ tenant_id: string; hash: string }, SessionIdentityRow, Identity | undefined>(
  `
  select n, now() as read_at, s.id as session_id, s.hash, s.epoch, s.confirmed_at, s.last_used_at, s.expires_at, s.second_factor,
    a.lacks_second_factor and not s.second_factor as lacks_second_factor, ${identityColumns}
  from jsonb_to_recordset($1) as input(n int, tenant_id text, hash text)
  cross join lateral (select * from sessions where tenant_id = input.tenant_id and hash = input.hash limit 1) s
  cross join lateral (select * from tenants where id = s.tenant_id limit 1) t
  cross join lateral (select * from users where tenant_id = s.tenant_id and id = s.user_id and active limit 1) u
  cross join lateral (
    select totp_secret is null as lacks_second_factor from accounts
    where tenant_id = s.tenant_id and user_id = s.user_id and epoch = s.epoch limit 1
  ) a`,
  sessionIdentityOf,
)

export const authenticateSession: Authenticator<"session"> = ({ tenant, hash }) => findByHash({ tenant_id: tenant, hash })

function sessionIdentityOf(row: SessionIdentityRow): Identity | undefined {
  const { session_id: id, hash, epoch, confirmed_at: confirmedAt, second_factor: hasSecondFactor } = row
  const unusedMs = row.read_at.getTime() - row.last_used_at.getTime()
  if (row.expires_at <= row.read_at || unusedMs > idleMs) return undefined
  if (unusedMs > 60_000) updateLastUsed(row.tenant_id, id, row.read_at)
  const identity = identityOf(row, "person", { id, hash, epoch, confirmedAt, hasSecondFactor })
  return { ...identity, caller: { ...identity.caller, ...secondFactorDue(row) } }
}

const updating = new Set<string>()
/** Stores the minute of the last use in the background: no request waits for it or fails with it. */
function updateLastUsed(tenant: string, id: string, at: Date) {
  if (updating.has(id)) return
  updating.add(id)
  query([tenant], sql`update sessions set last_used_at = ${at} where tenant_id = ${tenant} and id = ${id}`)
    .catch((error: unknown) => log.warn({ error }, "the last use of a session could not be stored"))
    .finally(() => updating.delete(id))
}
