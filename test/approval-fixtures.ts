import assert from "node:assert/strict"
import { type Any, type Caller, createCaller, newContact, newIntent, type TestServer } from "./harness.ts"

type Approver = { user: string; key: string; api: Caller }

/** Fixtures for approvals: approvers, policies that match one amount, and payments that these hold. */
export async function approvalFixtures({ api, keys, baseUrl }: TestServer) {
  const contact = (await api.post("/v1/contacts/create", newContact())).body.data
  const me = (await api.get("/v1/users/user")).body.data._id as string
  let amounts = 10_000
  /** A new amount for each policy, so that policies do not hold other tests' payments. */
  const ownAmount = () => (amounts += 10)

  async function approver(role = "approver"): Promise<Approver> {
    const { data } = (await api.post("/v1/dev/api-keys/create", { name: role, role })).body
    return { user: data.user, key: data._id, api: createCaller(baseUrl, { ...keys, apiKey: data.key }) }
  }
  async function policy(amount: number, fields: object = {}): Promise<Any> {
    const conditions = { amountMin: amount, amountMax: amount }
    const body = { name: "Test", entityType: "transaction", strategy: "any-of", approvers: [me], conditions, ...fields }
    const answer = await api.post("/v1/approvals/policies/create", body)
    assert.equal(answer.status, 201, answer.text)
    return answer.body.data
  }
  const intentOf = async (amount: number): Promise<Any> =>
    (await api.create("/v1/payment-intents/create", newIntent(contact._id, { items: [{ name: "Course", amount }] }))).body.data
  const pay = (intent: Any, amount: number, by = api) =>
    by.create("/v1/transactions/create", { paymentIntent: intent._id, amount, method: "cash" })
  async function held(fields: object = {}, amount = ownAmount()) {
    const made = await policy(amount, fields)
    const intent = await intentOf(amount)
    const transaction = (await pay(intent, amount)).body.data
    return { policy: made, amount, intent, transaction, request: transaction.approval.request as string }
  }
  const requestOf = async (id: string): Promise<Any> => (await api.get(`/v1/approvals/requests/${id}`)).body.data
  const statusOf = async (path: string, id: string): Promise<string> => (await api.get(`/v1/${path}/${id}`)).body.data.status
  const decide = (id: string, action: "approve" | "reject", by: Caller = api, body: object = {}) =>
    by.post(`/v1/approvals/requests/${id}/${action}`, body)
  return { contact, me, ownAmount, approver, policy, intentOf, pay, held, requestOf, statusOf, decide }
}
