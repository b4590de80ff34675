import assert from "node:assert/strict"
import { test } from "node:test"
import { type Any, linkKeyOf, newContact, newIntent, startTestServer } from "../../../test/harness.ts"
import { application } from "../../app.ts"
import { signature } from "./simulator.ts"

const server = await startTestServer({ ROLE: "api" })
const { api: sandbox } = server
const live = await server.otherTenant("live")
const idsOf = ({ body }: Any) => body.data.map(({ gateway }: Any) => gateway)

test("refuses to charge through the simulator for a live tenant, and does not list the simulator there", async () => {
  assert.deepEqual([idsOf(await sandbox.get("/v1/gateways")), idsOf(await live.get("/v1/gateways"))], [["simulator"], []])
  const contact = (await live.post("/v1/contacts/create", newContact())).body.data
  const intent = (await live.create("/v1/payment-intents/create", newIntent(contact._id))).body.data
  for (const body of [{ paymentIntent: intent._id, method: "card", token: "tok_success" }, {}]) {
    const { status, body: answer } = await live.create("/v1/gateways/simulator/charges/create", body)
    assert.deepEqual([status, answer.error.code, answer.error.details.mode], [422, "GTW-1004", "live"])
    assert.match(answer.error.message, /^Simulator serves sandbox tenants only/)
  }
  assert.equal((await live.get("/v1/transactions")).body.count, 0)
  assert.deepEqual((await live.get("/v1/balances")).body.data[0].available, 0)
})

test("refuses an event of the simulator for a live tenant, even with a valid signature", async () => {
  const tenant = live.keys.tenantId
  const event = { id: "e1", tenant, type: "bank-transfer.received", reference: "PI-000001", amount: 10_000, currency: "BRL" }
  const bytes = JSON.stringify(event)
  const headers = { "simulator-signature": signature(await linkKeyOf(server, tenant), Buffer.from(bytes)) }
  const { status, body } = await live.post("/v1/gateways/simulator/events", bytes, headers)
  assert.deepEqual([status, body.error.code], [422, "GTW-1004"])
  assert.equal((await live.get("/v1/bank-transfers")).body.count, 0)
})

test("refuses everything under /v1/simulations to a live tenant with one code, before it checks the path and the body", async () => {
  const routes = application.operations.flatMap(({ route }) => (route?.includes(" /v1/simulations/") ? [route.split(" ")] : []))
  assert.ok(routes.length >= 2)
  for (const [method, path] of routes) {
    const { status, body } = await live.send(method!, path!.replaceAll(/\{\w+\}/g, "f".repeat(24)), method === "GET" ? undefined : {}, {})
    assert.deepEqual([status, body.error.code], [409, "TNT-1001"], path)
  }
})
