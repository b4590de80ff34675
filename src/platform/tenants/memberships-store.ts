import { findInEveryCell } from "../../kit/db/every-cell.ts"
import { allTenants, query, sql } from "../../kit/db/query.ts"
import type { Tenant } from "../../kit/pure/caller.ts"
import type { RoleHolder } from "../../kit/pure/permissions.ts"
import type { AccountRow } from "../accounts/store.ts"

/** A tenant that a person can act for, and the person's user there. */
export type Membership = RoleHolder & { tenant_id: string; tenant_name: string; user_id: string; email: string; name: string }

/** A person as they sign in to a tenant. */
export type Member = Membership & AccountRow

type FoundMember = Member & { mode: Tenant["mode"] }

/**
 * Everybody with this e-mail, in all tenants, without disabled users. People with a password come first, then live tenants, then the
 * oldest. Leaves out cells that can't be used, unless one of them may have the member of `tenant`.
 */
export async function findMembers(emailKey: string, tenant?: string): Promise<Member[]> {
  const find = () =>
    query<FoundMember>(
      allTenants,
      sql`
      select a.*, t.name as tenant_name, t.mode, u.email, u.name, u.role, u.own_role
      from users u join tenants t on t.id = u.tenant_id join accounts a on a.tenant_id = u.tenant_id and a.user_id = u.id
      where u.email_key = ${emailKey} and u.type = 'person' and u.active`,
    )
  const members = await findInEveryCell(find, found => found.some(({ tenant_id }) => tenant === undefined || tenant_id === tenant))
  return members.toSorted((a, b) => (orderOf(a) < orderOf(b) ? -1 : 1))
}

/** The ids of users begin with the time of their creation. */
const orderOf = ({ password_hash, mode, user_id }: FoundMember) => `${password_hash === null ? 1 : 0} ${mode} ${user_id}`

/** One person of a tenant, unless they were disabled. */
export async function findMember(tenant: string, user: string): Promise<Member | undefined> {
  const [member] = await query<Member>(
    [tenant],
    sql`
    select a.*, t.name as tenant_name, u.email, u.name, u.role, u.own_role
    from users u join tenants t on t.id = u.tenant_id join accounts a on a.tenant_id = u.tenant_id and a.user_id = u.id
    where u.tenant_id = ${tenant} and u.id = ${user} and u.type = 'person' and u.active`,
  )
  return member
}
