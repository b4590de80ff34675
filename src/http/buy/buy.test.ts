import assert from "node:assert/strict"
import { test } from "node:test"
import { type Any, inParallel, startTestServer, uniqueEmail, until } from "../../../test/harness.ts"
import { payByPage, signByPage } from "../../../test/payer.ts"

const server = await startTestServer()
const { api } = server
const service = (await api.post("/v1/services/create", { name: "Concert", price: { amount: 2500, currency: "BRL" } })).body.data
const create = async (fields: object = {}, by = api): Promise<Any> => {
  const { status, body, text } = await by.post("/v1/payment-links/create", {
    name: "Summer concert",
    lines: [{ service: service._id }],
    ...fields,
  })
  assert.equal(status, 201, text)
  return body.data
}
const get = async (path: string): Promise<Any> => (await api.get(`/v1/${path}`)).body
const purchasesOf = async ({ _id }: Any): Promise<Any[]> => (await get(`payment-link-purchases?paymentLink=${_id}&sort=createdAt`)).data

async function open({ url }: Any, language = "en") {
  const response = await fetch(url, { headers: { "accept-language": language } })
  const page = await response.text()
  return { status: response.status, headers: response.headers, page, key: /name="key" value="([^"]*)"/.exec(page)?.[1] ?? "" }
}
const visitor = () => ({ name: "Ana Souza", email: uniqueEmail() })
const send = (link: Any, fields: Record<string, string>) =>
  fetch(link.url, { method: "POST", body: new URLSearchParams(fields), redirect: "manual" })
/** Opens the page and sends its form, as a browser without scripts does. */
const order = async (link: Any, fields: Record<string, string> = {}) => send(link, { key: (await open(link)).key, ...visitor(), ...fields })
const intentAt = (response: Response) => ({ links: { long: server.baseUrl + response.headers.get("location")! } })

test("shows what is sold with the tenant's brand, in the visitor's language, under the policy of the payment page", async () => {
  const link = await create({ description: "In the <park>", lines: [{ service: service._id, stock: 4 }] })
  const { status, headers, page } = await open(link)
  assert.equal(status, 200)
  for (const text of [
    "Escola Azul",
    "Summer concert",
    "In the &#60;park&#62;",
    "R$25.00 each",
    "4 left",
    "Continue to payment",
    "Test mode",
  ])
    assert.ok(page.includes(text), text)
  const policy = headers.get("content-security-policy")!
  for (const rule of ["default-src 'none'", "script-src 'self'", "form-action 'self'", "frame-ancestors 'none'"])
    assert.ok(policy.includes(rule), policy)
  assert.ok((await open(link, "pt-BR")).page.includes("Continuar para o pagamento"))
  assert.ok((await open(link, "es")).page.includes("Continuar al pago"))
  assert.ok((await open(link, "de")).page.includes("noch 4 übrig"))
  assert.ok((await open(link, "fr")).page.includes("Continuer vers le paiement"))
  const code = await fetch(`${link.url}/code.svg`)
  assert.deepEqual([code.status, code.headers.get("content-type")], [200, "image/svg+xml"])
  for (const url of [`${link.url}x`, link.url.replace(/buy\/\w+/, "buy/zzzzzz"), `${server.baseUrl}/buy/..%2f/x`])
    assert.equal((await fetch(url)).status, 404)
})

test("an order leads to the payment page of its payment intent, where the visitor pays", async () => {
  const link = await create()
  const bought = await order(link)
  assert.equal(bought.status, 303)
  assert.match(bought.headers.get("location")!, /^\/pay\/[\w-]+$/)
  const { html } = await payByPage(intentAt(bought), "tok_success")
  assert.match(html, /Paid in full/)
  const [purchase] = await purchasesOf(link)
  assert.equal(purchase.status, "paid")
  assert.equal((await get(`orders/${purchase.order}`)).data.source, "ecommerce")
  await until(async () => !(await get(`contacts/${purchase.contact}`)).data.draft, "the buyer is a contact")
  const [entry] = (await get(`audit-log?object=${purchase._id}&sort=createdAt`)).data
  assert.deepEqual([entry.actor.type, entry.origin.channel, entry.origin.operation], ["system", "page", "POST /buy/{tenant}/{link}"])
})

test("one form makes one order, however often it is sent", async () => {
  const link = await create({ maxUses: 5 })
  const fields = { key: (await open(link)).key, ...visitor() }
  const sent = await inParallel(5, () => send(link, fields))
  sent.push(await send(link, fields))
  const places = new Set(sent.filter(({ status }) => status === 303).map(({ headers }) => headers.get("location")))
  assert.equal(places.size, 1)
  assert.equal((await purchasesOf(link)).length, 1)
  const other = await send(link, { ...fields, name: "Another Name" })
  assert.deepEqual([other.status >= 400, (await purchasesOf(link)).length], [true, 1])
  for (const key of ["", "forged", (await open(await create())).key]) assert.equal((await send(link, { ...fields, key })).status, 409)
})

test("a stranger who types the e-mail of a contact learns nothing about it and adds nothing to it", async () => {
  const email = uniqueEmail()
  const profile = { firstName: "Beatriz", lastName: "Lima", phone: "+5511987654321" }
  const contact = (await api.post("/v1/contacts/create", { email, profile })).body.data
  const euros = (await api.post("/v1/services/create", { name: "Euro concert", price: { amount: 900, currency: "EUR" } })).body.data
  const link = await create({ lines: [{ service: euros._id }] })
  const bought = await order(link, { email, name: "Mallory" })
  const intent = intentAt(bought)
  const before = await (await fetch(intent.links.long)).text()
  assert.ok(before.includes("Mallory") && !before.includes("Beatriz") && !before.includes("Lima"))
  assert.equal((await fetch(`${intent.links.long}/document`)).status, 404)
  assert.ok(!before.includes('name="save"') && !before.includes('name="iban"'))
  const key = /name="key" value="([^"]*)"/.exec(before)![1]!
  assert.equal((await signByPage(intent, { key })).status, 400)
  const { html } = await payByPage(intent, "tok_success")
  assert.ok(html.includes("Paid in full") && html.includes("Mallory") && !html.includes("Beatriz"))
  const [purchase] = await purchasesOf(link)
  assert.equal(purchase.contact, contact._id)
  assert.deepEqual((await get(`contacts/${contact._id}`)).data, contact)
  for (const list of ["authorizations", "saved-methods", "bank-accounts"])
    assert.deepEqual((await get(`${list}?contact=${contact._id}`)).count, 0)
})

test("the page of a known e-mail differs in nothing from that of a new one", async () => {
  const known = (await api.post("/v1/contacts/create", { email: uniqueEmail(), profile: { firstName: "Bia" } })).body.data
  const link = await create()
  const pageFor = async (email: string) => {
    const page = await (await fetch(intentAt(await order(link, { email })).links.long)).text()
    return page.replaceAll(/PI-\d+|RF\w+|value="[^"]*"|\/pay\/[\w-]+|Due .*|datetime="[^"]*"/g, "")
  }
  assert.equal(await pageFor(known.email), await pageFor(uniqueEmail()))
})

test("takes amounts as a visitor writes them, and presets", async () => {
  const link = await create({ openAmount: { min: 500, max: 10_000, presets: [1000, 2000] } })
  const table: [Record<string, string>, number | undefined][] = [
    [{ amount: "12.34" }, 1234],
    [{ preset: "2000" }, 2000],
    [{ preset: "1000", amount: "7.5" }, 750],
    [{ amount: "4.99" }, undefined],
    [{ amount: "1.234" }, undefined],
    [{}, undefined],
    [{ preset: "99999999999999999999" }, undefined],
  ]
  for (const [fields, amount] of table) {
    const before = (await purchasesOf(link)).length
    const { status } = await order(link, fields)
    const made = (await purchasesOf(link)).slice(before)
    assert.deepEqual([status, made.map(each => each.amount)], amount === undefined ? [400, []] : [303, [amount]], JSON.stringify(fields))
  }
})

test("shows a form again with what was written, and names the field that is wrong", async () => {
  const fields = [{ key: "size", label: "Shirt size", type: "choice", options: ["S", "M"], required: true }]
  const link = await create({ fields, lines: [{ service: service._id, quantity: { min: 0, max: 3 }, stock: 2 }] })
  const [line] = link.lines
  const quantity = `q-${line._id}`
  const refused = await order(link, { name: "Ana & Bia", [quantity]: "1" })
  const page = await refused.text()
  assert.equal(refused.status, 400)
  assert.ok(page.includes("Please check the field “Shirt size”") && page.includes("Ana &#38; Bia"))
  assert.equal((await order(link, { "a-size": "M", [quantity]: "1", email: "nobody" })).status, 400)
  assert.match(await (await order(link, { "a-size": "M", [quantity]: "3" })).text(), /Only 2 of “Concert” are left/)
  assert.equal((await order(link, { "a-size": "M", [quantity]: "1.5" })).status, 400)
  assert.equal((await order(link, { "a-size": "M", [quantity]: "2" })).status, 303)
  assert.match((await open(link)).page, /Sold out/)
  assert.equal((await purchasesOf(link)).length, 1)
})

test("a program that fills in the hidden field gets no answer and makes no order", async () => {
  const link = await create()
  const { status, headers } = await order(link, { website: "https://spam.example" })
  assert.deepEqual([status, headers.get("location")], [303, new URL(link.url).pathname])
  assert.deepEqual(await purchasesOf(link), [])
})

test("a link that sells nothing says why, and takes no order", async () => {
  const table: [object, RegExp][] = [
    [{ opensAt: "2100-01-01T00:00:00Z" }, /The sale has not begun.*The sale begins on/s],
    [{ closesAt: "2020-01-01T00:00:00Z" }, /The sale has ended/],
    [{ lines: [{ service: service._id, stock: 0 }] }, /Sold out/],
  ]
  const { key } = await open(await create())
  for (const [fields, text] of table) {
    const link = await create(fields)
    const { status, page, key: none } = await open(link)
    assert.deepEqual([status, none], [200, ""])
    assert.match(page, text)
    assert.equal((await send(link, { key, ...visitor() })).status, 409)
    assert.deepEqual(await purchasesOf(link), [])
  }
})
