import assert from "node:assert/strict"
import { test } from "node:test"
import fc from "fast-check"
import { type Any, newContact, newIntent, startTestServer } from "../../../test/harness.ts"

const server = await startTestServer()
const { api } = server
const contact = (await api.post("/v1/contacts/create", newContact())).body.data
const create = async (amount: number, currency = "BRL"): Promise<Any> =>
  (await api.create("/v1/payment-intents/create", newIntent(contact._id, { currency, items: [{ name: "Course", amount }] }))).body.data
const path = "/v1/gateways/simulator/charges/create"
const charge = ({ _id }: Any, fields: object, key?: string) =>
  api.create(path, { paymentIntent: _id, method: "card", token: "tok_success", ...fields }, key)
const simulate = async (amount: number): Promise<Any[]> =>
  (await api.get(`/v1/financing-rates?amount=${amount}&currency=BRL&gateway=simulator&method=card`)).body.data.simulations
const readSimulatorCharge = async ({ _id }: Any) => {
  const [row] = await server.sql("select amount, installments, total from simulator_charges where key = $1", [_id])
  return row && [Number(row.amount), row.installments, row.total === null ? null : Number(row.total)]
}
const transactionsOf = async ({ _id }: Any): Promise<Any[]> => (await api.get(`/v1/transactions?paymentIntent=${_id}`)).body.data

test("every simulated number of installments is charged with the same terms, and every other is refused", async () => {
  const options = { numRuns: 6, examples: [[999], [1000], [100_000]] as [number][] }
  const amounts = fc.integer({ min: 1, max: 5_000_000 })
  await fc.assert(
    fc.asyncProperty(amounts, async amount => {
      const simulations = await simulate(amount)
      const counts = Array.from({ length: 14 }, (_, i) => i + 1)
      await Promise.all(counts.map(n => assertChargedAsSimulated(amount, n, simulations)))
    }),
    options,
  )
  assert.deepEqual((await api.get("/v1/ledger/verify")).body.data.differences, [])
})

async function assertChargedAsSimulated(amount: number, n: number, simulations: Any[]) {
  const intent = await create(amount)
  const { status, body } = await charge(intent, { installments: n })
  const simulation = simulations.find(({ nInstallments }) => nInstallments === n)
  if (!simulation) {
    const offered = simulations.map(({ nInstallments }) => nInstallments).join(", ")
    assert.deepEqual([status, body.error.code, body.error.details.offered], [422, "GTW-1003", offered])
    assert.deepEqual(await transactionsOf(intent), [])
    return
  }
  const { gateway: _, method: __, ...terms } = simulation
  assert.deepEqual([status, body.data.amount, body.data.installments], [201, amount, n === 1 ? null : terms])
  assert.deepEqual(await readSimulatorCharge(body.data), n === 1 ? [amount, null, null] : [amount, n, terms.total])
  assert.equal((await api.get(`/v1/payment-intents/${intent._id}`)).body.data.paid, amount)
}

/** A transaction as the MCP tool returns it. */
async function readWithTool({ _id }: Any): Promise<Any> {
  const params = { name: "transaction_get", arguments: { transaction: _id } }
  const call = { jsonrpc: "2.0", id: 1, method: "tools/call", params }
  const { text } = await api.post("/v1/mcp", call, { accept: "application/json, text/event-stream" })
  return JSON.parse(text.slice(text.indexOf("{"))).result.structuredContent.transaction
}

test("the terms are those of the charged amount, and are the same in the list, the events, the tool and a dry run", async () => {
  const intent = await create(100_000)
  const body = { paymentIntent: intent._id, method: "card", token: "tok_success", amount: 12_345, installments: 6 }
  const dryRun = (await api.post(path, body, { "idempotency-key": "dry", "dry-run": "true" })).body.data
  const { data } = (await charge(intent, { amount: 12_345, installments: 6 })).body
  const terms = { nInstallments: 6, installmentAmount: 2240, firstInstallmentAmount: 2243, total: 13_443 }
  assert.deepEqual(data.installments, { ...terms, interestRate: 0.0249, feePercentage: 0.088943 })
  const events = (await api.get(`/v1/dev/events?object=${data._id}`)).body.data.map((each: Any) => each.data)
  const all = [dryRun, ...(await transactionsOf(intent)), ...events, await readWithTool(data)]
  assert.equal(all.length, 5)
  for (const each of all) assert.deepEqual([each.amount, each.installments], [12_345, data.installments])
  const recorded = (await api.create("/v1/transactions/create", { paymentIntent: intent._id, amount: 5, method: "cash" })).body.data
  assert.equal(recorded.installments, null)
})

test("installments are refused in another currency, by another method, and for a total that is not a safe integer", async () => {
  const assertRefused = async (intent: Any, fields: object) => {
    const { status, body } = await charge(intent, fields)
    assert.deepEqual([status, body.error.code], [422, "GTW-1003"])
    assert.deepEqual(await transactionsOf(intent), [])
    return body.error.details.offered
  }
  assert.equal(await assertRefused(await create(100_000, "USD"), { installments: 2 }), "1")
  assert.equal(await assertRefused(await create(100_000), { installments: 2, method: "direct-debit" }), "1")
  assert.equal(await assertRefused(await create(9_007_199_254_740_991), { installments: 4 }), "1, 2, 3")
  for (const installments of [0, -1, 1.5, "3", null]) {
    const { status, body } = await charge(await create(1000), { installments })
    assert.deepEqual([status, body.error.code], [400, "VAL-1003"], String(installments))
  }
})

test("treats the same key with another number of installments as another request, even when the first got no response", async () => {
  const intent = await create(100_000)
  const fields = { token: "tok_processing_then_success", installments: 3 }
  const { data } = (await charge(intent, fields, "parts")).body
  assert.equal((await charge(intent, { ...fields, installments: 4 }, "parts")).body.error.code, "IDM-1002")
  // as if the process had crashed before it responded
  await server.sql("update idempotency_keys set status = null, body = null, event_id = null")
  for (const installments of [1, 2, 4])
    assert.equal((await charge(intent, { ...fields, installments }, "parts")).body.error.code, "IDM-1002")
  assert.equal((await charge(intent, fields, "parts")).body.error.code, "IDM-1003")
  assert.deepEqual(await readSimulatorCharge(data), [100_000, 3, 100_000])
})

test("the database rejects inconsistent terms", async () => {
  const { data } = (await charge(await create(100_000), { installments: 12 })).body
  const inconsistent = [{ total: 99_999 }, { nInstallments: 1 }, { nInstallments: 11 }, { firstInstallmentAmount: 1 }, { total: null }]
  for (const change of inconsistent) {
    const update = server.sql("update transactions set installments = installments || $2 where id = $1", [data._id, change])
    await assert.rejects(update, /transactions_installments/, JSON.stringify(change))
  }
})
