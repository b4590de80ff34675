import assert from "node:assert/strict"
import { spawnSync } from "node:child_process"
import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { after, test } from "node:test"
import { disputeFixtures } from "../../../test/dispute-fixtures.ts"
import { type Any, type Caller, createCaller, newContact, startTestServer } from "../../../test/harness.ts"
import { setSecretKeys } from "../../kit/service/crypto.ts"
import { publishedKeys, resealCheckpointKeys, rotateSigningKey } from "./key-store.ts"
import { checkpointSweeps } from "./jobs.ts"
import { sealNext } from "../../platform/audit/store.ts"
import { beginHistory } from "./store.ts"
import { exportOf, randomFrom, tamperings, verifierOf } from "../../../test/tampering.ts"
import { isShort } from "../../../test/levels.ts"

const server = await startTestServer({ ROLE: "api" }) // no worker: only the tests take checkpoints
const { sql, baseUrl } = server
const folder = mkdtempSync(join(tmpdir(), "checkpoints-"))
after(() => rmSync(folder, { recursive: true, force: true }))

const take = async (api: Caller): Promise<Any> => {
  const response = await api.post("/v1/checkpoints/sign")
  assert.equal(response.status, 200, response.text)
  return response.body.data
}
const published = async (path: string): Promise<Response> => fetch(`${baseUrl}/checkpoints/${path}`)
const keysJson = async () => (await published("keys")).text()

/** A tenant with payments, splits, refunds and an erased contact, and a checkpoint after each. */
async function newHistory() {
  const api: Caller & { keys: { tenantId: string; apiKey: string } } = await server.otherTenant()
  const { charge, refund } = await disputeFixtures(api, server, api.keys.tenantId)
  const first = await take(api)
  const charged = await charge()
  const erased = (await api.post("/v1/contacts/create", newContact({ profile: { firstName: "Zoë", lastName: "Ümlaut\u2028" } }))).body.data
  await take(api)
  await refund(charged, 1234)
  await api.post(`/v1/contacts/${erased._id}/update`, { metadata: { note: "ção 🔑" } })
  await take(api)
  assert.equal((await api.post(`/v1/contacts/${erased._id}/erase`)).status, 200)
  await charge()
  const last = await take(api)
  return { api, charge, first, last, tenant: api.keys.tenantId }
}

test("checkpoints follow from each other, and an idle tenant gets none", async () => {
  const { api, last } = await newHistory()
  assert.deepEqual(await take(api), last)
  const { data } = (await api.get("/v1/checkpoints")).body
  assert.deepEqual(
    data.map(({ number }: Any) => number),
    [4, 3, 2, 1],
  )
  assert.ok(data.every((each: Any, i: number) => (each.previous === null) === (i === 3)))
  const [{ entries }] = await sql("select count(*) as entries from ledger_entries where tenant_id = $1", [api.keys.tenantId])
  assert.equal(last.ledger.entries, Number(entries))
})

test("finds a checkpoint by its id and by its number", async () => {
  const { api, first } = await newHistory()
  for (const reference of [first._id, "1"]) assert.deepEqual((await api.get(`/v1/checkpoints/${reference}`)).body.data, first)
  assert.equal((await api.get("/v1/checkpoints/99")).status, 404)
  assert.equal((await api.get("/v1/checkpoints?number=1")).body.data[0]._id, first._id)
})

test("a dry run signs nothing", async () => {
  const { api } = await newHistory()
  await api.post("/v1/contacts/create", newContact())
  assert.equal((await api.post("/v1/checkpoints/sign", {}, { "dry-run": "true" })).body.data.number, 5)
  assert.equal((await api.get("/v1/checkpoints")).body.count, 4)
})

test("concurrent requests get the same checkpoint", async () => {
  const { api } = await newHistory()
  await api.post("/v1/contacts/create", newContact())
  const taken = await Promise.all([take(api), take(api), take(api)])
  assert.deepEqual(new Set(taken.map(each => each.signature)).size, 1)
})

test("the worker signs one an hour, for tenants that have something new", async () => {
  const api: Caller & { keys: { tenantId: string } } = await server.otherTenant()
  const { tenantId } = api.keys
  const sweep = async () => {
    while (await sealNext(tenantId));
    await checkpointSweeps[0]!.run()
    return (await api.get("/v1/checkpoints")).body.count
  }
  await api.post("/v1/contacts/create", newContact())
  assert.equal(await sweep(), 1)
  await api.post("/v1/contacts/create", newContact())
  assert.equal(await sweep(), 1, "the last one is not an hour old")
  await sql("grant update on checkpoints to current_user")
  await sql("update checkpoints set at = at - interval '1 hour' where tenant_id = $1", [tenantId])
  await sql("revoke update on checkpoints from current_user")
  assert.deepEqual([await sweep(), await sweep()], [2, 2])
})

test("the verifier accepts an export with erased contacts and checkpoints of an older key", async () => {
  const { api, charge, tenant } = await newHistory()
  const { retired, key } = await rotateSigningKey()
  await charge()
  const last = await take(api)
  assert.equal(last.keyId, key)
  const keys = (await publishedKeys()).map(({ id, retiredAt }) => [id, retiredAt !== null])
  assert.ok(keys.some(each => each[0] === retired && each[1]) && keys.some(each => each[0] === key && !each[1]))
  const { verify, readKeys } = await verifierOf()
  const lines = await exportOf(baseUrl, api)
  const report = await verify(lines, readKeys(await keysJson()))
  assert.deepEqual(report.problems, [])
  assert.deepEqual([report.tenant, report.checkpoints, report.ledger], [tenant, 5, last.ledger.entries])
  const onlyNew = await verify(lines, readKeys(await (await published(`keys/${key}`)).text()))
  assert.match(onlyNew.problems[0].problem, new RegExp(`^checkpoint 1 is signed by the key ${retired}, which is not among yours`))
})

test("the command exits with 0, 1 or 2, and names the line", async () => {
  const { api, last } = await newHistory()
  const lines = await exportOf(baseUrl, api)
  const [file, keys, kept] = ["export.jsonl", "keys.json", "kept.json"].map(name => join(folder, name)) as [string, string, string]
  writeFileSync(keys, await keysJson())
  writeFileSync(kept, JSON.stringify({ data: last }))
  const run = (content: string, ...args: string[]) => {
    writeFileSync(file, content)
    const { status, stdout, stderr } = spawnSync(process.execPath, ["bin/countersign-verify.mjs", file, ...args], { encoding: "utf8" })
    return [status, stdout + stderr] as const
  }
  const text = lines.map(line => `${line}\n`).join("")
  const [status, said] = run(text, "--keys", keys, "--checkpoint", kept)
  assert.deepEqual([status, /^Everything is as it was signed: \d+ ledger entries/.test(said)], [0, true], said)
  const [changed, why] = run(text.replace('\\"amount\\":', '\\"amouNt\\":'), "--keys", keys)
  assert.deepEqual([changed, /export\.jsonl:\d+: audit log entry \d+ \([0-9a-f]{24}\) was changed/.test(why)], [1, true], why)
  const [cut, missing] = run(text.slice(0, -1), "--keys", keys)
  assert.deepEqual([cut, /is not JSON as the service writes it/.test(missing)], [1, true], missing)
  const shorter = text.slice(0, text.indexOf("\n", text.indexOf('{"type":"checkpoint"')) + 1)
  assert.equal(run(shorter, "--keys", keys)[0], 0, "it is a whole export of earlier")
  const [ended, end] = run(shorter, "--keys", keys, "--checkpoint", kept)
  assert.deepEqual([ended, /the export ends at checkpoint 1, and you kept checkpoint 4/.test(end)], [1, true], end)
  assert.equal(run(text)[0], 2)
})

test("finds and locates each of a thousand random tamperings", async t => {
  const { api, last } = await newHistory()
  const { verify, readKeys, readKept } = await verifierOf()
  const [lines, keys] = [await exportOf(baseUrl, api), readKeys(await keysJson())]
  const kept = readKept(JSON.stringify(last))
  const random = randomFrom(4711)
  const counts = new Map<string, number>()
  for (let i = 0; i < (isShort ? 150 : 1000); i++) {
    const { kind, tampered, from, to } = tamperings(random, lines)
    const { problems } = await verify(tampered, keys, kept)
    const located = problems.some(({ line }: Any) => line >= from && line <= to)
    assert.ok(located, `${kind} at line ${from}: ${JSON.stringify(problems.slice(0, 3))}`)
    counts.set(kind, (counts.get(kind) ?? 0) + 1)
  }
  t.diagnostic(`found all: ${JSON.stringify(Object.fromEntries(counts))}, in ${lines.length} lines`)
})

test("finds a value of another type that has the same text", async () => {
  const { api } = await newHistory()
  const { verify, readKeys } = await verifierOf()
  const [lines, keys] = [await exportOf(baseUrl, api), readKeys(await keysJson())]
  for (const [was, is] of [
    [/"before":null/, '"before":""'],
    [/"before":("\{.*?[^\\]"),"after"/, '"before":[$1],"after"'],
    [/"after":"\{.*"\}\}$/, '"after":5}}'],
    [/"redacted":("[^"]+")/, '"redacted":[$1]'],
    [/"signature":"[^"]+"/, '"signature":5'],
  ] as const) {
    const at = lines.findIndex(line => was.test(line))
    const { problems } = await verify(lines.with(at, lines[at]!.replace(was, is)), keys)
    assert.ok(
      problems.some(({ line }: Any) => line === at + 1),
      `${is}: ${JSON.stringify(problems)}`,
    )
  }
})

test("shows that a row was changed in the database, and which", async () => {
  const { api, tenant } = await newHistory()
  const [entry] = await sql("select id from ledger_entries where tenant_id = $1 order by id limit 1", [tenant])
  await sql("grant update on ledger_entries to current_user")
  await sql("update ledger_entries set booked_on = '2020-01-01', fact_on = null where id = $1", [entry.id])
  await sql("revoke update on ledger_entries from current_user")
  const { verify, readKeys } = await verifierOf()
  const { problems } = await verify(await exportOf(baseUrl, api), readKeys(await keysJson()))
  assert.deepEqual(problems, [{ line: problems[0].line, problem: `ledger entry 1 (${entry.id}) was changed, after checkpoint 1` }])
})

test("a restored backup begins another history, which the verifier names", async () => {
  const { api, last, tenant, charge } = await newHistory()
  const lost = { ...last, number: 5 }
  await beginHistory(tenant, new Date("2026-11-01T00:00:00Z"))
  await charge()
  const next = await take(api)
  assert.deepEqual([next.number, next.history.restoredFrom], [5, "2026-11-01T00:00:00.000Z"])
  assert.notEqual(next.history.id, last.history.id)
  const { verify, readKeys, readKept } = await verifierOf()
  const [lines, keys] = [await exportOf(baseUrl, api), readKeys(await keysJson())]
  const report = await verify(lines, keys)
  assert.deepEqual([report.problems, report.notes], [[], ["A backup of 2026-11-01T00:00:00.000Z was restored before checkpoint 5."]])
  const { problems } = await verify(lines, keys, readKept(JSON.stringify(lost)))
  assert.match(problems[0].problem, /checkpoint 5 differs from the one that you kept, because a backup of 2026-11-01/)
})

test("anybody reads keys and verifier, and checkpoints only where they are published", async () => {
  const { api, last, tenant } = await newHistory()
  assert.equal((await published(tenant)).status, 404)
  assert.equal((await published("0".repeat(24))).status, 404)
  const { data } = (await api.post("/v1/checkpoints/settings", { public: true })).body
  assert.deepEqual([data.public, data.url], [true, `${baseUrl}/checkpoints/${tenant}`])
  const { data: list } = (await (await fetch(data.url)).json()) as Any
  const { _id, createdAt: _createdAt, ...signed } = last
  assert.deepEqual([list.length, list[0]], [4, signed])
  assert.equal(((await (await published(`${tenant}/before/3`)).json()) as Any).data[0].number, 2)
  const [entry] = (await api.get("/v1/audit-log?action=checkpointSettings.update")).body.data
  assert.deepEqual([entry.before, entry.after], [{ public: false }, { public: true }])
  await api.post("/v1/checkpoints/settings", { public: false })
  assert.equal((await published(tenant)).status, 404)
  const program = await fetch(data.verifierUrl)
  assert.match(await program.text(), /^#!\/usr\/bin\/env node/)
  assert.equal((await fetch(data.keysUrl)).status, 200)
})

test("only super admins export, because an export masks nothing", async () => {
  const { api } = await newHistory()
  const viewer = (await api.create("/v1/dev/api-keys/create", { name: "Finance", role: "finance" })).body.data
  const caller = createCaller(baseUrl, { ...api.keys, apiKey: viewer.key })
  assert.equal((await caller.get("/v1/checkpoints/export")).status, 403)
  assert.equal((await caller.get("/v1/checkpoints")).status, 200)
})

test("the database refuses to change or remove checkpoints and links of the ledger", async () => {
  for (const table of ["checkpoints", "ledger_chain"])
    for (const attempt of [`update ${table} set tenant_id = tenant_id`, `delete from ${table}`, `truncate ${table}`])
      await assert.rejects(sql(attempt), { code: "42501" }, attempt)
})

test("seals the signing key again with a new SECRET_KEY", async () => {
  const { api } = await newHistory()
  const before = await sql("select sealed from checkpoint_keys where retired_at is null")
  setSecretKeys(["another secret key that is only for tests", "a secret key that is only for tests"])
  assert.equal(await resealCheckpointKeys(), 1)
  const after = await sql("select sealed from checkpoint_keys where retired_at is null")
  assert.notDeepEqual(after, before)
  await api.post("/v1/contacts/create", newContact())
  assert.equal((await take(api)).number, 5)
})
