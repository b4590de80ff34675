// Two versions on one database, under load. The earlier one is this checkout. The later one is built from it, with a changed source and
// migrations of its own: git history is not there everywhere.
import assert from "node:assert/strict"
import { globSync, mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { after, test, type TestContext } from "node:test"
import pg from "pg"
import { createTenant } from "../../src/platform/api-keys/create-tenant.ts"
import { closeDatabase, openDatabase } from "../../src/kit/db/cells.ts"
import { readConfig, setConfig } from "../../src/kit/service/config.ts"
import { setSecretKeys } from "../../src/kit/service/crypto.ts"
import { addCells } from "../cells.ts"
import { runCommand } from "../command.ts"
import { cloneDatabase } from "../service.ts"
import { freePort } from "../free-port.ts"
import { type Any, createCaller, until } from "../harness.ts"
import { assertSafe } from "../migration-lint.ts"
import { bundleLaterVersion } from "../programs.ts"
import { createKeepAliveProxy } from "./keep-alive-proxy.ts"
import { createTenantOn, secretKey, spawnServer, startServer } from "./server-process.ts"
import { assertPaidOnce, startClients } from "./upgrade-clients.ts"

const folder = mkdtempSync(join(tmpdir(), "later-version-"))
after(() => rmSync(folder, { recursive: true, force: true }))
const later = await bundleLaterVersion(folder, "99.0.0", [
  {
    path: "src/money/payment-intents/store.ts",
    from: "  refunded_lines: json<RefundedLines>(),\n",
    to: "  refunded_lines: json<RefundedLines>(),\n  written_later: nullable(text),\n",
  },
])

/** What the later version brings, in files of its own, as the rules for such migrations want it. */
const expand = {
  "9001_column.sql": "-- expand\nalter table payment_intents add written_later text;\n",
  "9002_index.sql":
    "-- expand\ncreate index concurrently if not exists payment_intents_by_written on payment_intents (tenant_id, written_later);\n",
  "9003_defaults.sql": "-- expand\nalter table transactions add settled_later boolean not null default false;\n",
}
const contract = { "9004_contract.sql": "-- contract\nalter table contacts drop column added_later;\n" }

const write = (files: Record<string, string>) => {
  for (const [name, text] of Object.entries(files)) writeFileSync(join(later.migrations, name), text)
}

/** Each test begins with a later version that has no migrations of its own. */
const removeLater = () => {
  for (const path of globSync(join(later.migrations, "9*.sql"))) rmSync(path)
}

/** The tables that a request writes get a column each, so that statements of the earlier version that return whole rows notice it. */
async function columnForEveryTable(url: string): Promise<Record<string, string>> {
  const tables = await rowsOf(
    url,
    `select relname::text as name from pg_class c where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')
     and not relispartition and relname <> 'migrations' order by 1`,
  )
  const files = tables.map(({ name }, i) => [
    `92${String(i).padStart(2, "0")}_${name}.sql`,
    `-- expand\nalter table ${name} add added_later int not null default 7;\n`,
  ])
  return Object.fromEntries(files) as Record<string, string>
}

test("a later version starts beside the running one, both serve two cells, and no request fails until all are replaced", async t => {
  removeLater()
  const home = await cloneDatabase()
  const [east] = await addCells(home, [{ name: "east", url: await cloneDatabase() }])
  const env = { CELL_URLS: `east=${east!.url}`, TRUST_PROXY: "true" }
  const tenants = await createTenants(home, east!.url)
  const ports = await Promise.all([freePort(), freePort(), freePort(), freePort()])
  const start = (i: number, program?: string) => startServer(home, { ...env, PORT: String(ports[i]) }, program)
  const earlier = await Promise.all([start(0), start(1)])
  const proxy = createKeepAliveProxy(ports, 3_000)
  t.after(() => proxy.close())
  const clients = startClients(t, proxy, tenants)
  await clients.payMore(10)

  const files = { ...expand, ...(await columnForEveryTable(home)) }
  for (const [name, text] of Object.entries(files)) assertSafe(name, text, "")
  write({ ...files, ...contract })
  const first = await start(2, later.server)
  await clients.payMore(20)
  const second = await start(3, later.server)
  clients.takeAnswers()
  await clients.payMore(40)
  assert.equal(clients.takeAnswers().size, 4, "all four serve")
  for (const url of [home, east!.url]) {
    const applied = await rowsOf(url, "select name from migrations where name > '9' order by name")
    assert.deepEqual(
      applied.map(({ name }) => name),
      Object.keys(files).toSorted(),
      "the contract step waits",
    )
    assert.equal((await rowsOf(url, "select 1 from pg_index where not indisvalid")).length, 0)
  }
  const list = await runCommand(["cell", "list"], { DATABASE_URL: home, SECRET_KEY: secretKey, ...env })
  assert.match(list.stdout, new RegExp(`ready, ahead of \\S+ by ${Object.keys(files).length}\\b`))

  const marked = (await rowsOf(home, "update payment_intents set written_later = 'kept' returning id")).map(({ id }) => id)
  await clients.whilePaused(async () => {
    await rowsOf(
      home,
      "select pg_terminate_backend(pid) from pg_stat_activity where pid <> pg_backend_pid() and datname = current_database()",
    )
    for (const { baseUrl } of [...earlier, first, second])
      await until(async () => (await fetch(`${baseUrl}/readyz`)).ok, "it has opened new connections")
  })
  clients.takeAnswers()
  await clients.payMore(40)
  assert.equal(clients.takeAnswers().size, 4, "those of the earlier version open new connections, and serve on")

  for (const server of earlier) {
    assert.equal(await server.stop(), 0)
    await clients.payMore(10)
  }
  for (const url of [home, east!.url])
    await until(
      async () => (await rowsOf(url, "select 1 from migrations where name = '9004_contract.sql'")).length > 0,
      "the contract step is applied once no earlier version runs",
    )
  await clients.payMore(10)
  await clients.stop()
  for (const tenant of tenants) await assertPaidOnce(tenant, clients.paid.get(tenant)!, createCaller(first.baseUrl, tenant.keys))
  const kept = await rowsOf(home, "select 1 from payment_intents where written_later = 'kept'")
  assert.equal(kept.length, marked.length, "the earlier version leaves the columns alone that it does not know")
  const refused = spawnServer({ DATABASE_URL: home, SECRET_KEY: secretKey, ...env, PORT: String(ports[0]) })
  assert.equal(await refused.exitCode, 1)
  assert.match(refused.output(), /A later version has upgraded this database: this one lacks 9004_contract\.sql/)
  // The caller's connection is idle, as that of a proxy, so the first stop takes as long as a proxy has.
  for (const server of [first, second]) assert.equal(await server.stop(), 0, server.output())
})

test("a migration that adds a column waits for a long transaction without holding up requests, and then goes on", async t => {
  const { database, proxy, ports, tenant } = await startBehindProxy(t)
  const earlier = await startServer(database, { PORT: String(ports[0]), TRUST_PROXY: "true" })
  const clients = startClients(t, proxy, [tenant])
  await clients.payMore(5)
  const backup = new pg.Client({ connectionString: database })
  await backup.connect()
  await backup.query("begin; lock table payment_intents in access share mode")
  write(expand)
  const next = spawnLater(database, ports[1]!)
  await until(async () => /9001_column\.sql must lock a table for a moment/.test(next.output()), "it waits")
  await clients.payMore(20)
  await assert.rejects(fetch(next.baseUrl), "it does not listen yet")
  await backup.end()
  await until(async () => isReady(next.baseUrl), "the later version serves")
  assert.equal(await earlier.stop(), 0)
  await clients.payMore(5)
  await clients.stop()
  await assertPaidOnce(tenant, clients.paid.get(tenant)!, createCaller(next.baseUrl, tenant.keys))
})

test("a version with an exclusive migration waits until the earlier one has stopped; no payment is lost or doubled", async t => {
  const { database, proxy, ports, tenant } = await startBehindProxy(t)
  const earlier = await startServer(database, { PORT: String(ports[0]), TRUST_PROXY: "true" })
  const clients = startClients(t, proxy, [tenant], { maySleep: true })
  await clients.payMore(5)
  write({
    ...expand,
    "9100_exclusive.sql":
      "alter table contacts rename column credit to money_back;\nalter table contacts rename column money_back to credit;\n",
  })
  const next = spawnLater(database, ports[1]!)
  await until(async () => /An earlier version of Countersign uses this database/.test(next.output()), "it waits")
  await clients.payMore(20)
  assert.deepEqual(await rowsOf(database, "select name from migrations where name > '9'"), [], "nothing is applied")
  assert.equal(await earlier.stop(), 0)
  await clients.payMore(20)
  await clients.stop()
  await assertPaidOnce(tenant, clients.paid.get(tenant)!, createCaller(next.baseUrl, tenant.keys))
})

test("SIGHUP replaces the processes by those of a later version if that only adds things, and keeps them otherwise", async t => {
  const { database, proxy, ports, tenant } = await startBehindProxy(t)
  const settings = { PORT: String(ports[0]), TRUST_PROXY: "true", PROCESSES: "2", DATABASE_CONNECTIONS: "18", LOG_LEVEL: "info" }
  write(expand)
  const service = await startServer(database, settings, later.server)
  const clients = startClients(t, proxy, [tenant])
  await clients.payMore(5)
  write({ "9010_more.sql": "-- expand\nalter table payment_intents add written_still_later text;\n" })
  service.child.kill("SIGHUP")
  await until(async () => service.output().includes("all processes were replaced"), "the processes are replaced")
  assert.equal((await rowsOf(database, "select name from migrations where name > '9'")).length, Object.keys(expand).length + 1)
  await clients.payMore(10)
  write({ "9100_exclusive.sql": "alter table contacts add later text;\n" })
  service.child.kill("SIGHUP")
  await until(async () => service.output().includes("the processes that run stay"), "they are kept")
  assert.match(service.output(), /which the running processes of the earlier version do not allow/)
  await clients.payMore(5)
  await clients.stop()
  await assertPaidOnce(tenant, clients.paid.get(tenant)!, createCaller(service.baseUrl, tenant.keys))
  assert.deepEqual(await rowsOf(database, "select name from migrations where name = '9100_exclusive.sql'"), [])
})

async function startBehindProxy(t: TestContext) {
  removeLater()
  const database = await cloneDatabase()
  const ports = await Promise.all([freePort(), freePort()])
  const proxy = createKeepAliveProxy(ports, 3_000)
  t.after(() => proxy.close())
  return { database, proxy, ports, tenant: { keys: await createTenantOn(database), url: database } }
}

const spawnLater = (database: string, port: number) =>
  spawnServer(
    {
      DATABASE_URL: database,
      DATABASE_CONNECTIONS: "7",
      SECRET_KEY: secretKey,
      PORT: String(port),
      LOG_LEVEL: "warn",
      TRUST_PROXY: "true",
    },
    later.server,
  )

const isReady = (baseUrl: string) =>
  fetch(`${baseUrl}/readyz`).then(
    response => response.ok,
    () => false,
  )

async function createTenants(home: string, east: string) {
  setConfig(readConfig({}))
  setSecretKeys([secretKey])
  openDatabase(home, 7, [{ name: "east", url: east }])
  const create = async (cell: string, url: string) => {
    const fields = { name: cell, mode: "sandbox", timezone: "UTC", email: `boss@${cell}.example.com` } as const
    return { keys: await createTenant({ ...fields, cell }), url }
  }
  const tenants = [await create("home", home), await create("east", east)]
  await closeDatabase()
  return tenants
}

async function rowsOf(connectionString: string, text: string): Promise<Any[]> {
  const client = new pg.Client({ connectionString, options: "-c app.tenants=*" })
  await client.connect()
  try {
    return (await client.query(text)).rows as Any[]
  } finally {
    await client.end()
  }
}
