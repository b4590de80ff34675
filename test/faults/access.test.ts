import assert from "node:assert/strict"
import { test } from "node:test"
import pg from "pg"
import { application } from "../../src/app.ts"
import type { Operation } from "../../src/kit/operation/operation.ts"
import { type Any, createCaller, inParallel, newContact, newIntent, until } from "../harness.ts"
import { faultRounds } from "../levels.ts"
import { startPair } from "./server-process.ts"

const { apis, baseUrls, databaseUrl, keys, otherTenant, sql } = await startPair()
const api = apis[0]!
const other = await otherTenant()
const { _id: contact } = (await api.post("/v1/contacts/create", newContact())).body.data
const { _id: intent } = (await api.create("/v1/payment-intents/create", newIntent(contact))).body.data
await api.post("/v1/teams/create", { name: "Ours" })
await api.post(`/v1/payment-intents/${intent}/remind`)
await until(async () => (await api.get("/v1/dev/mails?status=kept")).body.count === 1, "the worker has kept the mail")

const newKey = async (fields: object = {}) => {
  const { data } = (await api.post("/v1/dev/api-keys/create", { name: "Short-lived", role: "operator", ...fields })).body
  return { id: data._id as string, callers: baseUrls.map(baseUrl => createCaller(baseUrl, { ...keys, apiKey: data.key })) }
}

/** Views have no policies; those of their tables apply. */
const views = ["webhook_deliveries", "clock_queue"]

test("a deleted API key is refused by every process at once, under load", async () => {
  const { id, callers } = await newKey()
  const seen = { before: 0, late: 0, refused: 0 }
  let deletedAt = Infinity
  const load = inParallel(12, async i => {
    while (seen.refused < 300) {
      const sentAt = performance.now()
      const caller = callers[i % 2]!
      const response =
        i % 4 < 2
          ? await caller.get(`/v1/payment-intents/${intent}`)
          : await caller.create("/v1/payment-intents/create", newIntent(contact))
      if (response.status === 401) seen.refused++
      else if (sentAt > deletedAt) seen.late++
      else seen.before++
    }
  })
  await until(async () => seen.before > 300, "the key is in use")
  assert.equal((await api.post(`/v1/dev/api-keys/${id}/delete`)).status, 200)
  deletedAt = performance.now()
  await load
  assert.equal(seen.late, 0)
  for (const caller of callers) assert.equal((await caller.get("/v1/users/user")).body.error.code, "AUT-1003")
})

test("expires an API key in every process by the real time, whatever a sandbox's clock says", async () => {
  const { id, callers } = await newKey({ expiresAt: new Date(Date.now() + 3600_000).toISOString() })
  await api.post("/v1/simulations/clock", { advance: "P2Y" })
  for (const caller of callers) assert.equal((await caller.get("/v1/users/user")).status, 200)
  const inAnHour = { name: "Later", role: "viewer", expiresAt: new Date(Date.now() + 3600_000).toISOString() }
  assert.equal((await api.create("/v1/dev/api-keys/create", inAnHour)).status, 201)
  await sql("update api_keys set expires_at = now() where id = $1", [id])
  for (const caller of callers) assert.equal((await caller.get("/v1/users/user")).body.error.code, "AUT-1004")
})

test("every table with a tenant has row-level security, and the role of the service does not bypass it", async () => {
  const tables = await tenantTables()
  assert.ok(tables.length >= 14)
  const [role] = await sql("select rolsuper or rolbypassrls as bypasses from pg_roles where rolname = current_user")
  assert.equal(role.bypasses, false)
  const unprotected = await sql(
    `select relname from pg_class
     where relname = any($1) and relnamespace = 'public'::regnamespace and not (relrowsecurity and relforcerowsecurity)`,
    [tables],
  )
  assert.deepEqual(unprotected, [])
  const policies = await sql(
    `select pg_get_expr(polqual, polrelid) as rule, array_agg(relname::text order by relname) as tables
     from pg_policy join pg_class c on c.oid = polrelid where relname = any($1) and polname = 'own_tenant' group by 1 order by 2`,
    [tables],
  )
  // All tables have the same policy, but the directory, which shows tenants that are being moved, too.
  assert.deepEqual(
    policies.map(policy => policy.tables),
    [tables.filter(name => name !== "tenant_directory"), ["tenant_directory"]],
  )
})

test("a statement for one tenant neither reads, changes nor inserts rows of another tenant, in any table", async () => {
  const tables = [...(await tenantTables()), ...views]
  const visible = await inScope(other.keys.tenantId, async client => {
    const rows: Any[] = []
    for (const table of tables) {
      const {
        rows: [count],
      } = await client.query(`select count(*)::int as n from ${table} where tenant_id = $1`, [keys.tenantId])
      rows.push([table, count.n])
    }
    return rows
  })
  assert.deepEqual(
    visible,
    tables.map(table => [table, 0]),
  )
  for (const table of await tenantTables()) {
    const [sample] = await sql(`select to_jsonb(t) as row from ${table} t where tenant_id = $1 limit 1`, [keys.tenantId])
    if (!sample) continue
    const columns = await writtenColumns(table)
    const insert = `insert into ${table} (${columns}) select ${columns} from jsonb_populate_record(null::${table}, $1::jsonb)`
    await assert.rejects(
      inScope(other.keys.tenantId, client => client.query(insert, [JSON.stringify(sample.row)])),
      { code: "42501" },
      table,
    )
    await inScope(keys.tenantId, async client => {
      // The worker may have deleted the row, as sealing does in audit_unsealed: lock the table, then restore the row.
      await client.query(`lock table ${table} in share row exclusive mode`)
      await client.query(`${insert} on conflict do nothing`, [JSON.stringify(sample.row)])
      const move = client.query(`update ${table} set tenant_id = $1`, [other.keys.tenantId])
      await assert.rejects(move, (error: Any) => ["42501", "23001", "23503"].includes(error.code), table)
    })
  }
})

test("a statement without a tenant scope sees no rows", async () => {
  for (const scope of [undefined, ""])
    await inScope(scope, async client => {
      for (const table of [...(await tenantTables()), ...views, "tenants"])
        assert.deepEqual((await client.query(`select count(*)::int as n from ${table}`)).rows, [{ n: 0 }], table)
    })
})

test("resets the tenant scope of a pooled connection for the next tenant", async () => {
  const responses = await inParallel(60, i => (i % 2 ? api : other).get("/v1/contacts"))
  responses.forEach(({ body }, i) => assert.equal(body.count, i % 2 ? 1 : 0))
})

test("without row-level security the API alone still keeps tenants apart", async () => {
  const tables = [...(await tenantTables()), "tenants"]
  for (const table of tables) await sql(`alter table ${table} disable row level security`)
  try {
    const before = await versions()
    const references = await referencesOf(tables.filter(table => table !== "tenants"))
    assert.ok(references.length > 10)
    const routes = application.operations.flatMap(op => (op.route?.includes("{id}") ? [op] : []))
    assert.ok(routes.length >= 10)
    const assertHidden = async ({ route, forPeople }: Operation, reference: string) => {
      const [method = "", path = ""] = route!.split(" ")
      const body = method === "POST" ? {} : undefined
      const key = { "idempotency-key": `${route} ${reference}` }
      const url = path.replace("{entityType}", "transaction").replaceAll(/\{\w+\}/g, encodeURIComponent(reference))
      const { status, text } = await other.send(method, url, body, key)
      if (forPeople) assert.match(text, /"PRM-1004"/, route) // a key may not call it at all
      else assert.equal(status, 404, `${route} ${reference}: ${text}`)
    }
    for (const route of routes) await Promise.all(references.map(reference => assertHidden(route, reference)))
    for (const { route = "", list, forPeople } of application.operations) {
      if (!list || !route || route.includes("{")) continue
      const { status, text } = await other.get(`${route.slice("GET ".length)}?limit=100`)
      assert.equal(status, forPeople ? 403 : 200, route)
      for (const reference of references) assert.ok(!text.includes(reference), `${route} shows ${reference}`)
    }
    assert.equal((await other.create("/v1/payment-intents/create", newIntent(contact))).body.error.code, "SMR-1001")
    assert.deepEqual(await versions(), before)
  } finally {
    for (const table of tables) await sql(`alter table ${table} enable row level security`)
  }
})

/** They say where a tenant is and have nothing of it. A fence is read before the scope of a connection is set. */
const placesOfTenants = ["tenant_fences", "tenant_moves"]

async function tenantTables(): Promise<string[]> {
  const rows = await sql(
    `select table_name from information_schema.columns join information_schema.tables using (table_schema, table_name)
     where column_name = 'tenant_id' and table_schema = 'public' and table_type = 'BASE TABLE' order by 1`,
  )
  return rows.map(row => row.table_name as string).filter(name => !placesOfTenants.includes(name))
}

/**
 * Returns ids, e-mails, numbers and codes of our tenant, up to three rows of each table, one in a short run. Every route is tried with
 * each.
 */
async function referencesOf(tables: string[]): Promise<string[]> {
  const rows = await Promise.all(
    tables.map(table => sql(`select to_jsonb(t) as row from ${table} t where tenant_id = $1 limit ${faultRounds(3)}`, [keys.tenantId])),
  )
  const values = rows.flat().flatMap(({ row }) => [row.id, row.email, row.number, row.code])
  return [...new Set(values.filter(value => typeof value === "string"))]
}

/** The columns that PostgreSQL does not compute. */
async function writtenColumns(table: string): Promise<string> {
  const [{ names }] = await sql(
    "select string_agg(column_name, ', ') as names from information_schema.columns where table_name = $1 and is_generated = 'NEVER'",
    [table],
  )
  return names
}

/** Returns every object with its revision, which each write increments. */
async function versions() {
  const tables = await sql("select table_name from information_schema.columns where column_name = 'revision' and table_schema = 'public'")
  const rows = await Promise.all(
    tables.map(({ table_name: table }) => sql(`select t::text as row from ${table} t where tenant_id = $1 order by 1`, [keys.tenantId])),
  )
  return rows.flat()
}

/** Runs the work in a transaction with that tenant scope, and rolls it back. */
async function inScope<T>(scope: string | undefined, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    await client.query("begin")
    if (scope !== undefined) await client.query("select set_config('app.tenants', $1, true)", [scope])
    return await work(client)
  } finally {
    await client.end()
  }
}
