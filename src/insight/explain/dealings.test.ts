// Why disputes, subscriptions and approvals are as they are, for people and for agents.
import assert from "node:assert/strict"
import { test } from "node:test"
import { approvalFixtures } from "../../../test/approval-fixtures.ts"
import { disputeFixtures } from "../../../test/dispute-fixtures.ts"
import { type Any, type Caller, startTestServer } from "../../../test/harness.ts"
import { subscriptionFixtures } from "../../../test/subscription-fixtures.ts"

const server = await startTestServer()
const { api } = server

const explained = async (type: string, id: string, by: Caller = api): Promise<Any[]> => {
  const { status, body, text } = await by.get(`/v1/${type}/${id}/explain`)
  assert.equal(status, 200, text)
  for (const { amount, parts, message } of body.data.reasons) {
    assert.doesNotMatch(message, /undefined|null|NaN/)
    if (amount !== null)
      assert.equal(
        parts.reduce((sum: number, part: Any) => sum + part.amount, 0),
        amount,
        message,
      )
  }
  return body.data.reasons
}
const about = (reasons: Any[], subject: string): Any => reasons.find(each => each.about === subject)
const linksOf = (reason: Any): Any[] => [reason, ...reason.parts].flatMap(({ link }) => link ?? [])

test("explains a dispute from its opening to its end, with what it took", async () => {
  const tenant = await server.otherTenant()
  const { charge, dispute, act, resolve } = await disputeFixtures(tenant, server, tenant.keys.tenantId)
  const paid = await charge()
  const opened = await dispute(paid, { amount: 4000 })
  const ofDispute = () => explained("disputes", opened._id, tenant)
  const first = await ofDispute()
  assert.match(about(first, "status").message, /^It waits for your evidence until 20\S+Z\. Without any by then it is lost\.$/)
  assert.equal(about(first, "amount").message, "4000 BRL is contested.")
  assert.deepEqual(linksOf(about(first, "amount")), [{ type: "transactions", id: paid._id }])
  assert.equal(about(first, "money").message, "4000 BRL is set aside until it is decided.")
  assert.equal((await act(opened, "evidence", { text: "Delivered and signed for" })).status, 200)
  assert.match(about(await ofDispute(), "status").message, /^Your evidence was sent on 20\S+Z, and the payer's bank decides\.$/)
  await resolve(opened, "lost")
  const lost = await ofDispute()
  assert.match(about(lost, "status").message, /^It is lost: the payer's bank decided for the payer on 20/)
  assert.equal(about(lost, "disputed").message, "4000 BRL is lost.")
  assert.deepEqual(linksOf(about(lost, "disputed")), [{ type: "payment-intents", id: paid.paymentIntent }])
  await resolve(opened, "won")
  const won = await ofDispute()
  assert.match(about(won, "status").message, /^It is won: the payer's bank decided for you on 20/)
  assert.equal(about(won, "money").message, "Nothing of the payment is lost.")
  const accepted = await dispute(await charge(), { amount: 100 })
  assert.equal((await act(accepted, "accept")).status, 200)
  assert.match(about(await explained("disputes", accepted._id, tenant), "status").message, /^It is accepted: on 20/)
  const inquiry = await dispute(await charge(), { stage: "inquiry" })
  const asked = await explained("disputes", inquiry._id, tenant)
  assert.match(about(asked, "status").message, /It is an inquiry: the bank only asks, and no money moves\.$/)
  assert.equal(about(asked, "money").message, "Nothing is set aside for an inquiry.")
})

test("explains a subscription: its dates, how it is paid, what failed and what is open", async () => {
  const { act, autoCharge, newMandate, raised, subscribe } = subscriptionFixtures(api)
  const daily = await subscribe({ cycles: 3, dueAfterDays: 2 })
  const [intent] = await raised(daily, 1)
  const reasons = await explained("subscriptions", daily.number)
  assert.match(about(reasons, "status").message, /^It is active: cycle 2 begins on 20\S+Z\. It ends after cycle 3\.$/)
  assert.match(
    about(reasons, "schedule").message,
    /^It asks every day, counted from 20\S+Z; each request is due 2 days later\. 1 so far, and the last one is$/,
  )
  assert.deepEqual(linksOf(about(reasons, "schedule")), [{ type: "payment-intents", id: intent._id }])
  assert.equal(about(reasons, "amount").message, "Each cycle asks for 5000 EUR.")
  assert.equal(about(reasons, "charge").message, "The payer is asked each time and pays by the link; nothing is charged by itself.")
  assert.equal(about(reasons, "outstanding").amount, 5000)
  assert.equal((await act(daily, "pause")).status, 200)
  assert.match(about(await explained("subscriptions", daily._id), "status").message, /^It is paused: nothing is asked for/)
  assert.equal((await act(daily, "cancel")).status, 200)
  assert.match(about(await explained("subscriptions", daily._id), "status").message, /^It is canceled since 20\S+Z\. What it had asked/)
  const mandate = await newMandate("Decline Debit")
  const debited = await autoCharge(mandate)
  const [declined] = await raised(debited, 1)
  assert.deepEqual(linksOf(about(await explained("subscriptions", debited._id), "charge")), [{ type: "authorizations", id: mandate._id }])
  const failed = async () => about(await explained("subscriptions", debited._id), "failure")
  while (!(await failed())) await new Promise(resolve => setTimeout(resolve, 50))
  assert.match((await failed()).message, /^The last charge that failed was on 20\S+Z: /)
  assert.deepEqual(linksOf(await failed()), [{ type: "payment-intents", id: declined._id }])
})

test("explains an approval: what it waits for, which conditions hold it and who has decided", async () => {
  const { approver, held, decide, me, requestOf } = await approvalFixtures(server)
  const [first, second] = [await approver(), await approver()]
  const { request, transaction, amount } = await held({ strategy: "sequential", approvers: [first.user, second.user], name: "Large" })
  const pending = await explained("approvals/requests", request)
  assert.match(
    about(pending, "status").message,
    /^It waits for approver, and then for others: 2 in all\. Without a decision it is canceled on 20/,
  )
  assert.match(about(pending, "object").message, new RegExp(`asked on 20\\S+Z for the transaction of ${amount} BRL:$`))
  assert.deepEqual(linksOf(about(pending, "object")), [{ type: "transactions", id: transaction._id }])
  assert.equal(about(pending, "policy").message, "The policy “Large” holds it. All of its conditions are met.")
  assert.deepEqual(
    pending.filter(each => each.about === "condition").map(({ message }) => message),
    [`${amount} BRL is at least ${amount} BRL.`, `${amount} BRL is at most ${amount} BRL.`],
  )
  assert.equal((await decide(request, "approve", first.api, { comment: "Seen" })).status, 200)
  const half = await explained("approvals/requests", request)
  assert.match(about(half, "status").message, /^It waits for approver, who is the last\./)
  assert.match(about(half, "decision").message, /^approver approved it on 20\S+Z: “Seen”$/)
  assert.equal((await decide(request, "reject", second.api)).status, 200)
  const rejected = await explained("approvals/requests", request)
  assert.equal(about(rejected, "status").message, "It is rejected, so it was stopped, and no money moved.")
  assert.equal((await requestOf(request)).status, "rejected")
  const byItself = await held({ strategy: "auto-approve", approvers: [], conditions: {}, enabled: false }, 5)
  assert.equal(byItself.request, null)
  const mine = await held({ approvers: [me], name: "Mine" })
  assert.equal((await api.post(`/v1/approvals/requests/${mine.request}/cancel`, { reason: "A mistake" })).status, 200)
  assert.equal(
    about(await explained("approvals/requests", mine.request), "status").message,
    "It is canceled, and no money moved: A mistake.",
  )
})

test("an agent gets the explanation with the object where it asks, and no further tool", async () => {
  const { raised, subscribe } = subscriptionFixtures(api)
  const subscription = await subscribe()
  const [intent] = await raised(subscription, 1)
  const call = async (name: string, args: object): Promise<Any> => {
    const message = { jsonrpc: "2.0", id: 1, method: "tools/call", params: { name, arguments: args } }
    const headers = { accept: "application/json, text/event-stream", authorization: `Bearer ${server.keys.apiKey}` }
    const { text } = await api.post("/v1/mcp", message, headers)
    return JSON.parse(/\{.*\}/s.exec(text)![0]).result
  }
  for (const [name, noun, path, id] of [
    ["subscription_get", "subscription", "subscriptions", subscription.number],
    ["payment_intent_get", "paymentIntent", "payment-intents", intent.number],
  ] as const) {
    const { structuredContent, content } = await call(name, { [noun]: id, explain: true })
    assert.deepEqual(JSON.parse(content[0].text), structuredContent)
    const said = (await explained(path, id)).map(({ message }) => message)
    assert.deepEqual(
      structuredContent.explanation.map(({ message }: Any) => message),
      said,
    )
    assert.equal(structuredContent[noun]._id, (await api.get(`/v1/${path}/${id}`)).body.data._id)
    assert.equal((await call(name, { [noun]: id })).structuredContent.explanation, undefined)
  }
  assert.equal((await call("contact_get", { contact: intent.contact, explain: true })).isError, true)
  assert.equal((await call("subscription_get", { subscription: subscription._id, explain: "yes" })).isError, true)
})

test("approvals, disputes and subscriptions of other tenants are unknown", async () => {
  const { subscribe } = subscriptionFixtures(api)
  const { _id } = await subscribe()
  const other = await server.otherTenant()
  for (const [type, id] of [
    ["subscriptions", _id],
    ["disputes", "0".repeat(24)],
    ["approvals/requests", "0".repeat(24)],
  ])
    assert.deepEqual((await other.get(`/v1/${type}/${id}/explain`)).status, 404)
})
