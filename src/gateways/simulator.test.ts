import assert from "node:assert/strict"
import { test } from "node:test"
import { openHouse } from "../../test/harness.ts"
import { conforms } from "./conformance.ts"
import { gateways } from "./registry.ts"
import { signature, simulator } from "./simulator.ts"

const { api, keys, sql } = await openHouse({ ROLE: "api" })
const tenant = keys.tenantId
const [{ link_key }] = (await sql("select link_key from tenants where id = $1", [tenant])) as [{ link_key: string }]

conforms(simulator, {
  tenant,
  method: "card",
  currency: "BRL",
  tokens: {
    success: "tok_success",
    declined: "tok_declined",
    processing: "tok_processing_then_success",
    silent: "tok_timeout_but_charged",
    unreachable: "tok_unreachable",
  },
  async signed(event) {
    const bytes = Buffer.from(JSON.stringify(event))
    return { bytes, headers: { "simulator-signature": signature(link_key, bytes) } }
  },
  chargesBy: async key => (await sql("select 1 from simulator_charges where tenant_id = $1 and key = $2", [tenant, key])).length,
  async taken(key) {
    const [row] = await sql("select * from simulator_charges where tenant_id = $1 and key = $2", [tenant, key])
    return { total: Number(row.total ?? row.amount), count: row.installments ?? 1 }
  },
})

test("the events that follow a charge are promised with it, once", async () => {
  const order = { tenant, key: "a".repeat(24), amount: 5, currency: "BRL", method: "card", token: "tok_processing_then_failure" }
  for (let n = 0; n < 3; n++) await simulator.charge(order)
  const jobs = await sql("select payload from jobs where kind = 'simulator-event' and payload->>'key' = $1 order by next_at", [order.key])
  assert.deepEqual(
    jobs.map(({ payload }) => payload.type),
    ["charge.failed", "charge.processing", "charge.failed"],
  )
  assert.equal(jobs[0].payload.id, jobs[2].payload.id) // the same event, sent twice
})

test("a signature of another tenant's is none", async () => {
  const bytes = Buffer.from(JSON.stringify({ id: "e", tenant, type: "charge.succeeded", key: "k" }))
  assert.equal(await simulator.verify({ bytes, headers: { "simulator-signature": signature("another key", bytes) } }), undefined)
})

test("every gateway that is listed is shown with its methods and currencies", async () => {
  const { data, count } = (await api.get("/v1/gateways")).body
  assert.equal(count, gateways.length)
  const methods = simulator.methods.map(({ method, name, currencies, installments }) => ({ method, name, currencies, installments }))
  assert.deepEqual([data[0].gateway, data[0].methods], ["simulator", methods])
  for (const currency of ["BRL", "USD", "JPY", "KWD"]) assert.ok(data[0].currencies.includes(currency), currency)
})
