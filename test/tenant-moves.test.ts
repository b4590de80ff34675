// Moving a tenant from cell to cell while it is used, step by step. test/faults/tenant-moves.test.ts kills everything meanwhile.
import assert from "node:assert/strict"
import { test } from "node:test"
import pg from "pg"
import { allCells, inCell } from "../src/kit/db/cells.ts"
import { abortMove, moveTenant } from "../src/kit/db/move-tenant.ts"
import { allTenants, query, sql } from "../src/kit/db/query.ts"
import { claimJobs } from "../src/kit/jobs/queue.ts"
import { createTenant } from "../src/platform/api-keys/create-tenant.ts"
import { type Any, createCaller, newContact, newIntent, startTestServer } from "./harness.ts"
import { useLogicalDatabase } from "./logical-database.ts"

const { administer } = await useLogicalDatabase()
const server = await startTestServer({ ROLE: "api" }, ["east", "west"])
const { urls, baseUrl } = server
const [, east, west] = allCells()
const quietly = () => {}

async function sqlIn(cell: string, text: string, values: unknown[] = []): Promise<Any[]> {
  const client = new pg.Client({ connectionString: urls[cell], options: "-c app.tenants=*" })
  await client.connect()
  try {
    return (await client.query(text, values)).rows as Any[]
  } finally {
    await client.end()
  }
}

async function newTenant(cell: string) {
  const keys = await createTenant({ name: "Loja", mode: "sandbox", timezone: "UTC", email: "boss@example.com", cell })
  const caller = createCaller(baseUrl, keys)
  const contact = (await caller.create("/v1/contacts/create", newContact())).body.data._id as string
  const bill = async () => caller.create("/v1/payment-intents/create", newIntent(contact))
  return { ...caller, tenant: keys.tenantId, bill }
}

/** Every table with rows of the tenant in a cell. */
async function tablesWithRows(cell: string, tenant: string): Promise<string[]> {
  const tables = await sqlIn(cell, "select table_name as name from information_schema.columns where column_name = 'tenant_id' order by 1")
  const found: string[] = []
  for (const { name } of tables)
    if ((await sqlIn(cell, `select 1 from ${name} where tenant_id = $1 limit 1`, [tenant])).length > 0) found.push(name)
  return found
}

const fence = (cell: string, tenant: string, state: string) =>
  sqlIn(
    cell,
    `insert into tenant_fences (tenant_id, move_id, state, cell, until, has_rows)
     values ($1, 'test', $2, 'west', case when $2 = 'fenced' then now() + interval '1 minute' end, true)`,
    [tenant, state],
  )
const unfence = (cell: string, tenant: string) => sqlIn(cell, "delete from tenant_fences where tenant_id = $1", [tenant])

test("every table of tenants has a primary key with its tenant, and no sequence", async () => {
  const without = await sqlIn(
    "home",
    `select c.relname from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'tenant_id'
     where c.relkind in ('r', 'p') and not exists (
       select from pg_index i where i.indrelid = c.oid and i.indisprimary and a.attnum = any (i.indkey))`,
  )
  assert.deepEqual(without, [])
  assert.deepEqual(await sqlIn("home", "select sequencename from pg_sequences"), [])
})

/** With MOVES=20 the next test prints how long the changes of the tenant were held. */
const moves = Number(process.env["MOVES"] ?? 2)

test("moves a tenant with everything it has while it is used, and back", { timeout: moves * 120_000 }, async t => {
  const { tenant, bill, get } = await newTenant("east")
  const made = [(await bill()).body.data._id as string]
  const statuses = new Set<string>()
  let isMoving = true
  const writing = (async () => {
    while (isMoving) {
      const { status, body } = await bill()
      made.push(body.data?._id)
      statuses.add(`${status} ${(await get(`/v1/payment-intents/${made.at(-1)}`)).status}`)
    }
  })()
  const pauses: number[] = []
  for (let n = 0; n < moves; n++) {
    const to = n % 2 === 0 ? "west" : "east"
    const moved = await moveTenant(tenant, to, quietly)
    assert.equal(moved.to, to)
    assert.ok(moved.deleted >= moved.rows)
    pauses.push(moved.pauseMs!)
    assert.deepEqual(await tablesWithRows(moved.from, tenant), ["tenant_fences"])
    assert.deepEqual(await sqlIn("home", "select cell, state from tenant_directory where tenant_id = $1", [tenant]), [
      { cell: to, state: "active" },
    ])
  }
  isMoving = false
  await writing
  const percentile = (p: number) => pauses.toSorted((a, b) => a - b)[Math.ceil((p / 100) * pauses.length) - 1]
  t.diagnostic(`${moves} moves, ${made.length} creates: held p50 ${percentile(50)} ms, p99 ${percentile(99)} ms`)
  assert.deepEqual([...statuses], ["201 200"])
  assert.equal((await get("/v1/payment-intents?limit=1")).body.count, made.length)
  for (const path of ["ledger", "audit-log"]) assert.equal((await get(`/v1/${path}/verify`)).body.data.ok, true)
  assert.deepEqual(await sqlIn("east", "select slot_name from pg_replication_slots"), [])
  for (const cell of ["east", "west"]) {
    assert.deepEqual(await sqlIn(cell, "select pubname from pg_publication"), [])
    await assert.rejects(sqlIn(cell, "delete from audit_entries where tenant_id = ''"), /permission denied/)
    await assert.rejects(sqlIn(cell, "update ledger_entries set kind = '' where tenant_id = ''"), /permission denied/)
  }
})

test("a fence holds changes until it is removed, and lets reads pass", async () => {
  const { tenant, bill, get } = await newTenant("east")
  await fence("east", tenant, "fenced")
  let isAnswered = false
  const held = bill().finally(() => (isAnswered = true))
  const locked = get("/v1/contacts?limit=1")
  assert.equal((await locked).status, 200)
  assert.equal(isAnswered, false)
  await unfence("east", tenant)
  assert.equal((await held).status, 201)
})

test("a change that is held too long is answered with 503, and nothing is changed", { timeout: 60_000 }, async () => {
  const { tenant, bill, get } = await newTenant("east")
  await fence("east", tenant, "fenced")
  const { status, body } = await bill()
  assert.deepEqual([status, body.error.code, body.error.retryable], [503, "SYS-9002", true])
  await unfence("east", tenant)
  assert.equal((await get("/v1/payment-intents?limit=1")).body.count, 0)
})

test("work over all tenants of a cell does not see tenants of other cells, and changes none that is about to leave", async () => {
  const { tenant } = await newTenant("east")
  await sqlIn(
    "east",
    `insert into jobs (tenant_id, id, kind, payload, next_at, created_at)
     values ($1, $1, 'nobody knows this kind', '{}', now() - interval '1 hour', now())`,
    [tenant],
  )
  const claimed = async () => (await inCell(east!, () => claimJobs([], 50))).filter(job => job.tenant_id === tenant).length
  const seen = async () => (await inCell(east!, () => query(allTenants, sql`select 1 from tenants where id = ${tenant}`))).length
  for (const [state, isSeen] of [
    ["incoming", 0],
    ["gone", 0],
    ["fenced", 1],
  ] as const) {
    await fence("east", tenant, state)
    assert.deepEqual([await claimed(), await seen()], [0, isSeen], state)
    await unfence("east", tenant)
  }
  assert.deepEqual([await claimed(), await seen()], [1, 1])
})

test("work that a worker began before a move is concluded in the tenant's new cell", { timeout: 60_000 }, async () => {
  const { tenant } = await newTenant("east")
  await moveTenant(tenant, "west", quietly)
  const find = () => query([tenant], sql`select 1 from tenants where id = ${tenant}`)
  assert.equal((await inCell(east!, find)).length, 1)
  const other = await newTenant("home")
  await assert.rejects(
    inCell(west!, () => query([other.tenant], sql`select 1`)),
    /work in the cell west names a tenant of the cell home/,
  )
})

test("a process that did not see a move works for the tenant in its new cell, even before the directory names it", async () => {
  for (const isNamed of [true, false]) {
    const { tenant, get } = await newTenant("east")
    assert.equal((await get("/v1/contacts?limit=1")).status, 200) // this process knows the tenant in east
    await moveTenant(tenant, "west", quietly)
    if (!isNamed) await sqlIn("home", "update tenant_directory set cell = 'east' where tenant_id = $1", [tenant])
    const found = await inCell(west!, () => query([tenant], sql`select 1 from tenants where id = ${tenant}`))
    assert.equal(found.length, 1)
  }
})

test("refuses a tenant that can't be moved, says what to grant, and leaves nothing behind", async () => {
  const { tenant } = await newTenant("east")
  await assert.rejects(moveTenant("0".repeat(24), "west", quietly), /There is no tenant 0+\./)
  await assert.rejects(moveTenant(tenant, "east", quietly), /The tenant is in the cell east already/)
  await assert.rejects(moveTenant(tenant, "north", quietly), /There is no cell north/)
  await assert.rejects(abortMove(tenant), /The tenant is not being moved/)
  await administer("alter role countersign with noreplication")
  await assert.rejects(
    moveTenant(tenant, "west", quietly),
    /No tenant can leave the cell east: the role countersign may not read changes. As an administrator of that server run: alter role/,
  )
  await administer("alter role countersign with replication")
  assert.deepEqual(await sqlIn("home", "select 1 from tenant_moves where tenant_id = $1", [tenant]), [])
  assert.deepEqual(await sqlIn("west", "select 1 from tenants where id = $1", [tenant]), [])
})

test("a move stops if the copied rows differ, and the tenant stays", { timeout: 60_000 }, async () => {
  const { tenant, bill } = await newTenant("east")
  await bill()
  await sqlIn(
    "west",
    `create function change_copy() returns trigger language plpgsql as $$ begin new.n = new.n + 1; return new; end $$;
     create trigger change_copy before insert on tallies for each row execute function change_copy()`,
  )
  await assert.rejects(moveTenant(tenant, "west", quietly), /The copy differs: tallies has \d+ rows, and those of the copy are not equal/)
  await sqlIn("west", "drop trigger change_copy on tallies; drop function change_copy")
  assert.deepEqual(await tablesWithRows("west", tenant), ["tenant_fences"])
  assert.equal((await bill()).status, 201)
  assert.deepEqual(await sqlIn("east", "select slot_name from pg_replication_slots"), [])
})
