import assert from "node:assert/strict"
import { test } from "node:test"
import { type Any, startTestServer } from "../../../test/harness.ts"
import { openPage, payerOf, submit } from "../../../test/payer.ts"
import { addProviders, fakeProvider } from "../../../test/providers.ts"
import type { Method } from "../gateways/gateway.ts"

const server = await startTestServer({ ROLE: "api" })
const { api } = server
const { bill, chargesOf } = payerOf(server)
const elsewhere = "https://pay.provider.example/session"
const pix: Method = { method: "pix", name: "Pix", currencies: ["BRL"], starts: "instructions", maxInstallments: 1 }
const card: Method = { method: "card", name: "Card", currencies: ["BRL", "EUR"], starts: "redirect", maxInstallments: 12 }
const [payfast, paylater] = [fakeProvider({ id: "payfast", methods: [card, pix] }), fakeProvider({ id: "paylater", methods: [pix] })]
addProviders(payfast.provider, paylater.provider)
for (const { provider, state } of [payfast, paylater])
  state.answer = ({ reference, request }) => ({
    status: "action",
    reference,
    action:
      request.method === "pix"
        ? { type: "qr", payload: `a code of ${provider.id}`, expiresAt: null }
        : { type: "redirect", url: elsewhere, expiresAt: null },
  })

const connect = async (gateway: string, account: string, fields: object = {}, by = api): Promise<Any> => {
  const connection = { gateway, name: account, credentials: { key: `test_${account}` }, ...fields }
  return (await by.create("/v1/gateway-connections/create", connection)).body.data
}
const gatewayNamed = async (id: string, by = api): Promise<Any> =>
  (await by.get("/v1/gateways")).body.data.find(({ gateway }: Any) => gateway === id)
const served = async (id: string): Promise<unknown[]> =>
  (await gatewayNamed(id)).methods.map(({ method, currencies, connection }: Any) => [method, currencies, connection])
const order = (method: string, currency: string, connections: string[]) =>
  api.post("/v1/gateway-connections/order", { method, currency, connections })
const choose = async (intent: Any, way: string) => submit(intent, { key: (await openPage(intent)).key, way, token: "" })

const [first, second] = [await connect("payfast", "first"), await connect("payfast", "second", { methods: ["card"] })]
const later = await connect("paylater", "later")

test("GET /v1/gateways lists what each active connection serves, by the order that a person gave", async () => {
  assert.deepEqual(await served("payfast"), [
    ["card", ["BRL", "EUR"], first._id],
    ["pix", ["BRL"], first._id],
  ])
  const { methods, ...gateway } = await gatewayNamed("payfast")
  assert.deepEqual(gateway, { gateway: "payfast", name: "Payfast", currencies: ["BRL", "EUR"], payouts: [] })
  assert.deepEqual(methods[0], {
    method: "card",
    name: "Card",
    currencies: ["BRL", "EUR"],
    installments: 12,
    starts: "redirect",
    savesMethod: false,
    connection: first._id,
  })
  await order("card", "EUR", [second._id])
  assert.deepEqual(await served("payfast"), [
    ["card", ["BRL"], first._id],
    ["pix", ["BRL"], first._id],
    ["card", ["EUR"], second._id],
  ])
  await api.post(`/v1/gateway-connections/${second._id}/pause`)
  assert.deepEqual((await served("payfast"))[0], ["card", ["BRL", "EUR"], first._id])
  await api.post(`/v1/gateway-connections/${second._id}/resume`)
  const other = await server.otherTenant()
  assert.equal(await gatewayNamed("payfast", other), undefined, "connections of another tenant are not listed")
})

test("the page offers one connection for each method, and no secret of it", async () => {
  const { html } = await openPage(await bill(5000))
  const ways = [...html.matchAll(/name="way" value="([^"]+)"/g)].map(([, way]) => way)
  assert.ok(ways.includes("payfast card 1") && ways.includes("payfast pix 1"))
  assert.ok(!ways.includes("paylater pix 1") && !ways.includes("simulator pix 1"), "one connection serves Pix")
  assert.ok(!html.includes(first._id) && !html.includes("Account of"))
  await order("pix", "BRL", [later._id])
  const changed = (await openPage(await bill(5000))).html
  assert.ok(changed.includes("paylater pix 1") && !changed.includes("payfast pix 1"))
  assert.equal((await choose(await bill(5000), "payfast pix 1")).status, 400, "what the page does not offer is not charged")
  await order("pix", "BRL", [])
})

test("a charge by a connection shows the code of the provider, and who comes back finds the receipt", async () => {
  const intent = await bill(5000)
  assert.equal((await choose(intent, "payfast pix 1")).status, 303)
  const [charge] = await chargesOf(intent)
  assert.deepEqual([charge!.gateway, charge!.connection], ["payfast", first._id])
  assert.match((await openPage(intent)).html, /<code>a code of payfast<\/code>/)
  const sent = payfast.state.charges.get(charge!._id)!
  assert.equal(sent.request.returnUrl, `${intent.links.long}/return/${charge!._id}`)
  sent.outcome = { status: "succeeded", reference: "ref" }
  assert.match(await (await fetch(sent.request.returnUrl!)).text(), /Paid in full/)
})

test("the page leads to the provider's page without naming its host in its policy", async () => {
  const intent = await bill(5000)
  const { status, headers } = await choose(intent, "payfast card 1")
  assert.deepEqual([status, headers.get("location")], [303, `${new URL(intent.links.long).pathname}/go`])
  const leads = await fetch(new URL(headers.get("location")!, intent.links.long))
  assert.equal(leads.headers.get("refresh"), `0; url=${elsewhere}`)
  assert.match(leads.headers.get("content-security-policy")!, /form-action 'self'; frame-ancestors/)
  assert.ok((await leads.text()).includes(`href="${elsewhere}"`))
  const other = await bill(5000)
  const none = await fetch(`${other.links.long}/go`, { redirect: "manual" })
  assert.deepEqual([none.status, none.headers.get("location")], [303, new URL(other.links.long).pathname])
})

test("a live tenant's page offers the methods of its connections and no test values", async () => {
  const live = await server.otherTenant("live")
  await connect("payfast", "live", { credentials: { key: "live_first" } }, live)
  const { html } = await openPage(await payerOf({ api: live }).bill(5000))
  assert.match(html, /value="payfast card 1"/)
  assert.doesNotMatch(html, /tok_|simulat|Online payment is not available/i)
})
