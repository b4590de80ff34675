import { databaseClock } from "../../kit/db/database-clock.ts"
import type { Tenant } from "../../kit/pure/caller.ts"
import type { PaymentLink } from "../../money/payment-links/schema.ts"
import { findBySlug, renderPaymentLink } from "../../money/payment-links/store.ts"
import { findLook } from "../../platform/tenants/brand-store.ts"
import type { Brand } from "../../platform/tenants/brand.ts"
import { findTenant } from "../../platform/tenants/find-store.ts"

export type OpenedShop = { tenant: Tenant; link: PaymentLink; brand: Brand; now: Date }

/** What a public address names. It is no secret, so nothing hides whether it exists. */
export async function openShop({ tenant: slug, link: end }: { tenant: string; link: string }): Promise<OpenedShop | undefined> {
  if (!/^[a-z0-9]{6}$/.test(slug) || !/^[a-z0-9-]{3,60}$/.test(end)) return undefined
  const tenant = await findTenant({ slug })
  const row = tenant && (await findBySlug({ tenant }, end))
  if (!tenant || !row) return undefined
  const now = databaseClock.now(tenant.clockOffsetMs)
  const { brand } = await findLook(tenant)
  return { tenant, link: renderPaymentLink(row, { tenant, now }), brand, now }
}
