import assert from "node:assert/strict"
import { readFileSync } from "node:fs"
import { test } from "node:test"
import pg from "pg"
import { approvalFixtures } from "../../../test/approval-fixtures.ts"
import { type Any, type Caller, inDays, newIntent, startTestServer, until } from "../../../test/harness.ts"
import { payoutFixtures } from "../../../test/payout-fixtures.ts"

const server = await startTestServer()
const { api } = server
const { contact, me, ownAmount, approver, policy, pay, requestOf, decide } = await approvalFixtures(server)
const { made, newPartner } = await payoutFixtures(api)

const [casa, other] = [await newPartner(), await newPartner()]
const sell = (amount: number, supplier?: Any, fields: object = {}): Promise<Any> => {
  const items = [
    { name: "Room", amount: 1 },
    { name: "Course", amount: amount - 1, ...(supplier && { supplier: supplier._id }) },
  ]
  return made("payment-intents", newIntent(contact._id, { items, ...fields }))
}
const share = (intent: Any, partner: Any, amount = 1, by: Caller = api) =>
  by.create("/v1/payment-splits/create", { paymentIntent: intent._id, partnership: partner._id, amount })
const charge = (intent: Any) =>
  api.create("/v1/gateways/simulator/charges/create", { paymentIntent: intent._id, method: "card", token: "tok_success" })
const refund = ({ body }: Any, by: Caller = api) => by.create("/v1/refund-intents/create", { transaction: body.data._id })
const policyOf = async ({ body, text }: Any): Promise<string | undefined> => {
  assert.ok(body.data, text)
  return body.data.approval.required ? (await requestOf(body.data.approval.request)).policy : undefined
}

test("a policy of a partnership holds payments and charges of intents that it supplies or shares in, and no others", async () => {
  const amount = ownAmount()
  const { _id } = await policy(amount, { partnership: casa._id, conditions: { amountMin: amount, amountMax: amount } })
  const general = await policy(amount, { name: "General" })
  const shared = await sell(amount)
  assert.equal((await share(shared, casa)).status, 201)
  assert.equal(await policyOf(await pay(await sell(amount, casa), amount)), _id, "supplied")
  assert.equal(await policyOf(await charge(await sell(amount, casa))), _id, "charged")
  assert.equal(await policyOf(await pay(shared, amount)), _id, "shared")
  assert.equal(await policyOf(await pay(await sell(amount, other), amount)), general._id, "another one's")
  assert.equal(await policyOf(await pay(await sell(amount), amount)), general._id, "nobody's")
  const both = await sell(amount, other)
  assert.equal((await share(both, casa)).status, 201)
  const held = await pay(both, amount)
  assert.equal(await policyOf(held), _id, "one of two partners")
  const { explanation } = await requestOf(held.body.data.approval.request)
  assert.deepEqual(explanation.conditions.at(-1), { condition: "partnership", rule: [casa._id], actual: casa._id })
})

test("a payment of an installment concerns the partners of its plan", async () => {
  const amount = ownAmount()
  const { _id } = await policy(amount, { partnership: casa._id })
  const schedule = [0, 30].map(days => ({ dueAt: inDays(days), amount }))
  const plan = await sell(amount * 2, casa, { intentType: "payment-plan", schedule })
  assert.equal(await policyOf(await pay({ _id: plan.installments[0] }, amount)), _id)
  const unrelated = await sell(amount * 2, other, { intentType: "payment-plan", schedule })
  assert.equal(await policyOf(await pay({ _id: unrelated.installments[0] }, amount)), undefined)
})

test("a policy of a partnership holds refunds of intents that it supplies or shares in, also when an older draft is approved", async () => {
  const amount = ownAmount()
  const sales = [await sell(amount, casa), await sell(amount), await sell(amount, other)]
  await share(sales[1], casa)
  const paid = await Promise.all(sales.map(sale => pay(sale, amount)))
  const older = await refund(await pay(await sell(amount, casa), amount))
  const { _id } = await policy(amount, { entityType: "refund-intent", partnership: casa._id })
  const policies = await Promise.all(paid.map(async each => policyOf(await refund(each))))
  assert.deepEqual(policies, [_id, _id, undefined])
  assert.equal((await api.post(`/v1/refund-intents/${older.body.data._id}/approve`)).body.error?.code, "APR-2008")
})

test("a preview finds the payments and refunds of a partnership as they would have been held", async () => {
  const amount = ownAmount()
  const conditions = { amountMin: amount, amountMax: amount }
  const shared = await sell(amount)
  await share(shared, casa)
  const plan = await sell(amount * 2, casa, {
    intentType: "payment-plan",
    schedule: [0, 30].map(days => ({ dueAt: inDays(days), amount })),
  })
  const mine = [await pay(await sell(amount, casa), amount), await pay(shared, amount), await pay({ _id: plan.installments[0] }, amount)]
  const theirs = await pay(await sell(amount, other), amount)
  const refunds = [await refund(mine[0]), await refund(mine[1])]
  await refund(theirs)
  const found = async (entityType: string): Promise<string[]> => {
    const body = { entityType, strategy: "any-of", approvers: [me], conditions, partnership: casa._id, days: 1 }
    return (await api.post("/v1/approvals/policies/preview", body)).body.data.rows.map((row: Any) => row.entity)
  }
  const ids = (answers: Any[]) => answers.map(({ body }): string => body.data._id).toSorted()
  assert.deepEqual((await found("transaction")).toSorted(), ids(mine))
  assert.deepEqual((await found("refund-intent")).toSorted(), ids(refunds))
})

test("a change of the partners of a payment that waits changes neither its policy nor whether it can be approved", async () => {
  const amount = ownAmount()
  const { _id } = await policy(amount, { partnership: casa._id })
  const intent = await sell(amount)
  const split = (await share(intent, casa)).body.data
  const held = await pay(intent, amount)
  assert.equal((await api.post(`/v1/payment-splits/${split._id}/delete`)).status, 200)
  await share(intent, other)
  const { approval } = held.body.data
  assert.equal((await requestOf(approval.request)).policy, _id)
  assert.equal((await decide(approval.request, "approve")).body.data?.status, "approved")
})

test("only a person who may change policies can take a payment out of one by deleting its partner's last split", async () => {
  const amount = ownAmount()
  const finance = (await approver("finance")).api
  await policy(amount, { name: "Casa's", partnership: casa._id })
  const intent = await sell(amount)
  const splits: Any[] = [(await share(intent, casa)).body.data, (await share(intent, casa, 2)).body.data]
  const remove = ({ _id }: Any, by: Caller) => by.post(`/v1/payment-splits/${_id}/delete`)
  assert.equal((await remove(splits[0], finance)).status, 200, "the other split still names the partner")
  const refused = await remove(splits[1], finance)
  assert.deepEqual([refused.status, refused.body.error?.code], [403, "APR-2009"])
  const actions = (await finance.get(`/v1/payment-splits/${splits[1]._id}/actions`)).body.data
  assert.equal(actions.find((each: Any) => each.action === "delete").reason?.code, "APR-2009")
  const calculated = await sell(amount, casa)
  const more = (await share(calculated, casa)).body.data
  assert.equal((await remove(more, finance)).status, 200, "the line still names the partner")
  assert.equal((await remove(splits[1], api)).status, 200)
})

test("holds a payment by the policy of a partner who got a split of the intent at the same moment", async () => {
  const amount = ownAmount()
  const { _id } = await policy(amount, { partnership: casa._id })
  const [intent, donor] = [await sell(amount), await sell(amount)]
  const split = (await share(donor, casa)).body.data
  const first = new pg.Client({ connectionString: server.databaseUrl, options: "-c app.tenants=*" })
  await first.connect()
  await first.query("begin; lock table payment_splits in access exclusive mode")
  const paying = pay(intent, amount)
  const waiting = "select 1 from pg_locks where relation = 'payment_splits'::regclass and not granted"
  await until(async () => (await first.query(waiting)).rows.length > 0, "the payment has read its intent and waits for the splits")
  await first.query("update payment_splits set payment_intent_id = $2 where id = $1", [split._id, intent._id])
  await first.query("update payment_intents set split = split + 1, revision = revision + 1 where id = $1", [intent._id])
  await first.query("commit")
  await first.end()
  assert.equal(await policyOf(await paying), _id)
})

test("releases requests of an earlier version after the upgrade, and treats their mandates as without a limit", async () => {
  const amount = ownAmount()
  await policy(amount)
  const { approval } = (await pay(await sell(amount, casa), amount)).body.data
  const { request } = await heldMandate()
  const facts = "facts - 'partnerships' || jsonb_build_object('partnership', null, 'amount', $2::bigint)"
  const before = `update approval_requests set facts = ${facts} where id = $1`
  await server.sql(before, [approval.request, amount])
  await server.sql(before, [request, 0])
  await server.sql(readFileSync("migrations/0097_approval_partners.sql", "utf8"))
  assert.equal((await requestOf(request)).isUnlimited, true)
  for (const id of [approval.request, request]) assert.equal((await decide(id, "approve")).body.data?.status, "approved")
})

async function heldMandate(): Promise<Any> {
  await policy(0, { entityType: "authorization", conditions: { methods: ["sepa"] } })
  const account = { holder: "Ana", country: "DE", currency: "EUR", iban: "DE89370400440532013000", owner: "contact", contact: contact._id }
  const bankAccount = (await made("bank-accounts", account))._id
  return (await made("authorizations", { contact: contact._id, bankAccount, scheme: "sepa" })).approval
}
