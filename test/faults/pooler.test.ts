// A pooler between the service and PostgreSQL.
import assert from "node:assert/strict"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { after, test } from "node:test"
import { runCommand } from "../command.ts"
import { cloneDatabase } from "../service.ts"
import { freePort } from "../free-port.ts"
import { createCaller, inParallel, newContact } from "../harness.ts"
import { startSessionPooler, startTransactionPooler } from "./pooler.ts"
import { createTenantOn, secretKey, spawnServer, startServer } from "./server-process.ts"

const databaseUrl = await cloneDatabase()
const keys = await createTenantOn(databaseUrl)
const folder = mkdtempSync(join(tmpdir(), "pooler-"))
after(() => rmSync(folder, { recursive: true, force: true }))
const run = (url: string, ...args: string[]) => runCommand(args, { DATABASE_URL: url, SECRET_KEY: secretKey })

test("works behind a pooler that has a session for each connection and refuses settings at its start", async () => {
  const pooler = await startSessionPooler(databaseUrl)
  const server = await startServer(pooler.url)
  const api = createCaller(server.baseUrl, keys)
  const answers = await inParallel(20, () => api.create("/v1/contacts/create", newContact()))
  assert.deepEqual(new Set(answers.map(({ status }) => status)), new Set([201]))
  assert.equal((await api.get("/v1/ledger/verify")).status, 200)
  const created = await run(pooler.url, "tenant", "create", "--name", "Behind a pooler", "--email", "boss@example.com")
  assert.deepEqual([created.code, created.result?.mode], [0, "sandbox"], created.stderr)
  const backup = join(folder, "backup")
  assert.equal((await run(pooler.url, "backup", backup)).code, 0)
  const target = await startSessionPooler(await cloneDatabase({ empty: true }))
  const restored = await run(target.url, "restore", backup)
  assert.equal(restored.code, 0, restored.stderr)
  assert.match(restored.stdout + restored.stderr, /contacts.* 20\b/)
  assert.ok(pooler.startCount() > 0)
})

const refusal =
  "The pooler in front of PostgreSQL gives each transaction another session, but Countersign keeps locks and settings in its sessions: " +
  "set pool_mode = session (as PgBouncer calls it), or let DATABASE_URL name PostgreSQL itself.\n"

for (const [sessions, order] of [
  [1, "last used"],
  [3, "last used"],
  [1, "in turn"],
  [2, "in turn"],
  [3, "in turn"],
] as const)
  test(`refuses a pooler that gives each transaction one of ${sessions} sessions, ${order}, in one sentence`, async () => {
    const { url } = await startTransactionPooler(databaseUrl, sessions, order)
    const server = spawnServer({ DATABASE_URL: url, SECRET_KEY: secretKey, PORT: String(await freePort()) })
    assert.deepEqual([await server.exitCode, server.output()], [1, refusal])
  })

test("refuses such a pooler for a command too, because a backup without the setting of its session would have no rows", async () => {
  const { url } = await startTransactionPooler(databaseUrl, 2, "last used")
  const path = join(folder, "empty")
  for (const args of [
    ["backup", path],
    ["restore", join(folder, "backup")],
    ["tenant", "create", "--name", "None", "--email", "none@example.com"],
  ]) {
    const { code, stderr } = await run(url, ...args)
    assert.deepEqual([code, stderr], [1, refusal], args.join(" "))
  }
})
