import assert from "node:assert/strict"
import { test } from "node:test"
import { type Any, inParallel, newContact, newIntent, startTestServer, until } from "../../../test/harness.ts"
import { faultRounds } from "../../../test/levels.ts"

const server = await startTestServer()
const { api, sql } = server
const me = (await api.get("/v1/users/user")).body.data._id
const contact = (await api.post("/v1/contacts/create", newContact())).body.data

/** Each test makes policies for a different amount, so that tests do not affect each other. */
let lastAmount = 1000
const nextAmount = () => ++lastAmount
const hold = async (amount: number, fields: object = {}): Promise<Any> => {
  const conditions = { amountMin: amount, amountMax: amount }
  const policy = { name: `Refunds of ${amount}`, entityType: "refund-intent", strategy: "any-of", approvers: [me], conditions, ...fields }
  const { status, body } = await api.create("/v1/approvals/policies/create", policy)
  assert.equal(status, 201)
  return body.data
}
const pay = async (): Promise<Any> => {
  const intent = (await api.create("/v1/payment-intents/create", newIntent(contact._id))).body.data
  return (await api.create("/v1/transactions/create", { paymentIntent: intent._id, amount: 10_000, method: "cash" })).body.data
}
const charge = async (): Promise<Any> => {
  const intent = (await api.create("/v1/payment-intents/create", newIntent(contact._id))).body.data
  const body = { paymentIntent: intent._id, method: "card", token: "tok_success" }
  return (await api.create("/v1/gateways/simulator/charges/create", body)).body.data
}
const refund = ({ _id }: Any, fields: object = {}) => api.create("/v1/refund-intents/create", { transaction: _id, ...fields })
const held = async (paid: Any, amount: number): Promise<Any> => (await refund(paid, { amount })).body.data
const act = ({ _id }: Any, action: string, body?: object) => api.post(`/v1/refund-intents/${_id}/${action}`, body)
const decide = ({ approval }: Any, decision: string, by = api) => by.post(`/v1/approvals/requests/${approval.request}/${decision}`)
const read = async ({ _id }: Any): Promise<Any> => (await api.get(`/v1/refund-intents/${_id}`)).body.data
const readRequest = async ({ approval }: Any): Promise<Any> => (await api.get(`/v1/approvals/requests/${approval.request}`)).body.data
const waitFor = (intent: Any, status: string) => until(async () => (await read(intent)).status === status, `the refund is ${status}`)
const leftOf = async (paid: Any) =>
  (await api.post("/v1/refund-intents/create", { transaction: paid._id }, { "dry-run": "true" })).body.data.amount

test("refuses to approve a draft that is older than the policy for it, unless the policy approves automatically", async () => {
  const approve = ({ _id }: Any) => api.post(`/v1/refund-intents/${_id}/approve`)
  const [amount, automatic] = [nextAmount(), nextAmount()]
  const [draft, other] = [await held(await pay(), amount), await held(await pay(), automatic)]
  await hold(amount)
  await hold(automatic, { strategy: "auto-approve", approvers: [] })
  const approving = async ({ _id }: Any) =>
    (await api.get(`/v1/refund-intents/${_id}/actions`)).body.data.find(({ action }: Any) => action === "approve")
  assert.deepEqual([(await approving(draft)).reason.code, (await approving(other)).allowed], ["APR-2008", true])
  const refused = await approve(draft)
  assert.deepEqual([refused.status, refused.body.error.code], [409, "APR-2008"])
  assert.equal((await api.post(`/v1/refund-intents/${draft._id}/cancel`)).status, 200)
  assert.equal((await approve(other)).body.data.status, "processing")
})

test("a refund that a policy holds stays a draft; the approval sends it to the gateway", async () => {
  const amount = nextAmount()
  await hold(amount)
  const charged = await charge()
  const drafted = await held(charged, amount)
  assert.deepEqual([drafted.status, drafted.approval.required, drafted.approval.status], ["draft", true, "pending"])
  const { action, entityType, entity, currency, explanation } = await readRequest(drafted)
  assert.deepEqual([action, entityType, entity, currency], ["refund", "refund-intent", drafted._id, "BRL"])
  assert.deepEqual(explanation.onApprove.at(-1).code, "refund-sent")
  assert.equal((await sql("select 1 from simulator_refunds where key = $1", [drafted._id])).length, 0)
  const noted = (await act(drafted, "update", { metadata: { case: "7" } })).body.data
  assert.deepEqual([noted.metadata, noted.approval], [{ case: "7" }, drafted.approval])
  assert.equal((await act(drafted, "update", { amount: 1 })).body.error.code, "VAL-1005")
  assert.equal((await decide(drafted, "approve")).status, 200)
  const { approval } = await read(drafted)
  assert.equal(approval.status, "approved")
  await waitFor(drafted, "settled")
})

test("a person can't approve or reject a refund past the policy that holds it", async () => {
  const amount = nextAmount()
  await hold(amount)
  const drafted = await held(await pay(), amount)
  for (const action of ["approve", "reject"]) {
    const { status, body } = await act(drafted, action)
    assert.deepEqual([status, body.error.code, body.error.details.request], [409, "RFD-2005", drafted.approval.request])
  }
  assert.equal((await read(drafted)).status, "draft")
})

test("a rejection ends the refund, and canceling it ends the request; both free its amount", async () => {
  const amount = nextAmount()
  await hold(amount)
  const paid = await pay()
  const rejected = await held(paid, amount)
  assert.equal(await leftOf(paid), 10_000 - amount)
  await decide(rejected, "reject")
  const canceled = await held(paid, amount)
  await act(canceled, "cancel")
  const withdrawn = await held(paid, amount)
  await decide(withdrawn, "cancel")
  const states = await Promise.all(
    [rejected, canceled, withdrawn].map(async each => {
      const { status, approval } = await read(each)
      return [status, approval.status, (await readRequest(each)).status]
    }),
  )
  assert.deepEqual(states, [
    ["rejected", "rejected", "rejected"],
    ["canceled", "canceled", "canceled"],
    ["canceled", "canceled", "canceled"],
  ])
  assert.equal(await leftOf(paid), 10_000)
})

test("an automatic approval sends a REST caller's refund at once", async () => {
  const amount = nextAmount()
  await hold(amount, { strategy: "auto-approve", approvers: [] })
  const drafted = await held(await charge(), amount)
  assert.deepEqual([drafted.status, drafted.approval.status], ["processing", "approved"])
  await waitFor(drafted, "settled")
})

const callTool = async (name: string, args: object): Promise<Any> => {
  const call = { jsonrpc: "2.0", id: 1, method: "tools/call", params: { name, arguments: args } }
  const { text } = await api.post("/v1/mcp", call, { accept: "application/json, text/event-stream" })
  return JSON.parse(text.slice(text.indexOf("{"))).result.structuredContent
}

test("keeps an agent's refund a draft until a person releases it, even when a policy would approve it", async () => {
  const amount = nextAmount()
  await hold(amount, { strategy: "auto-approve", approvers: [] })
  const charged = await charge()
  const { refundIntent } = await callTool("refund_intent_create", { transaction: charged._id, amount, reason: "requested" })
  assert.deepEqual([refundIntent.status, refundIntent.approval.required, refundIntent.draftedBy.channel], ["draft", false, "agent"])
  const { refundIntents } = await callTool("refund_intent_list", { transaction: charged._id, status: "draft" })
  assert.deepEqual(
    refundIntents.map((each: Any) => each._id),
    [refundIntent._id],
  )
  assert.deepEqual((await callTool("refund_intent_get", { refundIntent: refundIntent._id })).refundIntent._id, refundIntent._id)
  assert.equal((await act(refundIntent, "approve")).body.data.status, "processing")
  await waitFor(refundIntent, "settled")
})

test("approves an agent's payment split automatically, like one that a person creates", async () => {
  const amount = nextAmount()
  await hold(amount, { entityType: "payment-split", strategy: "auto-approve", approvers: [] })
  const partnership = (await api.post("/v1/partnerships/create", { name: "Agent", code: "AGENT", kind: "agent" })).body.data._id
  const intent = (await api.create("/v1/payment-intents/create", newIntent(contact._id))).body.data
  const { paymentSplit } = await callTool("payment_split_create", { paymentIntent: intent._id, partnership, amount })
  assert.deepEqual([paymentSplit.status, paymentSplit.approval.status], ["pending", "approved"])
  assert.equal((await readRequest(paymentSplit)).decisions[0].user, null)
})

test("refuses to approve an agent's older draft past a policy with approvers, even when an automatic policy comes first", async () => {
  const amount = nextAmount()
  const byAgent = (await callTool("refund_intent_create", { transaction: (await charge())._id, amount })).refundIntent
  const byPerson = await held(await charge(), amount)
  await hold(amount, { strategy: "auto-approve", approvers: [], priority: 2 })
  await hold(amount, { priority: 1 })
  const refused = await act(byAgent, "approve")
  assert.deepEqual([refused.status, refused.body.error?.code], [409, "APR-2008"])
  const { data } = (await api.get(`/v1/refund-intents/${byAgent._id}/actions`)).body
  assert.equal(data.find(({ action }: Any) => action === "approve").reason.code, "APR-2008")
  assert.equal((await act(byPerson, "approve")).status, 200)
})

test("undoes an approval when the budget refuses the release, and says why", async () => {
  const amount = nextAmount()
  await hold(amount)
  const paid = await charge()
  const drafted = await held(paid, amount)
  await api.post("/v1/simulations/disputes/create", { transaction: paid._id, amount: 9500 })
  const { status, body } = await decide(drafted, "approve")
  assert.deepEqual([status, body.error.code, body.error.details], [422, "RFD-2002", { available: 500, amount, currency: "BRL" }])
  assert.deepEqual([(await read(drafted)).status, (await readRequest(drafted)).status], ["draft", "pending"])
  assert.equal((await refund(paid, { amount: 1 })).body.error.code, "RFD-2002")
})

test("approvals, rejections and cancellations of a held refund at once leave one outcome", async () => {
  for (let round = 0; round < faultRounds(5); round++) {
    const amount = nextAmount()
    await hold(amount)
    const charged = await charge()
    const drafted = await held(charged, amount)
    const responses = await inParallel(12, i => (i % 3 === 2 ? act(drafted, "cancel") : decide(drafted, i % 3 ? "approve" : "reject")))
    for (const { status } of responses) assert.ok(status === 200 || status === 409, String(status))
    const [{ status, approval }, request] = [await read(drafted), await readRequest(drafted)]
    assert.equal(approval.status, request.status)
    assert.equal(
      request.status === "approved" ? "processing or settled" : request.status,
      /processing|settled/.test(status) ? "processing or settled" : status,
    )
    if (request.status === "approved") await waitFor(drafted, "settled")
    const refunds = await sql("select 1 from simulator_refunds where key = $1", [drafted._id])
    assert.equal(refunds.length, request.status === "approved" ? 1 : 0)
    assert.equal(await leftOf(charged), request.status === "approved" ? 10_000 - amount : 10_000)
  }
})

test("a preview of a policy finds refunds as it would have held them", async () => {
  const amount = nextAmount()
  const drafted = await held(await pay(), amount)
  const conditions = { amountMin: amount, amountMax: amount, methods: ["cash"], actions: ["refund"] }
  const policy = { entityType: "refund-intent", strategy: "any-of", approvers: [me], conditions }
  const { body } = await api.post("/v1/approvals/policies/preview", policy)
  assert.deepEqual(
    body.data.rows.map((each: Any) => [each.entity, each.amount, each.currency]),
    [[drafted._id, amount, "BRL"]],
  )
})
