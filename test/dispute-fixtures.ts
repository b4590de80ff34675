// Fixtures for disputes: charges with a partner's split, disputes of them, and the gateway's signed events.
import assert from "node:assert/strict"
import { signature } from "../src/money/gateways/simulator.ts"
import { type Any, type Caller, inDays, linkKeyOf, newContact, newIntent, type TestServer, until } from "./harness.ts"

/** Calls `api`; events are signed for its tenant. */
export async function disputeFixtures(api: Caller, { sql }: Pick<TestServer, "sql">, tenant: string) {
  const linkKey = await linkKeyOf({ sql }, tenant)
  const contact = (await api.post("/v1/contacts/create", newContact())).body.data
  const splitTerms = { type: "percentage", basisPoints: 1000 }
  await api.post("/v1/partnerships/create", { name: "Casa", code: "CASA", kind: "supplier", splitTerms })
  return { contact, ...paymentsOf(api, contact), ...disputesBy(api), ...booksOf(api), ...eventsFor(api, tenant, linkKey) }
}

const creating =
  (api: Caller) =>
  async (path: string, body: object): Promise<Any> => {
    const response = await api.create(`/v1/${path}/create`, body)
    assert.equal(response.status, 201, response.text)
    return response.body.data
  }

function paymentsOf(api: Caller, contact: Any) {
  const create = creating(api)
  const items = [{ name: "Course", amount: 10_000, supplier: "CASA" }]
  const sell = (fields: object = {}) => create("payment-intents", newIntent(contact._id, { items, ...fields }))
  const chargeIntent = (intent: Any, fields: object = {}) =>
    create("gateways/simulator/charges", { paymentIntent: intent._id, method: "card", token: "tok_success", ...fields })
  return {
    create,
    sell,
    chargeIntent,
    charge: async (fields: object = {}) => chargeIntent(await sell(), fields),
    refund: (charged: Any, amount: number, by = api) => by.create("/v1/refund-intents/create", { transaction: charged._id, amount }),
  }
}

function disputesBy(api: Caller) {
  const read = async (path: string, id: string): Promise<Any> => (await api.get(`/v1/${path}/${id}`)).body.data
  const readDispute = ({ _id }: Any) => read("disputes", _id)
  return {
    read,
    readDispute,
    dispute: (charged: Any, fields: object = {}) => creating(api)("simulations/disputes", { transaction: charged._id, ...fields }),
    act: (disputed: Any, action: string, body?: object, by = api) => by.post(`/v1/disputes/${disputed._id}/${action}`, body),
    resolve: (disputed: Any, outcome: string) => api.post(`/v1/simulations/disputes/${disputed._id}/resolve`, { outcome }),
    disputesOf: async ({ _id }: Any): Promise<Any[]> => (await api.get(`/v1/disputes?transaction=${_id}&sort=createdAt`)).body.data,
    waitFor: (disputed: Any, status: string) =>
      until(async () => (await readDispute(disputed)).status === status, `the dispute is ${status}`),
    advance: (duration: string) => api.post("/v1/simulations/clock", { advance: duration }),
  }
}

function booksOf(api: Caller) {
  return {
    balance: async (): Promise<Any> => (await api.get("/v1/balances")).body.data.find((each: Any) => each.currency === "BRL"),
    splitOf: async ({ paymentIntent }: Any): Promise<Any> =>
      (await api.get(`/v1/payment-splits?paymentIntent=${paymentIntent}`)).body.data[0],
    entriesOf: async ({ _id }: Any): Promise<Any[]> => (await api.get(`/v1/ledger/entries?source=${_id}&sort=createdAt`)).body.data,
    assertLedgerVerifies: async () => assert.deepEqual((await api.get("/v1/ledger/verify")).body.data.differences, []),
  }
}

let sentEvents = 0

function eventsFor(api: Caller, tenant: string, linkKey: string) {
  const sendEvent = (type: string, fields: object, by = api, gateway = "simulator") => {
    const bytes = JSON.stringify({ id: `event ${sentEvents++}`, tenant, type, ...fields })
    const headers = { authorization: null, "x-tenant-id": null, "simulator-signature": signature(linkKey, Buffer.from(bytes)) }
    return by.post(`/v1/gateways/${gateway}/events`, bytes, headers)
  }
  return {
    sendEvent,
    effectOf: async (response: ReturnType<typeof sendEvent>): Promise<string> => (await response).body.data?.effect,
    /** A dispute as the gateway reports it. */
    reportOf: (charged: Any, fields: object = {}) => ({
      key: charged._id,
      dispute: `d-${charged._id}`,
      amount: 4000,
      reason: "fraudulent",
      evidenceDueAt: inDays(14),
      at: new Date().toISOString(),
      ...fields,
    }),
  }
}
