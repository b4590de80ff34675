import assert from "node:assert/strict"
import { readdirSync } from "node:fs"
import { test } from "node:test"
import pg from "pg"
import { cloneDatabase } from "../../../test/service.ts"
import { migrate, migrateRestored } from "../../kit/db/migrate.ts"
import { hashPassword, isPassword } from "../../kit/service/password-hash.ts"

const [one, two] = ["1".repeat(24), "2".repeat(24)]

test("moves the passwords of an earlier version to the accounts", async t => {
  const databaseUrl = await cloneDatabase({ empty: true })
  const names = readdirSync("migrations").filter(name => name < "0075")
  await migrateRestored(databaseUrl, names)
  const client = new pg.Client({ connectionString: databaseUrl, options: "-c app.tenants=*" })
  await client.connect()
  t.after(() => client.end())
  const add = async (tenant: string, email: string, password: string | null) => {
    await client.query(
      `insert into tenants (id, name, slug, mode, timezone, link_key, created_at) values ($1, 'T', $1, 'live', 'UTC', '', now())
       on conflict do nothing`,
      [tenant],
    )
    await client.query(
      `insert into users
         (tenant_id, id, type, email, email_key, name, role, teams, active, password_hash, metadata, created_at, updated_at, version)
       values ($1, $2, 'person', $2, lower($2), 'N', 'admin', '[]', true, $3, '{}', now(), now(), 1)`,
      [tenant, email, password && (await hashPassword(password))],
    )
  }
  await add(one, "Ana@example.com", "the words of Ana")
  await add(two, "ana@example.com", "other words of Ana")
  await add(two, "rui@example.com", null)
  await migrate(databaseUrl)
  const { rows } = await client.query("select tenant_id, user_id, password_hash from accounts order by tenant_id, user_id")
  assert.deepEqual(
    rows.map(row => `${row.tenant_id} ${row.user_id}`),
    [`${one} Ana@example.com`, `${two} ana@example.com`, `${two} rui@example.com`],
  )
  assert.ok(await isPassword("the words of Ana", rows[0].password_hash))
  assert.ok(await isPassword("other words of Ana", rows[1].password_hash))
  assert.equal(rows[2].password_hash, null)
  assert.equal((await client.query("select 1 from users where password_hash is not null")).rowCount, 0)
})
