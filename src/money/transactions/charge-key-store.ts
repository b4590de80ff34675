import type { Context } from "../../kit/db/context.ts"
import { query, sql } from "../../kit/db/query.ts"
import { writeStatement } from "../../kit/db/statements.ts"
import { dayMs } from "../../kit/pure/calendar.ts"
import type { TransactionRow } from "./store.ts"

/** The charge that an earlier attempt of the request with this key created. */
export async function findByChargeKey({ tenant, now }: Context, key: string): Promise<TransactionRow | undefined> {
  const [row] = await query<TransactionRow>(
    [tenant.id],
    sql`
    select * from transactions where tenant_id = ${tenant.id} and charge_key = ${key} and created_at > ${dayBefore(now)}`,
  )
  return row
}

/** A charge key expires after a day, like the Idempotency-Key it comes from. */
const dayBefore = (now: Date) => new Date(now.getTime() - dayMs)
const releaseKey = writeStatement(
  `update transactions t set charge_key = null from jsonb_to_recordset($1) as r(tenant_id text, key text, before timestamptz)
   where t.tenant_id = r.tenant_id and t.charge_key = r.key and t.created_at <= r.before`,
  { first: true },
)

/** Releases the key of a charge that never happened, so that a retry of its request charges again. */
export function releaseChargeKey({ tenant, now, write }: Context, { charge_key }: TransactionRow) {
  if (charge_key !== null) write({ statement: releaseKey, row: { tenant_id: tenant.id, key: charge_key, before: now } })
}

export const releaseExpiredChargeKey = ({ tenant, now, write }: Context, key: string) =>
  write({ statement: releaseKey, row: { tenant_id: tenant.id, key, before: dayBefore(now) } })
