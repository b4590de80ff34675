import assert from "node:assert/strict"
import { test } from "node:test"
import { linkKeyOf, startTestServer } from "../../../test/harness.ts"
import { testConformance } from "../../../test/conformance/gateway.ts"
import { gateways } from "./registry.ts"
import { signature, simulator } from "./simulator.ts"

const { api, keys, sql } = await startTestServer({ ROLE: "api" })
const tenant = keys.tenantId
const linkKey = await linkKeyOf({ sql }, tenant)

const sign = async (event: object) => {
  const bytes = Buffer.from(JSON.stringify(event))
  return { bytes, headers: { "simulator-signature": signature(linkKey, bytes) } }
}

testConformance(simulator, {
  tenant,
  method: "card",
  currency: "BRL",
  tokens: {
    success: "tok_success",
    declined: "tok_declined",
    processing: "tok_processing_then_success",
    timeout: "tok_timeout_but_charged",
    unreachable: "tok_unreachable",
    fee: "tok_success_with_fee",
  },
  sign,
  countCharges: async key => (await sql("select 1 from simulator_charges where tenant_id = $1 and key = $2", [tenant, key])).length,
  async readTerms(key) {
    const [row] = await sql("select * from simulator_charges where tenant_id = $1 and key = $2", [tenant, key])
    return { total: Number(row.total ?? row.amount), count: row.installments ?? 1 }
  },
  refunds: {
    tokens: { declined: "tok_refund_fails", timeout: "tok_refund_timeout" },
    countRefunds: async key => (await sql("select 1 from simulator_refunds where tenant_id = $1 and key = $2", [tenant, key])).length,
    later: {
      tokens: { paid: "tok_refund_later", declined: "tok_refund_fails_later" },
      settle: async key => void (await sql("update simulator_refunds set settles_at = now() - interval '1 second' where key = $1", [key])),
      async messagesAbout(key) {
        const jobs = await sql("select payload from jobs where kind = 'simulator-event' and payload->>'key' = $1", [key])
        return Promise.all(jobs.map(({ payload }) => sign(payload)))
      },
    },
  },
})

test("enqueues the events of a charge once, together with the charge", async () => {
  const request = { tenant, key: "a".repeat(24), amount: 5, currency: "BRL", method: "card", token: "tok_processing_then_failure" }
  for (let n = 0; n < 3; n++) await simulator.charge(request)
  const jobs = await sql("select payload from jobs where kind = 'simulator-event' and payload->>'key' = $1 order by next_at", [request.key])
  assert.deepEqual(
    jobs.map(({ payload }) => payload.type),
    ["charge.failed", "charge.processing", "charge.failed"],
  )
  assert.equal(jobs[0].payload.id, jobs[2].payload.id) // a duplicate
})

test("a signature with another tenant's key is not valid", async () => {
  const bytes = Buffer.from(JSON.stringify({ id: "e", tenant, type: "charge.succeeded", key: "k" }))
  assert.equal(await simulator.verify({ bytes, headers: { "simulator-signature": signature("another key", bytes) } }), undefined)
})

test("every registered gateway is listed with its methods and currencies", async () => {
  const { data, count } = (await api.get("/v1/gateways")).body
  assert.equal(count, gateways.length)
  const methods = simulator.methods.map(({ method, name, currencies, maxInstallments }) => {
    return { method, name, currencies, installments: maxInstallments }
  })
  assert.deepEqual([data[0].gateway, data[0].methods], ["simulator", methods])
  for (const currency of ["BRL", "USD", "JPY", "KWD"]) assert.ok(data[0].currencies.includes(currency), currency)
})
