import assert from "node:assert/strict"
import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { test } from "node:test"
import { cloneDatabase } from "../../../test/service.ts"
import { until } from "../../../test/harness.ts"
import { connect } from "./connect.ts"
import { beginRestore, migrate, migrateRestored } from "./migrate.ts"
import { isOutage } from "./outage.ts"
import { closeDatabase, home, openDatabase } from "./cells.ts"

/** The connection that asks again and again for the lock of the migrations. It waits for none, so an index can be built meanwhile. */
const fromWaiting =
  "from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid() and query like '%bool_and%countersign migrations%'"

test("a start that waits for another's migrations is refused if a restore has begun meanwhile", async () => {
  const databaseUrl = await cloneDatabase()
  const other = await connect(databaseUrl)
  await other.query("select pg_advisory_lock(hashtext('countersign migrations'))")
  const refused = assert.rejects(migrate(databaseUrl), /countersign restore has not finished/)
  await until(async () => (await other.query(`select 1 ${fromWaiting}`)).rowCount === 1, "it waits")
  await beginRestore(databaseUrl)
  await other.end()
  await refused
})

test("an upgrade with an exclusive migration waits until the earlier version has stopped, and a command is refused", async () => {
  const databaseUrl = await cloneDatabase({ empty: true })
  const names = readdirSync("migrations").sort()
  const isExclusive = (name: string) => readFileSync(join("migrations", name), "utf8").startsWith("-- exclusive\n")
  await migrateRestored(databaseUrl, names.slice(0, names.findLastIndex(isExclusive)))
  openDatabase(databaseUrl)
  await home().pool.query("select")
  await assert.rejects(migrate(databaseUrl), /^Error: An earlier version of Countersign uses this database.+ Nothing was changed; stop its/)
  const waits: string[] = []
  const upgraded = migrate(databaseUrl, sentence => waits.push(sentence))
  await until(async () => waits.length > 0, "it waits")
  assert.match(waits.join(), /This version waits until all processes of the earlier one have stopped\.$/)
  await home().lockPool.query("select") // the earlier version still works
  await closeDatabase()
  await upgraded

  openDatabase(databaseUrl)
  await home().pool.query("insert into migrations (name, hash, kind) values ('9998_later.sql', 'x', 'expand')")
  await home().lockPool.query("select") // what a later version adds does not matter to new connections
  await closeDatabase()
  openDatabase(databaseUrl)
  await home().pool.query("insert into migrations (name, hash) values ('9999_later.sql', 'x')")
  const refusal = await home()
    .lockPool.query("select")
    .catch((error: unknown) => error)
  assert.match(String(refusal), /^Error: A later version has upgraded this database: this one lacks 9999_later\.sql/)
  assert.ok(isOutage(refusal), "requests are answered with 503")
  await closeDatabase()
  const upgrading = await connect(databaseUrl)
  await upgrading.query("select pg_advisory_lock(hashtext('countersign in use'))")
  openDatabase(databaseUrl)
  await assert.rejects(home().pool.query("select"), /^Error: A later version is upgrading this database\. Stop this process\.$/)
  await closeDatabase()
  await upgrading.end()
})

test("reports a connection that is lost during an upgrade, and the state of the database", async () => {
  const databaseUrl = await cloneDatabase()
  const other = await connect(databaseUrl)
  await other.query("select pg_advisory_lock(hashtext('countersign migrations'))")
  const sentence =
    /^Error: The connection to the database was lost while it was upgraded: .+ nothing is left half done; check .+ start again\.$/
  const refused = assert.rejects(migrate(databaseUrl), sentence)
  await until(async () => (await other.query(`select pg_terminate_backend(pid) ${fromWaiting}`)).rowCount === 1, "it waits")
  await refused
  await other.end()
})

test("a database that a later version has upgraded is refused", async () => {
  const databaseUrl = await cloneDatabase()
  const client = await connect(databaseUrl)
  await client.query("insert into migrations (name, hash) values ('9999_later.sql', 'x')")
  await assert.rejects(
    migrate(databaseUrl),
    /^Error: A later version has upgraded this database: this one lacks 9999_later\.sql\. Start that version/,
  )
  await client.end()
})

/** Nothing looks rows up by these columns, and the objects that they name are never deleted. */
const neverLookedUp = [
  "password_tokens_user",
  "sso_connections_only_except",
  "subscription_charges_subscription",
  "tenant_moves_from_cell_fkey",
  "tenant_moves_to_cell_fkey",
]

test("the primary key of every table with a tenant begins with the tenant, so that a tenant can be copied to another cell", async () => {
  const client = await connect(await cloneDatabase())
  const { rows } = await client.query<{ name: string }>(`
    select c.relname::text as name from pg_class c
    join pg_attribute t on t.attrelid = c.oid and t.attname = 'tenant_id'
    left join pg_index i on i.indrelid = c.oid and i.indisprimary
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
      and (i.indkey is null or i.indkey[0] <> t.attnum)
    order by 1`)
  await client.end()
  assert.deepEqual(rows, [])
})

test("every reference to an object has an index, so that a list by it or a deletion does not read the whole tenant", async () => {
  const client = await connect(await cloneDatabase())
  const { rows } = await client.query<{ name: string }>(
    `select conname::text as name from pg_constraint k
     where contype = 'f' and conname <> all($1) and not exists (
       select 1 from pg_index i where indrelid = conrelid and conkey = (indkey::int2[])[0:cardinality(conkey) - 1]
         and (indpred is null or pg_get_expr(indpred, indrelid) ~ '^\\(\\w+ IS NOT NULL\\)$'))
     order by 1`,
    [neverLookedUp],
  )
  await client.end()
  assert.deepEqual(
    rows.map(row => row.name),
    [],
  )
})
