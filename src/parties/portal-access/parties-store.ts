import { allTenants, query, sql } from "../../kit/db/query.ts"
import type { Audience } from "./schema.ts"

/** A contact or a partnership of a tenant, and the e-mail that its portal is mailed to. */
export type Party = { tenant_id: string; audience: Audience; id: string; email: string; email_key: string; name: string }

/** The most mails that one request may cause, because an e-mail may belong to contacts of many tenants. */
const maxParties = 20

/** Everybody with this e-mail, in all tenants. One statement serves both audiences, so that the time reveals nothing. */
export function findParties(audience: Audience, emailKey: string): Promise<Party[]> {
  return query<Party>(
    allTenants,
    sql`
    select tenant_id, 'contact' as audience, id, email, email_key, coalesce(profile ->> 'firstName', '') as name
    from contacts where ${audience} = 'contact' and email_key = ${emailKey}
    union all
    select tenant_id, 'partner', id, email, lower(email), name
    from partnerships where ${audience} = 'partner' and lower(email) = ${emailKey}
    order by tenant_id, id limit ${maxParties}::int`,
  )
}

/** The party of a link, if it still has the e-mail that the link was mailed to. */
export async function findParty({ tenant_id: tenant, audience, party_id, email_key }: PartyKey): Promise<Party | undefined> {
  const [row] = await query<Party>(
    [tenant],
    sql`
    select tenant_id, 'contact' as audience, id, email, email_key, coalesce(profile ->> 'firstName', '') as name
    from contacts where ${audience} = 'contact' and tenant_id = ${tenant} and id = ${party_id} and email_key = ${email_key}
    union all
    select tenant_id, 'partner', id, email, lower(email), name
    from partnerships where ${audience} = 'partner' and tenant_id = ${tenant} and id = ${party_id} and lower(email) = ${email_key}`,
  )
  return row
}
type PartyKey = { tenant_id: string; audience: Audience; party_id: string; email_key: string }
