import { allTenants, query, sql } from "../../kit/db/query.ts"
import type { Role } from "../../kit/pure/permissions.ts"
import type { AccountRow } from "../accounts/store.ts"

/** A tenant that a person can act for, and the person's user there. */
export type Membership = { tenant_id: string; tenant_name: string; user_id: string; email: string; name: string; role: Role }

/** A person as they sign in to a tenant. */
export type Member = Membership & AccountRow

/**
 * Everybody with this e-mail, in all tenants, without disabled users. People with a password come first, then live tenants, then the
 * oldest.
 */
export function findMembers(emailKey: string): Promise<Member[]> {
  return query<Member>(
    allTenants,
    sql`
    select a.*, t.name as tenant_name, u.email, u.name, u.role
    from users u join tenants t on t.id = u.tenant_id join accounts a on a.tenant_id = u.tenant_id and a.user_id = u.id
    where u.email_key = ${emailKey} and u.type = 'person' and u.active order by a.password_hash is null, t.mode, u.id`,
  )
}
