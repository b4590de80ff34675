import { batchedLookupAcrossTenants } from "../../kit/db/batched-lookup.ts"
import type { Authenticator, Identity } from "../../kit/operation/ports.ts"
import { identityColumns, identityOf, type IdentityRow } from "../../platform/tenants/identity-store.ts"
import { portalPermissions } from "./rules.ts"
import type { Audience } from "./schema.ts"

type PortalIdentityRow = IdentityRow & { audience: Audience; portal_session: string; email_changed_at: Date | null }

/**
 * Not cached, as for people: a session ends at once when it is ended, or when the party gets another e-mail. A party has no role; its
 * audience decides what it may do.
 */
const findByHash = batchedLookupAcrossTenants<{ tenant_id: string; hash: string }, PortalIdentityRow, Identity>(
  `
  select n, now() as read_at, s.audience, s.id as portal_session, u.email_changed_at, ${identityColumns}
  from jsonb_to_recordset($1) as input(n int, tenant_id text, hash text)
  cross join lateral (
    select * from portal_sessions where tenant_id = input.tenant_id and hash = input.hash and expires_at > now() limit 1
  ) s
  cross join lateral (select * from tenants where id = s.tenant_id limit 1) t
  cross join lateral (
    select id, email, concat_ws(' ', profile ->> 'firstName', profile ->> 'lastName') as name, 'viewer' as role, null::jsonb as own_role,
      email_changed_at
    from contacts
    where s.audience = 'contact' and tenant_id = s.tenant_id and id = s.party_id and email_key = s.email_key
    union all
    select id, email, name, 'viewer', null, email_changed_at from partnerships
    where s.audience = 'partner' and tenant_id = s.tenant_id and id = s.party_id and lower(email) = s.email_key
    limit 1
  ) u`,
  row => {
    const { caller, ...identity } = identityOf(row, row.audience)
    const { audience, portal_session: portalSession, email_changed_at: emailChangedAt } = row
    return { ...identity, caller: { ...caller, permissions: portalPermissions[audience], portalSession, emailChangedAt } }
  },
)

export const authenticatePortal: Authenticator<"portal"> = ({ tenant, hash }) => findByHash({ tenant_id: tenant, hash })
