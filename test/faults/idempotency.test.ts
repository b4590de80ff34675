import assert from "node:assert/strict"
import { test } from "node:test"
import { setTimeout as wait } from "node:timers/promises"
import { type ApiResponse, type Caller, inParallel, newContact, newIntent, until } from "../harness.ts"
import { faultRounds, isLong } from "../levels.ts"
import { lockTable, startServer, startServers } from "./server-process.ts"

const { apis, databaseUrl, servers, sql } = await startServers(2)
const { _id: contact } = (await apis[0]!.post("/v1/contacts/create", newContact())).body.data
const path = "/v1/payment-intents/create"
const body = (reference: string) => JSON.stringify(newIntent(contact, { reference, dueAt: "2090-01-01T00:00:00Z" }))
const either = (i: number) => apis[i % 2]!
const create = (api: Caller, reference: string, key?: string) => api.post(path, body(reference), key ? { "idempotency-key": key } : {})
const countIntents = async (reference: string) =>
  Number((await sql("select count(*) as n from payment_intents where reference = $1", [reference]))[0].n)
const isReplayed = (response: ApiResponse) => response.headers.get("idempotent-replayed") === "true"
const distinctTexts = (responses: ApiResponse[]) => new Set(responses.map(response => response.text))
const advance = async (by: string) => assert.equal((await apis[0]!.post("/v1/simulations/clock", { advance: by })).status, 200)

/** Repeats the same request until it succeeds, as a client that retries does. */
async function createWithRetries(api: () => Caller, reference: string, key: string): Promise<ApiResponse> {
  for (;;) {
    const response = await create(api(), reference, key).catch(() => undefined)
    if (response?.status === 201) return response
    assert.ok(response === undefined || response.status === 409 || response.status >= 500, `${response?.status} ${response?.text}`)
    await wait(20 + Math.random() * 60)
  }
}

test("the same key on two processes at the same time has one effect and one response", async () => {
  const responses = await inParallel(200, i => createWithRetries(() => either(i), `both-${i >> 1}`, `both-${i >> 1}`))
  for (let i = 0; i < 200; i += 2) assert.equal(responses[i]!.text, responses[i + 1]!.text)
  const [row] = await sql("select count(*) as n, count(distinct reference) as different from payment_intents where reference like 'both-%'")
  assert.deepEqual(row, { n: 100, different: 100 })
})

test("two processes that both use the key before either has committed still have one effect", async () => {
  const locked = await lockTable(databaseUrl, "payment_intents")
  const responses = apis.map(api => create(api, "stalled", "stalled"))
  await until(async () => (await locked.countWaiting()) >= 2, "both wait to write")
  await locked.release()
  const [one, two] = await Promise.all(responses.map(async response => refusedOrCreated(await response)))
  assert.ok(one || two)
  const again = await create(apis[0]!, "stalled", "stalled")
  for (const { text } of [one, two].flatMap(response => response ?? [])) assert.equal(text, again.text)
  assert.equal(await countIntents("stalled"), 1)
})

/** Undefined for a request that was refused because another one with its key was still running. */
function refusedOrCreated(response: ApiResponse): ApiResponse | undefined {
  if (response.status === 201) return response
  assert.equal(response.body.error.code, "IDM-1003")
  return undefined
}

test("without a key, the same request on either process is a retry", async () => {
  const responses = await inParallel(16, i => create(either(i), "keyless"))
  assert.deepEqual(new Set(responses.map(response => response.status)), new Set([201]))
  assert.equal(distinctTexts(responses).size, 1)
  assert.equal(responses.filter(response => !isReplayed(response)).length, 1)
  assert.equal(await countIntents("keyless"), 1)
})

test("a request is refused at once while another with the same key is in flight", async () => {
  const locked = await lockTable(databaseUrl, "payment_intents")
  let isFirstDone = false
  const first = create(apis[0]!, "slow", "slow").finally(() => (isFirstDone = true))
  await until(async () => (await locked.countWaiting()) > 0, "the first waits to write")
  const refusals: ApiResponse[] = []
  void inParallel(8, async () => refusals.push(await create(apis[0]!, "slow", "slow")))
  await until(async () => isFirstDone || refusals.length === 8, "the others get a response", 8_000).catch(() => {})
  const refusedBeforeFirst = isFirstDone ? 0 : refusals.length
  await locked.release()
  assert.equal(refusedBeforeFirst, 8)
  for (const refusal of refusals) {
    assert.equal(refusal.status, 409)
    assert.equal(refusal.body.error.code, "IDM-1003")
    assert.equal(refusal.headers.get("retry-after"), "1")
  }
  const { status, text } = await first
  assert.equal(status, 201)
  assert.equal((await create(apis[1]!, "slow", "slow")).text, text)
  assert.equal(await countIntents("slow"), 1)
})

test("a key can be used again after a refused request", async () => {
  const refusals = await inParallel(4, i => either(i).create(path, { ...newIntent(contact), currency: "XXXX" }, "refused"))
  for (const { status, body } of refusals) assert.ok(status === 400 || body.error.code === "IDM-1003", `${status}`)
  assert.equal((await either(0).create(path, newIntent("nobody@example.com"), "refused")).status, 404)
  const accepted = await create(apis[1]!, "corrected", "refused")
  assert.equal(accepted.status, 201)
  assert.equal(isReplayed(accepted), false)
})

test("a used key refuses another body, even one that is not JSON", async () => {
  await create(apis[0]!, "used", "used")
  for (const other of [body("other"), "not even JSON"]) {
    const { status, body } = await apis[1]!.post(path, other, { "idempotency-key": "used" })
    assert.deepEqual([status, body.error.code], [422, "IDM-1002"])
  }
})

test("a response is replayed byte for byte, also by a process that started later", async () => {
  const first = await create(apis[0]!, "kept", "kept")
  const { port } = new URL(servers[0]!.baseUrl)
  await servers[0]!.stop("SIGKILL")
  servers[0] = await startServer(databaseUrl, { PORT: port })
  const again = await create(apis[0]!, "kept", "kept")
  assert.deepEqual([again.status, again.text, isReplayed(again)], [first.status, first.text, true])
  assert.notEqual(again.headers.get("x-request-id"), first.headers.get("x-request-id"))
})

test("a key expires after a day of its tenant's clock, and can then be used exactly once more", async () => {
  const first = await create(apis[0]!, "aged", "aged")
  await advance("PT23H59M")
  assert.equal((await create(apis[1]!, "aged", "aged")).text, first.text)
  await advance("PT2M")
  const responses = await inParallel(8, i => createWithRetries(() => either(i), "aged", "aged"))
  assert.equal(distinctTexts(responses).size, 1)
  assert.notEqual(responses[0]!.text, first.text)
  assert.equal(await countIntents("aged"), 2)
})

test("without a key, the same request is a retry only within the window", async () => {
  const first = await create(apis[0]!, "window")
  await advance("PT119S")
  assert.equal((await create(apis[1]!, "window")).text, first.text)
  await advance("PT2S")
  const responses = await inParallel(8, i => create(either(i), "window"))
  assert.equal(distinctTexts(responses).size, 1)
  assert.notEqual(responses[0]!.text, first.text)
  assert.equal(await countIntents("window"), 2)
})

test(
  "applies each operation once or not at all, sent four times, while servers and connections are killed",
  { timeout: isLong ? 600_000 : 60_000 },
  async t => {
    const operations = faultRounds(300)
    const perKill = Math.min(60, Math.ceil(operations / 5))
    const random = seededRandom(Number(process.env["SEED"] ?? Date.now() % 1e9), seed => t.diagnostic(`SEED=${seed}`))
    const seen = { kills: 0, terminations: 0, mismatches: 0 }

    async function killServer() {
      await wait(random() * 15)
      const victim = random() < 0.5 ? 0 : 1
      const { port } = new URL(servers[victim]!.baseUrl)
      const terminated = await sql(`
      select pg_terminate_backend(pid) from pg_stat_activity
      where pid <> pg_backend_pid() and datname = current_database() order by random() limit 3`)
      seen.terminations += terminated.length
      await servers[victim]!.stop("SIGKILL")
      seen.kills++
      servers[victim] = await startServer(databaseUrl, { PORT: port })
    }

    let next = 0
    let killed = Promise.resolve()
    await inParallel(10, async () => {
      while (next < operations) {
        const n = next++
        if (n % perKill === 0) await (killed = killed.then(killServer)) // one at a time, so that no server is killed while it starts
        const responses = await inParallel(4, () => createWithRetries(() => either(Math.floor(random() * 2)), `killed-${n}`, `killed-${n}`))
        if (distinctTexts(responses).size !== 1) seen.mismatches++
      }
    })
    await killed
    t.diagnostic(JSON.stringify(seen))
    assert.deepEqual(await countRows(), {
      effects: operations,
      different: operations,
      keys: operations,
      events: operations,
      audited: operations,
    })
    assert.equal(seen.mismatches, 0)
    assert.ok(seen.kills >= 5 && seen.terminations >= 5)
  },
)

async function countRows() {
  const [row] = await sql(`
    with created as (select * from payment_intents where reference like 'killed-%')
    select (select count(*) from created) as effects,
           (select count(distinct reference) from created) as different,
           (select count(*) from idempotency_keys where key like 'key killed-%') as keys,
           (select count(*) from events where object_id in (select id from created)) as events,
           (select count(*) from audit_entries where object_id in (select id from created)) as audited`)
  return row
}

/** Mulberry32. The same seed repeats the run, except for timing. */
function seededRandom(seed: number, report: (seed: number) => void) {
  report(seed)
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}
