// DATABASE_URL with several servers: a primary and its standby, which takes over.
import assert from "node:assert/strict"
import { once } from "node:events"
import { chmodSync, cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { type AddressInfo, createServer } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { after, test } from "node:test"
import pg from "pg"
import { type Embedded, startEmbedded } from "../../src/embedded/postgres.ts"
import { migrate } from "../../src/kit/db/migrate.ts"
import { runCommand } from "../command.ts"
import { freePort } from "../free-port.ts"
import { type ApiResponse, createCaller, inParallel, newContact, until } from "../harness.ts"
import { createTenantOn, secretKey, spawnServer, startDatabaseProxy, startServer } from "./server-process.ts"

const folder = mkdtempSync(join(tmpdir(), "failover-"))
const servers: Embedded[] = []
after(async () => {
  for (const server of servers) await server.stop()
  rmSync(folder, { recursive: true, force: true })
})
const run = async (name: string, settings: Record<string, string> = {}) => {
  const common = { fsync: "off", wal_level: "replica", max_wal_senders: "4", ...settings }
  const server = await startEmbedded({ dataDir: join(folder, name), report() {}, settings: common })
  servers.push(server)
  return server
}

/** The standby begins as a copy of the files of the primary, and follows it through a proxy. */
async function startServers() {
  const { url, stop } = await run("primary")
  await migrate(url) // takes longer than a server may take to be ready
  await stop()
  cpSync(join(folder, "primary"), join(folder, "standby"), { recursive: true })
  chmodSync(join(folder, "standby", "postgres"), 0o700)
  writeFileSync(join(folder, "standby", "postgres", "standby.signal"), "")
  const primary = await run("primary")
  const primaryProxy = await startDatabaseProxy(primary.url)
  const { postgres: password } = JSON.parse(readFileSync(join(folder, "primary", "postgres.json"), "utf8")) as { postgres: string }
  const { port } = new URL(primaryProxy.url)
  const standby = await run("standby", { primary_conninfo: `host=127.0.0.1 port=${port} user=postgres password=${password}` })
  return { primary, primaryProxy, standby, standbyProxy: await startDatabaseProxy(standby.url) }
}

const { primary, primaryProxy, standby, standbyProxy } = await startServers()
const hostOf = ({ url }: { url: string }) => new URL(url).host
const named = (...hosts: string[]) => primaryProxy.url.replace(hostOf(primaryProxy), hosts.join())
const databaseUrl = named(hostOf(standbyProxy), hostOf(primaryProxy))
const createTenant = (url: string) =>
  runCommand(["tenant", "create", "--name", "Ana", "--email", "ana@example.com"], { DATABASE_URL: url, SECRET_KEY: secretKey })
/** Queries as a superuser, who sees all rows. */
async function askStandby(text: string): Promise<number> {
  const client = new pg.Client({ connectionString: standby.superuserUrl.replace("@/postgres?", "@/countersign?") })
  await client.connect()
  const { rows } = await client.query<{ n: number }>(text)
  await client.end()
  return rows[0]!.n
}
const countContacts = () => askStandby("select count(*)::int as n from contacts")
const outcomeOf = ({ status, body }: ApiResponse) => `${status} ${body.error?.code ?? ""}`

test("uses the server that accepts writes, wherever it is in the list, and the other one after a failover", async () => {
  const service = await startServer(databaseUrl)
  const api = createCaller(service.baseUrl, await createTenantOn(databaseUrl))
  const create = () => api.create("/v1/contacts/create", newContact())
  assert.deepEqual((await inParallel(10, create)).map(outcomeOf), Array(10).fill("201 "))
  const { code, stderr } = await createTenant(`${databaseUrl}?target_session_attrs=primary`)
  assert.equal(code, 0, stderr)

  await until(async () => (await countContacts()) === 10, "the standby has the rows")

  await primary.stop()
  const outcomes = new Set((await inParallel(10, create)).map(outcomeOf))
  assert.deepEqual(outcomes, new Set(["503 SYS-9002"]))
  assert.equal((await fetch(`${service.baseUrl}/readyz`)).status, 503)
  const refused = spawnServer({ DATABASE_URL: databaseUrl, SECRET_KEY: secretKey, PORT: String(await freePort()) })
  assert.equal(await refused.exitCode, 1)
  const reason =
    /^Can't connect to the database in DATABASE_URL: none of its servers is one that accepts writes \((\S+) is read-only; (\S+) /
  assert.deepEqual(reason.exec(refused.output())?.slice(1), [hostOf(standbyProxy), hostOf(primaryProxy)], refused.output())

  await askStandby("select pg_promote()::int as n")
  await until(async () => (await fetch(`${service.baseUrl}/readyz`)).status === 200, "it is ready again")
  assert.deepEqual((await inParallel(10, create)).map(outcomeOf), Array(10).fill("201 "))
  assert.equal(await countContacts(), 20)
  assert.equal((await createTenant(databaseUrl)).code, 0)
})

test("skips a server that accepts connections and never responds", async () => {
  const silent = createServer(socket => void socket.on("error", () => {}).resume()).listen(0, "127.0.0.1")
  await once(silent, "listening")
  const { port } = silent.address() as AddressInfo
  const { code, stderr } = await createTenant(named(`127.0.0.1:${port}`, hostOf(standbyProxy)))
  assert.equal(code, 0, stderr)
  silent.close()
})
