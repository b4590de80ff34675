import assert from "node:assert/strict"
import { test } from "node:test"
import { approvalFixtures } from "../../../test/approval-fixtures.ts"
import { type Any, type Caller, inParallel, newContact, newIntent, startTestServer, until } from "../../../test/harness.ts"
import { invite } from "../../../test/people.ts"

const server = await startTestServer()
const { api } = server
const { contact, me, ownAmount, approver, policy, intentOf, pay, held, requestOf, statusOf, decide } = await approvalFixtures(server)

test("a delegate decides for an approver, for the time of the delegation", async () => {
  const [absent, delegate, stranger] = [await approver(), await approver(), await approver()]
  const { request } = await held({ approvers: [absent.user] })
  assert.equal((await decide(request, "approve", delegate.api)).body.error.code, "APR-2002")
  const path = `/v1/users/${absent.user}/delegate`
  const [from, until] = [new Date(Date.now() - 60_000).toISOString(), new Date(Date.now() + 86_400_000).toISOString()]
  const refuse = async (body: object, by: Caller = absent.api) => {
    const { code, errors } = (await by.post(path, body)).body.error
    return errors ? `${code} at ${errors[0].path}` : code
  }
  assert.equal(await refuse({ to: absent.user, from, until }), "APR-1002 at to")
  assert.equal(await refuse({ to: delegate.user, from: until, until: from }), "APR-1002 at until")
  assert.equal(await refuse({ to: (await approver("viewer")).user, from, until }), "APR-1002 at to")
  assert.equal(await refuse({ to: delegate.user, from, until }, stranger.api), "PRM-1001")
  const { _id } = (await absent.api.post(path, { to: delegate.user, from, until })).body.data
  const { decisions } = (await decide(request, "approve", delegate.api)).body.data
  assert.deepEqual([decisions[0].user, decisions[0].for], [delegate.user, absent.user])
  assert.equal((await api.get(`/v1/users/${absent.user}/delegations`)).body.count, 1)
  const [handedOver] = (await delegate.api.get(`/v1/approvals/delegations?to=${delegate.user}&until[gt]=${from}`)).body.data
  assert.deepEqual([handedOver._id, handedOver.user], [_id, absent.user])
  assert.equal((await api.get(`/v1/approvals/delegations?user=${delegate.user}`)).body.count, 0)
  const unknown = await absent.api.post(`/v1/users/${absent.user}/delegations/${"f".repeat(24)}/delete`, { at: "once" })
  assert.equal(unknown.status, 404, "the path is checked before the body")
  await absent.api.post(`/v1/users/${absent.user}/delegations/${_id}/delete`)
  const next = await held({ approvers: [absent.user] })
  assert.equal((await decide(next.request, "approve", delegate.api)).body.error.code, "APR-2002")
})

test("nobody decides in the place of an approver who was disabled or lost the permission to decide", async () => {
  const ways: [what: string, change: object][] = [
    ["disabled", { status: "disabled" }],
    ["demoted", { role: "viewer" }],
  ]
  for (const [what, change] of ways) {
    const [absent, delegate, other] = [await invite(server, "approver"), await approver(), await approver()]
    const from = new Date(Date.now() - 60_000).toISOString()
    const until = new Date(Date.now() + 86_400_000).toISOString()
    assert.equal((await api.post(`/v1/users/${absent._id}/delegate`, { to: delegate.user, from, until })).status, 200, what)
    const { request } = await held({ approvers: [absent._id, other.user] })
    const approving = async () => (await delegate.api.get(`/v1/approvals/requests/${request}/actions`)).body.data[0]
    assert.equal((await approving()).reason, null, what)
    assert.equal((await api.post(`/v1/users/${absent._id}/update`, change)).status, 200, what)
    assert.equal((await approving()).reason.code, "APR-2002", what)
    for (const decision of ["approve", "reject"] as const)
      assert.equal((await decide(request, decision, delegate.api)).body.error.code, "APR-2002", what)
    assert.equal((await decide(request, "approve", other.api)).body.data.status, "approved", what)
  }
})

test("an approver who leaves drops out, and a request that nobody can decide is canceled with the reason", async () => {
  const [one, two] = [await approver(), await approver()]
  const both = await held({ strategy: "all-of", approvers: [one.user, two.user] })
  const single = await held({ approvers: [one.user] })
  const rotating = await held({ strategy: "round-robin", approvers: [one.user, two.user] })
  await api.post(`/v1/dev/api-keys/${one.key}/delete`)
  assert.deepEqual((await requestOf(both.request)).remaining, [two.user])
  assert.equal((await requestOf(rotating.request)).assignee, two.user)
  const canceled = await requestOf(single.request)
  assert.deepEqual([canceled.status, canceled.reason], ["canceled", "no approver is left who could decide it"])
  assert.equal(await statusOf("transactions", single.transaction._id), "canceled")
  assert.equal((await decide(both.request, "approve", two.api)).body.data.status, "approved")
  const stuck = await pay(await intentOf(single.amount), single.amount)
  assert.deepEqual([stuck.status, stuck.body.error.code], [409, "APR-2005"])
})

test("a rotation skips an approver who lost the permission; when all must approve, that approver is still needed", async () => {
  const [demoted, next] = [await invite(server, "approver"), await approver()]
  const approvers = [demoted._id, next.user]
  const rotating = await held({ strategy: "round-robin", approvers })
  const all = await held({ strategy: "all-of", approvers })
  assert.equal((await requestOf(rotating.request)).assignee, demoted._id)
  assert.equal((await api.post(`/v1/users/${demoted._id}/update`, { role: "viewer" })).status, 200)
  const { assignee, remaining } = await requestOf(rotating.request)
  assert.deepEqual([assignee, remaining], [next.user, [next.user]])
  for (const _ of approvers) {
    const later = (await pay(await intentOf(rotating.amount), rotating.amount)).body.data.approval.request
    assert.equal((await requestOf(later)).assignee, next.user)
  }
  assert.equal((await decide(rotating.request, "approve", next.api)).body.data.status, "approved")
  assert.deepEqual((await requestOf(all.request)).remaining, approvers)
  assert.equal((await decide(all.request, "approve", next.api)).body.data.status, "pending")
})

test("under four eyes a request does not wait for its maker, and is canceled when only the maker is left", async () => {
  const [other, last] = [await approver(), await approver()]
  const approvers = [me, other.user]
  for (const strategy of ["all-of", "sequential", "round-robin", "any-of"]) {
    const { request } = await held({ strategy, approvers, fourEyes: true })
    assert.deepEqual((await requestOf(request)).remaining, [other.user], strategy)
    assert.equal((await decide(request, "approve")).body.error.code, "APR-2003", strategy)
    assert.equal((await decide(request, "approve", other.api)).body.data.status, "approved", strategy)
  }
  const left = await held({ approvers: [me, last.user], fourEyes: true })
  await api.post(`/v1/dev/api-keys/${last.key}/delete`)
  assert.equal((await requestOf(left.request)).status, "canceled")
  const { request, transaction } = await held({ approvers: [me], fourEyes: true })
  assert.deepEqual([(await requestOf(request)).remaining, transaction.status], [[], "pending-approval"])
})

test("assigns the splits of one payment to one approver after the other when one rotation holds them", async () => {
  const approvers = [(await approver()).user, (await approver()).user, (await approver()).user]
  const share = ownAmount()
  await policy(share, { entityType: "payment-split", strategy: "round-robin", approvers })
  const suppliers = await inParallel(4, async i => {
    const splitTerms = { type: "fixed", amount: share, currency: "BRL" }
    return (await api.create("/v1/partnerships/create", { name: `Rota ${i}`, code: `ROTA${i}`, kind: "supplier", splitTerms })).body.data
  })
  const items = suppliers.map(({ _id }: Any) => ({ name: "Course", amount: share * 2, supplier: _id }))
  const intent = (await api.create("/v1/payment-intents/create", newIntent(contact._id, { items }))).body.data
  await pay(intent, intent.amount)
  const splits = (await api.get(`/v1/payment-splits?paymentIntent=${intent._id}`)).body.data
  const assignees: string[] = await Promise.all(splits.map(async ({ approval }: Any) => (await requestOf(approval.request)).assignee))
  assert.deepEqual(assignees.toSorted(), [...approvers, approvers[0]!].toSorted())
})

test("the inbox lists the requests that wait for the caller", async () => {
  const reader = await approver()
  const { request } = await held({ approvers: [reader.user] })
  const inbox = await reader.api.get("/v1/approvals/requests?approver=me&status=pending")
  assert.deepEqual([inbox.body.count, inbox.body.data.requests[0]._id], [1, request])
  await decide(request, "approve", reader.api)
  assert.equal((await reader.api.get("/v1/approvals/requests?approver=me&status=pending")).body.count, 0)
  assert.equal((await api.get(`/v1/approvals/requests?approver=${reader.user}&requestedBy=me`)).body.count, 1)
  const [all, others] = [await api.get("/v1/approvals/requests"), await api.get(`/v1/approvals/requests?approver[ne]=${reader.user}`)]
  assert.equal(others.body.count, all.body.count - 1)
})

test("approvers are mailed at once and reminded once a day, and an undecided request ends after 7 days of the tenant's clock", async () => {
  const other = await server.otherTenant()
  const users = (await other.get("/v1/users?type=person")).body.data
  const amount = ownAmount()
  const payer = (await other.post("/v1/contacts/create", newContact())).body.data
  const body = { name: "People", entityType: "transaction", strategy: "any-of", approvers: [users[0]._id] }
  assert.equal((await other.post("/v1/approvals/policies/create", body)).status, 201)
  const intent = (await other.create("/v1/payment-intents/create", newIntent(payer._id, { items: [{ name: "Course", amount }] }))).body.data
  const { approval, _id } = (await other.create("/v1/transactions/create", { paymentIntent: intent._id, amount, method: "cash" })).body.data
  const mails = async () => (await other.get(`/v1/dev/mails?object=${approval.request}`)).body.count
  const remind = () => other.post(`/v1/approvals/requests/${approval.request}/remind`)
  assert.equal(await mails(), 1)
  assert.equal((await remind()).status, 200)
  assert.equal((await remind()).body.error.code, "APR-2007")
  assert.equal(await mails(), 2)
  await other.post("/v1/simulations/clock", { advance: "P1DT1M" })
  await until(async () => (await mails()) === 3, "the approvers are reminded after a day")
  await other.post("/v1/simulations/clock", { advance: "P6D" })
  await until(async () => (await other.get(`/v1/transactions/${_id}`)).body.data.status === "canceled", "the held payment is canceled")
  const { status, reason } = (await other.get(`/v1/approvals/requests/${approval.request}`)).body.data
  assert.deepEqual([status, reason, await mails()], ["canceled", "nobody decided within 7 days", 4])
})

test("refuses to decide an expired request, whether or not the worker has canceled it yet", async () => {
  const { request, transaction } = await held({})
  await server.sql("update approval_requests set expires_at = now() - interval '1 second' where id = $1", [request])
  for (const decision of ["approve", "reject"] as const)
    assert.equal((await decide(request, decision)).body.error.code, "APR-2001", decision)
  assert.equal(await statusOf("transactions", transaction._id), "pending-approval")
})

test("every object shows which actions are possible now, and why the others are not", async () => {
  const { transaction, request } = await held({ fourEyes: true, approvers: [me, (await approver()).user] })
  const actions = async (path: string, by: Caller = api) => {
    const { data } = (await by.get(`/v1/${path}/actions`)).body
    return Object.fromEntries(data.map(({ action, reason }: Any) => [action, reason?.code ?? "allowed"])) as Record<string, string>
  }
  const payment = { update: "allowed", confirm: "TRX-2003", fail: "TRX-2003", cancel: "allowed" }
  assert.deepEqual(await actions(`transactions/${transaction._id}`), payment)
  const viewer = await approver("viewer")
  assert.equal((await actions(`transactions/${transaction._id}`, viewer.api))["cancel"], "PRM-1001")
  const open = { approve: "APR-2003", reject: "APR-2003", cancel: "allowed", remind: "allowed" }
  assert.deepEqual(await actions(`approvals/requests/${request}`), open)
  await api.post(`/v1/transactions/${transaction._id}/cancel`)
  assert.equal((await actions(`approvals/requests/${request}`))["cancel"], "APR-2001")
})

test("a held split counts within the intent but earns nothing, and earns its part of all payments once it is approved", async () => {
  const amount = ownAmount()
  const partner = (await api.post("/v1/partnerships/create", { name: "Held agent", code: `HELD${amount}`, kind: "agent" })).body.data
  await policy(amount, { entityType: "payment-split", partnership: partner._id })
  const intent = await intentOf(amount)
  const body = { paymentIntent: intent._id, partnership: partner._id, amount }
  const split = (await api.create("/v1/payment-splits/create", body)).body.data
  assert.deepEqual([split.status, split.accrued], ["pending-approval", 0])
  assert.equal((await api.create("/v1/payment-splits/create", { ...body, amount: 1 })).body.error.code, "SPL-2001")
  await pay(intent, amount)
  assert.equal((await api.get(`/v1/payment-splits/${split._id}`)).body.data.accrued, 0)
  await decide(split.approval.request, "approve")
  const released = (await api.get(`/v1/payment-splits/${split._id}`)).body.data
  assert.deepEqual([released.status, released.accrued, released.approval.status], ["due", amount, "approved"])
  assert.equal((await api.get("/v1/ledger/verify")).body.data.ok, true)
})

test("holds calculated splits too, and frees the share of a rejected one", async () => {
  const amount = ownAmount()
  const splitTerms = { type: "percentage", basisPoints: 10_000 }
  const supplier = { name: "Held supplier", code: `SUP${amount}`, kind: "supplier", splitTerms }
  const partner = (await api.post("/v1/partnerships/create", supplier)).body.data
  await policy(amount, { entityType: "payment-split", partnership: partner._id, conditions: { recipientTypes: ["supplier"] } })
  const items = [{ name: "Course", amount, supplier: partner._id }]
  const intent = (await api.create("/v1/payment-intents/create", newIntent(contact._id, { items }))).body.data
  await pay(intent, amount)
  const [split] = (await api.get(`/v1/payment-splits?paymentIntent=${intent._id}`)).body.data
  assert.equal(split.status, "pending-approval")
  await decide(split.approval.request, "reject")
  assert.equal((await api.get(`/v1/payment-splits/${split._id}`)).body.data.status, "rejected")
  assert.equal(
    (await api.create("/v1/payment-splits/create", { paymentIntent: intent._id, partnership: partner._id, amount: 1 })).status,
    201,
  )
  assert.equal((await api.get("/v1/ledger/verify")).body.data.ok, true)
})

test("a held gateway charge reaches the gateway once it is approved, and never when it is rejected", async () => {
  const charge = async (token: string) => {
    const amount = ownAmount()
    await policy(amount, { conditions: { amountMin: amount, amountMax: amount, actions: ["charge"] } })
    const intent = await intentOf(amount)
    const body = { paymentIntent: intent._id, method: "card", token }
    return { intent, transaction: (await api.create("/v1/gateways/simulator/charges/create", body)).body.data }
  }
  const atGateway = async ({ _id }: Any) => (await server.sql("select status from simulator_charges where key = $1", [_id])).length
  const approved = await charge("tok_success")
  assert.deepEqual([approved.transaction.status, await atGateway(approved.transaction)], ["pending-approval", 0])
  await decide(approved.transaction.approval.request, "approve")
  await until(async () => (await statusOf("transactions", approved.transaction._id)) === "succeeded", "the payer is charged")
  assert.deepEqual([await statusOf("payment-intents", approved.intent._id), await atGateway(approved.transaction)], ["paid-full", 1])
  const declined = await charge("tok_declined")
  await decide(declined.transaction.approval.request, "approve")
  await until(async () => (await statusOf("transactions", declined.transaction._id)) === "failed", "the decline is known")
  const rejected = await charge("tok_success")
  await decide(rejected.transaction.approval.request, "reject")
  assert.deepEqual([await statusOf("transactions", rejected.transaction._id), await atGateway(rejected.transaction)], ["canceled", 0])
})
