import assert from "node:assert/strict"
import { test } from "node:test"
import { authorizationJobs } from "../../src/money/authorizations/jobs.ts"
import { chargeJobs } from "../../src/money/charges/jobs.ts"
import { disputeJobs } from "../../src/money/disputes/jobs.ts"
import { payoutJobs } from "../../src/money/payouts/jobs.ts"
import { refundJobs } from "../../src/money/refund-intents/jobs.ts"
import { asJob } from "../../src/kit/jobs/enqueue.ts"
import { claimJobs, finishJob } from "../../src/kit/jobs/queue.ts"
import { disputeFixtures } from "../dispute-fixtures.ts"
import { startTestServer } from "../harness.ts"
import { payoutFixtures } from "../payout-fixtures.ts"

const server = await startTestServer({ ROLE: "api" }) // no worker: only the test runs jobs
const { api, sql, keys } = server
const { charge, contact, create, dispute, refund } = await disputeFixtures(api, server, keys.tenantId)
const { bodyFor, dueSplit, newPayout } = await payoutFixtures(api)
const jobs = { ...authorizationJobs, ...chargeJobs, ...disputeJobs, ...payoutJobs, ...refundJobs }

/** Runs the only job of this kind, like a worker that dies before it has marked the job as done. */
async function runAndDie(kind: string) {
  await sql("update jobs set next_at = case when kind = $1 then now() else now() + interval '1 day' end", [kind])
  const [job, ...rest] = await claimJobs([], 50)
  assert.deepEqual([job?.kind, rest], [kind, []])
  await asJob(job!, () => jobs[kind]!.run(keys.tenantId, job!.payload))
  return job!
}
const run = async (kind: string) => finishJob(await runAndDie(kind))

async function mandate() {
  const fields = { holder: "Ana Souza", country: "DE", currency: "EUR", iban: "DE89370400440532013000", owner: "contact" }
  const bankAccount = (await create("bank-accounts", { ...fields, contact: contact._id }))._id
  await create("authorizations", { contact: contact._id, bankAccount, scheme: "sepa" })
  await run("register-mandate")
}

async function refundOf(amount: number) {
  const { _id } = (await refund(await charge({ token: "tok_refund_later" }), amount)).body.data
  assert.equal((await api.post(`/v1/refund-intents/${_id}/approve`)).status, 200)
  await run("refund")
}

const cases = {
  "resolve-charge": () => charge({ token: "tok_processing_then_success" }),
  "resolve-refund": () => refundOf(5_000),
  "send-payout": async () => newPayout(bodyFor(await dueSplit())),
  "look-up-dispute": async () => dispute(await charge()),
  "look-up-mandate": mandate,
}
for (const [kind, begin] of Object.entries(cases))
  test(`queues one next look-up, not two, after a worker died in ${kind}`, async () => {
    await sql("delete from jobs")
    await begin()
    const died = await runAndDie(kind)
    const left = await sql("select id from jobs where kind = $1", [kind])
    assert.deepEqual([left.length, left.some(({ id }) => id === died.id)], [1, false])
  })
