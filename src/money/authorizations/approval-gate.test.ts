import assert from "node:assert/strict"
import { test } from "node:test"
import { type Any, inParallel, newContact, newIntent, startTestServer, until } from "../../../test/harness.ts"
import { faultRounds } from "../../../test/levels.ts"

const server = await startTestServer()
const { api, sql } = server
const me = (await api.get("/v1/users/user")).body.data._id as string

const advance = (by: string) => api.post("/v1/simulations/clock", { advance: by })
const read = async ({ _id }: Any): Promise<Any> => (await api.get(`/v1/authorizations/${_id}`)).body.data
const becomes = (mandate: Any, status: string) =>
  until(async () => (await read(mandate)).status === status, `the authorization is ${status}`)
const decide = ({ approval }: Any, action: string) => api.post(`/v1/approvals/requests/${approval.request}/${action}`)
const isRegistered = async ({ _id }: Any) => (await sql("select 1 from simulator_mandates where key = $1", [_id])).length > 0

const newAccount = async (): Promise<Any> => {
  const contact = (await api.create("/v1/contacts/create", newContact())).body.data
  const number = { country: "DE", currency: "EUR", iban: "DE89370400440532013000" }
  return (await api.create("/v1/bank-accounts/create", { holder: "Ana", ...number, owner: "contact", contact: contact._id })).body.data
}
const create = async (maxAmount: number | undefined, account?: Any): Promise<Any> => {
  const { _id, contact } = account ?? (await newAccount())
  return (await api.create("/v1/authorizations/create", { contact, bankAccount: _id, scheme: "sepa", maxAmount })).body.data
}
let amount = 100_000
const holdNext = async (entityType: string, fields: object = {}) => {
  amount += 1
  const conditions = { amountMin: amount, amountMax: amount }
  const policy = { name: `Over ${amount}`, entityType, strategy: "any-of", approvers: [me], conditions, ...fields }
  assert.equal((await api.post("/v1/approvals/policies/create", policy)).status, 201)
  return amount
}
const createHeld = async (account?: Any) => create(await holdNext("authorization"), account)
const owedBy = async ({ contact }: Any, items: object[]): Promise<Any> =>
  (await api.create("/v1/payment-intents/create", newIntent(contact, { currency: "EUR", items }))).body.data
const debit = (intent: Any, { _id }: Any) =>
  api.create("/v1/gateways/simulator/charges/create", { paymentIntent: intent._id, method: "direct-debit", authorization: _id })

test("a held mandate reaches no bank and can't be charged until it is approved", async () => {
  const mandate = await createHeld()
  assert.deepEqual([mandate.status, mandate.approval.status], ["pending-approval", "pending"])
  const request = (await api.get(`/v1/approvals/requests/${mandate.approval.request}`)).body.data
  assert.deepEqual([request.action, request.amount, request.currency], ["authorize", mandate.maxAmount, "EUR"])
  assert.match(request.explanation.onApprove.map(({ text }: Any) => text).join(" "), /•••• 3000 is sent to its bank/)
  await advance("PT5M")
  assert.deepEqual([(await read(mandate)).status, await isRegistered(mandate)], ["pending-approval", false])
  assert.equal((await debit(await owedBy(mandate, [{ name: "Course", amount: 1 }]), mandate)).body.error.code, "AUZ-2001")
  assert.equal((await decide(mandate, "approve")).status, 200)
  assert.deepEqual([(await read(mandate)).status, (await read(mandate)).approval.status], ["pending", "approved"])
  await advance("PT2M")
  await becomes(mandate, "active")
})

test("treats a mandate without a limit as larger than any limit, in policies, previews, requests and mails", async () => {
  const other = await server.otherTenant()
  const own = (await other.get("/v1/users?type=person")).body.data[0]._id
  const contact = (await other.create("/v1/contacts/create", newContact())).body.data._id
  const number = { country: "DE", currency: "EUR", iban: "DE89370400440532013000" }
  const account = { holder: "Ana", ...number, owner: "contact", contact }
  const bankAccount = (await other.create("/v1/bank-accounts/create", account)).body.data._id
  const sign = async (): Promise<Any> =>
    (await other.create("/v1/authorizations/create", { contact, bankAccount, scheme: "sepa" })).body.data
  const policy = { name: "Mandates", entityType: "authorization", strategy: "any-of", approvers: [own] }
  const make = (conditions: object) => other.post("/v1/approvals/policies/create", { ...policy, conditions })
  assert.equal((await make({ amountMax: 2 ** 52 })).status, 201)
  assert.equal((await sign()).status, "pending", "a policy up to an amount")
  assert.equal((await make({ amountMin: 2 ** 52 })).status, 201)
  const { _id, approval, status } = await sign()
  assert.equal(status, "pending-approval", "a policy from an amount on")
  const request = (await other.get(`/v1/approvals/requests/${approval.request}`)).body.data
  assert.deepEqual([request.amount, request.isUnlimited], [0, true])
  assert.deepEqual(request.explanation.conditions, [{ condition: "amountMin", rule: 2 ** 52, actual: null }])
  const [mail] = (await other.get(`/v1/dev/mails?object=${approval.request}`)).body.data
  assert.match(mail.subject, /authorization without a limit/)
  const preview = { ...policy, conditions: { amountMin: 2 ** 52 } }
  const { rows } = (await other.post("/v1/approvals/policies/preview", preview)).body.data
  assert.deepEqual([rows[0].entity, rows[0].isUnlimited], [_id, true])
  assert.equal((await other.post("/v1/approvals/policies/preview", { ...policy, conditions: { amountMax: 2 ** 52 } })).body.data.held, 0)
})

test("ends a mandate whose request is rejected or canceled, and never sends it to the bank", async () => {
  for (const [action, status] of [
    ["reject", "rejected"],
    ["cancel", "canceled"],
  ] as const) {
    const mandate = await createHeld()
    assert.equal((await decide(mandate, action)).status, 200)
    const ended = await read(mandate)
    assert.deepEqual([ended.status, ended.approval.status, typeof ended.endedAt], [status, status, "string"])
    await advance("PT5M")
    assert.deepEqual([(await read(mandate)).status, await isRegistered(mandate)], [status, false])
  }
})

test("canceling a held mandate cancels its request", async () => {
  const mandate = await createHeld()
  const canceled = (await api.post(`/v1/authorizations/${mandate._id}/cancel`)).body.data
  assert.deepEqual([canceled.status, canceled.approval.status], ["canceled", "canceled"])
  assert.equal((await api.get(`/v1/approvals/requests/${mandate.approval.request}`)).body.data.status, "canceled")
  assert.equal((await decide(mandate, "approve")).body.error.code, "APR-2001")
})

test("parallel approvals, rejections and cancels of a held mandate leave one outcome", async () => {
  for (let round = 0; round < faultRounds(5); round++) {
    const mandate = await createHeld()
    const answers = await inParallel(12, i => {
      const action = ["approve", "reject", "cancel"][i % 3]!
      return action === "cancel" ? api.post(`/v1/authorizations/${mandate._id}/cancel`) : decide(mandate, action)
    })
    assert.ok(answers.every(({ status }) => status === 200 || status === 409))
    const { status, approval } = await read(mandate)
    const request = (await api.get(`/v1/approvals/requests/${mandate.approval.request}`)).body.data
    assert.equal(request.status, approval.status)
    assert.deepEqual(
      { approved: ["pending", "canceled"], rejected: ["rejected"], canceled: ["canceled"] }[approval.status as "approved"].includes(status),
      true,
    )
    const updates = (await api.get(`/v1/authorizations/${mandate._id}/timeline`)).body.data.length - 1
    assert.equal(updates, approval.status === "approved" && status === "canceled" ? 2 : 1)
  }
})

test("a held debit is not released once its mandate was revoked, and its request stays open", async () => {
  const mandate = await create(1_000_000)
  await advance("PT2M")
  await becomes(mandate, "active")
  const price = await holdNext("transaction")
  const intent = await owedBy(mandate, [{ name: "Course", amount: price }])
  const held = (await debit(intent, mandate)).body.data
  assert.equal(held.status, "pending-approval")
  assert.equal((await api.post(`/v1/authorizations/${mandate._id}/revoke`)).status, 200)
  const refused = await decide(held, "approve")
  assert.deepEqual([refused.status, refused.body.error.code], [409, "AUZ-2001"])
  assert.equal((await api.get(`/v1/approvals/requests/${held.approval.request}`)).body.data.status, "pending")
})

test("a held debit is charged once it is approved", async () => {
  const mandate = await create(1_000_000)
  await advance("PT2M")
  await becomes(mandate, "active")
  const price = await holdNext("transaction")
  const intent = await owedBy(mandate, [{ name: "Course", amount: price }])
  const held = (await debit(intent, mandate)).body.data
  assert.equal((await decide(held, "approve")).status, 200)
  const paid = async () => (await api.get(`/v1/payment-intents/${intent._id}`)).body.data.paid === price
  await until(paid, "the intent is paid")
})
