// A gateway that is no longer installed while it has charges, refunds and payouts in flight.
import assert from "node:assert/strict"
import { test, type TestContext } from "node:test"
import { application } from "../../src/app.ts"
import { runJob } from "../../src/kit/jobs/run-job.ts"
import { log } from "../../src/kit/service/log.ts"
import { type Any, startTestServer } from "../harness.ts"
import { payoutFixtures } from "../payout-fixtures.ts"

const { api, keys, sql } = await startTestServer({ ROLE: "api" }) // no worker: only the tests run jobs
const { dueSplit, bodyFor, made, newPartner, newPayout, newSale } = await payoutFixtures(api)
const tenant_id = keys.tenantId

const charge = async (token: string) =>
  made("gateways/simulator/charges", { paymentIntent: (await newSale(await newPartner()))._id, method: "card", token })
const underWay: Record<string, { table: string; make(): Promise<Any> }> = {
  "resolve-charge": { table: "transactions", make: () => charge("tok_processing_then_success") },
  "resolve-refund": {
    table: "refund_intents",
    async make() {
      const refund = await made("refund-intents", { transaction: (await charge("tok_success"))._id })
      return (await api.post(`/v1/refund-intents/${refund._id}/approve`)).body.data
    },
  },
  "send-payout": { table: "payouts", make: async () => newPayout(bodyFor(await dueSplit())) },
}
const jobsOf = (kind: string, id: string) =>
  sql("select * from jobs where tenant_id = $1 and kind = $2 and payload::text like '%' || $3 || '%'", [tenant_id, kind, id])
/** Fails the last attempt of the job, because its gateway is not installed. */
async function fail(t: TestContext, kind: string, id: string): Promise<Any[]> {
  t.mock.method(log, "warn", () => {})
  const logged = t.mock.method(log, "error", () => {})
  const [job] = await jobsOf(kind, id)
  await runJob({ ...job, attempts: 10 }, application.jobs)
  return logged.mock.calls.map(({ arguments: [facts] }) => facts as Any)
}

for (const [kind, { table, make }] of Object.entries(underWay)) {
  test(`${kind}: logs the removed gateway for the operator, and tries again in a day`, async t => {
    const { _id: id, status } = await make()
    assert.equal(status, "processing")
    await sql(`update ${table} set gateway = 'gone' where id = $1`, [id])
    const [facts] = await fail(t, kind, id)
    assert.ok(Object.values(facts ?? {}).includes(id), "the log names it")
    assert.equal(facts.gateway, "gone")
    assert.match(facts.reason, /the gateway gone/)
    const [next, ...others] = await jobsOf(kind, id)
    assert.deepEqual([next.failed_at, others], [null, []], "the job that failed is not kept for a person to look at")
    const hours = (next.next_at.getTime() - Date.now()) / 3_600_000
    assert.ok(hours > 23 && hours < 25, `${hours}`)
  })
}
