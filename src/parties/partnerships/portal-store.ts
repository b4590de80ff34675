import { findInEveryCell } from "../../kit/db/every-cell.ts"
import { allTenants, query, sql } from "../../kit/db/query.ts"

/** A partnership as its portal knows it: `email_key` is the e-mail in lower case. */
type PortalPartner = { tenant_id: string; id: string; email: string; email_key: string; name: string }

/** The partnerships of all tenants with this e-mail. */
export const findPartnersByEmail = (emailKey: string, max: number): Promise<PortalPartner[]> =>
  findInEveryCell(() =>
    query<PortalPartner>(
      allTenants,
      sql`
      select tenant_id, id, email, lower(email) as email_key, name
      from partnerships where lower(email) = ${emailKey}
      order by tenant_id, id limit ${max}::int`,
    ),
  )

/** The partnership, as long as it has this e-mail. */
export async function findPartnerWithEmail(tenant: string, id: string, emailKey: string): Promise<PortalPartner | undefined> {
  const [row] = await query<PortalPartner>(
    [tenant],
    sql`
    select tenant_id, id, email, lower(email) as email_key, name
    from partnerships where tenant_id = ${tenant} and id = ${id} and lower(email) = ${emailKey}`,
  )
  return row
}
