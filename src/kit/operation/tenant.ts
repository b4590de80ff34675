import { allTenants, query, sql } from "../db/query.ts"
import type { Tenant } from "./context.ts"

/** A tenant by its id, or by the slug that its short links begin with. */
export async function findTenant(by: { id: string } | { slug: string }): Promise<Tenant | undefined> {
  const [id, slug] = "id" in by ? [by.id, null] : [null, by.slug]
  const [row] = await query<Tenant>(
    allTenants,
    sql`
    select id, name, mode, timezone, slug, link_key as "linkKey", clock_offset_ms as "clockOffsetMs", has_webhooks as "hasWebhooks"
    from tenants where id = ${id} or slug = ${slug}`,
  )
  return row
}
