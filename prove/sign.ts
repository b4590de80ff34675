import { signature } from "../src/money/gateways/simulator.ts"
import { unsealLinkKey } from "../src/platform/tenants/link-key.ts"
import type { Database } from "./sql.ts"

/** Signs what the simulator reports to a tenant. */
export type Sign = (bytes: Buffer) => string

/** By the key of the tenant as it is stored. The secret key of the service must be set. */
export async function signerOf(database: Database, tenantId: string): Promise<Sign> {
  const { rows } = await database.query<{ link_key: string }>(`select link_key from tenants where id = '${tenantId}'`)
  const linkKey = unsealLinkKey(rows[0]!.link_key, tenantId)
  return bytes => signature(linkKey, bytes)
}
