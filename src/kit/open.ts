import type { Caller, Tenant } from "./context.ts"
import { ask, sql } from "./db.ts"
import type { Stored } from "./idempotency.ts"
import { log } from "./log.ts"
import { permissionsOf, type Role } from "./permissions.ts"
import { openQuestion } from "./question.ts"

/** Whose key it is. */
type Known = { caller: Caller; tenant: Tenant; keylessWindowS: number; expiredAt: Date | undefined }
export type Opened = Known & { stored?: Stored | undefined }

type CallerRow = {
  key_id: string
  used_lately: boolean
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

/**
 * The first words of every request, in one statement for all that came at once: is this API key still there? Its row is read each
 * time, so a deleted key is dead on every process at once; no cache, no epoch. Those who come at once with one key read it together.
 */
const callerBy = openQuestion<{ hash: string }, CallerRow, Known>(
  `
  select n, k.id as key_id, k.last_used_at > t.now - interval '1 minute' as used_lately,
         case when k.expires_at <= t.now then k.expires_at end as expired_at,
         t.id as tenant_id, t.name as tenant_name, t.mode, t.timezone, t.slug, t.link_key, t.clock_offset_ms,
         t.keyless_window_s, t.has_webhooks,
         u.id as user_id, u.email, u.name, u.role
  from jsonb_to_recordset($1) as asked(n int, hash text)
  cross join lateral (select * from api_keys where hash = asked.hash limit 1) k
  cross join lateral (select *, now() + clock_offset_ms * interval '1 millisecond' as now from tenants where id = k.tenant_id limit 1) t
  cross join lateral (select * from users where tenant_id = k.tenant_id and id = k.user_id limit 1) u`,
  knownFrom,
)

/** Beside it: do we know this Idempotency-Key? Nearly always not. */
const storedBy = openQuestion<{ hash: string; key: string }, Stored, Stored>(
  `
  select n, i.fingerprint, i.status, i.body, i.dies_at > t.now as alive
  from jsonb_to_recordset($1) as asked(n int, hash text, key text)
  cross join lateral (select tenant_id from api_keys where hash = asked.hash limit 1) k
  cross join lateral (select * from idempotency_keys where tenant_id = k.tenant_id and key = asked.key limit 1) i
  cross join lateral (select now() + clock_offset_ms * interval '1 millisecond' as now from tenants where id = k.tenant_id limit 1) t`,
  stored => stored,
)

export async function open(hash: string, key: string | undefined): Promise<Opened | undefined> {
  if (key === undefined) return await callerBy({ hash })
  const [known, stored] = await Promise.all([callerBy({ hash }), storedBy({ hash, key })])
  return known && { ...known, stored }
}

function knownFrom(row: CallerRow): Known {
  if (!row.used_lately) touch(row.tenant_id, row.key_id)
  const { user_id: user, email, role } = row
  return {
    caller: { user, type: "api-key", email, name: row.name, role, permissions: permissionsOf(role) },
    tenant: {
      id: row.tenant_id,
      name: row.tenant_name,
      mode: row.mode,
      timezone: row.timezone,
      slug: row.slug,
      linkKey: row.link_key,
      clockOffsetMs: row.clock_offset_ms,
      hasWebhooks: row.has_webhooks,
    },
    keylessWindowS: row.keyless_window_s,
    expiredAt: row.expired_at ?? undefined,
  }
}

const touching = new Set<string>()
/** Last used is told to the minute, beside the request: no request waits for it or fails with it. */
function touch(tenant: string, keyId: string) {
  if (touching.has(keyId)) return
  touching.add(keyId)
  ask(
    [tenant],
    sql`
    update api_keys k set last_used_at = now() + t.clock_offset_ms * interval '1 millisecond'
    from tenants t where t.id = k.tenant_id and k.tenant_id = ${tenant} and k.id = ${keyId}`,
  )
    .catch((error: unknown) => log.warn({ error }, "the time of use of an API key was not kept"))
    .finally(() => touching.delete(keyId))
}
