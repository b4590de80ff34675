import { query, sql } from "../../kit/db/query.ts"
import type { Identity } from "../../kit/operation/ports.ts"
import { identityOf, type IdentityRow } from "./identity-store.ts"

/** A user in whose name a job goes on, with the permissions that they have now; undefined once they are not active. */
export async function findIdentity(tenant: string, user: string, type: "person" | "api-key"): Promise<Identity | undefined> {
  const [row] = await query<IdentityRow>(
    [tenant],
    sql`
    select now() as read_at, t.id as tenant_id, t.name as tenant_name, t.mode, t.timezone, t.slug, t.link_key, t.clock_offset_ms,
      t.keyless_window_s, t.has_webhooks, t.two_factor_from, t.mail_settings, u.id as user_id, u.email, u.name, u.role, u.own_role
    from tenants t join users u on u.tenant_id = t.id and u.id = ${user} and u.active
    where t.id = ${tenant}`,
  )
  return row && identityOf(row, type)
}
