import assert from "node:assert/strict"
import { spawnSync } from "node:child_process"
import { randomUUID } from "node:crypto"
import { test } from "node:test"
import { furnish } from "../../../prove/furnish.ts"
import { filesIn, manifestOf, rowsIn } from "../../../test/archives.ts"
import { type Any, type Caller, newContact, startTestServer, until } from "../../../test/harness.ts"
import { quiet } from "../../../test/isolation-walk.ts"
import { adminOf, invite, signedIn } from "../../../test/people.ts"
import { startReceiver } from "../../../test/receiver.ts"
import { application } from "../../app.ts"
import { asSystem } from "../../kit/operation/system.ts"
import { csvRows } from "../../kit/pure/csv-rows.ts"
import { archiveOf } from "./archive.ts"
import { columnsOf, leftOut, sourcesOf } from "./rules.ts"

const server = await startTestServer()
const { api, keys, baseUrl, sql } = server
const receiver = await startReceiver()
const sources = sourcesOf(application.operations)

const credentials = ({ tenantId, apiKey }: { tenantId: string; apiKey: string }) => ({
  authorization: `ApiKey ${apiKey}`,
  "x-tenant-id": tenantId,
})
const request = (headers: Record<string, string> = credentials(keys)) => fetch(`${baseUrl}/v1/export`, { headers })
async function exported(of = keys) {
  const response = await request(credentials(of))
  assert.equal(response.status, 200)
  return Buffer.from(await response.arrayBuffer())
}
const furnished = (caller: Caller) =>
  furnish(
    (method, path, body) =>
      caller.send(method, path, body, {
        "idempotency-key": method === "POST" ? randomUUID() : null,
        ...(typeof body === "string" && { "content-type": "application/octet-stream" }),
      }),
    receiver.url,
  )
await furnished(api)

/** All rows of a list, the oldest first where rows have ids. */
async function listed(path: string, under?: string): Promise<Any[]> {
  const rows: Any[] = []
  for (let query = "limit=100"; ; query = `limit=100&startingAfter=${rows.at(-1)._id}`) {
    const { body, status, text } = await api.get(`/v1/${path}?${query}`)
    assert.equal(status, 200, text)
    rows.push(...(under ? body.data[under] : body.data))
    if (!body.hasMore) return rows.some(({ _id }) => _id) ? rows.toReversed() : rows
  }
}

/** Without the time of the request, and without what only those who may edit webhooks see. */
const comparable = (rows: Any[]) => rows.map(({ lastUsedAt: _used, now: _now, answer: _answer, ...row }) => row)

test("has every row of every list as the list shows it, and the settings", async () => {
  await quiet(server)
  const files = await filesIn(await exported())
  for (const { name, op, parent } of sources) {
    const path = op.route!.slice("GET /v1/".length)
    const rows = rowsIn(files, name)
    if (!op.list) {
      assert.deepEqual(comparable(rows), comparable([(await api.get(`/v1/${path}`)).body.data]), name)
      continue
    }
    const parents = parent ? await listed(parent.route!.slice("GET /v1/".length), parent.list!.under) : [undefined]
    const expected: Any[] = []
    for (const of of parents) {
      const part = await listed(of ? path.replace("{id}", of._id) : path, op.list.under)
      expected.push(...part.map(row => (of ? { [parent!.noun]: of._id, ...row } : row)))
    }
    assert.deepEqual(comparable(rows), comparable(expected), name)
  }
  const filled = sources.filter(({ name }) => rowsIn(files, name).length > 0).map(({ name }) => name)
  for (const name of ["contacts", "payment-intents", "ledger-entries", "events", "audit-log", "webhooks-deliveries", "payouts", "settings"])
    assert.ok(filled.includes(name), `${name} is filled`)
})

test("has the same rows as CSV", async () => {
  const files = await filesIn(await exported())
  for (const source of sources.filter(({ csv }) => csv)) {
    const rows = rowsIn(files, source.name)
    const columns = columnsOf(source)
    const [head, ...lines] = [...csvRows(files.get(`${source.name}.csv`)!.toString(), ",")].map(({ cells }) => cells)
    assert.deepEqual(head, columns, source.name)
    assert.equal(lines.length, rows.length, source.name)
    for (const row of rows) {
      const known = new Set(columns.map(name => name.split(".")[0]))
      for (const name of Object.keys(row)) assert.ok(known.has(name), `${source.name}.csv has no column for ${name}`)
    }
    const at = columns.indexOf("_id")
    if (at >= 0)
      assert.deepEqual(
        lines.map(cells => cells[at]),
        rows.map(({ _id }) => _id),
        source.name,
      )
  }
})

test("the manifest is the last file and has the facts of all others", async () => {
  const archive = await exported()
  const files = await filesIn(archive)
  const manifest = manifestOf(files)
  assert.deepEqual([...files.keys()], [...manifest.files.map(({ name }) => name), "manifest.json"])
  assert.deepEqual([manifest.tenant, manifest.mode, manifest.formatVersion], [keys.tenantId, "sandbox", 1])
  assert.ok(Math.abs(Date.parse(manifest.snapshotAt) - Date.now()) < 60_000)
  for (const { name, bytes, rows } of manifest.files) {
    assert.equal(files.get(name)!.length, bytes)
    if (name.endsWith(".jsonl")) assert.equal(rowsIn(files, name.slice(0, -".jsonl".length)).length, rows, name)
  }
  const { stdout, status } = spawnSync("tar", ["-tzf", "-"], { input: archive })
  assert.deepEqual([status, stdout.toString().trim().split("\n")], [0, [...files.keys()]])
})

test("exports every list, or says why not", () => {
  const lists = application.operations.flatMap(({ route, list }) => (route && list ? [route] : []))
  const known = [...sources.flatMap(({ op }) => (op.list ? [op.route!] : [])), ...Object.keys(leftOut)]
  assert.deepEqual(known.toSorted(), lists.toSorted())
  assert.equal(new Set(sources.map(({ name }) => name)).size, sources.length)
})

test("a row that is written while the export runs is in no file, and in all files of the next one", async () => {
  const { pieces } = await asSystem(keys.tenantId, "test", async ctx => archiveOf(ctx, sources))
  const chunks: (string | Buffer)[] = []
  let written = ""
  for await (const piece of pieces) {
    chunks.push(piece)
    if (written === "") written = (await api.post("/v1/contacts/create", newContact())).body.data._id
  }
  const during = await filesIn(Buffer.concat(chunks as Buffer[]))
  for (const [name, content] of during) assert.ok(!content.includes(written), name)
  const next = await filesIn(await exported())
  for (const name of ["contacts.jsonl", "contacts.csv", "events.jsonl", "audit-log.jsonl"])
    assert.ok(next.get(name)!.includes(written), name)
})

test("runs one at a time, and gives the snapshot back when the client goes", async () => {
  for (let n = 0; n < 5; n++) {
    const { pieces } = await asSystem(keys.tenantId, "test", async ctx => archiveOf(ctx, sources))
    const started = pieces[Symbol.asyncIterator]()
    await started.next()
    const refused = await request()
    assert.deepEqual([refused.status, ((await refused.json()) as Any).error.code], [409, "EXP-1001"])
    await started.return?.()
  }
  await exported()
  const open = "select 1 from pg_stat_activity where datname = current_database() and state like 'idle in transaction%'"
  await until(async () => (await sql(open)).length === 0, "no snapshot is held")
})

test("has nothing of another tenant, and no secret", async () => {
  const other = await server.otherTenant()
  const { saved } = await furnished(other)
  assert.ok(saved)
  const { body } = await api.post("/v1/dev/webhooks/create", { url: receiver.url.replace("//", "//user:hidden-password@"), events: ["*"] })
  assert.ok(body.data.secret)
  const text = Buffer.concat([...(await filesIn(await exported())).values()]).toString()
  assert.ok(!text.includes(other.keys.tenantId))
  for (const { _id } of (await other.get("/v1/contacts")).body.data) assert.ok(!text.includes(_id))
  for (const secret of [body.data.secret, keys.apiKey, keys.password!, "hidden-password"]) assert.ok(!text.includes(secret), secret)
  const columns = await sql(`select table_name as name, column_name as "column" from information_schema.columns
    where table_schema = 'public' and data_type = 'text' and column_name ~ '(sealed|secret|^hash$|token|password)'
      and table_name !~ '^(audit|ledger|checkpoint)'`)
  assert.ok(columns.length > 5)
  for (const { name, column } of columns)
    for (const { value } of await sql(`select ${column} as value from ${name} where length(${column}) > 20`))
      assert.ok(!text.includes(value), `${name}.${column}`)
})

test("an erased contact is erased in it", async () => {
  const contact = newContact({ profile: { firstName: "Xantippe", lastName: "Quetzal" } })
  const { _id } = (await api.post("/v1/contacts/create", contact)).body.data
  assert.equal((await api.post(`/v1/contacts/${_id}/erase`)).status, 200)
  for (const [name, content] of await filesIn(await exported()))
    for (const known of ["Xantippe", "Quetzal", contact.email]) assert.ok(!content.includes(known), `${name} has ${known}`)
})

test("only super admins may, in a confirmed session, and each export has its audit entry", async () => {
  const count = async () => (await api.get("/v1/audit-log?action=exports.create")).body.count as number
  const before = await count()
  for (const role of ["admin", "finance", "developer", "viewer"])
    assert.equal((await (await server.withRole(role)).get("/v1/export")).status, 403)
  const admin = await invite(server, "admin")
  assert.equal((await (await signedIn(server, admin)).get("/v1/export")).status, 403)
  const { cookie } = await signedIn(server, adminOf(server))
  await sql("update sessions set confirmed_at = now() - interval '11 minutes'")
  const stale = await request({ cookie: cookie! })
  assert.equal(((await stale.json()) as Any).error.code, "AUT-1009")
  assert.equal(await count(), before)
  await sql("update sessions set confirmed_at = now()")
  const response = await request({ cookie: cookie! })
  assert.match(response.headers.get("content-disposition")!, /^attachment; filename="countersign-.*\.tar\.gz"$/)
  const files = await filesIn(Buffer.from(await response.arrayBuffer()))
  assert.equal(await count(), before + 1)
  const [entry] = (await api.get("/v1/audit-log?action=exports.create")).body.data
  assert.equal(entry.actor.user, (await (await signedIn(server, adminOf(server))).get("/v1/users/user")).body.data._id)
  assert.ok(files.get("audit-log.jsonl")!.includes(entry._id))
  assert.deepEqual(
    application.operations.filter(({ route, tool }) => route === "GET /v1/export" && tool),
    [],
  )
})
