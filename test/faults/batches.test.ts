import assert from "node:assert/strict"
import { randomUUID } from "node:crypto"
import { test } from "node:test"
import type { DatabaseError } from "pg"
import { commit } from "../../src/kit/commit.ts"
import { newId } from "../../src/kit/id.ts"
import { remember, taken } from "../../src/kit/idempotency.ts"
import { foldTallies } from "../../src/kit/jobs.ts"
import { table } from "../../src/kit/table.ts"
import { type Answer, type Any, newContact, newIntent, openHouse, storm, uniqueEmail } from "../harness.ts"

const { api, keys, sql } = await openHouse({ ROLE: "api" })
const { _id: payer } = (await api.post("/v1/contacts/create", newContact())).body.data
const tenant = keys.tenantId

/** The contacts' table as its store has it, to commit sets that no door would let through. */
const contacts = table("contacts", {
  tenant_id: "text",
  id: "text",
  email: "text",
  email_key: "text",
  profile: "jsonb",
  metadata: "jsonb",
  created_at: "timestamptz",
  updated_at: "timestamptz",
  version: "int",
})
type Row = Parameters<typeof contacts.insert>[0]
const row = (fields: Partial<Row> = {}): Row => {
  const [now, email] = [new Date(), uniqueEmail()]
  const made = { id: newId(now), email, email_key: email, profile: {}, metadata: {}, created_at: now, updated_at: now, version: 1 }
  return { tenant_id: tenant, ...made, ...fields }
}
const commitRow = (fields: Partial<Row> = {}) => commit({ name: randomUUID(), tenant, writes: contacts.insert(row(fields)) })
const createIntent = (reference: string, fields: object = {}) =>
  api.create("/v1/payment-intents/create", newIntent(payer, { reference, ...fields }))
const statuses = (answers: Answer[]) => answers.map(answer => answer.status).sort((a, b) => a - b)
const codes = (outcomes: PromiseSettledResult<void>[]) =>
  outcomes.map(outcome => (outcome.status === "fulfilled" ? "ok" : ((outcome.reason as DatabaseError).code ?? "?")))

test("one bad set does not hurt its neighbours", async () => {
  const email = uniqueEmail("twice")
  const [good, bad, twins] = await Promise.all([
    storm(60, i => createIntent(`neighbour-${i}`)),
    Promise.allSettled([...Array(8)].map((_, i) => commitRow({ version: i % 2 ? 0 : 1 }))),
    storm(2, () => api.post("/v1/contacts/create", newContact({ email }))),
  ])
  assert.deepEqual(new Set(statuses(good)), new Set([201]))
  assert.deepEqual(codes(bad), ["ok", "23514", "ok", "23514", "ok", "23514", "ok", "23514"])
  assert.deepEqual(statuses(twins), [201, 409])
  assert.equal(twins.find(twin => twin.status === 409)!.body.error.details._id, twins.find(twin => twin.status === 201)!.body.data._id)
  const [kept] = await sql("select count(distinct reference) as n, count(*) as all from payment_intents where reference like 'neighbour-%'")
  assert.deepEqual(kept, { n: 60, all: 60 })
})

test("a full batch of one commit loses only its bad sets", async () => {
  const bad = new Set([0, 7, 31, 32, 63])
  const outcomes = await Promise.allSettled([...Array(64)].map((_, i) => commitRow({ version: bad.has(i) ? 0 : 1 })))
  assert.deepEqual(
    codes(outcomes),
    [...Array(64)].map((_, i) => (bad.has(i) ? "23514" : "ok")),
  )
})

test("two equal keys in one batch have one effect", async () => {
  const twin = { key: "key twin", fingerprint: "f", livesS: 60 }
  const rows = [row(), row()]
  const outcomes = await Promise.allSettled(
    rows.map(each => {
      const writes = [...contacts.insert(each), ...remember(twin, false, { tenant, now: new Date(), status: 201, body: each.id })]
      return commit({ name: twin.key, tenant, writes })
    }),
  )
  const refused = outcomes.filter(outcome => outcome.status === "rejected")
  assert.equal(refused.length, 1)
  assert.ok(taken(refused[0]!.reason))
  const [stored] = await sql("select body from idempotency_keys where key = 'key twin'")
  const kept = await sql("select id from contacts where id = any($1)", [rows.map(each => each.id)])
  assert.deepEqual(kept, [{ id: stored.body }])
})

test("of twenty changes that name the same version exactly one wins", async () => {
  const { data } = (await api.post("/v1/contacts/create", newContact())).body
  const answers = await storm(20, i => api.post(`/v1/contacts/${data._id}/update`, { metadata: { winner: `${i}` } }, { "if-match": "1" }))
  assert.deepEqual(statuses(answers), [200, ...Array(19).fill(409)])
  for (const { status, body } of answers) if (status === 409) assert.equal(body.error.code, "GEN-1009")
  const winner = answers.find(answer => answer.status === 200)!.body.data
  const now = (await api.get(`/v1/contacts/${data._id}`)).body.data
  assert.deepEqual([now.version, now.metadata], [2, winner.metadata])
})

test("of thirty changes at once none is lost", async () => {
  const { data } = (await api.post("/v1/contacts/create", newContact())).body
  const answers = await storm(30, i => api.post(`/v1/contacts/${data._id}/update`, { metadata: { [`change${i}`]: "made" } }))
  assert.deepEqual(statuses(answers), Array(30).fill(200))
  assert.deepEqual(new Set(answers.map(answer => answer.body.data.version)).size, 30)
  const now = (await api.get(`/v1/contacts/${data._id}`)).body.data
  assert.equal(now.version, 31)
  assert.equal(Object.keys(now.metadata).length, 30)
})

test("batches that change the same rows in opposite order never wait for each other in a circle", async () => {
  let rows = [...Array(40)].map(() => row())
  await Promise.all(rows.map(each => commit({ name: each.id, tenant, writes: contacts.insert(each) })))
  for (let round = 0; round < 40; round++) {
    const next = rows.map(each => ({ ...each, version: each.version + 1 }))
    const change = (i: number, name: string) => commit({ name, tenant, writes: contacts.update(rows[i]!, next[i]!) })
    const up = rows.map((_, i) => change(i, `${1000 + i}`))
    const fill = [...Array(24)].map(() => commitRow()) // 64 leave together, so the second half travels beside the first
    const down = rows.map((_, i) => change(i, `${1999 - i}`))
    const outcomes = codes(await Promise.allSettled([...up, ...fill, ...down]))
    assert.equal(outcomes.filter(code => code === "ok").length, rows.length + fill.length)
    assert.deepEqual(new Set(outcomes), new Set(["ok", "22012"]))
    rows = next
  }
  assert.equal(await deadlocks(), 0)
})

test("the same e-mails created at once in opposite order are each created once", async () => {
  const emails = [...Array(30)].map((_, i) => uniqueEmail(`circle${i}`))
  const create = (email: string) => api.post("/v1/contacts/create", newContact({ email }))
  const answers = await Promise.all([...emails.map(create), ...emails.toReversed().map(create)])
  assert.deepEqual(statuses(answers), [...Array(30).fill(201), ...Array(30).fill(409)])
})

test("the count of a list stays exact under creates, cancels and deletes, and so it does while it is added up", async () => {
  const first = await storm(60, i => createIntent(`first-${i}`))
  const ids = first.map(answer => answer.body.data._id as string)
  const act = (i: number, action: string) => api.post(`/v1/payment-intents/${ids[i]}/${action}`)
  let isOver = false
  const folding = (async () => {
    while (!isOver) await Promise.all([foldTallies(), foldTallies()])
  })()
  const answers = await Promise.all([
    storm(100, i => createIntent(`more-${i}`, i % 2 ? {} : { dueAt: "2020-01-01T00:00:00Z" })),
    storm(50, i => act(i, "cancel")),
    storm(50, i => act(i + 5, "delete")),
    storm(20, i => act(i, "cancel")),
  ])
  isOver = true
  await folding
  for (const { status, text } of answers.flat()) assert.ok([200, 201, 404, 409].includes(status), text)
  await assertCounts()
  while (await foldTallies());
  await assertCounts()
  const [most] = await sql("select count(*) as n from tallies group by kind, value order by 1 desc limit 1")
  assert.equal(most.n, 1)
})

/** What the lists say against what is there. */
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

/** A connection tells what it met when it ends, so all others end first. */
async function deadlocks(): Promise<number> {
  await sql("select pg_terminate_backend(pid, 5000) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()")
  return (await sql("select deadlocks from pg_stat_database where datname = current_database()"))[0].deadlocks
}
