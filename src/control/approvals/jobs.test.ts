import assert from "node:assert/strict"
import { test } from "node:test"
import { approvalFixtures } from "../../../test/approval-fixtures.ts"
import { startTestServer, until } from "../../../test/harness.ts"
import { newId } from "../../kit/pure/id.ts"

const server = await startTestServer()
const { sql } = server
const { held, requestOf, statusOf } = await approvalFixtures(server)

const hasEnded = async (job: string) => (await sql("select 1 from jobs where id = $1", [job])).length === 0

test("a request expires by the database's clock, also when the worker's clock is behind", async () => {
  const { request, transaction } = await held()
  const [job] = await sql("update jobs set next_at = now() where kind = 'expire-approval' and payload ->> 'request' = $1 returning id", [
    request,
  ])
  await until(() => hasEnded(job.id), "the worker has run it")
  assert.deepEqual([(await requestOf(request)).status, await statusOf("transactions", transaction._id)], ["canceled", "canceled"])
})

test("a reminder that is repeated after a crash mails nobody twice, also one that an earlier version enqueued", async () => {
  const api = await server.otherTenant()
  const { tenantId } = api.keys
  const { me, held } = await approvalFixtures({ ...server, api, keys: api.keys })
  const [person] = (await api.get("/v1/users?type=person")).body.data
  const { request } = await held({ strategy: "all-of", approvers: [me, person._id] })
  const countMails = async () => (await api.get(`/v1/dev/mails?object=${request}`)).body.count
  const isReminder = "tenant_id = $1 and kind = 'remind-approvers'"
  const [{ payload }] = await sql(`select payload from jobs where ${isReminder} order by next_at limit 1`, [tenantId])
  const runReminder = async (repeated: object) => {
    const id = newId(new Date())
    const values = [tenantId, id, repeated]
    await sql(
      "insert into jobs (tenant_id, id, kind, payload, next_at, created_at) values ($1, $2, 'remind-approvers', $3, now(), now())",
      values,
    )
    await until(() => hasEnded(id), "the worker has run it")
  }
  await api.post("/v1/simulations/clock", { advance: "P1DT1M" })
  assert.equal(await countMails(), 2)
  await runReminder(payload)
  assert.equal(await countMails(), 2)
  await runReminder({ request })
  assert.equal(await countMails(), 2)
  await sql("update approval_requests set reminded_at = null where id = $1", [request])
  await runReminder({ request })
  assert.equal(await countMails(), 3)
})
