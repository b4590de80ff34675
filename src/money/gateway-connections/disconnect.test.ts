import assert from "node:assert/strict"
import { test } from "node:test"
import { type Any, newContact, newIntent, startTestServer, until } from "../../../test/harness.ts"
import { addProviders, connect, fakeProvider, sendReports, withDirectDebit } from "../../../test/providers.ts"

const { provider, state } = fakeProvider({ methods: withDirectDebit })
addProviders(provider)
const { api, sql } = await startTestServer()
const contact = (await api.post("/v1/contacts/create", newContact())).body.data
state.parts.mandates = {
  schemes: ["sepa"],
  register: async ({ key }) => ({ status: "active", reference: `mandate_${key}` }),
  lookUp: async (_tenant, key) => ({ status: "active", reference: `mandate_${key}` }),
  end: async () => {},
}

const create = async (path: string, body: object): Promise<Any> => {
  const response = await api.create(`/v1/${path}/create`, body)
  assert.equal(response.status, 201, response.text)
  return response.body.data
}
const act = async (path: string) => assert.equal((await api.post(`/v1/${path}`)).status, 200)
const charge = async (connection: Any): Promise<Any> => {
  const paymentIntent = (await create("payment-intents", newIntent(contact._id)))._id
  return create("gateways/fakepay/charges", { paymentIntent, method: "card", token: "pm_1", connection: connection._id })
}

type Work = { end(): Promise<unknown> }

/** What is open at the provider, and how it ends. */
const openWork: Record<string, (connection: Any) => Promise<Work>> = {
  async "a refund that nobody has released"(connection) {
    const { _id } = await create("refund-intents", { transaction: (await charge(connection))._id, amount: 1000 })
    return { end: () => act(`refund-intents/${_id}/reject`) }
  },
  async "a refund that the provider has not paid yet"(connection) {
    state.refund = key => ({ status: "processing", reference: `re_${key}` })
    const { _id } = await create("refund-intents", { transaction: (await charge(connection))._id, amount: 1000 })
    await act(`refund-intents/${_id}/approve`)
    const report = { type: "refund.succeeded", key: _id, reference: `re_${_id}` } as const
    return { end: () => sendReports(api, connection, state, report) }
  },
  async "a dispute"(connection) {
    const { _id, amount } = await charge(connection)
    const at = new Date()
    const fields = { key: _id, dispute: `dp_${_id}`, amount, reason: "fraudulent", evidenceDueAt: new Date(Date.now() + 86_400_000), at }
    await sendReports(api, connection, state, { type: "dispute.opened", ...fields })
    await until(async () => (await api.get(`/v1/disputes?transaction=${_id}`)).body.count === 1, "the dispute is known")
    return { end: () => sendReports(api, connection, state, { type: "dispute.won", ...fields, at: new Date() }) }
  },
  async "a mandate"(connection) {
    await api.post("/v1/gateway-connections/order", { method: "direct-debit", currency: "EUR", connections: [connection._id] })
    const iban = { country: "DE", currency: "EUR", iban: "DE89370400440532013000", owner: "contact", contact: contact._id }
    const bankAccount = (await create("bank-accounts", { holder: "Ana Souza", ...iban }))._id
    const { _id } = await create("authorizations", { contact: contact._id, bankAccount, scheme: "sepa" })
    await until(async () => (await api.get(`/v1/authorizations/${_id}`)).body.data.status === "active", "the mandate is active")
    return { end: () => act(`authorizations/${_id}/revoke`) }
  },
}

const statusOf = async ({ _id }: Any): Promise<string> => (await api.get(`/v1/gateway-connections/${_id}`)).body.data.status
const isLater = async ({ _id }: Any) => {
  const text =
    "select 1 from jobs where kind = 'disconnect-gateway' and payload->>'connection' = $1 and next_at > now() + interval '30 minutes'"
  return (await sql(text, [_id])).length > 0
}

for (const [i, [name, begin]] of Object.entries(openWork).entries())
  test(`a connection keeps its credentials as long as ${name} is open there`, async () => {
    const connection = await connect(api, String(i + 1))
    const work = await begin(connection)
    await act(`gateway-connections/${connection._id}/disconnect`)
    await until(async () => (await isLater(connection)) || (await statusOf(connection)) === "disconnected", "the job has looked")
    assert.equal(await statusOf(connection), "disconnecting")
    await work.end()
    await until(async () => {
      await sql("update jobs set next_at = now() where kind = 'disconnect-gateway' and leased_until is null")
      return (await statusOf(connection)) === "disconnected"
    }, "the connection has ended")
  })
