import assert from "node:assert/strict"
import { test } from "node:test"
import { type Any, inDays, newContact, newIntent, startTestServer, uniqueEmail } from "../../../test/harness.ts"

const { api, withRole } = await startTestServer()
const made = async (path: string, body: object): Promise<Any> => {
  const { status, body: answer, text } = await api.create(`/v1/${path}/create`, body)
  assert.equal(status, 201, text)
  return answer.data
}
const pay = ({ _id, amount }: Any) => made("transactions", { paymentIntent: _id, amount, method: "cash" })
const report = async (path: string): Promise<Any> => (await api.get(`/v1/analytics/${path}`)).body.data.byCurrency

const contact = await made("contacts", newContact())
const service = await made("services", { name: "Course", price: { amount: 1000, currency: "BRL" } })

test("reports what was billed, paid and refunded by source, and the sources add up to what was billed in all", async () => {
  const order = await made("orders", { contact: contact._id, source: "manual", services: ["Course", "Course"] })
  await made(`orders/${order._id}/payment-intents`, { dueAt: inDays(5), items: [order.items[0]._id] })
  const link = await made("payment-links", { name: "Course", lines: [{ service: service._id }] })
  const buy = () => made(`payment-links/${link._id}/purchases`, { name: "Ana", email: uniqueEmail() })
  const [bought, left] = [await buy(), await buy()]
  const charge = await pay({ _id: bought.paymentIntent, amount: bought.amount })
  const refund = await made("refund-intents", { transaction: charge._id, amount: 300, reason: "requested" })
  await api.post(`/v1/refund-intents/${refund._id}/approve`)
  await api.post(`/v1/refund-intents/${refund._id}/settle`, { reference: "by hand" })
  await api.post(`/v1/payment-intents/${left.paymentIntent}/cancel`)
  const schedule = [10, 20].map(days => ({ dueAt: inDays(days), amount: 350 }))
  const plan = await made(
    "payment-intents",
    newIntent(contact._id, { items: [{ name: "A", amount: 700 }], intentType: "payment-plan", schedule }),
  )
  await pay({ _id: plan.installments[0], amount: 350 })
  await made("payment-intents", newIntent(contact._id, { items: [{ name: "B", amount: 5 }], currency: "EUR" }))

  const { BRL, EUR } = await report("sources")
  assert.deepEqual(BRL.sources, [
    { source: "manual", billed: 1000, paid: 0, refunded: 0, net: 0, count: 1 },
    { source: "ecommerce", billed: 1000, paid: 1000, refunded: 300, net: 700, count: 1 },
    { source: "none", billed: 700, paid: 350, refunded: 0, net: 350, count: 1 },
  ])
  assert.deepEqual(
    EUR.sources.map((row: Any) => [row.source, row.billed]),
    [["none", 5]],
  )
  const all = (await report("payment-intents?format=consolidated")).BRL
  for (const name of ["billed", "paid", "refunded", "net"])
    assert.equal(
      BRL.sources.reduce((sum: number, row: Any) => sum + row[name], 0),
      all[name],
      name,
    )
  assert.deepEqual(Object.keys(await report("sources?currency=EUR")), ["EUR"])
  assert.deepEqual(await report("sources?from=2020-01-01&to=2020-12-31"), {})
  const { text } = await api.get("/v1/analytics/sources", { accept: "text/csv" })
  assert.match(text, /^currency,source,billed,paid,refunded,net,count/)
})

test("needs the permission to view analytics, and is about now", async () => {
  const viewer = await withRole("viewer")
  assert.equal((await viewer.get("/v1/analytics/sources")).status, (await viewer.get("/v1/analytics/taxes")).status)
  assert.equal((await api.get("/v1/analytics/sources?asOf=2026-01-01T00:00:00Z")).body.error.code, "VAL-1004")
})
