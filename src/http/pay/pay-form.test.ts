import assert from "node:assert/strict"
import { test } from "node:test"
import { lockTable } from "../../../test/faults/server-process.ts"
import { inParallel, linkKeyOf, startTestServer, until } from "../../../test/harness.ts"
import { approvalFixtures } from "../../../test/approval-fixtures.ts"
import { openPage, payByPage, payerOf, submit } from "../../../test/payer.ts"
import { issueFormKey } from "./form-key.ts"

const server = await startTestServer()
const { api } = server
const { bill, chargesOf } = payerOf(server)
const advance = (by: string) => api.post("/v1/simulations/clock", { advance: by })
const statusOf = async (_id: string): Promise<string> => (await api.get(`/v1/payment-intents/${_id}`)).body.data.status

test("a form pays the amount due once, however often it is sent, and the page becomes the receipt", async () => {
  const intent = await bill(12_345)
  const { key } = await openPage(intent)
  const sent = await inParallel(6, async () => {
    const response = await submit(intent, { key })
    assert.equal((await openPage(intent)).key, "", "no page offers to pay again, whichever form was faster")
    return response
  })
  sent.push(await submit(intent, { key }))
  for (const { status, headers } of sent) {
    assert.equal(status, 303)
    assert.equal(headers.get("location"), new URL(intent.links.long).pathname)
  }
  const charges = await chargesOf(intent)
  assert.deepEqual(
    charges.map(({ status, amount, method, gateway }) => [status, amount, method, gateway]),
    [["succeeded", 12_345, "card", "simulator"]],
  )
  const { html, key: none } = await openPage(intent)
  for (const text of ["Paid in full", "R$123.45", intent.number, "Card", `<td>${charges[0]!.number}</td>`])
    assert.ok(html.includes(text), text)
  assert.equal(none, "", "a paid page has no form")
})

test("a page that was read while the payment was made does not offer to pay again", async () => {
  const intent = await bill(5000)
  const mandates = await lockTable(server.databaseUrl, "mandate_signatures", "access exclusive")
  const page = openPage(intent)
  await until(async () => (await mandates.countWaiting()) > 0, "the page has read the payment intent and waits for the rest")
  const { status } = await api.create("/v1/transactions/create", { paymentIntent: intent._id, amount: 5000, method: "cash" })
  assert.equal(status, 201)
  await mandates.release()
  const { html, key } = await page
  assert.ok(html.includes("Paid in full"))
  assert.equal(key, "")
})

test("two open pages of one payment intent charge it once", async () => {
  const intent = await bill(5000)
  const keys = await Promise.all([openPage(intent), openPage(intent), openPage(intent)].map(async page => (await page).key))
  await Promise.all(keys.map(key => submit(intent, { key, token: "tok_processing_then_success" })))
  assert.equal((await chargesOf(intent)).length, 1)
})

test("the audit log says that the payment came from the page", async () => {
  const intent = await bill(700)
  await payByPage(intent, "tok_success")
  const [charge] = await chargesOf(intent)
  const entries = (await api.get(`/v1/audit-log?object=${charge!._id}`)).body.data
  assert.ok(entries.length > 0)
  for (const { actor, origin } of entries)
    assert.deepEqual([actor.type, origin.channel, origin.operation], ["system", "page", "POST /pay/{token}"])
})

test("after a decline the page says that nothing was taken, the same form has no further effect, and a new form pays", async () => {
  const intent = await bill(5000)
  const { key } = await openPage(intent)
  await submit(intent, { key, token: "tok_declined" })
  await submit(intent, { key, token: "tok_declined" })
  await submit(intent, { key, token: "tok_success" }) // the payer goes back and sends the same form with another choice, but it was used
  assert.equal((await chargesOf(intent)).length, 1)
  assert.match((await openPage(intent)).html, /Your last attempt was declined.*Nothing was taken/s)
  assert.match((await payByPage(intent, "tok_success")).html, /Paid in full/)
  assert.equal(await statusOf(intent._id), "paid-full")
})

test("the page says that nothing was taken if the bank can't be reached", async () => {
  const intent = await bill(5000)
  const { html } = await payByPage(intent, "tok_unreachable")
  assert.match(html, /did not reach the bank.*Nothing was taken\. Please try again/s)
  assert.doesNotMatch(html, /Something went wrong|was declined/)
  assert.match((await payByPage(intent, "tok_success")).html, /Paid in full/)
})

test("while the bank is processing, the page has no form and says that it may be closed; later it shows the receipt", async () => {
  const intent = await bill(5000)
  const { html } = await payByPage(intent, "tok_processing_then_success")
  assert.match(html, /You may close this page/)
  assert.doesNotMatch(html, /<form/)
  await advance("PT10S")
  assert.match((await openPage(intent)).html, /Paid in full/)
})

test("without an answer from the bank the page promises that nothing is charged twice, and keeps the promise", async () => {
  const intent = await bill(5000)
  const [first, second] = [await openPage(intent), await openPage(intent)]
  assert.equal((await submit(intent, { key: first.key, token: "tok_timeout_but_charged" })).status, 303)
  const { html } = await openPage(intent)
  assert.match(html, /We are asking the bank.*You will not be charged twice/s)
  assert.doesNotMatch(html, /<form/)
  assert.equal((await submit(intent, { key: second.key })).status, 303)
  assert.equal((await submit(intent, { key: first.key, token: "tok_timeout_but_charged" })).status, 303)
  await advance("PT1M")
  assert.match((await openPage(intent)).html, /Paid in full/)
  assert.deepEqual(
    (await chargesOf(intent)).map(({ status }) => status),
    ["succeeded"],
  )
})

test("a form pays only the payment intent that it was made for", async () => {
  const [intent, other] = [await bill(5000), await bill(5000)]
  const { key } = await openPage(intent)
  const changed = key.replace(".5000.", ".1.")
  for (const [target, wrong] of [
    [other, key],
    [intent, changed],
    [intent, ""],
  ] as const) {
    const response = await submit(target, { key: wrong })
    assert.equal(response.status, 400)
    assert.match(await response.text(), /role="alert">The form was not valid.*Nothing was charged/s)
  }
  for (const way of ["simulator card 99", "simulator pix 1", "simulator cheque 1", "nobody card 1", "x"])
    assert.ok((await submit(intent, { key, way })).status >= 400, way)
  assert.ok((await submit(intent, { key, token: "4242424242424242" })).status >= 400)
  for (const each of [intent, other]) assert.deepEqual(await chargesOf(each), [])
})

test("charges nothing if the amount changed since the page was opened, or if the page was open for half a day", async () => {
  const intent = await bill(5000)
  const before = await openPage(intent)
  await api.create("/v1/transactions/create", { paymentIntent: intent._id, amount: 2000, method: "cash" })
  const changed = await submit(intent, { key: before.key })
  assert.equal(changed.status, 409)
  assert.match(await changed.text(), /The amount has changed.*R\$30\.00/s)
  const old = await openPage(intent)
  await advance("PT13H")
  const expired = await submit(intent, { key: old.key })
  assert.equal(expired.status, 409)
  assert.match(await expired.text(), /open for too long/)
  assert.equal((await chargesOf(intent)).length, 1)
})

test("a canceled request can't be paid, not even by a page that was open before", async () => {
  const intent = await bill(5000)
  const { key } = await openPage(intent)
  await api.post(`/v1/payment-intents/${intent._id}/cancel`)
  await submit(intent, { key })
  const { html } = await openPage(intent)
  assert.match(html, /Please do not pay this/)
  assert.doesNotMatch(html, /<form/)
  assert.deepEqual(await chargesOf(intent), [])
})

test("a changed link or a link of another tenant pays nothing, and its page reveals nothing", async () => {
  const intent = await bill(5000)
  const other = await server.otherTenant()
  const { key } = await openPage(intent)
  const bytes = Buffer.from(intent.links.long.split("/").at(-1), "base64url")
  const moved = Buffer.concat([Buffer.from(other.keys.tenantId, "hex"), bytes.subarray(12)])
  const cut = Buffer.concat([bytes.subarray(0, 39), Buffer.from([bytes[39]! ^ 1])])
  for (const token of [moved, cut]) {
    const long = `${server.baseUrl}/pay/${token.toString("base64url")}`
    for (const response of [await fetch(long), await submit({ links: { long } }, { key })]) {
      assert.equal(response.status, 404)
      assert.doesNotMatch(await response.text(), /Escola|50\.00|PI-/)
    }
  }
  assert.deepEqual(await chargesOf(intent), [])
})

test("a live tenant's page offers no test values, and refuses them", async () => {
  const live = await server.otherTenant("live")
  const intent = await payerOf({ api: live }).bill(5000)
  const { html } = await openPage(intent)
  assert.match(html, /Online payment is not available/)
  assert.doesNotMatch(html, /method="post"|tok_|Test mode/)
  const linkKey = await linkKeyOf(server, live.keys.tenantId)
  const response = await submit(intent, { key: issueFormKey({ linkKey }, intent._id, 5000, new Date()) })
  assert.ok(response.status >= 400)
  assert.equal((await live.get(`/v1/transactions?paymentIntent=${intent._id}`)).body.count, 0)
})

test("a policy that holds charges does not hold a payment that a payer makes on the page", async () => {
  const { ownAmount, policy } = await approvalFixtures(server)
  const amount = ownAmount()
  await policy(amount)
  const [paid, held] = [await bill(amount), await bill(amount)]
  assert.match((await payByPage(paid, "tok_success")).html, /Paid in full/)
  const charge = { paymentIntent: held._id, method: "card", token: "tok_success" }
  assert.equal((await api.create("/v1/gateways/simulator/charges/create", charge)).body.data.status, "pending-approval")
})

test("installments are charged by the terms that the page showed", async () => {
  const intent = await bill(125_000)
  assert.match((await openPage(intent)).html, /Installments.*6 × R\$226\.86 <small>the first R\$226\.87/s)
  const { html } = await payByPage(intent, "tok_success", "simulator card 6")
  const [charge] = await chargesOf(intent)
  assert.deepEqual([charge!.amount, charge!.installments.nInstallments, charge!.installments.total], [125_000, 6, 136_117])
  assert.match(html, /Card, 6 × R\$226\.86/)
})

test("too many attempts on one link are refused for a while, and nothing is charged", async () => {
  const intent = await bill(5000)
  const statuses: number[] = []
  for (let i = 0; i < 11; i++) {
    const response = await submit(intent, { key: (await openPage(intent)).key, token: "tok_declined" })
    statuses.push(response.status)
    if (response.status === 429) assert.ok(Number(response.headers.get("retry-after")) > 0)
  }
  assert.deepEqual([statuses[0], statuses.at(-1)], [303, 429])
})

test("a request that is not a form gets a page, too", async () => {
  const intent = await bill(5000)
  const response = await fetch(intent.links.long, { method: "POST", body: "{}", headers: { "content-type": "application/json" } })
  assert.equal(response.status, 400)
  const html = await response.text()
  assert.match(html, /<html lang="en">.*you will not be charged twice/s)
  assert.ok(html.includes(`data-address="${new URL(intent.links.long).pathname}"`), "a reload shows the status of the payment")
})
