import { query, sql } from "../../kit/db/query.ts"

/** Whether contacts of the tenant may cancel their subscriptions in the portal. */
export async function mayCancelInPortal({ id }: { id: string }): Promise<boolean> {
  const [row] = await query<{ allowed: boolean }>([id], sql`select portal_cancellations as allowed from tenants where id = ${id}`)
  return row?.allowed ?? false
}
