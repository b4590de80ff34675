import assert from "node:assert/strict"
import { test } from "node:test"
import { type Any, inDays, newContact, newIntent, startTestServer } from "../../../test/harness.ts"
import { faultRounds } from "../../../test/levels.ts"

const { api } = await startTestServer()
const [contact, other] = [await newPayer(), await newPayer()]
const [casa, rede] = [await newPartner("casa"), await newPartner("rede")]
const course = await newService("Course", { price: { amount: 1000, currency: "BRL" }, supplier: "casa", category: "tuition" })
const trip = await newService("Trip", { price: { amount: 700, currency: "USD" }, supplier: "rede", category: "travel" })

async function newPayer(): Promise<Any> {
  return (await api.post("/v1/contacts/create", newContact())).body.data
}
async function newPartner(name: string): Promise<Any> {
  return (await api.post("/v1/partnerships/create", { name, code: name.toUpperCase(), kind: "supplier" })).body.data
}
async function newService(name: string, fields: object): Promise<Any> {
  return (await api.post("/v1/services/create", { name, ...fields })).body.data
}

const create = async (services = ["Course", "Course"]): Promise<Any> =>
  (await api.create("/v1/orders/create", { contact: contact._id, source: "manual", services, metadata: { term: "spring" } })).body.data
const read = async (order: Any): Promise<Any> => (await api.get(`/v1/orders/${order._id}`)).body.data
const act = (order: Any, action: string, body?: object) => api.post(`/v1/orders/${order._id}/${action}`, body)
const update = (order: Any, fields: object) => act(order, "update", fields)
const updateItem = (order: Any, item: Any, fields: object) => act(order, `items/${item._id}/update`, fields)
const deleteItem = (order: Any, item: Any) => act(order, `items/${item._id}/delete`)
const bill = (order: Any, fields: object = {}) => act(order, "payment-intents/create", { dueAt: inDays(30), ...fields })
const eventsOf = async (order: Any): Promise<Any[]> => (await api.get(`/v1/dev/events?object=${order._id}&sort=createdAt`)).body.data

test("a body can't name another item than the path", async () => {
  const order = await create()
  const [item] = order.items
  const { code, errors } = (await updateItem(order, item, { itemId: "a".repeat(24) })).body.error
  assert.deepEqual([code, errors[0].path], ["VAL-1005", "itemId"])
})

test("updates the metadata and contact of an order with an event, and changes nothing for the same values", async () => {
  const order = await create()
  const { status, body } = await update(order, { contact: other.email.toUpperCase(), metadata: { term: "", room: "5" } })
  const expected = { ...order, contact: other._id, metadata: { room: "5" }, version: 2, updatedAt: body.data.updatedAt }
  assert.deepEqual([status, body.data, await read(order)], [200, expected, expected])
  assert.deepEqual((await update(order, { contact: other._id, metadata: { room: "5" } })).body.data, expected)
  assert.deepEqual(
    (await eventsOf(order)).map(({ event, data }) => [event, data]),
    [
      ["orders.create", order],
      ["orders.update", expected],
    ],
  )
  assert.equal((await update(order, { contact: "nobody@example.com" })).body.error.code, "SMR-1001")
  assert.equal((await update(order, { status: "completed" })).body.error.code, "VAL-1005")
})

test("refuses another contact while an order has a payment intent or is closed, and always allows new metadata", async () => {
  const attached = { items: [{ name: "Deposit", amount: 5 }] }
  for (const ask of [
    bill,
    (order: Any) => api.create("/v1/payment-intents/create", newIntent(contact._id, { order: order.number, ...attached })),
  ]) {
    const order = await create()
    const intent = (await ask(order)).body.data
    assert.equal(intent.order, order._id)
    const refused = await update(order, { contact: other._id })
    assert.deepEqual([refused.status, refused.body.error.code], [409, "ORD-2002"])
    assert.ok(refused.body.error.message.includes(intent.number), refused.text)
    assert.deepEqual((await update(order, { metadata: { a: "1" } })).body.data.metadata, { a: "1", term: "spring" })
    assert.equal((await api.post(`/v1/payment-intents/${intent._id}/cancel`)).status, 200)
    assert.equal((await update(order, { contact: other._id })).body.data.contact, other._id)
  }
  for (const action of ["complete", "cancel"]) {
    const order = await create()
    await act(order, action)
    assert.equal((await update(order, { contact: other._id })).body.error.code, "ORD-2001")
    assert.equal((await update(order, { metadata: { a: "1" } })).status, 200)
  }
})

test("changes an item field by field; a new service sets the name, price and supplier that are not given", async () => {
  const order = await create()
  const [first, second] = order.items
  const { status, body } = await updateItem(order, first, { amount: 900 })
  assert.deepEqual([status, body.data], [200, { ...first, amount: 900 }])
  assert.deepEqual((await read(order)).items, [{ ...first, amount: 900 }, second])
  assert.deepEqual((await updateItem(order, first, { supplier: null, currency: "EUR" })).body.data, {
    ...first,
    amount: 900,
    currency: "EUR",
    supplier: null,
  })
  const replaced = { ...second, service: trip._id, name: "Trip", category: "travel", supplier: rede._id, amount: 700, currency: "USD" }
  assert.deepEqual((await updateItem(order, second, { service: "trip" })).body.data, replaced)
  const given = { service: course._id, supplier: "rede", amount: 5, currency: "JPY" }
  assert.deepEqual((await updateItem(order, second, given)).body.data, { ...second, ...given, supplier: rede._id })
  assert.equal((await updateItem(order, second, { supplier: "casa" })).body.data.supplier, casa._id)
  const events = await eventsOf(order)
  assert.deepEqual([events.length, events.at(-1).event, events.at(-1).data], [6, "orders.update", await read(order)])
})

test("an item can be deleted, with an event", async () => {
  const order = await create()
  const [first, second] = order.items
  assert.deepEqual((await deleteItem(order, first)).body.data, { _id: first._id, deleted: true })
  const after = await read(order)
  assert.deepEqual([after.items, after.version], [[second], 2])
  assert.deepEqual((await eventsOf(order)).at(-1).data, after)
  assert.equal((await deleteItem(order, first)).body.error.code, "GEN-1004")
  assert.equal((await bill(order)).body.data.amount, 1000)
})

test("refuses to change or delete an item that is billed, unknown or of a closed order", async () => {
  const order = await create()
  const [billed, open] = order.items
  const intent = (await bill(order, { items: [billed._id] })).body.data
  const refusalsOf = async (item: Any) =>
    [await updateItem(order, item, { amount: 1 }), await deleteItem(order, item)].map(({ status, body }) => [status, body.error?.code])
  assert.deepEqual(await refusalsOf(billed), Array(2).fill([409, "ORD-2002"]))
  for (const unknown of ["f".repeat(24), "%00"]) {
    assert.deepEqual(await refusalsOf({ _id: unknown }), Array(2).fill([404, "GEN-1004"]))
    assert.equal((await updateItem(order, { _id: unknown }, { amount: -1 })).status, 404, "the path is checked before the body")
  }
  assert.equal((await updateItem(order, open, { amount: -1 })).body.error.code, "VAL-1003")
  assert.equal((await updateItem(order, open, { service: "Nothing" })).body.error.code, "SMR-1001")
  await api.post(`/v1/payment-intents/${intent._id}/cancel`)
  assert.equal((await updateItem(order, billed, { amount: 1 })).status, 200)
  await act(order, "complete")
  assert.deepEqual(await refusalsOf(open), Array(2).fill([409, "ORD-2001"]))
})

test("bills an item either before or after a concurrent change, and refuses changes once it is billed", async () => {
  for (let round = 0; round < faultRounds(10); round++) {
    const order = await create()
    const [item] = order.items
    const [changed, billed] = await Promise.all([updateItem(order, item, { amount: 1 }), bill(order, { items: [item._id] })])
    assert.equal(billed.status, 201)
    assert.deepEqual([changed.status, (await read(order)).items[0].amount], changed.status === 200 ? [200, 1] : [409, 1000])
    assert.equal(billed.body.data.amount, (await read(order)).items[0].amount)
  }
})

test("either changes the contact of an order or creates a payment intent for the old one, when both happen at once", async () => {
  const fields = { items: [{ name: "Deposit", amount: 5 }] }
  for (let round = 0; round < faultRounds(10); round++) {
    const order = await create()
    const ask = () => api.create("/v1/payment-intents/create", newIntent(contact._id, { order: order._id, ...fields }))
    const [changed, asked] = await Promise.all([update(order, { contact: other._id }), ask()])
    assert.deepEqual([changed.status, asked.status], changed.status === 200 ? [200, 400] : [409, 201])
  }
})
