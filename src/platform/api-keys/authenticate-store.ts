import { batchedLookupAcrossTenants } from "../../kit/db/batched-lookup.ts"
import { isOnlyCell } from "../../kit/db/cells.ts"
import { findInEveryCell } from "../../kit/db/every-cell.ts"
import { allTenants, query, sql } from "../../kit/db/query.ts"
import type { Authenticator, Identity } from "../../kit/operation/ports.ts"
import { log } from "../../kit/service/log.ts"
import { identityColumns, identityOf, type IdentityRow } from "../tenants/identity-store.ts"

type KeyRow = IdentityRow & { key_id: string; used_recently: boolean; expired_at: Date | null }

/**
 * Not cached, so that a key stops working as soon as it is deleted or its user is disabled. Concurrent requests share one look-up. Keys
 * expire by the real time, so that moving the clock of a sandbox locks nobody out of it.
 */
const findByHash = batchedLookupAcrossTenants<{ tenant_id: string; hash: string }, KeyRow, Identity>(
  `
  select n, now() as read_at, k.id as key_id, k.last_used_at > t.now - interval '1 minute' as used_recently,
         case when k.expires_at <= now() then k.expires_at end as expired_at, ${identityColumns}
  from jsonb_to_recordset($1) as input(n int, hash text)
  cross join lateral (select * from api_keys where hash = input.hash limit 1) k
  cross join lateral (select *, now() + clock_offset_ms * interval '1 millisecond' as now from tenants where id = k.tenant_id limit 1) t
  cross join lateral (select * from users where tenant_id = k.tenant_id and id = k.user_id and active limit 1) u`,
  keyIdentityOf,
)

export const authenticateApiKey: Authenticator<"api-key"> = async ({ tenant, hash }) =>
  (await findByHash({ tenant_id: tenant, hash })) ?? (tenant === "" ? findMoved(hash) : undefined)

/** A key of an earlier version names no tenant. All such tenants were at home, but some may have been moved since. */
async function findMoved(hash: string): Promise<Identity | undefined> {
  if (isOnlyCell()) return undefined
  const [row] = await findInEveryCell(() =>
    query<{ tenant_id: string }>(allTenants, sql`select tenant_id from api_keys where hash = ${hash}`),
  )
  return row && findByHash({ tenant_id: row.tenant_id, hash })
}

function keyIdentityOf(row: KeyRow): Identity {
  if (!row.used_recently) updateLastUsed(row.tenant_id, row.key_id)
  return { ...identityOf(row, "api-key"), expiredAt: row.expired_at ?? undefined }
}

const updating = new Set<string>()
/** Stores the minute of the last use in the background: no request waits for it or fails with it. */
function updateLastUsed(tenant: string, keyId: string) {
  if (updating.has(keyId)) return
  updating.add(keyId)
  query(
    [tenant],
    sql`
    update api_keys k set last_used_at = date_trunc('milliseconds', now()) + t.clock_offset_ms * interval '1 millisecond'
    from tenants t where t.id = k.tenant_id and k.tenant_id = ${tenant} and k.id = ${keyId}`,
  )
    .catch((error: unknown) => log.warn({ error }, "the last use of an API key could not be stored"))
    .finally(() => updating.delete(keyId))
}
