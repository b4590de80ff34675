// A database that responds but can't commit writes for a while.
import assert from "node:assert/strict"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { after, test } from "node:test"
import pg from "pg"
import { startEmbedded } from "../../src/embedded/postgres.ts"
import { migrate } from "../../src/kit/db/migrate.ts"
import { type Any, type ApiResponse, createCaller, inParallel, newContact, newIntent, until } from "../harness.ts"
import { createTenantOn, startServer } from "./server-process.ts"

const dataDir = mkdtempSync(join(tmpdir(), "unwritable-"))
const settings = { fsync: "off", wal_level: "replica", max_wal_senders: "4" }
const database = await startEmbedded({ dataDir, report() {}, settings })
await migrate(database.url) // takes longer than a server may take to be ready
const superuser = new pg.Client({ connectionString: database.superuserUrl })
await superuser.connect()
after(async () => {
  await superuser.end()
  await database.stop()
  rmSync(dataDir, { recursive: true, force: true })
})
const server = await startServer(database.url, { LOG_LEVEL: "info" })
const api = createCaller(server.baseUrl, await createTenantOn(database.url))
const { _id: contact } = (await api.create("/v1/contacts/create", newContact())).body.data
const { _id: intent } = (await api.create("/v1/payment-intents/create", newIntent(contact))).body.data

/** Changes a setting of the server for all sessions, including open ones, or resets it without a value. */
async function set(name: string, value?: string) {
  await superuser.query(value === undefined ? `alter system reset ${name}` : `alter system set ${name} = '${value}'`)
  await superuser.query("select pg_reload_conf()")
}

const readiness = async () => (await fetch(`${server.baseUrl}/readyz`)).status
const isReady = async () => (await readiness()) === 200
const becomesReady = () => until(isReady, "it is ready again")
const becomesUnready = () => until(async () => !(await isReady()), "it is not ready")
const createContact = () => api.create("/v1/contacts/create", newContact())
/** A payment locks the intent before it decides. */
const pay = () => api.create("/v1/transactions/create", { paymentIntent: intent, amount: 100, method: "cash" })
const outcomeOf = ({ status, body }: ApiResponse) => `${status} ${body.error?.code ?? ""}`
const lines = () => [...server.output().matchAll(/^\{.*\}$/gm)].map(([line]): Any => JSON.parse(line))

test("answers writes and /readyz with 503 while the server is read-only, and recovers by itself", async () => {
  await set("default_transaction_read_only", "on")
  await until(async () => (await createContact()).status !== 201, "the setting is in force")
  const refused = await inParallel(20, i => (i % 2 === 0 ? createContact() : pay()))
  assert.deepEqual(new Set(refused.map(outcomeOf)), new Set(["503 SYS-9002"]))
  const others = [
    await api.get("/v1/contacts"),
    await api.get("/v1/ledger/verify"),
    await api.post("/v1/sessions/create", { email: "admin@example.com", password: "a wrong password" }),
  ]
  for (const { status } of others) assert.ok(status === 200 || status === 503, `${status}`)
  const call = { jsonrpc: "2.0", id: 1, method: "tools/call", params: { name: "contact_create", arguments: newContact() } }
  const answer = await api.post("/v1/mcp", call, { accept: "application/json, text/event-stream" })
  assert.match(answer.text, /SYS-9002/)
  await becomesUnready()
  await until(async () => lines().some(({ code }) => code === "25006"), "the outage is logged")
  assert.deepEqual(
    lines().filter(({ msg }) => msg === "the database can be used again"),
    [],
  )
  assert.equal(server.child.exitCode, null)

  await set("default_transaction_read_only")
  await becomesReady()
  const answers = await inParallel(20, i => (i % 2 === 0 ? createContact() : pay()))
  assert.deepEqual(new Set(answers.map(outcomeOf)), new Set(["201 "]))
  await until(async () => lines().some(({ msg }) => msg === "the database can be used again"), "the end is logged")
})

test("answers /readyz with 503 while the synchronous standby does not respond, and leaves at most one commit waiting", async () => {
  await set("synchronous_standby_names", "frozen")
  await becomesUnready()
  for (let n = 0; n < 4; n++) assert.deepEqual(await Promise.all([readiness(), readiness(), readiness()]), [503, 503, 503])
  const { rows } = await superuser.query(
    "select count(*)::int as n from pg_stat_activity where wait_event = 'SyncRep' and application_name = 'countersign readyz'",
  )
  assert.deepEqual(rows, [{ n: 1 }])
  const reason = "a commit takes longer than 3 s, as when a synchronous standby does not answer"
  assert.equal(lines().filter(line => line.reason === reason).length, 1)
  await set("synchronous_standby_names")
  await becomesReady()
  assert.equal((await createContact()).status, 201)
})

test("answers /readyz with 503 while there is no room for a file", async () => {
  await set("temp_file_limit", "0")
  await becomesUnready()
  await set("temp_file_limit")
  await becomesReady()
})
