import { query, sql } from "../../kit/db/query.ts"
import type { Authenticator } from "../../kit/operation/ports.ts"
import { system } from "../../kit/operation/system.ts"
import { findTenant } from "../../platform/tenants/find-store.ts"

/** A payer has no user account, so the service acts for a payer with a payment link, through the channel `page`. */
export const authenticatePayer: Authenticator<"payment-link"> = async ({ tenant: id }) => {
  const [clock] = await query<{ read_at: Date }>([id], sql`select now() as read_at`)
  const tenant = await findTenant({ id })
  return tenant && { caller: system, tenant, keylessWindowSeconds: 0, readAt: clock!.read_at }
}
