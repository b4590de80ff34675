import type { Context } from "../../kit/db/context.ts"
import { query, sql } from "../../kit/db/query.ts"

/** When the snapshot began, by the real clock, in sandboxes, too. */
export async function readSnapshotTime({ tenant }: Context): Promise<Date> {
  const [row] = await query<{ at: Date }>([tenant.id], sql`select transaction_timestamp() as at`)
  return row!.at
}
