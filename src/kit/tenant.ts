import type { Tenant } from "./context.ts"
import { ask, everyone, sql } from "./db.ts"

/** A tenant by its id or by what its short links begin with; looked up across tenants, before it is known whose it is. */
export async function findTenant(by: { id: string } | { slug: string }): Promise<Tenant | undefined> {
  const [id, slug] = "id" in by ? [by.id, null] : [null, by.slug]
  const [row] = await ask<Tenant>(
    everyone,
    sql`
    select id, name, mode, timezone, slug, link_key as "linkKey", clock_offset_ms as "clockOffsetMs", has_webhooks as "hasWebhooks"
    from tenants where id = ${id} or slug = ${slug}`,
  )
  return row
}
