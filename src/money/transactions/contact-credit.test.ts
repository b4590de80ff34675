import assert from "node:assert/strict"
import { test } from "node:test"
import { approvalFixtures } from "../../../test/approval-fixtures.ts"
import { type Any, inParallel, linkKeyOf, newContact, newIntent, startTestServer } from "../../../test/harness.ts"
import { signature } from "../gateways/simulator.ts"

const server = await startTestServer({ ROLE: "api" })
const { api } = server
const approvals = await approvalFixtures(server)

const create = async (contact: Any, fields: object = {}): Promise<Any> =>
  (await api.create("/v1/payment-intents/create", newIntent(contact._id, fields))).body.data
const transfer = async (intent: Any, amount: number): Promise<Any> =>
  (await api.post("/v1/simulations/bank-transfers/create", { reference: intent.number, amount, currency: intent.currency })).body.data
/** A contact that has overpaid by this amount. */
async function payerWith(credit: number): Promise<{ contact: Any; overpaid: string }> {
  const contact = (await api.post("/v1/contacts/create", newContact())).body.data
  const { transaction } = await transfer(await create(contact), 10_000 + credit)
  return { contact, overpaid: transaction }
}
const pay = (intent: Any, amount: number, fields: object = {}) =>
  api.create("/v1/transactions/create", { paymentIntent: intent._id, amount, method: "contact-credit", ...fields })
const creditOf = async ({ _id }: Any): Promise<Any> => (await api.get(`/v1/contacts/${_id}`)).body.data.credit
const readIntent = async ({ _id }: Any): Promise<Any> => (await api.get(`/v1/payment-intents/${_id}`)).body.data
const postingsOf = async (source: string): Promise<Any[]> =>
  (await api.get(`/v1/ledger/entries?source=${source}&sort=createdAt`)).body.data.map(({ kind, postings }: Any) => [kind, postings])
const available = async () => (await api.get("/v1/balances")).body.data.find(({ currency }: Any) => currency === "BRL").available
const verifies = async () => assert.deepEqual((await api.get("/v1/ledger/verify")).body.data.differences, [])

test("a payment from credit pays the intent down, and the contact's credit falls with it", async () => {
  const { contact } = await payerWith(1200)
  const intent = await create(contact)
  const before = await available()
  const { status, body } = await pay(intent, 500)
  assert.deepEqual([status, body.data.status, body.data.method, body.data.gateway], [201, "succeeded", "contact-credit", null])
  assert.deepEqual([await creditOf(contact), (await readIntent(intent)).paid], [{ BRL: 700 }, 500])
  assert.deepEqual(await postingsOf(body.data._id), [
    [
      "charge",
      [
        { account: `credit:${contact._id}`, debit: 500, credit: 0 },
        { account: `received:${intent._id}`, debit: 0, credit: 500 },
      ],
    ],
  ])
  assert.equal(await available(), before + 500)
  await pay(intent, 700)
  assert.deepEqual(await creditOf(contact), {})
  await verifies()
})

test("refuses a payment from credit of more than the credit, in another currency, with fx, or to be confirmed later", async () => {
  const { contact } = await payerWith(1200)
  const intent = await create(contact)
  const { status, body } = await pay(intent, 1201)
  assert.deepEqual([status, body.error.code, body.error.details], [422, "TRX-2007", { credit: 1200, amount: 1201, currency: "BRL" }])
  const dollars = await create(contact, { currency: "USD" })
  assert.deepEqual((await pay(dollars, 100)).body.error.details, { credit: 0, amount: 100, currency: "USD" })
  const fx = { sourceCurrency: "BRL", sourceAmount: 500, rate: 0.2 }
  assert.equal((await pay(dollars, 100, { fx })).body.error.errors[0].path, "fx")
  assert.equal((await pay(intent, 100, { status: "processing" })).body.error.errors[0].path, "status")
  assert.deepEqual([await creditOf(contact), (await readIntent(intent)).paid], [{ BRL: 1200 }, 0])
  await verifies()
})

test("settles the refund of a payment from credit on its approval, and gives the credit back", async () => {
  const { contact } = await payerWith(1200)
  const intent = await create(contact)
  const paid = (await pay(intent, 1000)).body.data
  for (const amount of [300, 700]) {
    const { _id } = (await api.create("/v1/refund-intents/create", { transaction: paid._id, amount })).body.data
    const { status, gateway, refundTransaction } = (await api.post(`/v1/refund-intents/${_id}/approve`)).body.data
    assert.deepEqual([status, gateway], ["settled", null])
    assert.deepEqual(await postingsOf(refundTransaction), [
      [
        "refund",
        [
          { account: `credit:${contact._id}`, debit: 0, credit: amount },
          { account: `refunds:${intent._id}`, debit: amount, credit: 0 },
        ],
      ],
    ])
  }
  assert.deepEqual([await creditOf(contact), (await readIntent(intent)).refunded], [{ BRL: 1200 }, 1000])
  assert.equal((await api.create("/v1/refund-intents/create", { transaction: paid._id, amount: 1 })).body.error.code, "RFD-2002")
  await verifies()
})

test("gives the credit back in the response when a policy approves the refund automatically, also by line", async () => {
  const amount = approvals.ownAmount()
  const { contact } = await payerWith(amount)
  await approvals.policy(amount, { entityType: "refund-intent", strategy: "auto-approve", approvers: [] })
  const intent = await create(contact, { items: [{ name: "Course", amount }] })
  const paid = (await pay(intent, amount)).body.data
  const refund = await api.create("/v1/refund-intents/create", { transaction: paid._id, items: [{ line: 0, amount }] })
  assert.deepEqual([refund.body.data.status, await creditOf(contact)], ["settled", { BRL: amount }])
  assert.equal((await readIntent(intent)).refunded, amount)
  await verifies()
})

test("takes the credit of a held payment on its approval, and refuses the approval when the credit is spent", async () => {
  const amount = approvals.ownAmount()
  await approvals.policy(amount)
  const { contact } = await payerWith(amount + 5)
  const intent = await create(contact, { items: [{ name: "Course", amount: 3 * amount }] })
  const [first, second] = [(await pay(intent, amount)).body.data, (await pay(intent, amount)).body.data]
  assert.deepEqual([first.status, await creditOf(contact)], ["pending-approval", { BRL: amount + 5 }])
  const explained = await approvals.requestOf(first.approval.request)
  assert.ok(JSON.stringify(explained).includes("of the contact's credit pays down"), JSON.stringify(explained))
  assert.equal((await approvals.decide(first.approval.request, "approve")).status, 200)
  assert.deepEqual(await creditOf(contact), { BRL: 5 })
  assert.equal((await approvals.decide(second.approval.request, "approve")).body.error.code, "TRX-2007")
  assert.equal(await approvals.statusOf("transactions", second._id), "pending-approval")
  await verifies()
})

test("takes the credit that is left when an overpayment is reversed, and books the rest as the tenant's shortfall", async () => {
  const { contact, overpaid } = await payerWith(1200)
  await pay(await create(contact), 900)
  const before = await available()
  const bytes = JSON.stringify({ id: `reversal ${overpaid}`, tenant: server.keys.tenantId, type: "charge.reversed", key: overpaid })
  const headers = { "simulator-signature": signature(await linkKeyOf(server, server.keys.tenantId), Buffer.from(bytes)) }
  assert.equal((await api.post("/v1/gateways/simulator/events", bytes, headers)).body.data.effect, "reversed")
  assert.deepEqual(await creditOf(contact), {})
  const [, [kind, postings]] = (await postingsOf(overpaid)) as Any
  assert.deepEqual(
    [kind, postings.slice(2)],
    [
      "reversal",
      [
        { account: `credit:${contact._id}`, debit: 300, credit: 0 },
        { account: `shortfall:${contact._id}`, debit: 900, credit: 0 },
      ],
    ],
  )
  assert.equal(await available(), before - 11_200 + 300)
  await verifies()
})

test("loses no credit when refunds into it and payments from it run at the same time", async () => {
  const { contact } = await payerWith(1000)
  const paid = (await pay(await create(contact), 600)).body.data
  const drafts = await inParallel(
    6,
    async () => (await api.create("/v1/refund-intents/create", { transaction: paid._id, amount: 100 })).body,
  )
  const intent = await create(contact)
  const answers = await Promise.all([
    ...drafts.map(({ data }) => api.post(`/v1/refund-intents/${data._id}/approve`)),
    ...[1, 2, 3, 4].map(() => pay(intent, 100)),
  ])
  assert.deepEqual(
    answers.map(({ status }) => status),
    [200, 200, 200, 200, 200, 200, 201, 201, 201, 201],
  )
  assert.deepEqual(await creditOf(contact), { BRL: 600 })
  await verifies()
})
