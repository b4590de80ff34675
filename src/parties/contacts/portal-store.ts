import { findInEveryCell } from "../../kit/db/every-cell.ts"
import { allTenants, query, sql } from "../../kit/db/query.ts"

/** A contact as its portal knows it: `email_key` is the e-mail in lower case. */
type PortalContact = { tenant_id: string; id: string; email: string; email_key: string; name: string }

/** The contacts of all tenants with this e-mail. A draft signs in nowhere, so that no stranger makes us write to a mailbox. */
export const findContactsByEmail = (emailKey: string, max: number): Promise<PortalContact[]> =>
  findInEveryCell(() =>
    query<PortalContact>(
      allTenants,
      sql`
      select tenant_id, id, email, email_key, coalesce(profile ->> 'firstName', '') as name
      from contacts where email_key = ${emailKey} and not is_draft
      order by tenant_id, id limit ${max}::int`,
    ),
  )

/** The contact, as long as it has this e-mail. */
export async function findContactWithEmail(tenant: string, id: string, emailKey: string): Promise<PortalContact | undefined> {
  const [row] = await query<PortalContact>(
    [tenant],
    sql`
    select tenant_id, id, email, email_key, coalesce(profile ->> 'firstName', '') as name
    from contacts where tenant_id = ${tenant} and id = ${id} and email_key = ${emailKey}`,
  )
  return row
}
