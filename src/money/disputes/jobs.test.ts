import assert from "node:assert/strict"
import { test } from "node:test"
import { disputeFixtures } from "../../../test/dispute-fixtures.ts"
import { startTestServer } from "../../../test/harness.ts"
import { asJob } from "../../kit/jobs/enqueue.ts"
import { claimJobs } from "../../kit/jobs/queue.ts"
import { disputeJobs } from "./jobs.ts"

const server = await startTestServer({ ROLE: "api" }) // no worker: the test itself runs the jobs
const { api, sql, keys } = server
const { charge, dispute } = await disputeFixtures(api, server, keys.tenantId)

test("does not mail a reminder again when the worker dies after the mail", async () => {
  const { _id } = await dispute(await charge())
  await sql("update jobs set next_at = case when kind = 'dispute-reminder' then now() else now() + interval '1 day' end")
  const [job, ...rest] = await claimJobs([], 50)
  assert.deepEqual([job?.kind, rest], ["dispute-reminder", []])
  await asJob(job!, () => disputeJobs["dispute-reminder"]!.run(keys.tenantId, job!.payload))
  await sql("update jobs set leased_until = null")
  const [{ count }] = await sql("select count(*)::int from mails where object_id = $1 and kind = 'dispute-due'", [_id])
  assert.equal(count, 1)
  assert.deepEqual(await sql("select kind from jobs where id = $1", [job!.id]), [])
})
