import assert from "node:assert/strict"
import { test } from "node:test"
import { type Any, inParallel, startTestServer, uniqueEmail, until } from "../../../test/harness.ts"
import { faultRounds } from "../../../test/levels.ts"

const server = await startTestServer()
const { api } = server
let count = 0
const newService = async (fields: object = {}): Promise<Any> =>
  (await api.post("/v1/services/create", { name: `Ticket ${++count}`, price: { amount: 2500, currency: "BRL" }, ...fields })).body.data
const service = await newService()
const send = (fields: object = {}) =>
  api.post("/v1/payment-links/create", { name: "Concert", lines: [{ service: service._id }], ...fields })
const create = async (fields: object = {}): Promise<Any> => {
  const { status, body, text } = await send(fields)
  assert.equal(status, 201, text)
  return body.data
}
const read = async ({ _id }: Any): Promise<Any> => (await api.get(`/v1/payment-links/${_id}`)).body.data
const act = (link: Any, action: string, body: object = {}) => api.post(`/v1/payment-links/${link._id}/${action}`, body)
const buyAs = (link: Any, email: string, fields: object = {}) => act(link, "purchases/create", { name: "Ana Souza", email, ...fields })
const buy = async (link: Any, fields: object = {}): Promise<Any> => {
  const { status, body, text } = await buyAs(link, uniqueEmail(), fields)
  assert.equal(status, 201, text)
  return body.data
}
const pay = async ({ paymentIntent, amount }: Any): Promise<Any> =>
  (await api.create("/v1/transactions/create", { paymentIntent, amount, method: "cash" })).body.data
const advance = (by: string) => api.post("/v1/simulations/clock", { advance: by })
const get = async (path: string): Promise<Any> => (await api.get(`/v1/${path}`)).body.data

test("copies name, price and supplier of its services, and has a public address of its own", async () => {
  const link = await create({ slug: "spring-concert", lines: [{ service: service.name, stock: 3 }] })
  assert.match(link.number, /^PL-\d{6}$/)
  assert.match(link.url, /\/buy\/[a-z0-9]{6}\/spring-concert$/)
  const [line] = link.lines
  assert.deepEqual([line.service, line.name, line.amount, line.stock, line.taken], [service._id, service.name, 2500, 3, 0])
  assert.deepEqual([link.currency, link.availability, link.uses, link.openAmount], ["BRL", "open", 0, null])
  await api.post(`/v1/services/${service._id}/update`, { price: { amount: 2600, currency: "BRL" } })
  assert.equal((await read(link)).lines[0].amount, 2500)
  await api.post(`/v1/services/${service._id}/update`, { price: { amount: 2500, currency: "BRL" } })
  assert.deepEqual([(await send({ slug: "spring-concert" })).body.error.code], ["GEN-1010"])
  assert.notEqual((await create()).slug, (await create()).slug)
})

test("refuses a link that nobody could buy from", async () => {
  const free = await newService({ price: null })
  const line = { service: service._id }
  const openAmount = { min: 500, max: 10_000 }
  const table: [object, string][] = [
    [{ lines: [{ service: free._id }] }, "VAL-1002"],
    [{ lines: [line, { service: free._id }] }, "PLK-1001"],
    [{ lines: [{ service: free._id }], currency: "EUR" }, "PLK-1001"],
    [{ lines: [] }, "VAL-1003"],
    [{ lines: [{ service: "Nothing" }] }, "SMR-1001"],
    [{ lines: [{ ...line, quantity: { min: 3, max: 2 } }] }, "VAL-1003"],
    [{ lines: [line, line], openAmount }, "VAL-1003"],
    [{ lines: [{ ...line, amount: 5 }], openAmount }, "VAL-1003"],
    [{ openAmount: { min: 500, max: 400 } }, "VAL-1003"],
    [{ openAmount: { ...openAmount, presets: [1] } }, "VAL-1003"],
    [{ slug: "No Slug" }, "VAL-1003"],
    [{ fields: [{ key: "size", label: "Size", type: "choice" }] }, "VAL-1003"],
    [{ opensAt: "2030-01-02T00:00:00Z", closesAt: "2030-01-01T00:00:00Z" }, "VAL-1003"],
  ]
  for (const [fields, code] of table) assert.equal((await send(fields)).body.error?.code, code, JSON.stringify(fields))
})

test("a purchase makes a draft contact, an order and a payment intent in one commit, and mails nobody", async () => {
  const link = await create({ lines: [{ service: service._id, quantity: { min: 1, max: 5 }, stock: 10 }] })
  const [line] = link.lines
  const email = uniqueEmail()
  const { body } = await buyAs(link, email, { quantities: { [line._id]: 3 } })
  const bought = body.data
  assert.deepEqual([bought.amount, bought.currency, bought.status, bought.lines[0].quantity], [7500, "BRL", "open", 3])
  const contact = await get(`contacts/${email}`)
  assert.deepEqual([contact._id, contact.draft, contact.profile], [bought.contact, true, { firstName: "Ana", lastName: "Souza" }])
  const order = await get(`orders/${bought.order}`)
  assert.deepEqual(
    [order.source, order.contact, order.items.length, order.metadata.paymentLink],
    ["ecommerce", contact._id, 3, link.number],
  )
  const intent = await get(`payment-intents/${bought.paymentIntent}`)
  assert.deepEqual([intent.amount, intent.order, intent.links.long, intent.dueAt], [7500, order._id, bought.payUrl, bought.expiresAt])
  assert.deepEqual(
    intent.items.map((item: Any) => [item.orderItem, item.amount]),
    order.items.map((item: Any) => [item._id, 2500]),
  )
  assert.ok(order.items.every((item: Any) => item.paymentIntent === intent._id))
  assert.deepEqual([(await read(link)).uses, (await read(link)).lines[0].taken], [1, 3])
  assert.deepEqual((await server.sql("select 1 from mails where recipient = $1", [email])).length, 0)
})

test("a payment confirms the contact and counts as revenue; the order is left to be fulfilled", async () => {
  const link = await create()
  const bought = await buy(link)
  await pay(bought)
  assert.equal((await get(`payment-link-purchases/${bought._id}`)).status, "paid")
  await until(async () => !(await get(`contacts/${bought.contact}`)).draft, "the contact is confirmed")
  assert.equal((await get(`orders/${bought.order}`)).status, "open")
  assert.deepEqual(await get(`payment-links/${link._id}/stats`), {
    purchases: { open: 0, paid: 1, released: 0 },
    revenue: { currency: "BRL", paid: 2500, refunded: 0, net: 2500 },
  })
})

test("a purchase under the e-mail of a contact changes nothing of that contact", async () => {
  const email = uniqueEmail()
  const { body } = await api.post("/v1/contacts/create", { email, profile: { firstName: "Bia", lastName: "Lima" } })
  const bought = (await buyAs(await create(), email.toUpperCase(), { name: "Somebody Else" })).body.data
  assert.deepEqual([bought.contact, bought.name], [body.data._id, "Somebody Else"])
  await pay(bought)
  assert.deepEqual(await get(`contacts/${body.data._id}`), body.data)
})

test("a person who creates the contact of a draft takes it over", async () => {
  const email = uniqueEmail()
  const bought = (await buyAs(await create(), email)).body.data
  const { status, body } = await api.post("/v1/contacts/create", { email, profile: { firstName: "Bia" } })
  assert.deepEqual([status, body.data._id, body.data.draft, body.data.profile], [201, bought.contact, false, { firstName: "Bia" }])
  assert.equal((await api.post("/v1/contacts/create", { email, profile: {} })).body.error.code, "GEN-1010")
})

test("takes an open amount within its bounds, and no other", async () => {
  const link = await create({ openAmount: { min: 500, max: 10_000, presets: [1000] } })
  assert.equal(link.lines[0].amount, null)
  assert.equal((await buy(link, { amount: 777 })).amount, 777)
  for (const fields of [{}, { amount: 499 }, { amount: 10_001 }])
    assert.equal((await buyAs(link, uniqueEmail(), fields)).body.error.code, "VAL-1003")
  assert.equal((await buyAs(await create(), uniqueEmail(), { amount: 1 })).body.error.errors[0].path, "amount")
})

test("takes quantities within the bounds of each line, and leaves optional lines out", async () => {
  const child = await newService({ price: { amount: 1000, currency: "BRL" } })
  const lines = [
    { service: service._id, quantity: { min: 1, max: 4 } },
    { service: child._id, quantity: { min: 0, max: 60 } },
  ]
  const link = await create({ lines })
  const [adult, young] = link.lines
  assert.equal((await buy(link)).amount, 2500)
  assert.equal((await buy(link, { quantities: { [adult._id]: 2, [young._id]: 1 } })).amount, 6000)
  for (const quantities of [{ [adult._id]: 0 }, { [adult._id]: 5 }, { ["f".repeat(24)]: 1 }])
    assert.equal((await buyAs(link, uniqueEmail(), { quantities })).body.error.code, "VAL-1003")
})

test("answers to custom fields are checked, kept with the purchase and copied to the order and the payment intent", async () => {
  const fields = [
    { key: "size", label: "Shirt size", type: "choice", options: ["S", "M"], required: true },
    { key: "note", label: "Note", type: "text" },
    { key: "terms", label: "I accept the terms", type: "checkbox", required: true },
  ]
  const link = await create({ fields })
  const bought = await buy(link, { answers: { size: "M", note: " ", terms: "yes" } })
  assert.deepEqual(bought.answers, [
    { key: "size", label: "Shirt size", value: "M" },
    { key: "terms", label: "I accept the terms", value: "yes" },
  ])
  const expected = { paymentLink: link.number, size: "M", terms: "yes" }
  assert.deepEqual((await get(`orders/${bought.order}`)).metadata, expected)
  assert.deepEqual((await get(`payment-intents/${bought.paymentIntent}`)).metadata, expected)
  for (const answers of [{ size: "M" }, { size: "L", terms: "yes" }, { size: "S", terms: "no" }, { size: "S", terms: "yes", more: "1" }])
    assert.equal((await buyAs(link, uniqueEmail(), { answers })).body.error.code, "VAL-1003")
})

test("sells the last unit once, however many want it at once", async () => {
  for (let round = 0; round < faultRounds(5); round++) {
    const link = await create({ lines: [{ service: service._id, stock: 3 }] })
    const answers = await inParallel(10, () => buyAs(link, uniqueEmail()))
    const codes = answers.map(({ status, body }) => (status === 201 ? "sold" : body.error.code))
    assert.deepEqual(codes.filter(code => code === "sold").length, 3, codes.join())
    assert.ok(
      codes.every(code => code === "sold" || code === "PLK-2001"),
      codes.join(),
    )
    const { uses, lines, availability } = await read(link)
    assert.deepEqual([uses, lines[0].taken, availability], [3, 3, "sold-out"])
    assert.equal((await api.get(`/v1/payment-link-purchases?paymentLink=${link.number}`)).body.count, 3)
  }
})

test("refuses more units than are left, and says how many there are", async () => {
  const link = await create({ lines: [{ service: service._id, quantity: { min: 1, max: 9 }, stock: 3 }] })
  const [{ _id }] = link.lines
  await buy(link, { quantities: { [_id]: 2 } })
  const { code, details } = (await buyAs(link, uniqueEmail(), { quantities: { [_id]: 2 } })).body.error
  assert.deepEqual([code, details.left, details.wanted], ["PLK-2002", 1, 2])
  await buy(link, { quantities: { [_id]: 1 } })
})

test("makes one contact of one e-mail, however many purchases give it at once", async () => {
  const link = await create()
  const email = uniqueEmail()
  const answers = await inParallel(6, i => buyAs(link, i % 2 ? email : email.toUpperCase()))
  assert.deepEqual([...new Set(answers.map(({ status }) => status))], [201])
  assert.equal(new Set(answers.map(({ body }) => body.data.contact)).size, 1)
})

test("a canceled purchase gives its units back once, and its order is canceled", async () => {
  const link = await create({ lines: [{ service: service._id, stock: 1 }], maxUses: 1 })
  const bought = await buy(link)
  assert.equal((await buyAs(link, uniqueEmail())).body.error.details.availability, "used-up")
  await inParallel(3, () => api.post(`/v1/payment-intents/${bought.paymentIntent}/cancel`))
  assert.equal((await get(`payment-link-purchases/${bought._id}`)).status, "released")
  const { uses, lines, availability } = await read(link)
  assert.deepEqual([uses, lines[0].taken, availability], [0, 0, "open"])
  await until(async () => (await get(`orders/${bought.order}`)).status === "canceled", "the order is canceled")
  await buy(link)
})

test("an unpaid purchase expires after its time, one with an open charge only once that has ended, and a paid one never", async () => {
  const link = await create({ lines: [{ service: service._id, stock: 3 }], holdMinutes: 30 })
  const [left, waiting, paid] = [await buy(link), await buy(link), await buy(link)]
  await pay(paid)
  const charge = { paymentIntent: waiting.paymentIntent, method: "card", token: "tok_processing_then_failure" }
  await api.create("/v1/gateways/simulator/charges/create", charge)
  await server.sql("update jobs set next_at = next_at + interval '45 minutes' where payload::text like '%' || $1 || '%'", [
    waiting.paymentIntent,
  ])
  await advance("PT31M")
  const statusOf = async ({ _id }: Any) => (await get(`payment-link-purchases/${_id}`)).status
  assert.equal(await statusOf(left), "released")
  assert.equal((await get(`payment-intents/${left.paymentIntent}`)).cancelReason, "abandoned")
  assert.equal(await statusOf(paid), "paid")
  await advance("PT3H")
  assert.equal(await statusOf(waiting), "released")
  assert.equal((await read(link)).lines[0].taken, 1)
})

test("a draft contact that never paid is erased after seven days, and one that paid stays", async () => {
  const link = await create()
  const [left, paid] = [await buy(link), await buy(link)]
  await pay(paid)
  await advance("P8D")
  const gone = await get(`contacts/${left.contact}`)
  assert.ok(gone.erasedAt && gone.email.endsWith("@erased.invalid"), JSON.stringify(gone))
  const { name, email } = await get(`payment-link-purchases/${left._id}`)
  assert.deepEqual([name, email], ["[erased]", gone.email])
  const kept = await get(`contacts/${paid.contact}`)
  assert.deepEqual([kept.erasedAt, kept.draft], [null, false])
})

test("sells nothing before it opens, after it ended, or while it is inactive, and says why", async () => {
  const early = await create({ opensAt: "2100-01-01T00:00:00Z" })
  const late = await create({ closesAt: "2020-01-01T00:00:00Z" })
  const off = await create()
  assert.equal((await act(off, "deactivate")).body.data.availability, "inactive")
  assert.equal((await act(off, "deactivate")).body.error.code, "PLK-2003")
  for (const [link, availability] of [
    [early, "not-yet"],
    [late, "ended"],
    [off, "inactive"],
  ]) {
    const { code, details } = (await buyAs(link, uniqueEmail())).body.error
    assert.deepEqual([code, details.availability], ["PLK-2001", availability])
  }
  assert.equal((await act(off, "activate")).body.data.availability, "open")
  await buy(off)
})

test("limits can be changed, but not below what was sold; prices stay", async () => {
  const link = await create({ lines: [{ service: service._id, stock: 5 }] })
  const [line] = link.lines
  await buy(link)
  await buy(link)
  const change = (fields: object) => act(link, "update", fields)
  for (const fields of [{ maxUses: 1 }, { stock: [{ line: line._id, stock: 1 }] }, { stock: [{ line: "f".repeat(24), stock: 9 }] }])
    assert.equal((await change(fields)).body.error.code, "VAL-1003")
  assert.equal((await change({ lines: [] })).body.error.code, "VAL-1005")
  const changed = (await change({ name: "Gala", maxUses: 2, stock: [{ line: line._id, stock: null }], metadata: { a: "1" } })).body.data
  assert.deepEqual([changed.name, changed.maxUses, changed.lines[0].stock, changed.lines[0].taken], ["Gala", 2, null, 2])
  assert.equal(changed.availability, "used-up")
})

test("the database refuses more units than there are, even if the code does not", async () => {
  const link = await create({ lines: [{ service: service._id, stock: 1 }], maxUses: 1 })
  await buy(link)
  const set = (change: string) => server.sql(`update payment_links set ${change} where id = $1`, [link._id])
  await assert.rejects(set("uses = 2"), /payment_links_uses/)
  await assert.rejects(set(`lines = jsonb_set(lines, '{0,taken}', '2')`), /payment_links_stock/)
})

test("a link and its purchases are those of one tenant, and viewers sell nothing", async () => {
  const link = await create()
  const bought = await buy(link)
  const other = await server.otherTenant()
  for (const path of [`payment-links/${link._id}`, `payment-links/${link._id}/stats`, `payment-link-purchases/${bought._id}`])
    assert.equal((await other.get(`/v1/${path}`)).status, 404)
  const viewer = await server.withRole("viewer")
  assert.equal((await viewer.post("/v1/payment-links/create", { name: "No", lines: [] })).status, 403)
  assert.equal((await viewer.get(`/v1/payment-links/${link._id}`)).status, 200)
})
