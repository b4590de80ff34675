import assert from "node:assert/strict"
import { readFileSync } from "node:fs"
import { test } from "node:test"
import { type Any, startTestServer } from "../../../test/harness.ts"
import { asSystem } from "../operation/system.ts"
import { claimQuery } from "./claim-query.ts"
import { enqueue } from "./enqueue.ts"
import { allTenants, query } from "../db/query.ts"
import { claimJobs, postponeJob } from "./queue.ts"

const { keys, otherTenant, sql } = await startTestServer({ ROLE: "api" }) // only the test claims jobs
const tenant = keys.tenantId
const hourMs = 3_600_000

/** Claims a job that was due that long ago. */
async function claimLate(lateMs: number) {
  await asSystem(tenant, "test", async ctx => enqueue(ctx, "late", {}, new Date(ctx.now.getTime() - lateMs)))
  const [job, ...rest] = await claimJobs([], 50)
  assert.deepEqual(rest, [])
  return job!
}

test("retries a failed job after its delay, counted from the failure by the tenant's clock, even if the job ran late", async () => {
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
    assert.equal(row.micros, 0, "a clock that moves to this time must reach the job")
    await sql("delete from jobs where id = $1", [job.id])
  }
  await sql("update tenants set clock_offset_ms = 0 where id = $1", [tenant])
})

test("the command in the guide runs a job that failed for good again at once, with all its attempts", async () => {
  const job = await claimLate(1_000)
  await postponeJob({ ...job, attempts: 10 }, "out of order", true)
  assert.deepEqual(await claimJobs([], 50), [])
  const [, statement] = /--command="(update jobs [^"]+)"/.exec(readFileSync("docs/guides/operations.md", "utf8"))!
  await sql(statement!.replace("…", job.id))
  const [again] = await claimJobs([], 50)
  assert.deepEqual([again?.id, again?.attempts], [job.id, 1])
  await sql("delete from jobs where id = $1", [job.id])
})

test("claims the earliest jobs of other tenants without reading the backlog of a busy tenant", async () => {
  const other = (await otherTenant()).keys.tenantId
  await sql("delete from jobs")
  const fill = (owner: string, count: number, minutesAgo: number) =>
    sql(
      `insert into jobs (tenant_id, id, kind, payload, next_at, created_at)
       select $1, lpad(to_hex(n), 24, '0'), 'backlog', '{}', now() - $3 * interval '1 minute' + n * interval '1 millisecond', now()
       from generate_series(1, $2::int) n`,
      [owner, count, minutesAgo],
    )
  await fill(tenant, 20_000, 60)
  await fill(other, 60, 10)
  await sql(`
    insert into jobs (tenant_id, id, kind, payload, next_at, created_at)
    select 'f' || lpad(to_hex(n), 23, '0'), repeat('0', 24), 'later', '{}', now() + interval '1 day', now() from generate_series(1, 500) n`)
  await sql("analyze jobs")
  const explained = claimQuery([tenant], 50)
  const [row] = await query<Any>(allTenants, { ...explained, name: "", text: `explain (analyze, format json) ${explained.text}` })
  assert.ok(rowsRead(row["QUERY PLAN"][0].Plan) < 5000, JSON.stringify(row, null, 1))
  const [{ count }] = await sql("select count(*)::int from jobs where leased_until is not null and tenant_id = $1", [other])
  assert.equal(count, 50)
  assert.deepEqual(
    (await claimJobs([tenant], 50)).map(({ tenant_id, id }) => [tenant_id, parseInt(id, 16)]),
    Array.from({ length: 10 }, (_, i) => [other, 51 + i]),
  )
  const ofBacklog = await claimJobs([], 50)
  assert.deepEqual([ofBacklog.length, ofBacklog.every(({ tenant_id }) => tenant_id === tenant)], [50, true])
  await sql("delete from jobs")
})

/** How many rows of jobs the nodes of a plan read, including those that a filter removed. */
function rowsRead(node: Any): number {
  const rows = node["Relation Name"] === "jobs" ? (node["Actual Rows"] + (node["Rows Removed by Filter"] ?? 0)) * node["Actual Loops"] : 0
  return (node.Plans ?? []).reduce((total: number, each: Any) => total + rowsRead(each), rows)
}
