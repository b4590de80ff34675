import assert from "node:assert/strict"
import { test } from "node:test"
import { startTestServer } from "../../../test/harness.ts"
import { addProviders, fakeProvider } from "../../../test/providers.ts"

const { api, otherTenant } = await startTestServer()
addProviders(fakeProvider().provider)

async function connect(account: string) {
  const input = { gateway: "fakepay", name: account, credentials: { key: `test_${account}` } }
  return (await api.create("/v1/gateway-connections/create", input)).body.data._id as string
}

test("lists the order of connections that a person has set, to this tenant alone", async () => {
  const [first, second] = [await connect("azul"), await connect("verde")]
  assert.deepEqual((await api.get("/v1/gateway-connections/orders")).body.data, [])
  const order = { method: "card", currency: "EUR", connections: [second, first] }
  assert.equal((await api.post("/v1/gateway-connections/order", order)).status, 200)
  assert.deepEqual((await api.get("/v1/gateway-connections/orders")).body.data, [order])
  assert.deepEqual((await (await otherTenant()).get("/v1/gateway-connections/orders")).body.data, [])
})
