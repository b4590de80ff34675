import { setTimeout as wait } from "node:timers/promises"
import { ask, everyone, sql } from "./db.ts"
import { log } from "./log.ts"

/** No transaction of ours lasts longer; older ones are somebody's report or backup and write nothing that matters here. */
const longestMs = 10_000
const patienceMs = 5_000

/**
 * Resolves once every transaction that was open when it was called has ended. A statement sees the world as it was when it began, so
 * only from here on does whatever commits know what was committed before.
 */
export async function afterAllUnderWay(): Promise<void> {
  const end = performance.now() + patienceMs
  const [open] = await ask<{ all: string }>(
    everyone,
    sql`
    select coalesce(jsonb_agg(jsonb_build_object('pid', pid, 'began', xact_start)), '[]')::text as all from pg_stat_activity
    where datname = current_database() and backend_type = 'client backend' and pid <> pg_backend_pid()
      and xact_start > now() - ${longestMs} * interval '1 millisecond'`,
  )
  while (await isOpen(open!.all)) {
    if (performance.now() > end)
      return log.warn("a transaction stays open; a change in it may not know of a webhook that was just registered")
    await wait(10)
  }
}

async function isOpen(any: string): Promise<boolean> {
  const rows = await ask(
    everyone,
    sql`
    select 1 from pg_stat_activity a
    where exists (select 1 from jsonb_to_recordset(${any}) as o(pid int, began timestamptz) where o.pid = a.pid and o.began = a.xact_start)`,
  )
  return rows.length > 0
}
