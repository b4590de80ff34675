import assert from "node:assert/strict"
import { createHash } from "node:crypto"
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, truncateSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { after, test } from "node:test"
import { gunzipSync, gzipSync } from "node:zlib"
import pg from "pg"
import { restore as load } from "../src/kit/db/restore.ts"
import { runCommand } from "./command.ts"
import { secretKey, spawnServer, startServer, startServers } from "./faults/server-process.ts"
import { cloneDatabase } from "./service.ts"
import { freePort } from "./free-port.ts"
import { type Any, createCaller, inParallel, newContact, newIntent, until } from "./harness.ts"
import { payoutFixtures } from "./payout-fixtures.ts"
import { registerWebhook, startReceiver } from "./receiver.ts"

const folder = mkdtempSync(join(tmpdir(), "countersign-backup-"))
after(() => rmSync(folder, { recursive: true, force: true }))
const fileOf = (name: string) => join(folder, name)

const { apis, databaseUrl, keys, servers } = await startServers(1, { WEBHOOKS_ALLOW_PRIVATE: "true" })
const api = apis[0]!
const settings = { DATABASE_URL: databaseUrl, SECRET_KEY: secretKey }
const backUp = (path: string) => runCommand(["backup", path], settings)
const restore = (path: string, url: string, env: Record<string, string> = {}) =>
  runCommand(["restore", path], { ...settings, DATABASE_URL: url, ...env })

/** Texts that COPY has to escape, and texts that look like its control sequences. */
const awkward = 'tab\there, line\nend, \\N, \\., back\\slash, "quotes", ção 🔑'
const { _id: contact } = (await api.post("/v1/contacts/create", newContact({ metadata: { note: awkward } }))).body.data
const charged: Any = (await api.create("/v1/payment-intents/create", newIntent(contact))).body.data
const charge = { paymentIntent: charged._id, method: "card", token: "tok_success" }
const first = await api.create("/v1/gateways/simulator/charges/create", charge, "a charge before the backup")
await (await payoutFixtures(api)).dueSplit()
const receiver = await startReceiver()
await registerWebhook(api, receiver, { events: ["contacts.create"] })
await receiver.waitFor("contacts.create", (await api.post("/v1/contacts/create", newContact())).body.data._id)

test("a backup made under load restores to a copy that verifies", async () => {
  let isDone = false
  const load = inParallel(4, async () => {
    while (!isDone) {
      const intent: Any = (await api.create("/v1/payment-intents/create", newIntent(contact))).body.data
      await api.create("/v1/transactions/create", { paymentIntent: intent._id, amount: 10_000, method: "cash" })
    }
  })
  const made = await backUp(fileOf("under-load"))
  isDone = true
  await load
  assert.equal(made.code, 0, made.stderr)
  const restored = await restore(fileOf("under-load"), await cloneDatabase({ empty: true }))
  assert.equal(restored.code, 0, restored.stderr)
  assert.deepEqual([restored.result.differences, restored.result.rows], [[], made.result.rows])
})

test("serves the same responses from a copy in a fresh installation, which has every row", async () => {
  await until(async () => (await api.get("/v1/audit-log/verify")).body.data.sealed > 0, "the audit chain has begun")
  const paths = [`/v1/payment-intents/${charged._id}`, `/v1/contacts/${contact}`, "/v1/balances", "/v1/payment-splits"]
  const served = await Promise.all(paths.map(path => api.get(path)))
  await servers[0]!.stop()
  const made = await backUp(fileOf("whole"))
  assert.equal(made.code, 0, made.stderr)
  assert.match(made.stderr, /^payment_intents: \d+ rows$/m)
  assert.match(made.stderr, /Keep SECRET_KEY too/)
  assert.equal(statSync(fileOf("whole")).mode & 0o777, 0o600)

  const copy = await cloneDatabase({ empty: true })
  const restored = await restore(fileOf("whole"), copy)
  assert.equal(restored.code, 0, restored.stderr)
  assert.match(restored.stderr, /verifying .* of tenant .*\nDone: /)
  assert.deepEqual(await contentsOf(copy), await contentsOf(databaseUrl))

  const server = await startServer(copy)
  const caller = createCaller(server.baseUrl, keys)
  for (const [i, path] of paths.entries()) assert.equal((await caller.get(path)).text, served[i]!.text)
  const replayed = await caller.create("/v1/gateways/simulator/charges/create", charge, "a charge before the backup")
  assert.deepEqual([replayed.status, replayed.text], [first.status, first.text])
  const hidden = new pg.Client({ connectionString: copy })
  await hidden.connect()
  assert.equal((await hidden.query("select * from contacts")).rows.length, 0, "row-level security is on again")
  await hidden.end()
  await server.stop()
})

test("a copy on the embedded database starts with its tenants and without a new sandbox", async () => {
  const DATA_DIR = fileOf("data")
  const withoutKey = await runCommand(["restore", fileOf("whole")], { DATA_DIR })
  assert.deepEqual([withoutKey.code, /copy secret\.key of the installation/.test(withoutKey.stderr)], [1, true], withoutKey.stderr)
  const restored = await runCommand(["restore", fileOf("whole")], { DATA_DIR, SECRET_KEY: secretKey })
  assert.equal(restored.code, 0, restored.stderr)
  const PORT = String(await freePort())
  const server = spawnServer({ DATA_DIR, SECRET_KEY: secretKey, PORT, LOG_LEVEL: "silent" })
  await until(async () => server.output().includes("Countersign is up"), "it is up")
  assert.match(server.output(), /No sandbox was created, because the database has tenants/)
  assert.ok(!existsSync(join(DATA_DIR, "demo.json")))
  assert.equal((await createCaller(server.baseUrl, keys).get(`/v1/contacts/${contact}`)).body.data.metadata.note, awkward)
  const again = await runCommand(["backup", fileOf("embedded")], { DATA_DIR, SECRET_KEY: secretKey })
  assert.equal(again.code, 0, again.stderr)
  assert.equal(await server.stop(), 0)
})

test("refuses to overwrite data, and refuses a file that is not a whole backup of this installation", async () => {
  const refusal = async (path: string, url: string, env?: Record<string, string>) => {
    const { code, stderr } = await restore(path, url, env)
    assert.equal(code, 1, stderr)
    assert.equal(stderr.trim().split("\n").length, 1, stderr)
    return stderr
  }
  const empty = await cloneDatabase({ empty: true })
  assert.match(await refusal(fileOf("whole"), databaseUrl), /not empty: its table .* has rows\. A restore overwrites nothing/)
  assert.match(await refusal(fileOf("missing"), empty), /There is no file/)
  const otherKey = { SECRET_KEY: "another secret key that is only for tests" }
  assert.match(await refusal(fileOf("whole"), empty, otherKey), /SECRET_KEY is not the key/)

  const lines = gunzipSync(readFileSync(fileOf("whole")))
    .toString()
    .split("\n")
  const variants: [name: string, content: Buffer | string, message: RegExp][] = [
    ["not-gzip", "create table contacts ()", /damaged/],
    ["no-backup", gzipSync("{}\n"), /is not a backup made by/],
    ["changed", gzipSync(lines.join("\n").replace("ção", "çao")), /damaged/],
    ["shortened", gzipSync(lines.slice(0, -40).join("\n")), /damaged/],
    [
      "newer",
      withHash(lines.join("\n").replace("0001_tenants.sql", "9999_tenants.sql")),
      /had migrations that this version lacks: 9999_tenants\.sql\. Restore it with the version that made them/,
    ],
  ]
  for (const [name, content, message] of variants) {
    writeFileSync(fileOf(name), content)
    await assert.rejects(
      load(empty, fileOf(name), () => {}),
      message,
      name,
    )
  }
  writeFileSync(fileOf("cut-off"), readFileSync(fileOf("whole")))
  truncateSync(fileOf("cut-off"), statSync(fileOf("whole")).size - 100)
  await assert.rejects(
    load(empty, fileOf("cut-off"), () => {}),
    /damaged/,
  )
  assert.deepEqual(await contentsOf(empty), {})

  const existing = await backUp(fileOf("whole"))
  assert.deepEqual([existing.code, /exists already/.test(existing.stderr)], [1, true], existing.stderr)
  for (const [path, reason] of [
    ["no/such/folder", "ENOENT"],
    ["whole/a file is no folder", "ENOTDIR"],
  ] as const) {
    const { code, stderr } = await backUp(fileOf(path))
    const [last] = stderr.trim().split("\n").slice(-1)
    assert.deepEqual([code, last!.startsWith(`${fileOf(path)} can't be written: ${reason}: `)], [1, true], stderr)
  }
})

test("refuses a partly restored database in one sentence", async () => {
  const parts: [statement: string, message: RegExp][] = [
    ["create table restore_in_progress ()", /countersign restore has not finished/],
    ["drop table ledger_entries", /it has no table ledger_entries/],
    ["delete from migrations", /it has objects that 0001_tenants.sql creates/],
  ]
  for (const [statement, message] of parts) {
    const database = await cloneDatabase()
    const client = new pg.Client({ connectionString: database })
    await client.connect()
    await client.query(statement)
    await client.end()
    const server = spawnServer({ DATABASE_URL: database, SECRET_KEY: secretKey, PORT: "0" })
    assert.equal(await server.exitCode, 1)
    assert.match(server.output(), message)
    assert.match(server.output(), /^The database was restored only in part: .*\. Restore the whole backup into an empty database\.\n$/)
  }
})

function withHash(content: string): Buffer {
  const end = content.trimEnd().lastIndexOf("\n") + 1
  const sha256 = createHash("sha256").update(content.slice(0, end)).digest("hex")
  return gzipSync(content.slice(0, end) + content.slice(end).replace(/"sha256":"\w+"/, `"sha256":"${sha256}"`))
}

/** The rows of every table, as text, without the settings of checkpoints: a restore begins another history of them. */
async function contentsOf(url: string): Promise<Record<string, string[]>> {
  const client = new pg.Client({ connectionString: url, options: "-c app.tenants=* -c timezone=UTC" })
  await client.connect()
  const { rows } = await client.query<{ name: string }>(
    `select tablename as name from pg_tables
     where schemaname = 'public' and tablename not in ('migrations', 'checkpoint_settings') order by 1`,
  )
  const contents: Record<string, string[]> = {}
  for (const { name } of rows) {
    const { rows: texts } = await client.query<{ text: string }>(`select t::text as text from ${name} t order by 1`)
    contents[name] = texts.map(({ text }) => text)
  }
  await client.end()
  return contents
}
