import assert from "node:assert/strict"
import { readFileSync } from "node:fs"
import { test } from "node:test"
import { type Any, inDays, inParallel, newContact, newIntent, startTestServer } from "../../../test/harness.ts"
import { faultRounds } from "../../../test/levels.ts"

const server = await startTestServer()
const { api } = server
const contact = (await api.post("/v1/contacts/create", newContact())).body.data
const partner = async (name: string) =>
  (await api.post("/v1/partnerships/create", { name, code: name.toUpperCase(), kind: "supplier" })).body.data
const [casa, rede] = [await partner("casa"), await partner("rede")]
const price = { amount: 1000, currency: "BRL" }
let count = 0
const newService = async (fields: object = {}): Promise<Any> =>
  (await api.post("/v1/services/create", { name: `Service ${++count}`, price, ...fields })).body.data
const course = await newService({ name: "Course", category: "tuition", supplier: "casa" })

const post = (fields: object = {}) =>
  api.create("/v1/orders/create", { contact: contact._id, source: "manual", services: ["Course"], ...fields })
const create = async (fields: object = {}): Promise<Any> => (await post(fields)).body.data
const read = async (order: Any): Promise<Any> => (await api.get(`/v1/orders/${order._id}`)).body.data
const act = (order: Any, action: string, body?: object) => api.post(`/v1/orders/${order._id}/${action}`, body)
const add = (order: Any, fields: object = {}) => act(order, "items/create", { service: "Course", ...fields })
const bill = (order: Any, fields: object = {}) => act(order, "payment-intents/create", { dueAt: inDays(30), ...fields })
/** The other way to bill: a payment intent whose lines refer to the order's items. */
const billByIntent = (order: Any, items: object[], fields: object = {}) =>
  api.create("/v1/payment-intents/create", newIntent(contact._id, { order: order._id, items, ...fields }))
const line = (item: Any, fields: object = {}) => ({ name: "Line", amount: 1000, supplier: "casa", orderItem: item._id, ...fields })
const billedBy = async (order: Any): Promise<(string | null)[]> => (await read(order)).items.map((item: Any) => item.paymentIntent)

test("items copy price and supplier from their service, and keep them when the service changes", async () => {
  const changing = await newService({ supplier: "casa" })
  const order = await create({ services: [changing.name, changing._id] })
  assert.match(order.number, /^OR-\d{6}$/)
  assert.deepEqual([order.status, order.source, order.contact, order.items.length], ["open", "manual", contact._id, 2])
  for (const item of order.items)
    assert.deepEqual([item.service, item.supplier, item.amount, item.currency], [changing._id, casa._id, 1000, "BRL"])
  await api.post(`/v1/services/${changing._id}/update`, { price: { amount: 9, currency: "USD" }, supplier: "rede" })
  assert.deepEqual(await read(order), order)
})

test("a given price and supplier replace those of the service", async () => {
  const order = await create({ services: [] })
  const { status, body } = await add(order, { amount: 250, currency: "USD", supplier: "REDE" })
  assert.deepEqual([status, body.data.amount, body.data.currency, body.data.supplier], [201, 250, "USD", rede._id])
  assert.deepEqual((await read(order)).items, [body.data])
  assert.equal((await add(order, { service: "Nothing" })).body.error.code, "SMR-1001")
  assert.equal((await add(order, { supplier: "nobody" })).body.error.code, "SMR-1001")
})

test("every source but manual is reserved", async () => {
  for (const source of ["portal", "ecommerce", "workflow"]) {
    const { status, body } = await post({ source })
    assert.deepEqual([status, body.error.code], [400, "ORD-1001"], source)
  }
  assert.equal((await post({ source: "gift" })).body.error.code, "VAL-1003")
  assert.equal((await post({ contact: "nobody@example.com" })).body.error.code, "SMR-1001")
})

test("a completed or canceled order can't be extended, billed, completed or canceled", async () => {
  for (const [action, state] of [
    ["complete", "completed"],
    ["cancel", "canceled"],
  ] as const) {
    const order = await create()
    assert.equal((await act(order, action)).body.data.status, state)
    const refusals = [await add(order), await bill(order), await act(order, "complete"), await act(order, "cancel")]
    refusals.push(await billByIntent(order, [line(order.items[0])]))
    for (const { status, body } of refusals)
      assert.deepEqual([status, body.error?.code, body.error?.details.status], [409, "ORD-2001", state])
    assert.deepEqual(await billedBy(order), [null])
  }
})

test("bills an order as a whole or by items, and refuses items that are billed, unpriced, given twice or unknown", async () => {
  const order = await create({ services: ["Course", "Course", "Course"] })
  const [one, two, three] = order.items
  const first = (await bill(order, { items: [two._id] })).body.data
  assert.deepEqual([first.amount, first.order, first.items[0].orderItem, first.items[0].supplier], [1000, order._id, two._id, casa._id])
  const codeOf = async (fields: object) => (await bill(order, fields)).body.error?.code
  assert.equal(await codeOf({ items: [two._id] }), "ORD-2002")
  assert.equal(await codeOf({ items: [one._id, one._id] }), "ORD-2002")
  assert.equal(await codeOf({ items: ["f".repeat(24)] }), "SMR-1001")
  const rest = (await bill(order)).body.data
  assert.deepEqual([rest.amount, await billedBy(order)], [2000, [rest._id, first._id, rest._id]])
  assert.equal(await codeOf({}), "ORD-2002")
  assert.equal(await codeOf({ items: [three._id] }), "ORD-2002")
  assert.equal((await act(order, "cancel")).body.error.code, "ORD-2002")
  const free = await create({ services: [(await newService({ price: null })).name] })
  assert.equal((await bill(free)).body.error.code, "ORD-2002")
})

test("adds an item once and bills an order once under one key", async () => {
  const order = await create({ services: [] })
  const bodies = { "items/create": { service: "Course" }, "payment-intents/create": { dueAt: inDays(30) } }
  for (const [action, body] of Object.entries(bodies)) {
    const send = () => api.post(`/v1/orders/${order._id}/${action}`, body, { "idempotency-key": `${action} once` })
    const [first, again] = [await send(), await send()]
    assert.deepEqual([first.status, again.status, again.headers.get("idempotent-replayed")], [201, 201, "true"])
    assert.equal(again.text, first.text)
  }
  assert.equal((await read(order)).items.length, 1)
})

test("refuses to bill items of several currencies by one intent, in both ways of billing", async () => {
  const order = await create()
  const { data } = (await add(order, { currency: "USD" })).body
  assert.equal((await bill(order)).body.error.code, "ORD-2003")
  assert.equal((await billByIntent(order, [line(data)])).body.error?.code, "ORD-2003")
  assert.equal((await bill(order, { items: [data._id] })).body.data.currency, "USD")
  assert.equal((await bill(order)).body.data.currency, "BRL")
})

test("an order has at most 200 items", async () => {
  const order = await create({ services: Array(199).fill(course._id) })
  const answers = await inParallel(3, () => add(order))
  const codes = answers.map(({ body }) => body.error?.code)
  assert.deepEqual([codes.filter(code => code === undefined).length, codes.filter(code => code === "ORD-2004").length], [1, 2])
  assert.equal((await read(order)).items.length, 200)
})

test("an item and the line that bills it must have the same supplier", async () => {
  const order = await create({ services: ["Course", "Course"] })
  const [one] = order.items
  for (const supplier of ["rede", undefined]) {
    const { status, body } = await billByIntent(order, [line(one, { supplier })])
    assert.deepEqual([status, body.error?.code, body.error?.details.supplier], [422, "ORD-2005", casa._id])
  }
  const second = await billByIntent(order, [line(one), line(one, { supplier: "rede" })])
  assert.deepEqual([second.status, second.body.error?.code], [422, "ORD-2005"])
  assert.deepEqual(await billedBy(order), [null, null])
  assert.equal((await billByIntent(order, [line(one)])).status, 201)
})

test("bills an item without a supplier without one, even if its service has a supplier by now", async () => {
  const own = await newService()
  const order = await create({ services: [own.name] })
  await api.post(`/v1/services/${own._id}/update`, { supplier: "casa" })
  const { status, body, text } = await bill(order)
  assert.equal(status, 201, text)
  assert.equal(body.data.items[0].supplier, undefined)
})

test("refuses to bill an order to another contact, and a line that names an item without its order", async () => {
  const order = await create()
  const other = (await api.post("/v1/contacts/create", newContact())).body.data
  const otherContact = await api.create("/v1/payment-intents/create", newIntent(other._id, { order: order._id }))
  assert.deepEqual([otherContact.status, otherContact.body.error.errors[0].path], [400, "contact"])
  const withoutOrder = await api.create("/v1/payment-intents/create", newIntent(contact._id, { items: [line(order.items[0])] }))
  assert.deepEqual([withoutOrder.status, withoutOrder.body.error.code], [400, "VAL-1002"])
  const otherTenant = await server.otherTenant()
  assert.equal((await otherTenant.get(`/v1/orders/${order._id}`)).body.error.code, "GEN-1004")
  assert.equal((await otherTenant.post(`/v1/orders/${order._id}/cancel`)).body.error.code, "GEN-1004")
})

test("loses none of thirty items that are added at once", async () => {
  const order = await create({ services: [] })
  const answers = await inParallel(30, i => add(order, { amount: i + 1 }))
  assert.deepEqual(new Set(answers.map(({ status }) => status)), new Set([201]))
  const { items, version } = await read(order)
  assert.deepEqual(
    items.map((item: Any) => item.amount).sort((a: number, b: number) => a - b),
    [...Array(30)].map((_, i) => i + 1),
  )
  assert.equal(version, 31)
})

test("bills an item by every line that names it, in any number of payment intents", async () => {
  const order = await create({ services: ["Course", "Course"] })
  const [one, two] = order.items
  const deposit = (await billByIntent(order, [line(one, { amount: 300 })])).body.data
  const rest = (await billByIntent(order, [line(one, { amount: 500 }), line(one, { amount: 200 })])).body.data
  assert.deepEqual((await read(order)).items, [
    { ...one, paymentIntent: deposit._id, paymentIntents: [deposit._id, rest._id] },
    { ...two, paymentIntent: null, paymentIntents: [] },
  ])
  assert.deepEqual((await bill(order)).body.data.amount, 1000)
  await api.post(`/v1/payment-intents/${deposit._id}/cancel`)
  assert.equal((await billedBy(order))[0], rest._id)
  assert.equal((await bill(order, { items: [one._id] })).body.error.code, "ORD-2002")
  await api.post(`/v1/payment-intents/${rest._id}/cancel`)
  assert.equal((await bill(order, { items: [one._id] })).body.data.amount, 1000)
})

test("a line can bill an item without a price at the line's amount", async () => {
  const order = await create({ services: [(await newService({ price: null })).name] })
  const { status, body } = await billByIntent(order, [{ name: "Line", amount: 70, orderItem: order.items[0]._id }])
  assert.deepEqual([status, await billedBy(order)], [201, [body.data._id]])
})

test("only one of several concurrent bills of an order bills its items; lines of other payment intents may bill them too", async () => {
  for (let round = 0; round < faultRounds(5); round++) {
    const order = await create({ services: ["Course", "Course"] })
    const answers = await inParallel(8, i =>
      i % 2 ? bill(order, { metadata: { i: `${i}` } }) : billByIntent(order, [line(order.items[0], { amount: i + 1 })]),
    )
    const succeeded = answers.filter(({ status }) => status === 201).map(({ body }) => body.data)
    const whole = succeeded.filter(({ items }) => items.length === 2 || items[0].orderItem === order.items[1]._id)
    assert.deepEqual([succeeded.length, whole.length], [5, 1])
    for (const { status, body } of answers) if (status !== 201) assert.equal(body.error.code, "ORD-2002")
    const naming = ({ _id }: Any) =>
      succeeded.filter(({ items }) => items.some((each: Any) => each.orderItem === _id)).map(({ _id }) => _id)
    for (const item of (await read(order)).items) assert.deepEqual(new Set(item.paymentIntents), new Set(naming(item)))
    assert.equal((await api.get(`/v1/payment-intents?order=${order._id}`)).body.count, 5)
  }
})

test("either bills or cancels an order when both happen at once", async () => {
  for (let round = 0; round < faultRounds(10); round++) {
    const order = await create()
    const [billed, canceled] = await Promise.all([bill(order), act(order, "cancel")])
    assert.deepEqual([billed.status === 201, canceled.status === 200], [billed.status !== 409, billed.status === 409])
    const { status, items } = await read(order)
    assert.deepEqual([status, items[0].paymentIntent], billed.status === 201 ? ["open", billed.body.data._id] : ["canceled", null])
  }
})

test("canceling or deleting an intent or a plan makes its items billable again", async () => {
  const schedule = [10, 20].map(days => ({ dueAt: inDays(days), amount: 500 }))
  for (const action of ["cancel", "delete"])
    for (const plan of [{}, { intentType: "payment-plan", schedule }]) {
      const order = await create({ services: ["Course", "Course"] })
      const intent = (await billByIntent(order, [line(order.items[0])], plan)).body.data
      assert.deepEqual(await billedBy(order), [intent._id, null])
      assert.equal((await api.post(`/v1/payment-intents/${intent._id}/${action}`)).status, 200)
      assert.deepEqual(await billedBy(order), [null, null])
      assert.equal((await bill(order)).body.data.amount, 2000)
    }
})

test("the upgrade turns the payment intent of an item into a list, and keeps the order of the items", async () => {
  const order = await create({ services: ["Course", "Course", "Course"] })
  await bill(order, { items: [order.items[1]._id] })
  const right = await read(order)
  const asBefore =
    "select jsonb_agg(item - 'paymentIntents' order by position) from jsonb_array_elements(items) with ordinality as e(item, position)"
  await server.sql(`update orders set items = (${asBefore}) where id = $1`, [order._id])
  assert.equal((await server.sql("select 1 from orders where id = $1 and items -> 0 ? 'paymentIntents'", [order._id])).length, 0)
  await server.sql(readFileSync("migrations/0085_items_billed.sql", "utf8"))
  assert.deepEqual(await read(order), right)
})
