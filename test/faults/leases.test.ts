import assert from "node:assert/strict"
import { test } from "node:test"
import { asJob, enqueue, enqueueNext } from "../../src/kit/jobs/enqueue.ts"
import { withLease } from "../../src/kit/jobs/lease.ts"
import { type ClaimedJob, claimJobs, finishJob, giveBackJobs, postponeJob } from "../../src/kit/jobs/queue.ts"
import { asSystem } from "../../src/kit/operation/system.ts"
import { startTestServer } from "../harness.ts"

const { keys, sql } = await startTestServer({ ROLE: "api" })
const tenant = keys.tenantId

const enqueueJob = (kind: string) => asSystem(tenant, "test", async ctx => enqueue(ctx, kind, {}))
const countJobs = async (kind: string) => (await sql("select 1 from jobs where kind = $1", [kind])).length
/** Claims the one job that is due, as a worker does. */
async function claim(): Promise<ClaimedJob> {
  const [job, ...rest] = await claimJobs([], 50)
  assert.deepEqual(rest, [])
  return job!
}

test("ignores a frozen worker that finishes, postpones or gives back a job that another one has claimed", async () => {
  await enqueueJob("lost")
  const lost = await claim()
  await sql("update jobs set leased_until = now() - interval '1 second'")
  const claimed = await claim()
  const [before] = await sql("select * from jobs where id = $1", [claimed.id])
  await finishJob(lost)
  await postponeJob(lost, "too late", true)
  await giveBackJobs(tenant, [lost])
  assert.deepEqual(await sql("select * from jobs where id = $1", [claimed.id]), [before])
  await finishJob(claimed)
  assert.equal(await countJobs("lost"), 0)
})

test("claims a job that was given back again at once, and does not count an attempt", async () => {
  await enqueueJob("given back")
  const first = await claim()
  await giveBackJobs(tenant, [first])
  const second = await claim()
  assert.deepEqual([second.id, second.attempts], [first.id, first.attempts])
  await finishJob(second)
})

test("a job writes nothing once its lease is about to end, by the database's clock", async () => {
  await enqueueJob("leased")
  const job = await claim()
  const run = (leased_until: Date) => withLease({ ...job, leased_until }, () => enqueueJob("written by a job"))
  const [{ now }] = await sql("select now()")
  for (const seconds of [-60, 0, 5]) await assert.rejects(run(new Date(now.getTime() + seconds * 1000)), { code: "SYS-9002" })
  assert.equal(await countJobs("written by a job"), 0)
  await run(job.leased_until)
  assert.equal(await countJobs("written by a job"), 1)
})

test("commits the write that ends a job once, and not for a worker that has lost the job", async () => {
  await sql("delete from jobs")
  await enqueueJob("ending")
  const lost = await claim()
  await sql("update jobs set leased_until = now() - interval '1 second' where id = $1", [lost.id])
  const job = await claim()
  const run = (claimed: ClaimedJob) =>
    asJob(claimed, () =>
      asSystem(tenant, "test", async ctx => {
        enqueueNext(ctx, "followed", {}, new Date(ctx.now.getTime() + 60_000))
      }),
    )
  await assert.rejects(run(lost), { code: "SYS-9002" })
  assert.deepEqual([await countJobs("ending"), await countJobs("followed")], [1, 0])
  await run(job)
  assert.deepEqual([await countJobs("ending"), await countJobs("followed")], [0, 1])
  await assert.rejects(run(job), { code: "SYS-9002" })
  assert.equal(await countJobs("followed"), 1)
})
