import { setTimeout as wait } from "node:timers/promises"
import { log } from "../service/log.ts"
import { query, sql } from "./query.ts"

/** No transaction of ours lasts longer; older ones are reports or backups, which write nothing that matters here. */
const maxTransactionMs = 10_000
const maxWaitMs = 5_000

/**
 * Resolves once every transaction that was open at the call in the tenant's cell has ended. A statement sees the state at its start, so
 * only from then on does everything that commits see what was committed before the call.
 */
export async function waitForOpenTransactions(tenant: string): Promise<void> {
  const end = performance.now() + maxWaitMs
  const [open] = await query<{ all: string }>(
    [tenant],
    sql`
    select coalesce(jsonb_agg(jsonb_build_object('pid', pid, 'began', xact_start)), '[]')::text as all from pg_stat_activity
    where datname = current_database() and backend_type = 'client backend' and pid <> pg_backend_pid()
      and xact_start > now() - ${maxTransactionMs} * interval '1 millisecond'`,
  )
  while (await isAnyOpen(tenant, open!.all)) {
    if (performance.now() > end)
      return log.warn("a transaction stays open; the events of its changes may miss a webhook that was just registered")
    await wait(10)
  }
}

async function isAnyOpen(tenant: string, transactions: string): Promise<boolean> {
  const rows = await query(
    [tenant],
    sql`
    select 1 from pg_stat_activity a
    where exists (
      select 1 from jsonb_to_recordset(${transactions}) as o(pid int, began timestamptz) where o.pid = a.pid and o.began = a.xact_start
    )`,
  )
  return rows.length > 0
}
