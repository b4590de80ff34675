import { allTenants, query, sql } from "../db/query.ts"
import { defaultMailSettings } from "../pure/mail-settings.ts"
import { isSealed, seal, unseal } from "../service/crypto.ts"
import { memoize } from "../service/memoize.ts"
import type { Tenant } from "./context.ts"

/** A tenant by its id, or by the slug that its short links begin with. */
export async function findTenant(by: { id: string } | { slug: string }): Promise<Tenant | undefined> {
  const [id, slug] = "id" in by ? [by.id, null] : [null, by.slug]
  const [row] = await query<Tenant>(
    allTenants,
    sql`
    select id, name, mode, timezone, slug, link_key as "linkKey", clock_offset_ms as "clockOffsetMs", has_webhooks as "hasWebhooks",
      mail_settings as mails
    from tenants where id = ${id} or slug = ${slug}`,
  )
  return row && { ...row, linkKey: unsealLinkKey(row.linkKey, row.id), mails: { ...defaultMailSettings, ...row.mails } }
}

/** The key that signs a tenant's payment links, as it is stored. */
export const sealLinkKey = (linkKey: string, tenant: string) => seal(linkKey, linkKeyPlace(tenant))

/** Every request needs it, so it is memoized. A key that an earlier version stored as it is stays valid until the sweep has sealed it. */
export const unsealLinkKey = memoize((stored: string, tenant: string) => (isSealed(stored) ? unseal(stored, linkKeyPlace(tenant)) : stored))

const linkKeyPlace = (tenant: string) => `${tenant} link key`
