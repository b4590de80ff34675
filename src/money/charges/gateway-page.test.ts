import assert from "node:assert/strict"
import { test } from "node:test"
import { newContact, newIntent, startTestServer, until } from "../../../test/harness.ts"
import { addProviders, fakeProvider } from "../../../test/providers.ts"

const { api, otherTenant } = await startTestServer()
const { provider, state } = fakeProvider()
addProviders(provider)

test("names the provider's page of a charge, until the connection has ended", async () => {
  const input = { gateway: "fakepay", name: "Fakepay", credentials: { key: "test_azul" } }
  const connection = (await api.create("/v1/gateway-connections/create", input)).body.data
  const contact = (await api.create("/v1/contacts/create", newContact())).body.data._id
  const paymentIntent = (await api.create("/v1/payment-intents/create", newIntent(contact))).body.data._id
  const charge = (await api.create("/v1/gateways/fakepay/charges/create", { paymentIntent, method: "card" })).body.data
  const path = `/v1/transactions/${charge._id}/gateway-page`
  const [atProvider] = state.charges.values()
  assert.deepEqual((await api.get(path)).body.data, { url: `https://fakepay.example.com/payments/${atProvider!.reference}` })
  assert.equal((await (await otherTenant()).get(path)).status, 404)
  const byHand = { paymentIntent, amount: 100, method: "cash" }
  const cash = (await api.create("/v1/transactions/create", byHand)).body.data
  assert.deepEqual((await api.get(`/v1/transactions/${cash._id}/gateway-page`)).body.data, { url: null })
  await api.post(`/v1/transactions/${charge._id}/cancel`)
  await api.post(`/v1/gateway-connections/${connection._id}/disconnect`)
  const statusOf = async () => (await api.get(`/v1/gateway-connections/${connection._id}`)).body.data.status
  await until(async () => (await statusOf()) === "disconnected", "it has ended")
  assert.deepEqual((await api.get(path)).body.data, { url: null })
})
