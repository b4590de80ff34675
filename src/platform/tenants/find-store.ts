import { inCellOfSlug } from "../../kit/db/tenant-moves.ts"
import { allTenants, query, type Scope, sql } from "../../kit/db/query.ts"
import type { Tenant } from "../../kit/pure/caller.ts"
import { defaultMailSettings } from "../../kit/pure/mail-settings.ts"
import { unsealLinkKey } from "./link-key.ts"

/** A tenant by its id, or by the slug that its short links begin with. */
export async function findTenant(by: { id: string } | { slug: string }): Promise<Tenant | undefined> {
  const row = "id" in by ? await find([by.id], by.id, null) : await inCellOfSlug(by.slug, () => find(allTenants, null, by.slug))
  return row && { ...row, linkKey: unsealLinkKey(row.linkKey, row.id), mails: { ...defaultMailSettings, ...row.mails } }
}

async function find(scope: Scope, id: string | null, slug: string | null): Promise<Tenant | undefined> {
  const [row] = await query<Tenant>(
    scope,
    sql`
    select id, name, mode, timezone, slug, link_key as "linkKey", clock_offset_ms as "clockOffsetMs", has_webhooks as "hasWebhooks",
      mail_settings as mails
    from tenants where id = ${id} or slug = ${slug}`,
  )
  return row
}
