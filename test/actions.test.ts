// GET /v1/{things}/{id}/actions of the resources whose own tests do not cover it.
import assert from "node:assert/strict"
import { test } from "node:test"
import { type Any, type Caller, inDays, newContact, newIntent, startTestServer } from "./harness.ts"
import { payoutFixtures } from "./payout-fixtures.ts"
import { startReceiver } from "./receiver.ts"

const receiver = await startReceiver()
const server = await startTestServer()
const { api } = server
const { dueSplit, bodyFor, newPayout, newPartner, act } = await payoutFixtures(api)

const create = async (path: string, body: object): Promise<Any> => {
  const answer = await api.create(`/v1/${path}/create`, body)
  assert.equal(answer.status, 201, answer.text)
  return answer.body.data
}

/** The error code of the reason why each action is not possible, or null if it is possible. */
async function actionsOf(path: string, { _id }: Any, by: Caller = api): Promise<Record<string, string | null>> {
  const answer = await by.get(`/v1/${path}/${_id}/actions`)
  assert.equal(answer.status, 200, answer.text)
  return Object.fromEntries(answer.body.data.map(({ action, allowed, reason }: Any) => [action, allowed ? null : reason.code]))
}

/** An allowed action is not refused by the operation's own rule. An action that is not allowed is refused with the same code. */
async function assertRefused(path: string, { _id }: Any, action: string, code: string, body: object = {}) {
  const answer = await api.post(`/v1/${path}/${_id}/${action}`, body)
  assert.equal(answer.body.error?.code, code, answer.text)
}

test("a draft payout can be sent or canceled; once it is canceled, neither", async () => {
  const payout = await newPayout(bodyFor(await dueSplit(), { draft: true }))
  const draft = { update: null, send: null, cancel: null, confirm: "PAY-2002", fail: "PAY-2002" }
  assert.deepEqual(await actionsOf("payouts", payout), draft)
  await act(payout, "cancel")
  assert.deepEqual(await actionsOf("payouts", payout), { ...draft, send: "PAY-2002", cancel: "PAY-2002" })
  await assertRefused("payouts", payout, "send", "PAY-2002")
})

test("a draft refund can be approved, rejected or canceled; once it is rejected, only its metadata changes", async () => {
  const contact = await create("contacts", newContact())
  const intent = await create("payment-intents", newIntent(contact._id))
  const transaction = await create("transactions", { paymentIntent: intent._id, amount: 10_000, method: "cash" })
  const refund = await create("refund-intents", { transaction: transaction._id, reason: "requested" })
  const draft = { update: null, approve: null, reject: null, cancel: null, settle: "RFD-2004", fail: "RFD-2004" }
  assert.deepEqual(await actionsOf("refund-intents", refund), draft)
  await api.post(`/v1/refund-intents/${refund._id}/reject`)
  const { update, ...rejected } = await actionsOf("refund-intents", refund)
  assert.equal(update, null)
  assert.ok(Object.values(rejected).every(code => code !== null))
  await assertRefused("refund-intents", refund, "approve", rejected["approve"]!)
})

test("names the payment at a gateway that keeps its intent or plan from being canceled or deleted", async () => {
  const contact = await create("contacts", newContact())
  const schedule = [10, 20].map(days => ({ dueAt: inDays(days), amount: 5000 }))
  const [intent, plan] = [
    await create("payment-intents", newIntent(contact._id)),
    await create("payment-intents", newIntent(contact._id, { intentType: "payment-plan", schedule })),
  ]
  for (const [asked, charged] of [
    [intent, intent._id],
    [plan, plan.installments[1]],
  ]) {
    assert.deepEqual(await actionsOf("payment-intents", asked), { update: null, cancel: null, delete: null, remind: null })
    await create("gateways/simulator/charges", { paymentIntent: charged, token: "tok_processing_then_success", method: "card" })
    const { cancel, delete: deletion } = await actionsOf("payment-intents", asked)
    assert.deepEqual([cancel, deletion], ["PIN-1006", "PIN-1006"])
    for (const action of ["cancel", "delete"]) await assertRefused("payment-intents", asked, action, "PIN-1006")
  }
})

test("allows to confirm a processing payment until its intent is paid otherwise", async () => {
  const contact = await create("contacts", newContact())
  const intent = await create("payment-intents", newIntent(contact._id))
  const payment = { paymentIntent: intent._id, amount: 10_000, method: "cash" }
  const processing = await create("transactions", { ...payment, status: "processing" })
  assert.equal((await actionsOf("transactions", processing))["confirm"], null)
  await create("transactions", payment)
  assert.equal((await actionsOf("transactions", processing))["confirm"], "TRX-2002")
  await assertRefused("transactions", processing, "confirm", "TRX-2002")
  assert.equal((await actionsOf("transactions", processing))["fail"], null)
})

test("a bank transfer can be allocated only once", async () => {
  const contact = await create("contacts", newContact())
  const intent = await create("payment-intents", newIntent(contact._id))
  const transfer = await create("simulations/bank-transfers", { reference: "rent", amount: 500, currency: "BRL" })
  assert.deepEqual(await actionsOf("bank-transfers", transfer), { allocate: null })
  await api.post(`/v1/bank-transfers/${transfer._id}/allocate`, { paymentIntent: intent._id })
  assert.deepEqual(await actionsOf("bank-transfers", transfer), { allocate: "TRX-2005" })
  await assertRefused("bank-transfers", transfer, "allocate", "TRX-2005", { paymentIntent: intent._id })
})

test("a disabled webhook can be enabled, but neither tested nor replayed", async () => {
  const webhook = await create("dev/webhooks", { url: receiver.url, events: ["contacts.create"] })
  const active = { update: null, enable: null, disable: null, delete: null, "rotate-secret": null, test: null, replay: null }
  assert.deepEqual(await actionsOf("dev/webhooks", webhook), active)
  await api.post(`/v1/dev/webhooks/${webhook._id}/disable`)
  assert.deepEqual(await actionsOf("dev/webhooks", webhook), { ...active, test: "WHK-2001", replay: "WHK-2001" })
  await assertRefused("dev/webhooks", webhook, "test", "WHK-2001")
})

test("shows that partners, contacts, services, teams and policies can always be changed", async () => {
  const [partner, contact, service, team] = [
    await newPartner(),
    await create("contacts", newContact()),
    await create("services", { name: "Course" }),
    await create("teams", { name: "South" }),
  ]
  const me = (await api.get("/v1/users/user")).body.data
  const terms = { entityType: "payout", strategy: "any-of", approvers: [me._id], conditions: { amountMin: 1_000_000_000 } }
  const policy = await create("approvals/policies", { name: "Large", ...terms })
  assert.deepEqual(await actionsOf("partnerships", partner), { update: null })
  assert.deepEqual(await actionsOf("contacts", contact), { update: null, erase: null })
  assert.deepEqual(await actionsOf("services", service), { update: null })
  assert.deepEqual(await actionsOf("teams", team), { update: null })
  assert.deepEqual(await actionsOf("approvals/policies", policy), { update: null, delete: null })
})

test("lists the actions of a user and of an API key by the caller's permissions, with those of other slices", async () => {
  const me = (await api.get("/v1/users/user")).body.data
  const [key] = (await api.get("/v1/dev/api-keys")).body.data
  const user = await actionsOf("users", me)
  assert.deepEqual([user["update"], user["delegate"]], [null, null])
  assert.deepEqual(await actionsOf("dev/api-keys", key), { delete: null })

  const admin = await server.withRole("admin")
  const others = await actionsOf("users", me, admin)
  assert.deepEqual([others["update"], others["delegate"]], ["PRM-1002", "PRM-1002"])
  assert.deepEqual(await actionsOf("dev/api-keys", key, admin), { delete: "PRM-1002" })

  const viewer = await server.withRole("viewer")
  assert.deepEqual(await actionsOf("contacts", await create("contacts", newContact()), viewer), { update: "PRM-1001", erase: "PRM-1001" })
})

test("an object of another tenant has no actions", async () => {
  const contact = await create("contacts", newContact())
  const other = await server.otherTenant()
  assert.equal((await other.get(`/v1/contacts/${contact._id}/actions`)).status, 404)
})
