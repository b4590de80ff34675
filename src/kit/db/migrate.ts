import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import pg from "pg"
import { sha256 } from "../service/crypto.ts"

const directory = join(import.meta.dirname, "../../../migrations")

type Migration = { name: string; text: string; hash: string }

const migrations: Migration[] = readdirSync(directory)
  .filter(name => name.endsWith(".sql"))
  .sort()
  .map(name => {
    const text = readFileSync(join(directory, name), "utf8")
    return { name, text, hash: sha256(text) }
  })

/** Applies the missing migrations, each in its own transaction. Of several processes one applies them and the others wait. */
export async function migrate(databaseUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    await assertUsable(client)
    await client.query("select pg_advisory_lock(hashtext('countersign migrations'))")
    await client.query(
      "create table if not exists migrations (name text primary key, hash text not null, at timestamptz not null default now())",
    )
    const { rows } = await client.query<{ name: string; hash: string }>("select name, hash from migrations")
    const applied = new Map(rows.map(({ name, hash }) => [name, hash]))
    for (const migration of migrations) await apply(client, migration, applied.get(migration.name))
  } finally {
    await client.end()
  }
}

async function apply(client: pg.Client, { name, text, hash }: Migration, appliedHash: string | undefined) {
  if (appliedHash === hash) return
  if (appliedHash !== undefined)
    throw new Error(
      `The migration ${name} was changed after it ran on this database. Put the released file back: migrations only go forward.`,
    )
  await client.query("begin")
  await client.query("select set_config('app.tenants', '*', true)")
  await client.query(text)
  await client.query("insert into migrations (name, hash) values ($1, $2)", [name, hash])
  await client.query("commit")
}

/** PostgreSQL 15 or later, and not a superuser, who would bypass row-level security. */
async function assertUsable(client: pg.Client) {
  const { rows } = await client.query<{ version: number; bypasses: boolean }>(
    "select current_setting('server_version_num')::int as version, rolsuper or rolbypassrls as bypasses from pg_roles where rolname = current_user",
  )
  const { version, bypasses } = rows[0]!
  if (version < 150_000) throw new Error(`PostgreSQL ${Math.floor(version / 10_000)} is too old; Countersign needs 15 or later.`)
  if (bypasses)
    throw new Error(
      "DATABASE_URL names a superuser, who bypasses row-level security. Give Countersign its own role that owns the database.",
    )
}

/** Whether every migration of this version was applied. */
export async function isMigrated(query: (text: string) => Promise<{ rows: { name: string }[] }>): Promise<boolean> {
  const { rows } = await query("select name from migrations")
  const applied = new Set(rows.map(({ name }) => name))
  return migrations.every(({ name }) => applied.has(name))
}
