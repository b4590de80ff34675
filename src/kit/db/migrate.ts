import { setTimeout as sleep } from "node:timers/promises"
import pg from "pg"
import { connect, faultFromDatabase } from "./connect.ts"
import { DatabaseFault } from "./fault.ts"
import { type Applied, assertMayRun, isRequired, type Migration, migrations, missingFrom, selectApplied } from "./migrations.ts"
import { isOutage } from "./outage.ts"
import { assertKeepsSession, assertWritable } from "./session.ts"
import { lockEarlierVersionsOut, lockEverybodyOut, lockMigrations } from "./version-locks.ts"

/** Something that others do, for which a migration must wait. A command waits for so many tries. */
type Obstacle = { what: string; until: string; advice: string; pauseMs(tries: number): number; maxTries: number }

const inUse: Obstacle = {
  what: "An earlier version of Countersign uses this database, and this version must upgrade it.",
  until: "all processes of the earlier one have stopped",
  advice: "Nothing was changed; stop its processes and start this version, then try again.",
  pauseMs: () => 500, // an upgrade that queued for the lock would block every new connection of the earlier version
  maxTries: 1,
}

/** Every try holds up the requests to the table for `maxLockWaitMs`, so the pauses grow. */
const isBusy = (name: string): Obstacle => ({
  what: `${name} must lock a table for a moment, which a transaction of others uses, such as a backup.`,
  until: "that has ended",
  advice: "Try again when it has ended.",
  pauseMs: tries => Math.min(1_000 * 2 ** tries, 30_000),
  maxTries: 4,
})
const maxLockWaitMs = 300

/**
 * Applies the missing migrations, each in its own transaction. Of several processes one applies them and the others wait. Where others are
 * in the way, it reports that and waits, or refuses if there is no `reportWait`. Steps of the kind `contract` are left to the worker
 * (`finish-upgrade.ts`), unless nobody may use the database meanwhile anyway.
 */
export async function migrate(databaseUrl: string, reportWait?: (sentence: string) => void): Promise<void> {
  for (let tries = 0; ; tries++) {
    const obstacle = await tryToMigrate(databaseUrl)
    if (!obstacle) return
    const { what, until, advice } = obstacle
    if (!reportWait && tries + 1 >= obstacle.maxTries) throw new DatabaseFault(`${what} ${advice}`)
    if (tries === 0) reportWait?.(`${what} This version waits until ${until}.`)
    await sleep(obstacle.pauseMs(tries))
  }
}

const tryToMigrate = (databaseUrl: string, { isFinishing = false } = {}): Promise<Obstacle | undefined> =>
  withClient(databaseUrl, async client => {
    await lockMigrations(client)
    await assertWhole(client) // after the wait: a restore may have begun meanwhile
    const applied = await appliedMigrations(client)
    assertMayRun(applied)
    const missing = missingFrom(applied)
    const needsAll = missing.some(({ kind }) => kind === "exclusive")
    if (needsAll && !(await lockEverybodyOut(client))) return inUse
    const canContract = needsAll || (isFinishing && (await lockEarlierVersionsOut(client)))
    const wanted = canContract ? migrations : migrations.filter(isRequired)
    const busy = await applyMissing(client, wanted, needsAll ? 0 : maxLockWaitMs)
    if (busy === undefined) await assertNoTableMissing(client)
    return busy === undefined ? undefined : isBusy(busy)
  })

/** Applies the steps of the kind `contract` that are left, unless an earlier version uses the database. */
export const applyContractSteps = (databaseUrl: string) => tryToMigrate(databaseUrl, { isFinishing: true })

/** For a database that is being restored: applies only these migrations, so that the rows of a backup fit, or all of them. */
export async function migrateRestored(databaseUrl: string, names?: readonly string[]): Promise<void> {
  const wanted = names ? migrations.filter(({ name }) => names.includes(name)) : migrations
  await withClient(databaseUrl, async client => {
    await lockMigrations(client)
    await applyMissing(client, wanted, 0)
  })
}

/** Until `endRestore`, `migrate` refuses the database, so that nothing is served from a part of a backup. */
export const beginRestore = (databaseUrl: string) =>
  withClient(databaseUrl, async client => void (await client.query(`create table if not exists ${restoreInProgress} ()`)))

export const endRestore = (databaseUrl: string) =>
  withClient(databaseUrl, async client => void (await client.query(`drop table ${restoreInProgress}`)))

const restoreInProgress = "restore_in_progress"

async function withClient<T>(databaseUrl: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = await connect(databaseUrl)
  try {
    await assertKeepsSession(client, databaseUrl)
    await assertUsable(client)
    return await work(client)
  } catch (error) {
    throw isOutage(error) && !(error instanceof DatabaseFault) ? lostConnection(error) : error
  } finally {
    await client.end()
  }
}

const lostConnection = (error: Error) =>
  new DatabaseFault(
    `The connection to the database was lost while it was upgraded: ${error.message}. ` +
      "Each migration is applied whole or not at all, so nothing is left half done; check the database, then start again.",
  )

/** Returns the name of the migration that a transaction of others did not let through, if one did not. A wait of 0 is without end. */
async function applyMissing(client: pg.Client, wanted: readonly Migration[], lockWaitMs: number): Promise<string | undefined> {
  await client.query(
    "create table if not exists migrations (name text primary key, hash text not null, at timestamptz not null default now())",
  )
  const applied = new Map((await appliedMigrations(client)).map(({ name, hash }) => [name, hash]))
  for (const migration of wanted) if (!isApplied(migration, applied) && !(await apply(client, migration, lockWaitMs))) return migration.name
  return undefined
}

function isApplied({ name, hash }: Migration, applied: ReadonlyMap<string, string>): boolean {
  const appliedHash = applied.get(name)
  if (appliedHash === undefined || appliedHash === hash) return appliedHash === hash
  throw new DatabaseFault(
    `The migration ${name} was changed after it ran on this database. Put the released file back: migrations only go forward.`,
  )
}

/** Returns false if a transaction of others holds a table. */
async function apply(client: pg.Client, migration: Migration, lockWaitMs: number): Promise<boolean> {
  const { name } = migration
  try {
    await (isConcurrent(migration) ? applyConcurrently(client, migration) : applyWhole(client, migration, lockWaitMs))
    return true
  } catch (error) {
    if (isLockTimeout(error)) return false
    throw isAlreadyThere(error)
      ? restoredInPart(`it has objects that ${name} creates, but its table migrations does not list it`)
      : faultFromDatabase(error)
  }
}

async function applyWhole(client: pg.Client, migration: Migration, lockWaitMs: number) {
  await client.query("begin")
  await client.query("select set_config('app.tenants', '*', true), set_config('lock_timeout', $1, true)", [`${lockWaitMs}ms`])
  await client.query(migration.text)
  await record(client, migration)
  await client.query("commit")
}

/** The table has kinds once the first migration that may have one is applied. */
async function record(client: pg.Client, { name, hash, kind }: Migration) {
  if (kind === "exclusive") await client.query("insert into migrations (name, hash) values ($1, $2)", [name, hash])
  else await client.query("insert into migrations (name, hash, kind) values ($1, $2, $3)", [name, hash, kind])
}

/** An index that is built or dropped while others write. PostgreSQL does neither in a transaction, so the file has only that statement. */
const isConcurrent = ({ text }: Migration) => /^(create( unique)?|drop) index concurrently /m.test(text)

/** A try that was interrupted leaves an index that is not valid, or a valid one that is not recorded yet. */
async function applyConcurrently(client: pg.Client, migration: Migration) {
  const [, index = ""] = /^create .*index concurrently if not exists (\w+)/m.exec(migration.text) ?? []
  const { rows } = await client.query("select 1 from pg_index where indexrelid = to_regclass($1) and not indisvalid", [index])
  if (rows.length > 0) await client.query(`drop index concurrently ${pg.escapeIdentifier(index)}`)
  await client.query(migration.text)
  await record(client, migration)
}

/** Another transaction held a lock for longer than `maxLockWaitMs`, or both would have waited for each other. */
const isLockTimeout = (error: unknown) => error instanceof pg.DatabaseError && ["55P03", "40P01"].includes(error.code ?? "")

/** In the order of their names; none where the database is empty. */
export const appliedMigrations = async (client: pg.Client): Promise<Applied[]> =>
  (await hasTable(client, "migrations")) ? (await client.query<Applied>(selectApplied)).rows : []

/** A function, table or other object of that name exists. */
const isAlreadyThere = (error: unknown) => error instanceof pg.DatabaseError && ["42723", "42P07", "42710"].includes(error.code ?? "")

const restoredInPart = (how: string) =>
  new DatabaseFault(`The database was restored only in part: ${how}. Restore the whole backup into an empty database.`)

async function assertWhole(client: pg.Client) {
  if (await hasTable(client, restoreInProgress)) throw restoredInPart("countersign restore has not finished")
}

async function assertNoTableMissing(client: pg.Client) {
  const named = (statement: RegExp) => migrations.flatMap(({ text }) => [...text.matchAll(statement)].map(([, name]) => name!))
  const [tables, dropped] = [named(/^create table (\w+)/gm), named(/^drop table (\w+)/gm)]
  const { rows } = await client.query<{ name: string }>(
    "select name from unnest($1::text[]) as name where to_regclass(name) is null and name <> all($2)",
    [tables, dropped],
  )
  if (rows.length > 0) throw restoredInPart(`it has no table ${rows.map(({ name }) => name).join(", ")}`)
}

async function hasTable(client: pg.Client, name: string): Promise<boolean> {
  const { rows } = await client.query<{ exists: boolean }>("select to_regclass($1) is not null as exists", [name])
  return rows[0]!.exists
}

/** PostgreSQL 15 or later that accepts writes, and not a superuser, who would bypass row-level security. */
async function assertUsable(client: pg.Client) {
  const { rows } = await client.query<{ version: number; bypasses: boolean }>(
    `select current_setting('server_version_num')::int as version, rolsuper or rolbypassrls as bypasses
     from pg_roles where rolname = current_user`,
  )
  const { version, bypasses } = rows[0]!
  if (version < 150_000) throw new DatabaseFault(`PostgreSQL ${Math.floor(version / 10_000)} is too old; Countersign needs 15 or later.`)
  if (bypasses)
    throw new DatabaseFault(
      "DATABASE_URL names a superuser, who bypasses row-level security. Give Countersign its own role that owns the database.",
    )
  await assertWritable(client)
}

type ReadNames = (text: string) => Promise<{ rows: { name: string }[] }>

/**
 * For a process that takes the place of one that runs. It applies what earlier versions ignore; for anything else the whole service has to
 * be stopped.
 */
export async function migrateBeside(databaseUrl: string, query: ReadNames): Promise<void> {
  const missing = missingFrom((await query(selectNames)).rows).filter(isRequired)
  if (missing.some(({ kind }) => kind === "exclusive"))
    throw new DatabaseFault(
      "This version must upgrade the database, which the running processes of the earlier version do not allow. Nothing was changed: " +
        "stop the service and start it again.",
    )
  if (missing.length > 0) await migrate(databaseUrl)
}

const selectNames = "select name from migrations"

/** Whether every migration was applied that this version needs. */
export async function isMigrated(query: ReadNames): Promise<boolean> {
  return !missingFrom((await query(selectNames)).rows).some(isRequired)
}
