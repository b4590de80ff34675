import { batchedLookupAcrossTenants } from "../../kit/db/batched-lookup.ts"
import { query, sql } from "../../kit/db/query.ts"
import type { Authenticator, Identity } from "../../kit/operation/authenticator.ts"
import type { Tenant } from "../../kit/operation/context.ts"
import { unsealLinkKey } from "../../kit/operation/tenant.ts"
import { permissionsOf, type Role } from "../../kit/pure/permissions.ts"
import { log } from "../../kit/service/log.ts"

type IdentityRow = {
  read_at: Date
  key_id: string
  used_recently: boolean
  expired_at: Date | null
  tenant_id: string
  tenant_name: string
  mode: Tenant["mode"]
  timezone: string
  slug: string
  link_key: string
  clock_offset_ms: number
  keyless_window_s: number
  has_webhooks: boolean
  user_id: string
  email: string
  name: string
  role: Role
}

/** Without a cache: a key that is deleted, or whose user is disabled, stops working at once. Concurrent requests share one look-up. */
const findByHash = batchedLookupAcrossTenants<{ hash: string }, IdentityRow, Identity>(
  `
  select n, now() as read_at, k.id as key_id, k.last_used_at > t.now - interval '1 minute' as used_recently,
         case when k.expires_at <= t.now then k.expires_at end as expired_at,
         t.id as tenant_id, t.name as tenant_name, t.mode, t.timezone, t.slug, t.link_key, t.clock_offset_ms,
         t.keyless_window_s, t.has_webhooks,
         u.id as user_id, u.email, u.name, u.role
  from jsonb_to_recordset($1) as input(n int, hash text)
  cross join lateral (select * from api_keys where hash = input.hash limit 1) k
  cross join lateral (select *, now() + clock_offset_ms * interval '1 millisecond' as now from tenants where id = k.tenant_id limit 1) t
  cross join lateral (select * from users where tenant_id = k.tenant_id and id = k.user_id and active limit 1) u`,
  identityOf,
)

export const authenticateApiKey: Authenticator = hash => findByHash({ hash })

function identityOf(row: IdentityRow): Identity {
  if (!row.used_recently) updateLastUsed(row.tenant_id, row.key_id)
  const { user_id: user, email, name, role } = row
  return {
    caller: { user, type: "api-key", email, name, role, permissions: permissionsOf(role) },
    tenant: {
      id: row.tenant_id,
      name: row.tenant_name,
      mode: row.mode,
      timezone: row.timezone,
      slug: row.slug,
      linkKey: unsealLinkKey(row.link_key, row.tenant_id),
      clockOffsetMs: row.clock_offset_ms,
      hasWebhooks: row.has_webhooks,
    },
    keylessWindowSeconds: row.keyless_window_s,
    expiredAt: row.expired_at ?? undefined,
    readAt: row.read_at,
  }
}

const updating = new Set<string>()
/** To the minute, and beside the request: no request waits for it or fails with it. */
function updateLastUsed(tenant: string, keyId: string) {
  if (updating.has(keyId)) return
  updating.add(keyId)
  query(
    [tenant],
    sql`
    update api_keys k set last_used_at = now() + t.clock_offset_ms * interval '1 millisecond'
    from tenants t where t.id = k.tenant_id and k.tenant_id = ${tenant} and k.id = ${keyId}`,
  )
    .catch((error: unknown) => log.warn({ error }, "the last use of an API key could not be stored"))
    .finally(() => updating.delete(keyId))
}
