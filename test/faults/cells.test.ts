// A cell that stops and comes back, while the other cells go on.
import assert from "node:assert/strict"
import { mkdtempSync, readdirSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { after, test } from "node:test"
import pg from "pg"
import { startEmbedded } from "../../src/embedded/postgres.ts"
import { migrateRestored } from "../../src/kit/db/migrate.ts"
import type { Keys } from "../../src/platform/api-keys/create-tenant.ts"
import { addCells } from "../cells.ts"
import { runCommand } from "../command.ts"
import { cloneDatabase } from "../service.ts"
import { type Any, createCaller, newContact, until } from "../harness.ts"
import { signIn } from "../people.ts"
import { registerWebhook, startReceiver } from "../receiver.ts"
import { secretKey, startDatabaseProxy, startServer } from "./server-process.ts"

const dataDir = join(mkdtempSync(join(tmpdir(), "cell-")), "data")
const start = () => startEmbedded({ dataDir, report() {}, settings: { fsync: "off" } })
let east = await start()
after(async () => {
  await east.stop()
  rmSync(join(dataDir, ".."), { recursive: true, force: true })
})
const homeUrl = await cloneDatabase()
await addCells(homeUrl, [{ name: "east", url: east.url }])
const settings = { CELL_URLS: `east=${east.url}`, WEBHOOKS_ALLOW_PRIVATE: "true", LOG_LEVEL: "info" }

async function createTenant(cell: string, env = settings): Promise<Keys> {
  const args = ["tenant", "create", "--name", cell, "--email", `boss@${cell}.example.com`, "--cell", cell]
  const { code, stdout, stderr } = await runCommand(args, { DATABASE_URL: homeUrl, SECRET_KEY: secretKey, ...env })
  assert.equal(code, 0, stderr)
  return JSON.parse(stdout) as Keys
}

test("while a cell is down its tenants get 503, and all others go on; it comes back by itself", { timeout: 240_000 }, async () => {
  const first = await startServer(homeUrl, settings)
  const [atHome, inEast] = [await createTenant("home"), await createTenant("east")]
  const [ours, theirs] = [createCaller(first.baseUrl, atHome), createCaller(first.baseUrl, inEast)]
  const [ourHook, theirHook] = [await startReceiver(), await startReceiver()]
  await registerWebhook(ours, ourHook, { events: ["contacts.create"] })
  await registerWebhook(theirs, theirHook, { events: ["contacts.create"] })

  await east.stop()
  const refused = await theirs.post("/v1/contacts/create", newContact())
  assert.equal(refused.status, 503)
  const { code, details, retryable, message } = refused.body.error
  assert.deepEqual([code, details, retryable], ["SYS-9003", { cell: "east" }, true])
  assert.match(message, /the cell east, is unavailable for a moment; other tenants are served/)
  const { _id } = (await ours.create("/v1/contacts/create", newContact())).body.data
  await ourHook.waitFor("contacts.create", _id)
  assert.equal((await signIn(first, atHome)).status, 201)
  assert.equal((await signIn(first, inEast)).status, 503)
  const readyz = async ({ baseUrl }: { baseUrl: string }): Promise<Any> => {
    const response = await fetch(`${baseUrl}/readyz`)
    const { status, cells } = (await response.json()) as Any
    return { code: response.status, status, home: cells.home, east: cells.east.slice(0, 9) }
  }
  const half = { code: 200, status: "ready", home: "ready", east: "not ready" }
  assert.deepEqual(await readyz(first), half)

  const second = await startServer(homeUrl, settings) // a start must not wait for the cell
  assert.equal((await createCaller(second.baseUrl, atHome).create("/v1/contacts/create", newContact())).status, 201)
  assert.equal((await createCaller(second.baseUrl, inEast).post("/v1/contacts/create", newContact())).body.error.code, "SYS-9003")

  east = await start()
  for (const server of [first, second]) {
    const caller = createCaller(server.baseUrl, inEast)
    const create = async () => {
      const { status, body } = await caller.create("/v1/contacts/create", newContact())
      return status === 201 && body.data
    }
    const contact = await until(create, "its tenants are served again")
    await theirHook.waitFor("contacts.create", contact._id)
    await until(async () => (await readyz(server)).east === "ready", "the cell is ready")
  }
  const logged = () =>
    [...first.output().matchAll(/^\{.*\}$/gm)].map(([line]): Any => JSON.parse(line)).filter(({ cell }) => cell === "east")
  const messages = () => logged().map(({ msg }) => msg as string)
  await until(async () => messages().includes("the database can be used again"), "the end of the outage is logged")
  assert.deepEqual(messages(), [
    "the database can't be used; requests that need it are answered with 503",
    "the database can be used again",
  ])
  await Promise.all([first.stop("SIGTERM"), second.stop("SIGTERM")])
})

test("while home is down, tenants of other cells are served", { timeout: 120_000 }, async () => {
  const proxy = await startDatabaseProxy(homeUrl)
  const [atHome, inEast] = [await createTenant("home"), await createTenant("east")]
  const server = await startServer(proxy.url, settings)
  const [ours, theirs] = [createCaller(server.baseUrl, atHome), createCaller(server.baseUrl, inEast)]
  const hook = await startReceiver()
  await registerWebhook(theirs, hook, { events: ["contacts.create"] })
  proxy.disconnect()
  assert.equal((await ours.post("/v1/contacts/create", newContact())).body.error.code, "SYS-9002")
  const created = await theirs.create("/v1/contacts/create", newContact())
  assert.equal(created.status, 201)
  await hook.waitFor("contacts.create", created.body.data._id)
  assert.equal((await fetch(`${server.baseUrl}/readyz`)).status, 200)
  await proxy.reconnect()
  await until(async () => (await ours.create("/v1/contacts/create", newContact())).status === 201, "home is back")
  await server.stop("SIGTERM")
})

test("several processes migrate a cell, and serve, wake and count by cell", { timeout: 240_000 }, async () => {
  const url = await cloneDatabase({ empty: true })
  const names = readdirSync("migrations").sort()
  await migrateRestored(url, names.slice(0, -1))
  const [identity] = await rowsOf(homeUrl, "select installation from cell_identity")
  await rowsOf(url, "insert into cell_identity (installation, name) values ($1, 'west')", [identity.installation])
  await rowsOf(homeUrl, "insert into cells (name, state) values ('west', 'active')")
  const cells = { ...settings, CELL_URLS: `${settings.CELL_URLS} west=${url}` }
  const server = await startServer(homeUrl, { ...cells, PROCESSES: "2", DATABASE_CONNECTIONS: "18", METRICS: "open" })
  const lines = () => [...server.output().matchAll(/^\{.*\}$/gm)].map(([line]): Any => JSON.parse(line))
  assert.deepEqual(await rowsOf(url, "select name from migrations where name = $1", [names.at(-1)]), [{ name: names.at(-1) }])
  assert.deepEqual(
    lines().filter(({ msg }) => msg.startsWith("a cell can't be used")),
    [],
    "the primary process has migrated it before the others looked",
  )
  const caller = createCaller(server.baseUrl, await createTenant("west", cells))
  const hook = await startReceiver()
  await registerWebhook(caller, hook, { events: ["contacts.create"] })
  const { _id } = (await caller.create("/v1/contacts/create", newContact())).body.data
  await hook.waitFor("contacts.create", _id)
  assert.equal((await caller.post("/v1/simulations/clock", { advance: "P1D" })).status, 200)
  const metrics = async () => (await fetch(`${server.baseUrl}/metrics`)).text()
  for (const cell of ["home", "east", "west"]) {
    assert.match(await metrics(), new RegExp(`^countersign_database_outage\\{cell="${cell}"\\} 0$`, "m"))
    assert.match(await metrics(), new RegExp(`^countersign_pending_deliveries\\{cell="${cell}"\\} 0$`, "m"))
  }
  await server.stop("SIGTERM")
  await rowsOf(homeUrl, "delete from tenant_directory where cell = 'west'")
  await rowsOf(homeUrl, "delete from cells where name = 'west'")
})

async function rowsOf(connectionString: string, text: string, values: unknown[] = []): Promise<Any[]> {
  const client = new pg.Client({ connectionString, options: "-c app.tenants=*" })
  await client.connect()
  try {
    return (await client.query(text, values)).rows as Any[]
  } finally {
    await client.end()
  }
}
