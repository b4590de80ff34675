import { findContactsByEmail, findContactWithEmail } from "../contacts/portal-store.ts"
import { findPartnersByEmail, findPartnerWithEmail } from "../partnerships/portal-store.ts"
import type { Audience } from "./schema.ts"

/** A contact or a partnership of a tenant, and the e-mail that its portal is mailed to. */
export type Party = { tenant_id: string; audience: Audience; id: string; email: string; email_key: string; name: string }

/** Mails that one request may cause: an e-mail may belong to contacts of many tenants. */
const maxParties = 20

/** Everybody with this e-mail, in all tenants. */
export async function findParties(audience: Audience, emailKey: string): Promise<Party[]> {
  const find = audience === "contact" ? findContactsByEmail : findPartnersByEmail
  const found = (await find(emailKey, maxParties)).toSorted((a, b) => (`${a.tenant_id} ${a.id}` < `${b.tenant_id} ${b.id}` ? -1 : 1))
  return found.slice(0, maxParties).map(party => ({ ...party, audience }))
}

/** The party of a link, as long as it still has the e-mail that the link was mailed to. */
export async function findParty({ tenant_id: tenant, audience, party_id, email_key }: PartyKey): Promise<Party | undefined> {
  const find = audience === "contact" ? findContactWithEmail : findPartnerWithEmail
  const found = await find(tenant, party_id, email_key)
  return found && { ...found, audience }
}
type PartyKey = { tenant_id: string; audience: Audience; party_id: string; email_key: string }
