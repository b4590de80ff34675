import assert from "node:assert/strict"
import { test } from "node:test"
import { approvalFixtures } from "../../../test/approval-fixtures.ts"
import { startTestServer, until } from "../../../test/harness.ts"

const server = await startTestServer()
const { sql } = server
const { held, requestOf, statusOf } = await approvalFixtures(server)

const hasEnded = async (job: string) => (await sql("select 1 from jobs where id = $1", [job])).length === 0

test("a request expires when the database's clock says so, also where the worker's is behind", async () => {
  const { request, transaction } = await held()
  const [job] = await sql("update jobs set next_at = now() where kind = 'expire-approval' and payload ->> 'request' = $1 returning id", [
    request,
  ])
  await until(() => hasEnded(job.id), "the worker has run it")
  assert.deepEqual([(await requestOf(request)).status, await statusOf("transactions", transaction._id)], ["canceled", "canceled"])
})
