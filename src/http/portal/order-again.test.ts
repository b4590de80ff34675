import assert from "node:assert/strict"
import { test } from "node:test"
import { type Any, inParallel, newContact, startTestServer } from "../../../test/harness.ts"
import { portalOf } from "../../../test/portal.ts"

const server = await startTestServer()
const { api } = server
const portal = portalOf(server, "/portal")
const made = async (path: string, body: object): Promise<Any> => {
  const { status, body: answer, text } = await api.create(`/v1/${path}/create`, body)
  assert.equal(status, 201, text)
  return answer.data
}
let count = 0
const newService = (price: object | null = { amount: 4000, currency: "BRL" }) => made("services", { name: `Lesson ${++count}`, price })
const ordersOf = async ({ _id }: Any): Promise<Any[]> => (await api.get(`/v1/orders?contact=${_id}&sort=createdAt`)).body.data
const keyIn = (html: string) => /name="key" value="([^"]*)"/.exec(html)?.[1] ?? ""
async function contactWithOrder(services: string[]) {
  const contact = await made("contacts", newContact())
  const order = await made("orders", { contact: contact._id, source: "manual", services })
  return { contact, order, cookie: await portal.signIn(api, contact.email), path: `/portal/orders/${order._id}/again` }
}

test("a contact orders the same again at the prices of now, once for each form, and is led to the payment", async () => {
  const service = await newService()
  const { contact, order, cookie, path } = await contactWithOrder([service.name, service.name])
  await api.post(`/v1/services/${service._id}/update`, { price: { amount: 4500, currency: "BRL" } })
  const home = (await portal.get("/portal", { cookie })).html
  assert.ok(home.includes(path) && home.includes("Order again"))
  const asked = await portal.get(path, { cookie })
  assert.ok(asked.html.includes("R$90.00"), "the total of now")
  assert.ok(!asked.html.includes("Keep it"), "there is nothing to keep")
  assert.equal((await ordersOf(contact)).length, 1, "the question orders nothing")
  const sent = await inParallel(3, () => portal.post(path, { key: keyIn(asked.html) }, { cookie }))
  sent.push(await portal.post(path, { key: keyIn(asked.html) }, { cookie }))
  assert.ok(sent.some(({ location }) => location?.startsWith("/pay/")))
  const [, again, ...others] = await ordersOf(contact)
  assert.deepEqual([again.source, again.items.length, others], ["portal", 2, []])
  const intent = (await api.get(`/v1/payment-intents?order=${again._id}`)).body.data[0]
  assert.deepEqual([intent.amount, intent.contact, again.items[0].paymentIntent], [9000, contact._id, intent._id])
  assert.equal(new URL(intent.links.long).pathname, sent.at(-1)!.location)
  const [entry] = (await api.get(`/v1/audit-log?object=${again._id}&sort=createdAt`)).body.data
  assert.deepEqual([entry.actor.type, entry.origin.channel], ["contact", "portal"])
  assert.equal((await api.get(`/v1/orders/${order._id}`)).body.data.version, order.version)
})

test("orders nothing at another price than the page showed, nor without a form of the page", async () => {
  const service = await newService()
  const { contact, cookie, path } = await contactWithOrder([service.name])
  const { html } = await portal.get(path, { cookie })
  await api.post(`/v1/services/${service._id}/update`, { price: { amount: 9900, currency: "BRL" } })
  for (const key of [keyIn(html), "", "forged"])
    assert.equal((await portal.post(path, { key }, { cookie })).location, "/portal?notice=ordered")
  assert.match((await portal.get("/portal?notice=ordered", { cookie })).html, /Nothing was ordered/)
  assert.equal((await ordersOf(contact)).length, 1)
  const [order] = await ordersOf(contact)
  assert.equal((await api.post(`/v1/orders/${order._id}/repeat`, { total: 4000 })).body.error.code, "ORD-2006")
})

test("nobody orders for another contact, nor again what was canceled, has no price or was bought at a payment link", async () => {
  const service = await newService()
  const { cookie, path, order } = await contactWithOrder([service.name])
  const stranger = await contactWithOrder([service.name])
  assert.equal((await portal.get(path, { cookie: stranger.cookie })).status, 404)
  await api.post(`/v1/orders/${order._id}/cancel`)
  assert.equal((await portal.get(path, { cookie })).location, "/portal?notice=ordered")
  const unpriced = await newService(null)
  const other = await made("orders", { contact: order.contact, source: "manual", services: [unpriced.name] })
  const link = await made("payment-links", { name: "Lesson", lines: [{ service: service._id }] })
  const { order: bought } = await made(`payment-links/${link._id}/purchases`, { name: "Ana", email: "ana@example.com" })
  for (const id of [order._id, other._id, bought]) assert.equal((await api.post(`/v1/orders/${id}/repeat`)).body.error.code, "ORD-2002")
})

test("a person of the tenant repeats an order as their own", async () => {
  const { contact, order } = await contactWithOrder([(await newService()).name])
  const { status, body } = await api.post(`/v1/orders/${order._id}/repeat`, { total: 4000 })
  assert.deepEqual([status, body.data.amount], [200, 4000])
  assert.deepEqual(
    (await ordersOf(contact)).map(({ source }) => source),
    ["manual", "manual"],
  )
})
