import { setTimeout as sleep } from "node:timers/promises"
import type pg from "pg"
import { DatabaseFault } from "./fault.ts"
import { type Applied, assertMayRun, migrations, selectApplied } from "./migrations.ts"

/** Only one process applies migrations at a time. */
const migrating = "hashtext('countersign migrations')"
/**
 * Every connection of every version shares this lock. An exclusive migration needs it alone, because an earlier version would book wrong
 * amounts.
 */
const inUse = "hashtext('countersign in use')"
/** Each connection also shares the lock of its version, whose number is how many migrations that version has. */
const versions = "hashtext('countersign version')"
const ownVersion = migrations.length

const lockRetryMs = 100

async function lock(client: pg.ClientBase, tries: string): Promise<boolean> {
  const { rows } = await client.query<{ locked: boolean }>(`select bool_and(locked) as locked from (${tries}) t`)
  return rows[0]!.locked
}

/**
 * Until the connection ends. It asks again and again, because an index that is built concurrently waits for every statement of others, and
 * so would wait for one that waits for this lock.
 */
export async function lockMigrations(client: pg.ClientBase): Promise<void> {
  while (!(await lock(client, `select pg_try_advisory_lock(${migrating}) as locked`))) await sleep(lockRetryMs)
}

/** Refuses a connection to a database that a later version has upgraded or is upgrading. Both statements are sent at once. */
export async function lockVersion(client: pg.ClientBase): Promise<void> {
  const [isLocked, applied] = await Promise.all([
    lock(client, `select pg_try_advisory_lock_shared(${inUse}) and pg_try_advisory_lock_shared(${versions}, ${ownVersion}) as locked`),
    client.query<Applied>(selectApplied),
  ])
  if (!isLocked) throw new DatabaseFault("A later version is upgrading this database. Stop this process.")
  assertMayRun(applied.rows)
}

/** Whether nobody uses the database. If so, nobody can until the connection ends. */
export const lockEverybodyOut = (client: pg.ClientBase) => lock(client, `select pg_try_advisory_lock(${inUse}) as locked`)

/** Finds a connection of an earlier version. */
export const findEarlierVersion = `
  select 1 from pg_locks
  where locktype = 'advisory' and database = (select oid from pg_database where datname = current_database())
    and classid = (${versions}::bigint & 4294967295)::oid and objsubid = 2 and objid::bigint < ${ownVersion}
  limit 1`

/**
 * Whether no earlier version uses the database. If so, none can until the connection ends. It looks first, because a process of an earlier
 * version that starts while its lock is tried would be refused.
 */
export async function lockEarlierVersionsOut(client: pg.ClientBase): Promise<boolean> {
  if ((await client.query(findEarlierVersion)).rows.length > 0) return false
  return lock(client, `select pg_try_advisory_lock(${versions}, n) as locked from generate_series(1, ${ownVersion - 1}) n`)
}
