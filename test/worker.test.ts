import assert from "node:assert/strict"
import { test, type TestContext } from "node:test"
import { enqueue } from "../src/kit/jobs/enqueue.ts"
import { asSystem } from "../src/kit/operation/system.ts"
import { startWorker } from "../src/worker.ts"
import { startTestServer, until } from "./harness.ts"

const { keys, otherTenant, sql } = await startTestServer({ ROLE: "api" }) // no worker: only the tests' workers run jobs
const tenant = keys.tenantId
const other = (await otherTenant()).keys.tenantId

/** A worker that records its jobs by kind. Jobs in `slow` end when they are released. */
async function startTestWorker(t: TestContext, ...slow: string[]) {
  await sql("delete from jobs")
  const began: string[] = []
  const ends = new Map(slow.map(name => [name, Promise.withResolvers<void>()]))
  const jobOf = (name: string) => ({
    async run() {
      began.push(name)
      await ends.get(name)?.promise
    },
  })
  const jobs = Object.fromEntries(["a1", "a2", "a3", "a4", "b1"].map(name => [name, jobOf(name)]))
  const { stop } = startWorker({ jobs, sweeps: [], loops: [] })
  const release = (name: string) => ends.get(name)!.resolve()
  t.after(async () => {
    slow.forEach(release)
    await stop()
  })
  return { began, release, stop, hasBegun: (name: string) => until(async () => began.includes(name), `${name} has begun`) }
}

/** Enqueues jobs in one commit, in the order in which they fall due. */
const enqueueAll = (owner: string, ...names: string[]) =>
  asSystem(owner, "test", async ctx => names.forEach((name, i) => enqueue(ctx, name, {}, new Date(ctx.now.getTime() - 100 + i))))

const readJob = async (name: string) => (await sql("select attempts, leased_until from jobs where kind = $1", [name]))[0]

test("lets a slow job hold up only the jobs of its tenant, which run in order", async t => {
  const { began, hasBegun, release } = await startTestWorker(t, "a1")
  await enqueueAll(tenant, "a1", "a2", "a3")
  await hasBegun("a1")
  await enqueueAll(tenant, "a4")
  await enqueueAll(other, "b1")
  await hasBegun("b1")
  assert.deepEqual(began, ["a1", "b1"])
  release("a1")
  await hasBegun("a4")
  assert.deepEqual(began, ["a1", "b1", "a2", "a3", "a4"])
})

test("claims a job again that waited long for another of its tenant, and counts one attempt", async t => {
  const { hasBegun, release } = await startTestWorker(t, "a1", "a2")
  await enqueueAll(tenant, "a1", "a2")
  await hasBegun("a1")
  const claimed = await readJob("a2")
  const now = performance.now.bind(performance)
  t.mock.method(performance, "now", () => now() + 20_000)
  release("a1")
  await hasBegun("a2")
  const begun = await readJob("a2")
  assert.deepEqual([claimed.attempts, begun.attempts], [1, 1])
  assert.ok(begun.leased_until > claimed.leased_until)
})

test("a worker that stops ends its current job, and releases those that wait behind it", async t => {
  const { began, hasBegun, release, stop } = await startTestWorker(t, "a1")
  await enqueueAll(tenant, "a1", "a2", "a3")
  await hasBegun("a1")
  const stopped = stop()
  release("a1")
  await stopped
  assert.deepEqual(began, ["a1"])
  assert.deepEqual(await sql("select kind, attempts, leased_until from jobs order by next_at"), [
    { kind: "a2", attempts: 0, leased_until: null },
    { kind: "a3", attempts: 0, leased_until: null },
  ])
})
