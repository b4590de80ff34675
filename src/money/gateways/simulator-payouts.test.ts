import assert from "node:assert/strict"
import { randomUUID } from "node:crypto"
import { test } from "node:test"
import { startTestServer } from "../../../test/harness.ts"
import { testPayouts } from "../../../test/conformance/payouts.ts"
import { simulator } from "./simulator.ts"

const { keys, sql } = await startTestServer({ ROLE: "api" })
const tenant = keys.tenantId
const of = (holder: string) => ({ holder, country: "DE", bic: null, number: { iban: "DE89370400440532013000" } })

testPayouts(simulator, {
  tenant,
  method: "sepa",
  currency: "EUR",
  accounts: {
    paid: of("Ana Souza"),
    failed: of("Fail Payout"),
    returned: of("Return Payout"),
    timeout: of("Timeout Payout"),
    unreachable: of("Unreachable Payout"),
  },
  settle: async key => void (await sql("update simulator_payouts set settles_at = now() - interval '1 second' where key = $1", [key])),
  countPayouts: async key => (await sql("select 1 from simulator_payouts where tenant_id = $1 and key = $2", [tenant, key])).length,
})

test("the simulator keeps no account number", async () => {
  const key = randomUUID()
  const money = { amount: 5, currency: "EUR" }
  await simulator.payouts!.payOut({
    tenant,
    key,
    ...money,
    target: money,
    method: "sepa",
    account: of("Ana Souza"),
    description: "PO-000001",
  })
  const [row] = await sql("select p::text as all from simulator_payouts p where key = $1", [key])
  const jobs = await sql("select payload::text as all from jobs where payload->>'key' = $1", [key])
  assert.equal(jobs.length, 1)
  for (const { all } of [row, ...jobs]) assert.ok(!all.includes("532013000"))
})
