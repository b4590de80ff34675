import assert from "node:assert/strict"
import { test } from "node:test"
import pg from "pg"
import { asSystem } from "../../kit/operation/system.ts"
import { newId } from "../../kit/pure/id.ts"
import { hold } from "./hold.ts"
import { approvalFixtures } from "../../../test/approval-fixtures.ts"
import { type Any, inParallel, startTestServer, until } from "../../../test/harness.ts"
import { faultRounds } from "../../../test/levels.ts"

const server = await startTestServer()
const { api, keys } = server
const { me, ownAmount, approver, policy, intentOf, pay, held, requestOf, statusOf, decide } = await approvalFixtures(server)

test("a held payment moves no money until it is approved, and then all of it", async () => {
  const { transaction, intent, request, amount } = await held()
  assert.deepEqual([transaction.status, transaction.approval.status], ["pending-approval", "pending"])
  assert.deepEqual(await statusOf("payment-intents", intent._id), "due")
  const approved = (await decide(request, "approve", api, { comment: "fine" })).body.data
  assert.deepEqual([approved.status, approved.decisions[0].comment, approved.remaining], ["approved", "fine", []])
  assert.equal(await statusOf("transactions", transaction._id), "succeeded")
  const paid = (await api.get(`/v1/payment-intents/${intent._id}`)).body.data
  assert.deepEqual([paid.status, paid.paid], ["paid-full", amount])
  assert.equal((await api.get("/v1/ledger/verify")).body.data.ok, true)
})

test("tells the second of two people who decide at once that the request is decided, not what the first has changed", async () => {
  const { request, intent } = await held()
  const other = new pg.Client({ connectionString: server.databaseUrl, options: "-c app.tenants=*" })
  await other.connect()
  await other.query("begin; lock table payment_intents in access exclusive mode")
  const late = decide(request, "approve")
  const waiting = "select 1 from pg_locks where relation = 'payment_intents'::regclass and not granted"
  await until(async () => (await other.query(waiting)).rows.length > 0, "the approval has read the request and waits for the rest")
  await other.query("update payment_intents set status = 'canceled', cancel_reason = 'other', version = version + 1 where id = $1", [
    intent._id,
  ])
  await other.query(
    "update approval_requests set status = 'canceled', resolved_at = now(), remaining = '[]', version = version + 1 where id = $1",
    [request],
  )
  await other.query("commit")
  await other.end()
  const { error } = (await late).body
  assert.deepEqual([error?.code, error?.details.status], ["APR-2001", "canceled"])
})

test("cancels a payment intent even when its held payment is decided at the same instant", async () => {
  for (let round = 0; round < faultRounds(20); round++) {
    const { transaction, intent, request } = await held()
    const ends = [decide(request, "reject"), api.post(`/v1/transactions/${transaction._id}/cancel`)]
    const [canceled] = await Promise.all([api.post(`/v1/payment-intents/${intent._id}/cancel`), ...ends])
    assert.equal(canceled.status, 200, canceled.text)
  }
})

test("sets a payment that was requested as processing to processing once it is approved", async () => {
  const amount = ownAmount()
  await policy(amount)
  const intent = await intentOf(amount)
  const body = { paymentIntent: intent._id, amount, method: "cash", status: "processing" }
  const transaction = (await api.create("/v1/transactions/create", body)).body.data
  await decide(transaction.approval.request, "approve")
  assert.equal(await statusOf("transactions", transaction._id), "processing")
  assert.equal((await api.post(`/v1/transactions/${transaction._id}/confirm`)).body.data.status, "succeeded")
})

test("a request explains why it was opened and what each decision will do", async () => {
  const amount = ownAmount()
  const other = await policy(amount, { name: "Other", priority: -1 })
  const { request } = await held({ strategy: "all-of", approvers: [me, (await approver()).user], name: "Both" }, amount)
  const { explanation } = await requestOf(request)
  assert.deepEqual(explanation.conditions, [
    { condition: "amountMin", rule: amount, actual: amount },
    { condition: "amountMax", rule: amount, actual: amount },
  ])
  assert.deepEqual(explanation.alsoMatched, [{ policy: other._id, name: "Other", priority: -1 }])
  assert.deepEqual(
    explanation.onApprove.map((each: Any) => each.code),
    ["further-approvals", "payment-recorded"],
  )
  assert.deepEqual(explanation.onReject[0].code, "payment-canceled")
  await decide(request, "approve")
  assert.equal((await requestOf(request)).explanation.onApprove[0].code, "last-approval")
})

test("gives the amount of a request in the currency of its entity, also when the payer paid in another", async () => {
  const amount = ownAmount()
  await policy(amount)
  const fx = { sourceCurrency: "JPY", sourceAmount: amount, rate: 0.01 }
  const body = { paymentIntent: (await intentOf(amount))._id, amount, method: "wire-fx", fx }
  const { approval } = (await api.create("/v1/transactions/create", body)).body.data
  const request = await requestOf(approval.request)
  assert.deepEqual([request.amount, request.currency], [amount, "BRL"])
  const list = async (currency: string) => (await api.get(`/v1/approvals/requests?currency=${currency}&_id=${request._id}`)).body.count
  assert.deepEqual([await list("BRL"), await list("JPY")], [1, 0])
  const conditions = { amountMin: amount, amountMax: amount }
  const preview = { name: "New", entityType: "transaction", strategy: "any-of", approvers: [me], conditions, days: 1 }
  const { rows } = (await api.post("/v1/approvals/policies/preview", preview)).body.data
  assert.deepEqual([rows[0].amount, rows[0].currency], [amount, "BRL"])
})

test("lists payments that a round-robin policy holds in the order of their creation", async () => {
  const amount = ownAmount()
  await policy(amount, { strategy: "round-robin" })
  const intents = await Promise.all(Array.from({ length: 8 }, () => intentOf(amount)))
  await Promise.all(intents.map(intent => pay(intent, amount)))
  const { data } = (await api.get(`/v1/transactions?amount=${amount}`)).body
  const times = data.map(({ createdAt }: Any) => createdAt)
  assert.deepEqual([times.length, times], [8, times.toSorted().reverse()])
  for (const time of times)
    assert.ok((await api.get(`/v1/transactions?amount=${amount}&createdAt[gte]=${time}`)).body.count > times.indexOf(time))
})

test("refuses policies without approvers, with unknown approvers or with contradictory bounds", async () => {
  const body = { name: "Bad", entityType: "transaction", strategy: "any-of", approvers: [me] }
  const refused = async (fields: object, reason: RegExp) => {
    const { status, body: answer } = await api.post("/v1/approvals/policies/create", { ...body, ...fields })
    assert.deepEqual([status, answer.error.code], [400, "APR-1001"])
    assert.match(answer.error.message, reason)
  }
  await refused({ approvers: [] }, /needs 1 to 100 approvers/)
  await refused({ approvers: ["f".repeat(24)] }, /f{24} is not an active user/)
  await refused({ conditions: { amountMin: 2, amountMax: 1 } }, /amountMax 1 is below/)
})

test("a policy can be changed after one of its approvers has left, but can't name that person again", async () => {
  const { user } = await approver()
  const { _id } = await policy(ownAmount(), { approvers: [me, user] })
  assert.equal((await api.post(`/v1/users/${user}/update`, { status: "disabled" })).status, 200)
  const update = (change: object) => api.post(`/v1/approvals/policies/${_id}/update`, change)
  assert.equal((await update({ enabled: false, name: "Left alone" })).body.data?.enabled, false)
  assert.equal((await update({ approvers: [user] })).body.error?.code, "APR-1001")
})

test("creates a policy once when its response was lost and the request is retried with its key", async () => {
  const body = { name: "Lost answer", entityType: "payout", strategy: "any-of", approvers: [me], conditions: {}, enabled: false }
  const [first, again] = [
    await api.create("/v1/approvals/policies/create", body, "lost"),
    await api.create("/v1/approvals/policies/create", body, "lost"),
  ]
  assert.deepEqual([first.status, again.text], [201, first.text])
  assert.equal((await api.create("/v1/approvals/policies/create", { ...body, name: "Other" }, "lost")).body.error.code, "IDM-1002")
  const { body: list } = await api.get("/v1/approvals/policies?limit=100")
  assert.equal(list.data.policies.filter((each: Any) => each.name === "Lost answer").length, 1)
})

test("policies are listed by their priority, which need not be a whole number", async () => {
  const priority = 7.25
  const { _id } = await policy(ownAmount(), { priority, enabled: false })
  const found = async (filter: string) =>
    (await api.get(`/v1/approvals/policies?${filter}`)).body.data?.policies.map((each: Any) => each._id)
  assert.deepEqual(await found("priority=7.25"), [_id])
  assert.deepEqual(await found("priority[gt]=7.2&priority[lt]=73e-1"), [_id])
  for (const none of ["high", "", "0x1", "1e999"]) assert.equal(await found(`priority=${none}`), undefined, none)
})

test("applies a created, changed or deleted policy from the moment of its response", async () => {
  const amount = ownAmount()
  const intents = await inParallel(30, () => intentOf(amount))
  const [made, before] = await Promise.all([policy(amount), inParallel(10, i => pay(intents[i], amount))])
  const after = await inParallel(10, i => pay(intents[10 + i], amount))
  assert.ok(before.every(({ status }) => status === 201))
  assert.ok(after.every(({ body }) => body.data.status === "pending-approval"))
  await api.post(`/v1/approvals/policies/${made._id}/delete`)
  const free = await inParallel(10, i => pay(intents[20 + i], amount))
  assert.ok(free.every(({ body }) => body.data.status === "succeeded"))
})

test("runs a payment again, and holds it, when a policy is created between its read and its commit", async () => {
  const amount = ownAmount()
  const none = { method: null, recipientType: null, team: null, partnerships: [] }
  const facts = { action: "create" as const, amount, sourceCurrency: "BRL", targetCurrency: "BRL", ...none }
  let runs = 0
  const approval = await asSystem(keys.tenantId, "test", async ctx => {
    const held = await hold(ctx, { type: "transaction", id: newId(ctx.now), facts, effects: { onApprove: [], onReject: [] } })
    if (runs++ === 0) await policy(amount)
    return held
  })
  assert.deepEqual([runs, approval.status], [2, "pending"])
})

test("the maker can cancel a held payment, and its request is canceled with it", async () => {
  const { transaction, request } = await held()
  assert.equal((await api.post(`/v1/transactions/${transaction._id}/cancel`)).body.data.status, "canceled")
  const canceled = await requestOf(request)
  assert.deepEqual([canceled.status, canceled.reason], ["canceled", "the payment was canceled"])
  assert.equal((await api.post(`/v1/transactions/${transaction._id}/cancel`)).body.error.code, "TRX-2003")
})

test("only the maker or an editor of approvals can withdraw a request", async () => {
  const { transaction, request } = await held()
  const viewer = await approver("viewer")
  assert.equal((await viewer.api.post(`/v1/approvals/requests/${request}/cancel`)).body.error.code, "PRM-1001")
  const { data } = (await api.post(`/v1/approvals/requests/${request}/cancel`, { reason: "a mistake" })).body
  assert.deepEqual([data.status, data.reason], ["canceled", "a mistake"])
  assert.equal(await statusOf("transactions", transaction._id), "canceled")
  assert.equal((await api.post(`/v1/approvals/requests/${request}/cancel`)).body.error.code, "APR-2001")
})

test("undoes an approval when the money rules refuse the release", async () => {
  const { intent, request, amount } = await held()
  await pay(intent, amount - 1)
  const answer = await decide(request, "approve")
  assert.deepEqual([answer.status, answer.body.error.code], [422, "TRX-2001"])
  const { status, decisions } = await requestOf(request)
  assert.deepEqual([status, decisions], ["pending", []])
  await pay(intent, 1)
  assert.deepEqual((await decide(request, "approve")).body.error.code, "TRX-2002")
  assert.equal((await decide(request, "reject")).body.data.status, "rejected")
})

test("refuses to release a payment that was changed since its approval was requested", async () => {
  const { intent, request } = await held()
  const team = (await api.post("/v1/teams/create", { name: `Team ${request}` })).body.data
  await api.post(`/v1/payment-intents/${intent._id}/update`, { team: team._id })
  assert.deepEqual((await decide(request, "approve")).body.error.code, "APR-2006")
})

test("refuses to change the reference and documents of a held payment, but allows new metadata", async () => {
  const { transaction, request } = await held()
  const update = (change: object) => api.post(`/v1/transactions/${transaction._id}/update`, change)
  for (const change of [{ reference: "other" }, { documents: ["https://example.com/other.pdf"] }]) {
    const { status, body } = await update(change)
    assert.deepEqual([status, body.error?.code], [409, "TRX-2003"])
  }
  assert.equal((await update({ reference: transaction.reference, documents: transaction.documents, metadata: { desk: "2" } })).status, 200)
  assert.equal((await decide(request, "approve")).status, 200)
  assert.equal((await update({ reference: "afterwards" })).body.data.reference, "afterwards")
})

test("a preview shows what a policy would have held, and saves nothing", async () => {
  const amount = ownAmount()
  const intent = await intentOf(amount)
  const { _id } = (await pay(intent, amount)).body.data
  const count = (await api.get("/v1/approvals/policies")).body.count
  const body = { entityType: "transaction", strategy: "any-of", conditions: { amountMin: amount, amountMax: amount }, days: 7 }
  const { data } = (await api.post("/v1/approvals/policies/preview", body)).body
  assert.deepEqual([data.held, data.rows[0].entity, data.rows[0].amount, data.rows[0].requestedBy], [1, _id, amount, me])
  assert.ok(data.examined >= 1)
  assert.equal((await api.get("/v1/approvals/policies")).body.count, count)
})

test("a dry run opens no request and takes no turn", async () => {
  const amount = ownAmount()
  await policy(amount, { strategy: "round-robin" })
  const intent = await intentOf(amount)
  const body = { paymentIntent: intent._id, amount, method: "cash" }
  const { data } = (await api.post("/v1/transactions/create", body, { "dry-run": "true" })).body
  assert.equal(data.status, "pending-approval")
  assert.equal((await api.get(`/v1/approvals/requests?entity=${data._id}`)).body.count, 0)
})

test("another tenant can't see, decide or name any of it", async () => {
  const { policy: own, request, transaction } = await held()
  const other = await server.otherTenant()
  for (const path of [`policies/${own._id}`, `requests/${request}`, `summary/transaction/${transaction._id}`])
    assert.equal((await other.get(`/v1/approvals/${path}`)).status, 404, path)
  assert.equal((await decide(request, "approve", other)).status, 404)
  const body = { name: "Foreign", entityType: "transaction", strategy: "any-of", approvers: [me] }
  assert.equal((await other.post("/v1/approvals/policies/create", body)).body.error.code, "APR-1001")
})
