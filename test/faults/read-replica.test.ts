// DATABASE_READ_URL: a standby serves lists and reports, and never less than what was acknowledged before.
import assert from "node:assert/strict"
import { test } from "node:test"
import { closeDatabase, home, openDatabase } from "../../src/kit/db/cells.ts"
import { migrate } from "../../src/kit/db/migrate.ts"
import { sql } from "../../src/kit/db/query.ts"
import { readReport } from "../../src/kit/db/replica-reads.ts"
import { watchReplicas } from "../../src/kit/db/replica-watch.ts"
import { homeName } from "../../src/kit/pure/cell-urls.ts"
import { endSharedService } from "../service.ts"
import { createCaller, newContact, until } from "../harness.ts"
import { askServer, readFigure, startWithStandby } from "../standby.ts"
import { createTenantOn, startDatabaseProxy, startServer } from "./server-process.ts"

const { primary, standby } = await startWithStandby()
const keys = await createTenantOn(primary.url)
const replica = await startDatabaseProxy(standby.url)
const start = (readUrl: string) => startServer(primary.url, { DATABASE_READ_URL: readUrl, METRICS: "open", LOG_LEVEL: "warn" })
const [one, two] = await Promise.all([start(replica.url), start(replica.url)])
const apis = [createCaller(one.baseUrl, keys), createCaller(two.baseUrl, keys)] as const

const readsOf = (baseUrl: string, server: string) => readFigure(baseUrl, `countersign_replica_reads_total{server="${server}"}`)
const isUsed = (baseUrl: string) => readFigure(baseUrl, "countersign_replica_usable")
const untilUsed = (baseUrl: string) => until(async () => (await isUsed(baseUrl)) === 1, "the replica is used", 30_000)
const untilUnused = (baseUrl: string) => until(async () => (await isUsed(baseUrl)) === 0, "the replica is not used", 30_000)
const linesOf = (output: string, words: string) => output.split("\n").filter(line => line.includes(words)).length
const [begins, ends] = ["the read replica can't be used", "the read replica is used again"]

/** Creates through one process and lists through the other, and fails where the list lacks it. */
async function createAndList() {
  const created = (await apis[0].create("/v1/contacts/create", newContact())).body.data
  const { status, body } = await apis[1].get("/v1/contacts?limit=1")
  assert.equal(status, 200, JSON.stringify(body))
  assert.equal(body.data[0]._id, created._id)
}

test("the replica serves lists and reports, each with what was just created through another process", async () => {
  await Promise.all([untilUsed(one.baseUrl), untilUsed(two.baseUrl)])
  for (let i = 0; i < 30; i++) await createAndList()
  assert.equal((await apis[1].get("/v1/ledger/verify")).body.data.ok, true)
  assert.equal((await apis[1].get("/v1/analytics/payment-intents?format=consolidated")).status, 200)
  const [byReplica, byPrimary] = [await readsOf(two.baseUrl, "replica"), await readsOf(two.baseUrl, "primary")]
  assert.ok(byReplica > byPrimary && byReplica + byPrimary >= 32, `${byReplica} reads by the replica, ${byPrimary} by the primary`)
  const statements = await askServer(standby, "select sum(xact_commit)::int as n from pg_stat_database where datname = 'countersign'")
  assert.ok(statements[0].n >= byReplica)
})

test("the primary serves a list that the replica can't have yet, and the replica is used again once it has caught up", async () => {
  await askServer(standby, "select pg_wal_replay_pause()")
  const before = await readsOf(two.baseUrl, "replica")
  for (let i = 0; i < 5; i++) await createAndList()
  assert.equal(await readsOf(two.baseUrl, "replica"), before)
  await untilUnused(two.baseUrl)
  assert.ok((await readFigure(two.baseUrl, "countersign_replica_lag_seconds")) > 0)
  assert.ok((await readFigure(two.baseUrl, "countersign_replica_lag_bytes")) > 0)
  await createAndList()
  await askServer(standby, "select pg_wal_replay_resume()")
  await untilUsed(two.baseUrl)
  await until(async () => {
    await createAndList()
    return (await readsOf(two.baseUrl, "replica")) > before
  }, "the replica serves lists again")
  assert.deepEqual([linesOf(two.output(), begins), linesOf(two.output(), ends)], [1, 1])
})

test("reads go on while the replica is down, and the log says so once at the beginning and the end", async () => {
  replica.disconnect()
  for (let i = 0; i < 5; i++) await createAndList()
  await untilUnused(two.baseUrl)
  await createAndList()
  await replica.reconnect()
  await untilUsed(two.baseUrl)
  await createAndList()
  assert.deepEqual([linesOf(two.output(), begins), linesOf(two.output(), ends)], [2, 2])
})

test("reads go on while the replica accepts connections and does not answer", async () => {
  replica.stall(true)
  await createAndList()
  await untilUnused(two.baseUrl)
  await createAndList()
  replica.stall(false)
  await untilUsed(two.baseUrl)
})

test("a report that the replica cancels for its recovery is read from the primary", async () => {
  await endSharedService()
  openDatabase(primary.url, 7, [], new Map([[homeName, replica.url]]))
  const stopping = new AbortController()
  watchReplicas(stopping.signal)
  await until(async () => home().replica?.fault === undefined, "the replica is used")
  const servers: boolean[] = []
  const count = await readReport([keys.tenantId], async read => {
    servers.push((await read<{ standby: boolean }>(sql`select pg_is_in_recovery() as standby`))[0]!.standby)
    if (servers.length > 1) return (await read(sql`select 1 from contacts`)).length
    const reading = read(sql`select pg_sleep(30) from contacts`)
    const locking = askServer(primary, "begin; lock table contacts in access exclusive mode; commit")
    const [rows] = await Promise.all([reading, locking])
    return rows.length
  })
  assert.deepEqual(servers, [true, false])
  assert.ok(count > 0)
  stopping.abort()
  await closeDatabase()
})

test("a replica of another database is never asked, even one of the same server", async () => {
  await askServer(primary, "create database other template template0", "postgres")
  const elsewhere = primary.url.replace("@/countersign?", "@/other?")
  await askServer(primary, "alter database other owner to countersign", "postgres")
  await migrate(elsewhere)
  const server = await start(standby.url.replace("@/countersign?", "@/other?"))
  const api = createCaller(server.baseUrl, keys)
  await until(async () => linesOf(server.output(), "it follows another database") === 1, "the log says so")
  assert.ok((await api.get("/v1/contacts?limit=1")).body.data.length > 0)
  assert.equal(await readsOf(server.baseUrl, "replica"), 0)
  await server.stop("SIGKILL")
})

test("a promoted replica is never asked again", async () => {
  await createAndList()
  await askServer(standby, "select pg_promote()")
  const before = await readsOf(two.baseUrl, "replica")
  for (let i = 0; i < 5; i++) await createAndList()
  assert.equal(await readsOf(two.baseUrl, "replica"), before)
  await untilUnused(two.baseUrl)
  assert.equal(linesOf(two.output(), "it is not a standby"), 1)
})
