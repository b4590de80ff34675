import assert from "node:assert/strict"
import { test } from "node:test"
import { type Any, newContact, newIntent, startTestServer, until } from "../../../test/harness.ts"
import { addProviders, connect, fakeProvider, sendReports, withDirectDebit } from "../../../test/providers.ts"
import { asSystem } from "../../kit/operation/system.ts"
import type { MandateGateway, MandateRequest } from "../gateways/gateway.ts"
import { readAuthorization } from "./store.ts"
import { mandateRequestOf } from "./submit.ts"

const { provider, state } = fakeProvider({ methods: withDirectDebit })
addProviders(provider)
const { api, sql } = await startTestServer()
const contact = (await api.post("/v1/contacts/create", newContact({ metadata: { taxId: "123" } }))).body.data

const ended: unknown[][] = []
const requests: MandateRequest[] = []
const mandates: MandateGateway = {
  schemes: ["sepa"],
  register: async request => {
    requests.push(request)
    return { status: "pending", reference: `mandate_${request.key}` }
  },
  lookUp: async (_tenant, _key, reference) => ({ status: "active", reference: reference ?? "unknown" }),
  end: async (...call) => void ended.push(call),
}

const sell = async (): Promise<Any> =>
  (await api.create("/v1/payment-intents/create", newIntent(contact._id, { currency: "EUR" }))).body.data
const sign = async (paymentIntent: string): Promise<Any> => {
  const account = { holder: "Ana Souza", iban: "DE89370400440532013000", signedBy: "Ana Souza", text: "I authorize the debit." }
  return (await api.create("/v1/authorizations/sign", { paymentIntent, scheme: "sepa", ...account })).body.data
}
const read = async ({ _id }: Any): Promise<Any> => (await api.get(`/v1/authorizations/${_id}`)).body.data
const registered = ({ _id }: Any) => until(async () => requests.find(({ key }) => key === _id), "the provider has the mandate")

test("a sandbox registers mandates at the simulator until a connection takes them", async () => {
  const simulated = await sign((await sell())._id)
  assert.deepEqual([simulated.gateway, simulated.connection], ["simulator", null])
  const withoutMandates = await connect(api, "3")
  const other = await sign((await sell())._id)
  assert.equal(other.gateway, "simulator")
  await api.post(`/v1/gateway-connections/${withoutMandates._id}/disconnect`)
})

test("registers a mandate through a connection, and charges by it there", async () => {
  state.parts.mandates = mandates
  const [first, second] = [await connect(api, "1"), await connect(api, "2")]
  const intent = await sell()
  const signed = await sign(intent._id)
  assert.deepEqual([signed.gateway, signed.connection], ["fakepay", first._id])
  const request = await registered(signed)
  assert.deepEqual(request.payer, { id: contact._id, name: "Ana Souza", email: contact.email, taxId: "123", country: null })
  assert.equal(request.acceptance, undefined) // staff recorded it, so no browser proves it
  await api.post("/v1/gateway-connections/order", { method: "direct-debit", currency: "EUR", connections: [second._id] })
  await until(
    async () => (await sql("select 1 from authorizations where gateway_reference is not null and id = $1", [signed._id])).length,
    "known",
  )
  await sendReports(api, first, state, { type: "mandate.active", key: signed._id })
  const charge = await until(
    async () => [...state.charges.values()].find(({ request: { mandate } }) => mandate === signed._id),
    "the mandate is charged",
  )
  assert.deepEqual([charge.connection, charge.request.mandateReference], [first._id, `mandate_${signed._id}`])
  const [transaction] = (await api.get(`/v1/transactions?paymentIntent=${intent._id}`)).body.data
  assert.deepEqual([transaction.connection, transaction.authorization], [first._id, signed._id])

  const body = { paymentIntent: (await sell())._id, method: "direct-debit", authorization: signed._id }
  const wrong = await api.create("/v1/gateways/fakepay/charges/create", { ...body, connection: second._id })
  assert.deepEqual([wrong.status, wrong.body.error.errors[0].path], [400, "connection"])
  const right = await api.create("/v1/gateways/fakepay/charges/create", body)
  assert.deepEqual([right.body.data.connection, right.body.data.status], [first._id, "succeeded"])

  await api.post(`/v1/authorizations/${signed._id}/revoke`)
  const [call] = await until(async () => ended.length > 0 && ended, "the provider knows of the end")
  assert.deepEqual(call!.slice(1), [signed._id, `mandate_${signed._id}`])
})

test("another account's report about a mandate is ignored", async () => {
  const connections = (await api.get("/v1/gateway-connections?status=active")).body.data
  const signed = await sign((await sell())._id)
  await registered(signed)
  const stranger = connections.find((each: Any) => each._id !== signed.connection)
  await sendReports(api, stranger, state, { type: "mandate.active", key: signed._id })
  await until(async () => {
    const { data } = (await api.get(`/v1/gateway-connections/${stranger._id}/messages`)).body
    return data.some((each: Any) => each.effect === "no such authorization")
  }, "the message was read")
  assert.equal((await read(signed)).status, "pending")
})

test("tells the provider with which browser a payer signed on the payment page", async () => {
  const signed = await sign((await sell())._id)
  await registered(signed)
  await sql("update mandate_signatures set channel = 'page', user_agent = 'Firefox', address = '192.0.2.7' where authorization_id = $1", [
    signed._id,
  ])
  const [{ tenant_id }] = await sql("select tenant_id from authorizations where id = $1", [signed._id])
  const { acceptance } = await asSystem(tenant_id, "test", async ctx => mandateRequestOf(ctx, await readAuthorization(ctx, signed._id)))
  assert.deepEqual([acceptance?.ip, acceptance?.userAgent], ["192.0.2.7", "Firefox"])
})

test("tells a provider of the end of a mandate by the real time, however far the sandbox's clock is moved", async () => {
  const signed = await sign((await sell())._id)
  await registered(signed)
  await sendReports(api, { _id: signed.connection, gateway: "fakepay", eventsUrl: await eventsUrlOf(signed) }, state, {
    type: "mandate.active",
    key: signed._id,
  })
  await until(async () => (await read(signed)).status === "active", "the mandate is active")
  let calls = 0
  const isDown = async () => {
    calls++
    throw new Error("the provider is down")
  }
  state.parts.mandates = { ...mandates, end: isDown }
  await api.post(`/v1/authorizations/${signed._id}/revoke`)
  await until(async () => calls > 0, "the provider was called")
  await api.post("/v1/simulations/clock", { advance: "P90D" })
  assert.ok(calls < 3, "the moved clock calls the provider no more often")
  state.parts.mandates = mandates
  await until(async () => {
    await sql("update jobs set next_at = now() where kind = 'end-mandate' and leased_until is null")
    return ended.some(([, key]) => key === signed._id)
  }, "the provider knows of the end")
})

const eventsUrlOf = async ({ connection }: Any): Promise<string> =>
  (await api.get(`/v1/gateway-connections/${connection}`)).body.data.eventsUrl
