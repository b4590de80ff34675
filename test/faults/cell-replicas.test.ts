// Two cells, each with a read replica: the right one serves the lists of a tenant, also while the tenant is moved or a replica is killed.
import assert from "node:assert/strict"
import { after, test } from "node:test"
import { setTimeout as wait } from "node:timers/promises"
import type { Keys } from "../../src/platform/api-keys/create-tenant.ts"
import { addCells } from "../cells.ts"
import { runCommand } from "../command.ts"
import { type Any, createCaller, inParallel, newContact, newIntent, until } from "../harness.ts"
import { faultRounds } from "../levels.ts"
import { askServer, readFigure, startWithStandby } from "../standby.ts"
import { secretKey, startServer } from "./server-process.ts"

/** A tenant can be moved from both. */
const settings = { wal_level: "logical", max_replication_slots: "4", max_connections: "100" }
const [home, east] = await Promise.all([startWithStandby(settings), startWithStandby(settings)])
for (const { primary } of [home, east]) await askServer(primary, "alter role countersign with replication", "postgres")
await addCells(home.primary.url, [{ name: "east", url: east.primary.url }])
const cells = { CELL_URLS: `east=${east.primary.url}`, SECRET_KEY: secretKey }
const replicas = { DATABASE_READ_URL: home.standby.url, CELL_READ_URLS: `east=${east.standby.url}` }
const start = () => startServer(home.primary.url, { ...cells, ...replicas, METRICS: "open", LOG_LEVEL: "warn" })
const servers = await Promise.all([start(), start()])
after(() => Promise.all(servers.map(server => server.stop("SIGKILL"))))

const run = async (...args: string[]): Promise<Any> => {
  const { code, result, stderr } = await runCommand(args, { DATABASE_URL: home.primary.url, ...cells })
  assert.equal(code, 0, stderr)
  return result
}
const createTenant = (cell: string): Promise<Keys> =>
  run("tenant", "create", "--name", cell, "--email", `boss@${cell}.example.com`, "--cell", cell)

/** A tenant with callers of both processes, and how many contacts were acknowledged. */
const useTenant = async (cell: string) => {
  const keys = await createTenant(cell)
  return { keys, apis: servers.map(({ baseUrl }) => createCaller(baseUrl, keys)), created: 0 }
}
type Tenant = Awaited<ReturnType<typeof useTenant>>

/** Creates through one process and lists through the other, which must have what was created last, and all before. */
async function createAndList(tenant: Tenant) {
  const [one, two] = tenant.apis
  const made = await one!.create("/v1/contacts/create", newContact())
  assert.equal(made.status, 201, made.text)
  tenant.created++
  const { status, text, body } = await two!.get("/v1/contacts?limit=1")
  assert.equal(status, 200, text)
  assert.deepEqual([body.data[0]._id, body.count], [made.body.data._id, tenant.created])
}

const figuresOf = (name: string) => Promise.all(servers.map(({ baseUrl }) => readFigure(baseUrl, name)))
const readsOf = async (cell: string, server: string) =>
  (await figuresOf(`countersign_replica_reads_total{cell="${cell}",server="${server}"}`)).reduce((sum, n) => sum + n, 0)
const readAll = async () => ({
  home: { replica: await readsOf("home", "replica"), primary: await readsOf("home", "primary") },
  east: { replica: await readsOf("east", "replica"), primary: await readsOf("east", "primary") },
})
const untilUsable = (cell: string, expected: 0 | 1) =>
  until(
    async () => (await figuresOf(`countersign_replica_usable{cell="${cell}"}`)).every(each => each === expected),
    `the replica of ${cell} is ${expected ? "used" : "not used"}`,
  )

const [atHome, inEast] = [await useTenant("home"), await useTenant("east")]

test("lists and reports go to the replica of the tenant's cell, and have what was just created", async () => {
  await Promise.all([untilUsable("home", 1), untilUsable("east", 1)])
  for (const [tenant, cell, other] of [
    [atHome, "home", "east"],
    [inEast, "east", "home"],
  ] as const) {
    const before = await readAll()
    for (let i = 0; i < 20; i++) await createAndList(tenant)
    assert.equal((await tenant.apis[1]!.get("/v1/ledger/verify")).body.data.ok, true)
    assert.equal((await tenant.apis[1]!.get("/v1/analytics/payment-intents?format=consolidated")).status, 200)
    const now = await readAll()
    const [byReplica, byPrimary] = [now[cell].replica - before[cell].replica, now[cell].primary - before[cell].primary]
    assert.ok(byReplica > byPrimary && byReplica + byPrimary >= 22, `${cell}: ${byReplica} by the replica, ${byPrimary} by the primary`)
    assert.deepEqual(now[other], before[other], `nothing was asked of ${other}`)
  }
})

test("a replica that lags is left to itself, and that of the other cell goes on", async () => {
  await askServer(east.standby, "select pg_wal_replay_pause()")
  const before = await readAll()
  await createAndList(inEast)
  await untilUsable("east", 0)
  await createAndList(inEast)
  await createAndList(atHome)
  const now = await readAll()
  assert.equal(now.east.replica, before.east.replica)
  assert.ok(now.home.replica > before.home.replica)
  await askServer(east.standby, "select pg_wal_replay_resume()")
  await untilUsable("east", 1)
})

test(
  "a tenant that is moved reads everything it wrote, and nothing else, while replicas stop and catch up",
  { timeout: 600_000 },
  async t => {
    const settled = await useTenant("east")
    const ids = new Set(
      (await inParallel(20, () => settled.apis[0]!.create("/v1/contacts/create", newContact()))).map(each => each.body.data._id),
    )
    const tenants = [settled, await useTenant("home"), atHome, inEast]
    const before = await readAll()
    let [isStopped, lists] = [false, 0]
    const repeat = async (work: (n: number) => Promise<unknown>) => {
      for (let n = 0; !isStopped; n++) await work(n)
    }
    /** Nobody writes for this tenant, so each list is the same. */
    const reading = repeat(async n => {
      const { status, text, body } = await settled.apis[n % 2]!.get("/v1/contacts?limit=50")
      assert.equal(status, 200, text)
      assert.deepEqual(new Set(body.data.map((each: Any) => each._id)), ids)
      assert.equal((await settled.apis[n % 2]!.get("/v1/ledger/verify")).body.data.ok, true)
      lists++
    })
    const writing = tenants.slice(1).map(tenant =>
      repeat(async () => {
        await createAndList(tenant)
        lists++
        await wait(50)
      }),
    )
    const pausing = [home, east].map(({ standby }) =>
      repeat(async () => {
        await askServer(standby, "select pg_wal_replay_pause()")
        await wait(Math.random() * 400)
        await askServer(standby, "select pg_wal_replay_resume()")
        await wait(Math.random() * 800)
      }),
    )
    let moves = 0
    const moving = tenants.slice(0, 2).map(async (tenant, i) => {
      for (let round = 0; round < faultRounds(6); round++) {
        await run("tenant", "move", tenant.keys.tenantId, "--to", (round + i) % 2 === 0 ? "home" : "east")
        moves++
      }
    })
    await Promise.race([Promise.all(moving), Promise.all([reading, ...writing, ...pausing])]).finally(() => (isStopped = true))
    await Promise.all([reading, ...writing, ...pausing, ...moving])
    const now = await readAll()
    for (const cell of ["home", "east"] as const)
      assert.ok(now[cell].replica > before[cell].replica + 10, `the replica of ${cell} was used`)
    const byReplica = now.home.replica + now.east.replica - before.home.replica - before.east.replica
    t.diagnostic(`${lists} lists, ${moves} moves, ${byReplica} reads by replicas, stale 0, of others 0`)
  },
)

test("a replica that is killed under load fails no request, and is used again once it is back", { timeout: 240_000 }, async t => {
  const contact = (await inEast.apis[0]!.create("/v1/contacts/create", newContact())).body.data._id as string
  const statuses: number[] = []
  let isStopped = false
  const load = inParallel(12, async i => {
    const api = (i % 3 === 0 ? atHome : inEast).apis[i % 2]!
    for (let n = 0; !isStopped; n++) {
      const sent = [
        () => api.get("/v1/payment-intents?limit=20"),
        () => api.get("/v1/contacts?limit=20"),
        () => api.get("/v1/ledger/verify"),
        () => inEast.apis[n % 2]!.create("/v1/payment-intents/create", newIntent(contact)),
      ]
      statuses.push((await sent[n % sent.length]!()).status)
    }
  })
  await wait(1_000)
  const before = await readAll()
  process.kill(east.standby.pid, "SIGKILL")
  await untilUsable("east", 0)
  await wait(2_000)
  const without = await readAll()
  assert.ok(without.home.replica > before.home.replica, "the replica of home goes on")
  await east.restart()
  await untilUsable("east", 1)
  const back = await readAll()
  await until(async () => (await readAll()).east.replica > back.east.replica, "it answers again")
  isStopped = true
  await load
  assert.deepEqual(new Set(statuses), new Set([200, 201]))
  t.diagnostic(`${statuses.length} requests, failed 0`)
})
