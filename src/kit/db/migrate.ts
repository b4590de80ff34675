import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { setTimeout as sleep } from "node:timers/promises"
import pg from "pg"
import { sha256 } from "../service/crypto.ts"
import { connect, faultFromDatabase } from "./connect.ts"
import { DatabaseFault } from "./fault.ts"
import { isOutage } from "./outage.ts"
import { assertKeepsSession, assertWritable } from "./session.ts"

const directory = join(import.meta.dirname, "../../../migrations")

type Migration = { name: string; text: string; hash: string }

const migrations: Migration[] = readdirSync(directory)
  .filter(name => name.endsWith(".sql"))
  .sort()
  .map(name => {
    const text = readFileSync(join(directory, name), "utf8")
    return { name, text, hash: sha256(text) }
  })

/**
 * Applies the missing migrations, each in its own transaction. Of several processes one applies them and the others wait. While an earlier
 * version uses the database, it reports that and waits, or refuses if there is no `reportWait`.
 */
export async function migrate(databaseUrl: string, reportWait?: (sentence: string) => void): Promise<void> {
  const reason = "An earlier version of Countersign uses this database, and this version must upgrade it."
  for (let tries = 0; !(await migrateUnlessInUse(databaseUrl)); tries++) {
    if (!reportWait) throw new DatabaseFault(`${reason} Nothing was changed; stop its processes and start this version, then try again.`)
    if (tries === 0) reportWait(`${reason} This version waits until all processes of the earlier one have stopped.`)
    await sleep(retryMs)
  }
}

/** An upgrade that queued for the lock would block every new connection of the earlier version, so it tries again after this time. */
const retryMs = 500

const migrateUnlessInUse = (databaseUrl: string) =>
  withClient(databaseUrl, async client => {
    await lockMigrations(client)
    await assertWhole(client) // after the wait: a restore may have begun meanwhile
    const applied = await appliedMigrations(client)
    assertNotNewer(applied)
    if (applied.length < migrations.length && !(await tryLock(client, `pg_try_advisory_lock(${inUse})`))) return false
    await applyMissing(client, migrations)
    await assertNoTableMissing(client)
    return true
  })

/** For a database that is being restored: applies only these migrations, so that the rows of a backup fit, or all of them. */
export async function migrateRestored(databaseUrl: string, names?: readonly string[]): Promise<void> {
  const wanted = names ? migrations.filter(({ name }) => names.includes(name)) : migrations
  await withClient(databaseUrl, async client => {
    await lockMigrations(client)
    await applyMissing(client, wanted)
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

/** Until the connection ends. */
const lockMigrations = (client: pg.Client) => client.query("select pg_advisory_lock(hashtext('countersign migrations'))")

/**
 * Every connection of the service holds this lock. An upgrade takes it exclusively, because an earlier version would book wrong amounts.
 */
const inUse = "hashtext('countersign in use')"

async function tryLock(client: pg.ClientBase, lock: string): Promise<boolean> {
  const { rows } = await client.query<{ locked: boolean }>(`select ${lock} as locked`)
  return rows[0]!.locked
}

/** Refuses a connection to a database that a later version has upgraded or is upgrading. Both statements are sent at once. */
export async function lockVersion(client: pg.ClientBase) {
  const [isLocked, applied] = await Promise.all([tryLock(client, `pg_try_advisory_lock_shared(${inUse})`), readMigrations(client)])
  if (!isLocked) throw new DatabaseFault("A later version is upgrading this database. Stop this process.")
  assertNotNewer(applied)
}

async function applyMissing(client: pg.Client, wanted: readonly Migration[]) {
  await client.query(
    "create table if not exists migrations (name text primary key, hash text not null, at timestamptz not null default now())",
  )
  const applied = new Map((await appliedMigrations(client)).map(({ name, hash }) => [name, hash]))
  for (const migration of wanted) await apply(client, migration, applied.get(migration.name))
}

async function apply(client: pg.Client, { name, text, hash }: Migration, appliedHash: string | undefined) {
  if (appliedHash === hash) return
  if (appliedHash !== undefined)
    throw new DatabaseFault(
      `The migration ${name} was changed after it ran on this database. Put the released file back: migrations only go forward.`,
    )
  try {
    await client.query("begin")
    await client.query("select set_config('app.tenants', '*', true)")
    await client.query(text)
    await client.query("insert into migrations (name, hash) values ($1, $2)", [name, hash])
    await client.query("commit")
  } catch (error) {
    throw isAlreadyThere(error)
      ? restoredInPart(`it has objects that ${name} creates, but its table migrations does not list it`)
      : faultFromDatabase(error)
  }
}

type Applied = { name: string; hash: string }

/** In the order of their names; none where the database is empty. */
export const appliedMigrations = async (client: pg.Client): Promise<Applied[]> =>
  (await hasTable(client, "migrations")) ? readMigrations(client) : []

async function readMigrations(client: pg.ClientBase): Promise<Applied[]> {
  const { rows } = await client.query<Applied>('select name, hash from migrations order by name collate "C"')
  return rows
}

/** The migrations of a backup that this version does not have, or has otherwise. */
export const unknownMigrations = (recorded: readonly { name: string; hash: string }[]): string[] =>
  recorded.filter(({ name, hash }) => !migrations.some(each => each.name === name && each.hash === hash)).map(({ name }) => name)

/** The migrations of this version that a database does not have. */
export const unappliedMigrations = (applied: readonly Applied[]): string[] =>
  migrations.filter(({ name }) => !applied.some(each => each.name === name)).map(({ name }) => name)

export const latestMigration = migrations.at(-1)!.name

/** A function, table or other object of that name exists. */
const isAlreadyThere = (error: unknown) => error instanceof pg.DatabaseError && ["42723", "42P07", "42710"].includes(error.code ?? "")

const restoredInPart = (how: string) =>
  new DatabaseFault(`The database was restored only in part: ${how}. Restore the whole backup into an empty database.`)

async function assertWhole(client: pg.Client) {
  if (await hasTable(client, restoreInProgress)) throw restoredInPart("countersign restore has not finished")
}

/** An older version would write rows that lack what the newer one relies on. */
function assertNotNewer(applied: readonly Applied[]) {
  const unknown = applied.filter(({ name }) => !migrations.some(each => each.name === name))
  if (unknown.length > 0)
    throw new DatabaseFault(
      `A later version has upgraded this database: this one lacks ${unknown.map(({ name }) => name).join(", ")}. Start that version; ` +
        "to go back, restore the backup from before the upgrade into an empty database.",
    )
}

async function assertNoTableMissing(client: pg.Client) {
  const tables = migrations.flatMap(({ text }) => [...text.matchAll(/^create table (\w+)/gm)].map(([, name]) => name!))
  const { rows } = await client.query<{ name: string }>("select name from unnest($1::text[]) as name where to_regclass(name) is null", [
    tables,
  ])
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

/** For a process that takes the place of one that runs: only a start of the whole service may upgrade the database. */
export async function assertMigrated(query: ReadNames): Promise<void> {
  if (await isMigrated(query)) return
  throw new DatabaseFault(
    "This version must upgrade the database, which the running processes of the earlier version do not allow. Nothing was changed: stop " +
      "the service and start it again.",
  )
}

/** Whether every migration of this version was applied. */
export async function isMigrated(query: ReadNames): Promise<boolean> {
  const { rows } = await query("select name from migrations")
  const applied = new Set(rows.map(({ name }) => name))
  return migrations.every(({ name }) => applied.has(name))
}
