import assert from "node:assert/strict"
import { readFileSync } from "node:fs"
import { test } from "node:test"
import { startTestServer } from "../../../test/harness.ts"
import { asSystem } from "../operation/system.ts"
import { enqueue } from "./enqueue.ts"
import { claimJobs, postponeJob } from "./queue.ts"

const { keys, sql } = await startTestServer({ ROLE: "api" }) // no worker but the test claims jobs
const tenant = keys.tenantId
const hourMs = 3_600_000

/** Claims a job that was due that long ago. */
async function claimLate(lateMs: number) {
  await asSystem(tenant, "test", async ctx => enqueue(ctx, "late", {}, new Date(ctx.now.getTime() - lateMs)))
  const [job, ...rest] = await claimJobs([], 50)
  assert.deepEqual(rest, [])
  return job!
}

test("a job that fails is retried after its delay from then on, by its tenant's clock, however late it was", async () => {
  for (const offsetMs of [0, 48 * hourMs]) {
    await sql("update tenants set clock_offset_ms = $2 where id = $1", [tenant, offsetMs])
    const job = await claimLate(3 * hourMs)
    await postponeJob({ ...job, attempts: 9 }, "out of order", false)
    const [row] = await sql(
      `select extract(epoch from next_at - now())::float8 * 1000 - $2 as "waitMs", extract(microseconds from next_at)::int % 1000 as micros
       from jobs where id = $1`,
      [job.id, offsetMs],
    )
    assert.ok(row.waitMs > 1_000_000 && row.waitMs <= 1_280_000, `with the clock ${offsetMs} ms ahead it waits ${row.waitMs} ms`)
    assert.equal(row.micros, 0, "a clock that is moved to it must reach it")
    await sql("delete from jobs where id = $1", [job.id])
  }
  await sql("update tenants set clock_offset_ms = 0 where id = $1", [tenant])
})

test("a job that failed for good runs again at once as the guide says, with all its attempts", async () => {
  const job = await claimLate(0)
  await postponeJob({ ...job, attempts: 10 }, "out of order", true)
  assert.deepEqual(await claimJobs([], 50), [])
  const [, statement] = /--command="(update jobs [^"]+)"/.exec(readFileSync("docs/guides/operations.md", "utf8"))!
  await sql(statement!.replace("…", job.id))
  const [again] = await claimJobs([], 50)
  assert.deepEqual([again?.id, again?.attempts], [job.id, 1])
  await sql("delete from jobs where id = $1", [job.id])
})
