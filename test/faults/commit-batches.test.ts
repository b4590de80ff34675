import assert from "node:assert/strict"
import { randomUUID } from "node:crypto"
import { test, type TestContext } from "node:test"
import pg, { type DatabaseError } from "pg"
import { commit, isKeyTaken } from "../../src/kit/db/commit.ts"
import { newId } from "../../src/kit/pure/id.ts"
import { storeResponse } from "../../src/kit/operation/idempotency.ts"
import { identity, json, text, tracked } from "../../src/kit/db/columns.ts"
import { foldTallies } from "../../src/kit/db/tallies.ts"
import { table } from "../../src/kit/db/table.ts"
import type { Write } from "../../src/kit/db/statements.ts"
import { type Any, type ApiResponse, inParallel, newContact, newIntent, startTestServer, uniqueEmail } from "../harness.ts"
import { faultRounds } from "../levels.ts"

// The log would show each request that a lock refuses as an error, so only fatal lines are shown.
const { api, databaseUrl, keys, sql } = await startTestServer({ ROLE: "api", LOG_LEVEL: "fatal" })
const { _id: payer } = (await api.post("/v1/contacts/create", newContact())).body.data
const tenant = keys.tenantId

/** The contacts table as its store declares it, to commit rows that the API would refuse. */
const contacts = table("contacts", { ...identity, email: text, email_key: text, profile: json<object>(), ...tracked })
type Row = Parameters<typeof contacts.insert>[0]
const row = (fields: Partial<Row> = {}): Row => {
  const [now, email] = [new Date(), uniqueEmail()]
  const defaults = {
    id: newId(now),
    email,
    email_key: email,
    profile: {},
    metadata: {},
    created_at: now,
    updated_at: now,
    version: 1,
    revision: 1,
  }
  return { tenant_id: tenant, ...defaults, ...fields }
}
const commitRow = (fields: Partial<Row> = {}) => commit({ name: randomUUID(), tenant, writes: contacts.insert(row(fields)) })
const createIntent = (reference: string, fields: object = {}) =>
  api.create("/v1/payment-intents/create", newIntent(payer, { reference, ...fields }))
const statuses = (responses: ApiResponse[]) => responses.map(response => response.status).sort((a, b) => a - b)
const codes = (outcomes: PromiseSettledResult<void>[]) =>
  outcomes.map(outcome => (outcome.status === "fulfilled" ? "ok" : ((outcome.reason as DatabaseError).code ?? "?")))

test("an invalid write does not affect the other writes of its batch", async () => {
  const email = uniqueEmail("twice")
  const [valid, mixed, duplicates] = await Promise.all([
    inParallel(60, i => createIntent(`same-batch-${i}`)),
    Promise.allSettled([...Array(8)].map((_, i) => commitRow({ version: i % 2 ? 0 : 1 }))),
    inParallel(2, () => api.post("/v1/contacts/create", newContact({ email }))),
  ])
  assert.deepEqual(new Set(statuses(valid)), new Set([201]))
  assert.deepEqual(codes(mixed), ["ok", "23514", "ok", "23514", "ok", "23514", "ok", "23514"])
  assert.deepEqual(statuses(duplicates), [201, 409])
  assert.equal(
    duplicates.find(({ status }) => status === 409)!.body.error.details._id,
    duplicates.find(({ status }) => status === 201)!.body.data._id,
  )
  const [stored] = await sql(
    "select count(distinct reference) as n, count(*) as all from payment_intents where reference like 'same-batch-%'",
  )
  assert.deepEqual(stored, { n: 60, all: 60 })
})

test("a full batch loses only its invalid writes", async () => {
  const invalid = new Set([0, 7, 31, 32, 63])
  const outcomes = await Promise.allSettled([...Array(64)].map((_, i) => commitRow({ version: invalid.has(i) ? 0 : 1 })))
  assert.deepEqual(
    codes(outcomes),
    [...Array(64)].map((_, i) => (invalid.has(i) ? "23514" : "ok")),
  )
})

test("a write that waits for a locked row does not delay the others of its batch", { timeout: 10_000 }, async t => {
  const locked = row()
  await commit({ name: locked.id, tenant, writes: contacts.insert(locked) })
  await holdLock(t, `select from contacts where id = '${locked.id}' for update`)
  const change = contacts.update(locked, { ...locked, version: 2, revision: 2 })
  const waiting = Promise.allSettled([commit({ name: locked.id, tenant, writes: change })])
  const others = await Promise.allSettled([...Array(63)].map(() => commitRow()))
  assert.deepEqual(new Set(codes(others)), new Set(["ok"]))
  assert.deepEqual(codes(await waiting), ["55P03"])
})

test("reads of a locked table are refused together, not one after the other", { timeout: 20_000 }, async t => {
  await holdLock(t, "lock table contacts")
  const responses = await inParallel(20, i => api.get(`/v1/contacts/${newId(new Date(i))}`))
  assert.deepEqual(new Set(statuses(responses)), new Set([503]))
})

/** Runs a statement in a separate transaction, which ends with the test. */
async function holdLock(t: TestContext, statement: string) {
  const client = new pg.Client({ connectionString: databaseUrl, options: "-c app.tenants=*" })
  await client.connect()
  t.after(() => client.end())
  await client.query(`begin; ${statement}`)
}

test("two writes with the same idempotency key in one batch have one effect", async () => {
  const request = { key: "key duplicate", fingerprint: "f", ttlSeconds: 60, replaces: false }
  const rows = [row(), row()]
  const outcomes = await Promise.allSettled(
    rows.map(each => {
      const writes = contacts.insert(each)
      const write = (more: Write | Write[]) => void writes.push(...[more].flat())
      storeResponse({ tenant: { id: tenant }, now: new Date(), write, published: new Map() }, request, { status: 201, body: each.id })
      return commit({ name: request.key, tenant, writes })
    }),
  )
  const refused = outcomes.filter(outcome => outcome.status === "rejected")
  assert.equal(refused.length, 1)
  assert.ok(isKeyTaken(refused[0]!.reason))
  const [stored] = await sql("select body from idempotency_keys where key = 'key duplicate'")
  const kept = await sql("select id from contacts where id = any($1)", [rows.map(each => each.id)])
  assert.deepEqual(kept, [{ id: stored.body }])
})

test("accepts exactly one of twenty updates with the same If-Match version", async () => {
  const { data } = (await api.post("/v1/contacts/create", newContact())).body
  const responses = await inParallel(20, i =>
    api.post(`/v1/contacts/${data._id}/update`, { metadata: { winner: `${i}` } }, { "if-match": "1" }),
  )
  assert.deepEqual(statuses(responses), [200, ...Array(19).fill(409)])
  for (const { status, body } of responses) if (status === 409) assert.equal(body.error.code, "GEN-1009")
  const winner = responses.find(response => response.status === 200)!.body.data
  const now = (await api.get(`/v1/contacts/${data._id}`)).body.data
  assert.deepEqual([now.version, now.metadata], [2, winner.metadata])
})

test("thirty concurrent updates of one contact are all kept", async () => {
  const { data } = (await api.post("/v1/contacts/create", newContact())).body
  const responses = await inParallel(30, i => api.post(`/v1/contacts/${data._id}/update`, { metadata: { [`change${i}`]: "made" } }))
  assert.deepEqual(statuses(responses), Array(30).fill(200))
  assert.deepEqual(new Set(responses.map(response => response.body.data.version)).size, 30)
  const now = (await api.get(`/v1/contacts/${data._id}`)).body.data
  assert.equal(now.version, 31)
  assert.equal(Object.keys(now.metadata).length, 30)
})

test("batches that change the same rows in opposite order never deadlock", async () => {
  let rows = [...Array(40)].map(() => row())
  await Promise.all(rows.map(each => commit({ name: each.id, tenant, writes: contacts.insert(each) })))
  for (let round = 0; round < faultRounds(40); round++) {
    const next = rows.map(each => ({ ...each, version: each.version + 1, revision: each.revision + 1 }))
    const change = (i: number, name: string) => commit({ name, tenant, writes: contacts.update(rows[i]!, next[i]!) })
    const ascending = rows.map((_, i) => change(i, `${1000 + i}`))
    const fill = [...Array(24)].map(() => commitRow()) // a batch has 64 items, so these put the descending changes into another batch
    const descending = rows.map((_, i) => change(i, `${1999 - i}`))
    const outcomes = codes(await Promise.allSettled([...ascending, ...fill, ...descending]))
    assert.equal(outcomes.filter(code => code === "ok").length, rows.length + fill.length)
    assert.deepEqual(new Set(outcomes), new Set(["ok", "UW003"]))
    rows = next
  }
  assert.equal(await countDeadlocks(), 0)
})

test("the same e-mails created at once in opposite order are each created once", async () => {
  const emails = [...Array(30)].map((_, i) => uniqueEmail(`order${i}`))
  const create = (email: string) => api.post("/v1/contacts/create", newContact({ email }))
  const responses = await Promise.all([...emails.map(create), ...emails.toReversed().map(create)])
  assert.deepEqual(statuses(responses), [...Array(30).fill(201), ...Array(30).fill(409)])
})

test("the count of a list stays exact during creates, cancels and deletes, also while tallies are folded", async () => {
  const first = await inParallel(60, i => createIntent(`first-${i}`))
  const ids = first.map(response => response.body.data._id as string)
  const act = (i: number, action: string) => api.post(`/v1/payment-intents/${ids[i]}/${action}`)
  let isDone = false
  const folding = (async () => {
    while (!isDone) await Promise.all([foldTallies(), foldTallies()])
  })()
  const responses = await Promise.all([
    inParallel(100, i => createIntent(`more-${i}`, i % 2 ? {} : { dueAt: "2020-01-01T00:00:00Z" })),
    inParallel(50, i => act(i, "cancel")),
    inParallel(50, i => act(i + 5, "delete")),
    inParallel(20, i => act(i, "cancel")),
  ])
  isDone = true
  await folding
  for (const { status, text } of responses.flat()) assert.ok([200, 201, 404, 409].includes(status), text)
  await assertCounts()
  while (await foldTallies());
  await assertCounts()
  const [largest] = await sql("select count(*) as n from tallies group by kind, value order by 1 desc limit 1")
  assert.equal(largest.n, 1)
})

/** Compares the counts of the lists with the rows. */
async function assertCounts() {
  const rows: Any[] = await sql("select status, count(*) as n from payment_intents group by status")
  for (const { status, n } of rows) assert.equal((await api.get(`/v1/payment-intents?limit=1&status=${status}`)).body.count, n, status)
  const all = rows.reduce((sum, { n }) => sum + n, 0)
  assert.equal((await api.get("/v1/payment-intents?limit=1")).body.count, all)
  assert.equal(
    (await api.get("/v1/payment-intents?limit=1&status[ne]=canceled&status[in]=due,overdue,canceled")).body.count,
    rows.filter(({ status }) => status !== "canceled").reduce((sum, { n }) => sum + n, 0),
  )
}

/** A connection reports its statistics when it ends, so all others are terminated first. */
async function countDeadlocks(): Promise<number> {
  await sql("select pg_terminate_backend(pid, 5000) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()")
  return (await sql("select deadlocks from pg_stat_database where datname = current_database()"))[0].deadlocks
}
