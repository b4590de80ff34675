import assert from "node:assert/strict"
import { test } from "node:test"
import { setTimeout as wait } from "node:timers/promises"
import { type Answer, type Caller, newContact, newIntent, storm, until } from "../harness.ts"
import { holdTable, openServers, startServer } from "./server.ts"

const { apis, databaseUrl, servers, sql } = await openServers(2)
const { _id: contact } = (await apis[0]!.post("/v1/contacts/create", newContact())).body.data
const path = "/v1/payment-intents/create"
const body = (reference: string) => JSON.stringify(newIntent(contact, { reference, dueAt: "2090-01-01T00:00:00Z" }))
const either = (i: number) => apis[i % 2]!
const create = (api: Caller, reference: string, key?: string) => api.post(path, body(reference), key ? { "idempotency-key": key } : {})
const effects = async (reference: string) =>
  Number((await sql("select count(*) as n from payment_intents where reference = $1", [reference]))[0].n)
const replayed = (answer: Answer) => answer.headers.get("idempotent-replayed") === "true"
const textsOf = (answers: Answer[]) => new Set(answers.map(answer => answer.text))
const advance = async (by: string) => assert.equal((await apis[0]!.post("/v1/simulations/clock", { advance: by })).status, 200)

/** A client that wants its answer: the same request again, until it is there. */
async function insist(api: () => Caller, reference: string, key: string): Promise<Answer> {
  for (;;) {
    const answer = await create(api(), reference, key).catch(() => undefined)
    if (answer?.status === 201) return answer
    assert.ok(answer === undefined || answer.status === 409 || answer.status >= 500, `${answer?.status} ${answer?.text}`)
    await wait(20 + Math.random() * 60)
  }
}

test("the same key at the same time on two processes has one effect and one answer", async () => {
  const answers = await storm(200, i => insist(() => either(i), `both-${i >> 1}`, `both-${i >> 1}`))
  for (let i = 0; i < 200; i += 2) assert.equal(answers[i]!.text, answers[i + 1]!.text)
  const [row] = await sql("select count(*) as n, count(distinct reference) as different from payment_intents where reference like 'both-%'")
  assert.deepEqual(row, { n: 100, different: 100 })
})

test("two processes that both hold the key when neither has committed still have one effect", async () => {
  const held = await holdTable(databaseUrl, "payment_intents")
  const answers = apis.map(api => create(api, "stalled", "stalled"))
  await until(async () => (await held.waiting()) >= 2, "both wait to write")
  await held.release()
  const [one, two] = await Promise.all(answers)
  assert.deepEqual([one!.status, two!.status], [201, 201])
  assert.equal(one!.text, two!.text)
  assert.equal([one!, two!].filter(replayed).length, 1)
  assert.equal(await effects("stalled"), 1)
})

test("without a key the same request is a retry, on either process", async () => {
  const answers = await storm(16, i => create(either(i), "keyless"))
  assert.deepEqual(new Set(answers.map(answer => answer.status)), new Set([201]))
  assert.equal(textsOf(answers).size, 1)
  assert.equal(answers.filter(answer => !replayed(answer)).length, 1)
  assert.equal(await effects("keyless"), 1)
})

test("the same key while the first is running is refused at once", async () => {
  const held = await holdTable(databaseUrl, "payment_intents")
  let isDone = false
  const first = create(apis[0]!, "slow", "slow").finally(() => (isDone = true))
  await until(async () => (await held.waiting()) > 0, "the first waits to write")
  const seconds: Answer[] = []
  void storm(8, async () => seconds.push(await create(apis[0]!, "slow", "slow")))
  await until(async () => isDone || seconds.length === 8, "the others are answered", 8_000).catch(() => {})
  const beforeTheFirst = isDone ? 0 : seconds.length
  await held.release()
  assert.equal(beforeTheFirst, 8)
  for (const second of seconds) {
    assert.equal(second.status, 409)
    assert.equal(second.body.error.code, "IDM-1003")
    assert.equal(second.headers.get("retry-after"), "1")
  }
  const { status, text } = await first
  assert.equal(status, 201)
  assert.equal((await create(apis[1]!, "slow", "slow")).text, text)
  assert.equal(await effects("slow"), 1)
})

test("a key is free again after a refused request", async () => {
  const refusals = await storm(4, i => either(i).create(path, { ...newIntent(contact), currency: "XXXX" }, "refused"))
  for (const { status, body } of refusals) assert.ok(status === 400 || body.error.code === "IDM-1003", `${status}`)
  assert.equal((await either(0).create(path, newIntent("nobody@example.com"), "refused")).status, 404)
  const accepted = await create(apis[1]!, "corrected", "refused")
  assert.equal(accepted.status, 201)
  assert.equal(replayed(accepted), false)
})

test("a used key refuses another body, even one that is no JSON", async () => {
  await create(apis[0]!, "used", "used")
  for (const other of [body("other"), "not even JSON"]) {
    const { status, body } = await apis[1]!.post(path, other, { "idempotency-key": "used" })
    assert.deepEqual([status, body.error.code], [422, "IDM-1002"])
  }
})

test("an answer is replayed byte for byte, also by a process that was started since", async () => {
  const first = await create(apis[0]!, "kept", "kept")
  const { port } = new URL(servers[0]!.baseUrl)
  await servers[0]!.stop("SIGKILL")
  servers[0] = await startServer(databaseUrl, { PORT: port })
  const again = await create(apis[0]!, "kept", "kept")
  assert.deepEqual([again.status, again.text, replayed(again)], [first.status, first.text, true])
  assert.notEqual(again.headers.get("x-request-id"), first.headers.get("x-request-id"))
})

test("a key lives for a day of its tenant's clock, and is then free exactly once", async () => {
  const first = await create(apis[0]!, "aged", "aged")
  await advance("PT23H59M")
  assert.equal((await create(apis[1]!, "aged", "aged")).text, first.text)
  await advance("PT2M")
  const answers = await storm(8, i => insist(() => either(i), "aged", "aged"))
  assert.equal(textsOf(answers).size, 1)
  assert.notEqual(answers[0]!.text, first.text)
  assert.equal(await effects("aged"), 2)
})

test("a retry without a key is one only within its window", async () => {
  const first = await create(apis[0]!, "window")
  await advance("PT119S")
  assert.equal((await create(apis[1]!, "window")).text, first.text)
  await advance("PT2S")
  const answers = await storm(8, i => create(either(i), "window"))
  assert.equal(textsOf(answers).size, 1)
  assert.notEqual(answers[0]!.text, first.text)
  assert.equal(await effects("window"), 2)
})

test(
  "what is killed leaves all or nothing: 300 operations, each sent four times, while servers and connections die",
  { timeout: 60_000 },
  async t => {
    const operations = 300
    const perKill = 60
    const random = seeded(Number(process.env["SEED"] ?? Date.now() % 1e9), seed => t.diagnostic(`SEED=${seed}`))
    const seen = { kills: 0, cuts: 0, mismatches: 0 }

    async function disturb() {
      await wait(random() * 15)
      const victim = random() < 0.5 ? 0 : 1
      const { port } = new URL(servers[victim]!.baseUrl)
      const cut = await sql(`
      select pg_terminate_backend(pid) from pg_stat_activity
      where pid <> pg_backend_pid() and datname = current_database() order by random() limit 3`)
      seen.cuts += cut.length
      await servers[victim]!.stop("SIGKILL")
      seen.kills++
      servers[victim] = await startServer(databaseUrl, { PORT: port })
    }

    let next = 0
    let disturbed = Promise.resolve()
    await storm(10, async () => {
      while (next < operations) {
        const n = next++
        if (n % perKill === 0) await (disturbed = disturbed.then(disturb)) // one after the other: a server is not killed while it starts
        const answers = await storm(4, () => insist(() => either(Math.floor(random() * 2)), `storm-${n}`, `storm-${n}`))
        if (textsOf(answers).size !== 1) seen.mismatches++
      }
    })
    await disturbed
    t.diagnostic(JSON.stringify(seen))
    assert.deepEqual(await countStorm(), {
      effects: operations,
      different: operations,
      keys: operations,
      events: operations,
      audited: operations,
    })
    assert.equal(seen.mismatches, 0)
    assert.ok(seen.kills >= 5 && seen.cuts >= 5)
  },
)

async function countStorm() {
  const [row] = await sql(`
    with stormed as (select * from payment_intents where reference like 'storm-%')
    select (select count(*) from stormed) as effects,
           (select count(distinct reference) from stormed) as different,
           (select count(*) from idempotency_keys where key like 'key storm-%') as keys,
           (select count(*) from events where object_id in (select id from stormed)) as events,
           (select count(*) from audit_entries where object_id in (select id from stormed)) as audited`)
  return row
}

/** The same seed makes the same storm, as far as the machine allows. */
function seeded(seed: number, tell: (seed: number) => void) {
  tell(seed)
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}
