import assert from "node:assert/strict"
import { test } from "node:test"
import { type Any, type Caller, inParallel, startTestServer } from "../../../test/harness.ts"
import { faultRounds } from "../../../test/levels.ts"
import { payoutFixtures } from "../../../test/payout-fixtures.ts"

const server = await startTestServer()
const { api, sql } = server
const me = (await api.get("/v1/users/user")).body.data._id
const { act, assertLedgerVerifies, balance, bodyFor, dueSplit, newAccount, newPartner, newPayout, newSale, pay, read, settled, toSelf } =
  await payoutFixtures(api)

/** Each test makes policies for a different amount, so that tests do not affect each other. */
let lastAmount = 1000
const nextAmount = () => (lastAmount += 10)
async function policy(amount: number, fields: object = {}): Promise<Any> {
  const conditions = { amountMin: amount, amountMax: amount }
  const body = { name: `Payouts of ${amount}`, entityType: "payout", strategy: "any-of", approvers: [me], conditions, ...fields }
  const answer = await api.create("/v1/approvals/policies/create", body)
  assert.equal(answer.status, 201, answer.text)
  return answer.body.data
}
async function held(fields: object = {}) {
  const amount = nextAmount()
  await policy(amount)
  const due = await dueSplit(amount)
  return { due, amount, payout: await newPayout(bodyFor(due, fields)) }
}
const decide = ({ approval }: Any, decision: string) => api.post(`/v1/approvals/requests/${approval.request}/${decision}`, {})
const requestOf = async ({ approval }: Any): Promise<Any> => (await api.get(`/v1/approvals/requests/${approval.request}`)).body.data
const sentAt = async ({ _id }: Any) => (await sql("select 1 from simulator_payouts where key = $1", [_id])).length

test("a payout that a policy holds keeps its money reserved and goes to the gateway once it is approved", async () => {
  const { payout, due, amount } = await held()
  assert.deepEqual(
    [payout.status, payout.approval.required, payout.approval.status, payout.sentAt],
    ["pending-approval", true, "pending", null],
  )
  assert.equal((await read("payment-splits", due.split)).status, "scheduled")
  const { action, entityType, explanation, ...request } = await requestOf(payout)
  assert.deepEqual([action, entityType, request.amount, request.currency], ["send", "payout", amount, "BRL"])
  assert.equal(explanation.onApprove.at(-1).code, "payout-sent")
  assert.equal(explanation.onReject[0].code, "payout-freed")
  assert.equal(await sentAt(payout), 0)
  await assertLedgerVerifies()
  assert.equal((await decide(payout, "approve")).status, 200)
  const released = await read("payouts", payout)
  assert.ok(released.approval.status === "approved" && released.sentAt !== null)
  await settled(payout)
  await assertLedgerVerifies()
})

test("refuses to change the holder of an account while a payout to it waits for approval", async () => {
  const rename = ({ account }: Any, holder: string) => api.post(`/v1/bank-accounts/${account._id}/update`, { holder })
  const { payout, due } = await held()
  const refused = await rename(due, "Someone else")
  assert.deepEqual([refused.status, refused.body.error.code, refused.body.error.details.reference], [409, "BNK-2002", payout.number])
  assert.equal((await api.post(`/v1/bank-accounts/${due.account._id}/update`, { metadata: { checked: "yes" } })).status, 200)
  await decide(payout, "approve")
  await settled(payout)
  assert.equal((await rename(due, "Another name")).status, 200)
})

test("the summary of a payout is found by its number as well as by its id", async () => {
  const { payout } = await held()
  for (const reference of [payout._id, payout.number, payout.number.toLowerCase()]) {
    const { entity, awaitingApproval, request } = (await api.get(`/v1/approvals/summary/payout/${reference}`)).body.data
    assert.deepEqual([entity, awaitingApproval, request], [payout._id, true, payout.approval.request])
  }
})

test("a rejected, a canceled and a withdrawn payout free their money, and their request ends too", async () => {
  const ends: [end: (payout: Any) => Promise<{ status: number }>, status: string, request: string][] = [
    [payout => decide(payout, "reject"), "rejected", "rejected"],
    [payout => act(payout, "cancel"), "canceled", "canceled"],
    [payout => decide(payout, "cancel"), "canceled", "canceled"],
  ]
  for (const [end, status, request] of ends) {
    const before = await balance()
    const { payout, due, amount } = await held()
    assert.equal((await end(payout)).status, 200)
    const ended = await read("payouts", payout)
    assert.deepEqual([ended.status, ended.approval.status, (await requestOf(payout)).status], [status, request, request])
    assert.equal((await read("payment-splits", due.split)).status, "due")
    assert.equal((await balance()).reserved, before.reserved)
    assert.equal((await balance()).payable, before.payable + amount)
  }
  await assertLedgerVerifies()
})

test("under four eyes neither the person who drafted a payout nor the one who sent it decides, and both may withdraw it", async () => {
  const [maker, sender, other] = await inParallel(3, () => server.withRole("finance"))
  const users = await Promise.all([maker!, sender!, other!].map(async by => (await by.get("/v1/users/user")).body.data._id))
  for (const strategy of ["any-of", "all-of", "sequential", "round-robin"]) {
    const amount = nextAmount()
    await policy(amount, { strategy, approvers: users, fourEyes: true })
    const sendDraft = async () => {
      const draft = (await maker!.create("/v1/payouts/create", bodyFor(await dueSplit(amount), { draft: true }))).body.data
      return (await act(draft, "send", {}, sender!)).body.data
    }
    const [sent, withdrawn] = [await sendDraft(), await sendDraft()]
    const { requestedBy, draftedBy, remaining } = await requestOf(sent)
    assert.deepEqual([requestedBy, draftedBy, remaining], [users[1], users[0], [users[2]]], strategy)
    const decideBy = (by: Caller, decision: string, { approval }: Any = sent) =>
      by.post(`/v1/approvals/requests/${approval.request}/${decision}`, {})
    for (const by of [maker!, sender!]) assert.equal((await decideBy(by, "approve")).body.error.code, "APR-2003", strategy)
    assert.equal((await decideBy(other!, "approve")).body.data.status, "approved", strategy)
    assert.equal((await decideBy(other!, "cancel", withdrawn)).body.error.code, "PRM-1001")
    assert.equal((await decideBy(maker!, "cancel", withdrawn)).body.data.status, "canceled")
  }
})

test("refuses to send a payout that waits for approval, and asks for no second approval", async () => {
  const { payout } = await held()
  const { status, body } = await act(payout, "send")
  assert.deepEqual([status, body.error.code], [409, "PAY-2002"])
  const [{ n }] = await sql("select count(*)::int as n from approval_requests where entity_id = $1", [payout._id])
  assert.deepEqual([(await read("payouts", payout)).status, n], ["pending-approval", 1])
})

test("a draft is held when it is sent, and not before", async () => {
  const { payout } = await held({ draft: true })
  assert.deepEqual([payout.status, payout.approval.status], ["draft", "none"])
  const sent = (await act(payout, "send")).body.data
  assert.deepEqual([sent.status, sent.approval.status], ["pending-approval", "pending"])
  assert.equal((await decide(sent, "approve")).status, 200)
  assert.match((await read("payouts", payout)).status, /processing|paid/)
})

test("undoes an approval when the money rules refuse the release", async () => {
  const { payout, due, amount } = await held()
  await sql("update payment_splits set accrued = accrued - 1, revision = revision + 1 where id = $1", [due.split._id])
  const refused = await decide(payout, "approve")
  assert.deepEqual([refused.status, refused.body.error.code], [409, "PAY-2006"])
  assert.deepEqual([(await requestOf(payout)).status, (await read("payouts", payout)).status], ["pending", "pending-approval"])
  await sql("update payment_splits set accrued = $2, revision = revision + 1 where id = $1", [due.split._id, amount])
  assert.equal((await decide(payout, "approve")).status, 200)
})

test("refuses to release a payout to oneself while the balance no longer covers it", async () => {
  const amount = nextAmount()
  await policy(amount)
  const intent = await newSale(await newPartner(), 1)
  await pay(intent)
  const account = await newAccount()
  const payout = await newPayout(toSelf(account, amount))
  const { available } = await balance()
  const [tally] = await sql("select * from tallies where kind = 'ledger' and value = 'BRL cash' limit 1")
  const insert = "insert into tallies (tenant_id, kind, value, n) values ($1, 'ledger', 'BRL cash', $2)"
  await sql(insert, [tally.tenant_id, available + 1])
  assert.equal((await decide(payout, "approve")).body.error.code, "PAY-2001")
  await sql(insert, [tally.tenant_id, -available - 1])
  assert.equal((await decide(payout, "approve")).status, 200)
})

test("policies match on the recipient, the method, the action and the currencies of a payout", async () => {
  const agent = await newPartner({ kind: "agent" })
  const cases: [conditions: object, recipient: Any, fields: object][] = [
    [{ recipientTypes: ["supplier"] }, undefined, {}],
    [{ recipientTypes: ["partnership"] }, agent, { recipientType: "partnership" }],
    [{ methods: ["pix"] }, undefined, { method: "pix" }],
    [{ actions: ["send"] }, undefined, {}],
    [{ currencyMode: "same-currency", sourceCurrencies: ["BRL"] }, undefined, {}],
  ]
  for (const [conditions, recipient, fields] of cases) {
    const amount = nextAmount()
    const due = await dueSplit(amount, recipient)
    await policy(amount, { conditions: { amountMin: amount, amountMax: amount, ...conditions } })
    const payout = await newPayout(bodyFor(due, fields))
    assert.equal(payout.status, "pending-approval", JSON.stringify(conditions))
    await act(payout, "cancel")
  }
})

test("a policy's preview shows the payouts that it would have held", async () => {
  const amount = nextAmount()
  const payout = await newPayout(bodyFor(await dueSplit(amount)))
  const body = { name: "", entityType: "payout", strategy: "any-of", approvers: [me], conditions: { amountMin: amount, amountMax: amount } }
  const { data } = (await api.post("/v1/approvals/policies/preview", body)).body
  assert.deepEqual([data.held, data.rows[0].entity, data.rows[0].currency], [1, payout._id, "BRL"])
})

test("an approval and a cancellation at once lead to one outcome, and the money is in one place", async () => {
  const outcomes = new Set<string>()
  for (let round = 0; round < faultRounds(8); round++) {
    const { payout, due } = await held()
    const answers = await inParallel(6, i => (i % 2 === round % 2 ? decide(payout, "approve") : act(payout, "cancel")))
    for (const { status, text } of answers) assert.ok(status === 200 || status === 409, text)
    const { status } = await read("payouts", payout)
    outcomes.add(status === "canceled" ? "canceled" : "sent")
    const request = (await requestOf(payout)).status
    assert.equal(request, status === "canceled" ? "canceled" : "approved")
    assert.equal((await read("payment-splits", due.split)).status === "due", status === "canceled")
    if (status === "canceled") assert.equal(await sentAt(payout), 0)
  }
  await assertLedgerVerifies()
})
