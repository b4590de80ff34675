import assert from "node:assert/strict"
import { readFileSync } from "node:fs"
import { test } from "node:test"
import { gzipSync } from "node:zlib"
import { type Any, inDays, inParallel, startTestServer } from "../../../test/harness.ts"
import { qrSvg } from "../../kit/service/qr-code.ts"
import { openPage, payByPage, payerOf, submit } from "../../../test/payer.ts"

const server = await startTestServer({ ROLE: "api" })
const { api } = server
const { bill, chargesOf } = payerOf(server)
const settings = (fields: object) => api.post("/v1/settings/update", fields)
const moneyOf = async ({ _id }: Any) => {
  const { paid, due, status } = (await api.get(`/v1/payment-intents/${_id}`)).body.data
  return [paid, due, status]
}

test("accepts a part only if the tenant allows it, between the smallest part and the amount due", async () => {
  const intent = await bill(10_000)
  const { key, html } = await openPage(intent)
  assert.doesNotMatch(html, /name="amount"/)
  assert.equal((await submit(intent, { key, amount: "50" })).status, 422)
  await settings({ partPayments: { enabled: true, minPercent: 20 } })
  assert.match((await openPage(intent)).html, /at least R\$20\.00 and at most R\$100\.00/)
  const refused: [fields: object, status: number, words: RegExp][] = [
    [{ amount: "19.99" }, 422, /less than the smallest part/],
    [{ amount: "100.01" }, 422, /more than what is due/],
    [{ amount: "ten" }, 400, /could not be read/],
    [{ amount: "50", way: "simulator card 3" }, 422, /paid at once and not in installments/],
  ]
  for (const [fields, status, words] of refused) {
    const response = await submit(intent, { key: (await openPage(intent)).key, ...fields })
    assert.equal(response.status, status)
    assert.match(await response.text(), words)
  }
  assert.deepEqual(await chargesOf(intent), [])
  const form = await openPage(intent)
  await inParallel(4, () => submit(intent, { key: form.key, amount: "40" }))
  assert.deepEqual(await moneyOf(intent), [4000, 6000, "paid-partial"])
  assert.match((await openPage(intent)).html, /Partially paid.*R\$60\.00.*Left to pay/s)
  assert.equal((await submit(intent, { key: form.key, amount: "20" })).status, 409, "the earlier page shows another amount")
  await submit(intent, { key: (await openPage(intent)).key })
  assert.deepEqual(await moneyOf(intent), [10_000, 0, "paid-full"])
  assert.match((await openPage(intent)).html, /Card, R\$40\.00.*Card, R\$60\.00/s)
  await settings({ partPayments: { enabled: false } })
})

test("two pages that pay parts at the same time never pay more than what is due", async () => {
  await settings({ partPayments: { enabled: true, minPercent: 10 } })
  const intent = await bill(10_000)
  const forms = await Promise.all([1, 2, 3].map(() => openPage(intent)))
  await Promise.all(forms.map(({ key }) => submit(intent, { key, amount: "60" })))
  const [paid] = await moneyOf(intent)
  assert.equal(paid, 6000)
  await settings({ partPayments: { enabled: false } })
})

test("a plan is paid one installment after the other or all at once, and each page shows the receipt", async () => {
  const schedule = [30, 60, 90].map(days => ({ dueAt: inDays(days), amount: 5000 }))
  const plan = await bill(15_000, { intentType: "payment-plan", schedule })
  const [first, second] = await Promise.all(
    plan.installments.map(async (id: string) => (await api.get(`/v1/payment-intents/${id}`)).body.data),
  )
  await payByPage(first, "tok_success")
  assert.deepEqual(await moneyOf(plan), [5000, 10_000, "paid-partial"])
  assert.match((await openPage(plan)).html, /Pay all that is left/)
  await payByPage(plan, "tok_success")
  assert.deepEqual(await moneyOf(plan), [15_000, 0, "paid-full"])
  assert.match((await openPage(plan)).html, /Paid in full.*Card, R\$50\.00.*Card, R\$100\.00/s)
  assert.match((await openPage(second)).html, /Paid in full.*Card, R\$50\.00/s)
})

test("shows the cost in the payer's currency as indicative, and charges nothing in it", async () => {
  const intent = await bill(10_000, { currency: "EUR" })
  const { html } = await openPage(intent, "pt-BR")
  assert.match(html, /Quanto custa em outra moeda.*cerca de R\$\s[\d.,]+/s)
  const chosen = await (await fetch(`${intent.links.long}?currency=USD`)).text()
  assert.match(chosen, /<details class="card fx" id="fx" open>.*Indicative, by the rates of \d{4}-\d\d-\d\d\. You pay in EUR/s)
  assert.match(chosen, /<option value="USD" selected>/)
  const costs = [...chosen.matchAll(/<td class="num">\$([\d,.]+)/g)].map(([, cost]) => Number(cost!.replaceAll(",", "")))
  assert.ok(costs.length > 1 && costs.every((cost, i) => i === 0 || cost >= costs[i - 1]!), String(costs))
  const { rate } = Object.values(
    (await api.get("/v1/fx-rates?sourceAmount=10000&sourceCurrency=USD&targetCountry=DE&targetCurrency=EUR")).body.data,
  )[0] as Any
  assert.equal(costs[0], Math.ceil(10_000 / rate) / 100)
  assert.doesNotMatch(await (await fetch(`${intent.links.long}?currency=XXX`)).text(), /by the rates of/)
})

test("a live tenant's payers see no invented providers", async () => {
  const live = await server.otherTenant("live")
  const intent = await payerOf({ api: live }).bill(10_000, { currency: "EUR" })
  const html = await (await fetch(`${intent.links.long}?currency=USD`)).text()
  assert.match(html, /Countersign<\/th>/)
  assert.doesNotMatch(html, /Harborline|example</)
})

test("shows a bank account to payers of its currency once the tenant allows it, with a QR code if its scheme has one", async () => {
  const intent = await bill(12_345, { currency: "EUR" })
  const panel = async (of = intent) => /id="transfer">(.*)/s.exec((await openPage(of)).html)![1]!
  const account = { holder: "Escola Azul GmbH", country: "DE", currency: "EUR", iban: "DE89370400440532013000", owner: "self" }
  const created = (await api.create("/v1/bank-accounts/create", account)).body.data
  assert.equal(created.shownToPayers, false)
  assert.doesNotMatch(await panel(), /DE89|class="qr"/)
  const shown = await api.post(`/v1/bank-accounts/${created._id}/show-to-payers`, {})
  assert.equal(shown.body.data.shownToPayers, true)
  assert.ok(!shown.text.includes("532013000"), "the number is on the page and in no response")
  assert.match(await panel(), /<img class="qr".*Escola Azul GmbH.*DE89 3704 0044 0532 0130 00.*€123\.45.*RF\d\d [A-Z0-9]{4} /s)
  assert.doesNotMatch(await panel(await bill(100, { currency: "USD" })), /DE89/)
  const code = await fetch(`${intent.links.long}/code.svg`)
  assert.deepEqual([code.status, code.headers.get("content-type")], [200, "image/svg+xml"])
  assert.equal(await code.text(), qrSvg(`BCD\n002\n1\nSCT\n\nEscola Azul GmbH\n${account.iban}\nEUR123.45\n\n${intent.creditorReference}`))
  const hide = () => api.post(`/v1/bank-accounts/${created._id}/hide-from-payers`)
  assert.equal((await hide()).body.data.shownToPayers, false)
  assert.doesNotMatch(await panel(), /DE89/)
  assert.equal((await fetch(`${intent.links.long}/code.svg`)).status, 404)
  assert.deepEqual([(await hide()).status, (await hide()).body.error.code], [409, "BNK-2004"])
})

test("a Pix code has the amount and the number, and a transfer that quotes the number pays the intent", async () => {
  const account = {
    holder: "Escola Azul Ltda",
    country: "BR",
    currency: "BRL",
    routing: "341-2545",
    accountNumber: "02366-1",
    owner: "self",
  }
  const { _id } = (await api.create("/v1/bank-accounts/create", account)).body.data
  const show = (pixKey: unknown) => api.post(`/v1/bank-accounts/${_id}/show-to-payers`, { pixKey })
  const keys: [given: string, stored: string][] = [
    ["+55 (11) 98765-4321", "+5511987654321"],
    ["529.982.247-25", "52998224725"],
    ["11.222.333/0001-81", "11222333000181"],
    ["123E4567-e12b-12d1-a456-426655440000", "123e4567-e12b-12d1-a456-426655440000"],
    ["Pix@Escola.example", "pix@escola.example"],
  ]
  for (const [given, stored] of keys) assert.equal((await show(given)).body.data.pixKey, stored)
  for (const wrong of ["nonsense", "+4411", "123"]) assert.equal((await show(wrong)).body.error.code, "VAL-1003", wrong)
  for (const wrong of ["529.982.247-24", "111.111.111-11", "00000000000000"])
    assert.equal((await show(wrong)).body.error.code, "BNK-1001", wrong)
  const intent = await bill(4321)
  const { html } = await openPage(intent)
  const digits = intent.number.slice(3)
  assert.match(html, /<span>Pix/, "a tile names Pix")
  assert.doesNotMatch((await openPage(await bill(4321, { currency: "EUR" }))).html, /<span>Pix/)
  assert.match(html, new RegExp(`540543\\.21.*05\\d\\dPI${digits}6304`))
  await api.create("/v1/simulations/bank-transfers/create", { reference: `PI${digits}`, amount: 4321, currency: "BRL" })
  assert.deepEqual(await moneyOf(intent), [4321, 0, "paid-full"])
  await api.post(`/v1/bank-accounts/${_id}/hide-from-payers`)
})

test("only the tenant's own BRL accounts may have a Pix key, and only active ones are shown", async () => {
  const contact = (await api.create("/v1/contacts/create", { email: "payer@example.com", profile: {} })).body.data
  const iban = { holder: "Ana", country: "DE", currency: "EUR", iban: "DE89370400440532013000" }
  const create = async (fields: object) => (await api.create("/v1/bank-accounts/create", { ...iban, ...fields })).body.data
  const [own, others] = [await create({ owner: "self" }), await create({ owner: "contact", contact: contact._id })]
  const show = (account: Any, fields: object = {}) => api.post(`/v1/bank-accounts/${account._id}/show-to-payers`, fields)
  assert.equal((await show(own, { pixKey: "pix@escola.example" })).body.error.code, "VAL-1003")
  assert.equal((await show(others)).body.error.code, "BNK-2003")
  await api.post(`/v1/bank-accounts/${own._id}/deactivate`)
  assert.equal((await show(own)).body.error.code, "BNK-2001")
})

test("the page shows the tenant's name, logo, colour and support address, and loads nothing from another origin", async () => {
  const intent = await bill(5000)
  const png = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="
  await settings({ branding: { colour: "#0f766e", logo: `data:image/png;base64,${png}`, supportEmail: "help@escola.example" } })
  const { html } = await openPage(intent)
  assert.match(html, /href="\/assets\/brand\/0f766e\.css"/)
  assert.match(html, /<img class="brand-logo" src="\/logos\//)
  assert.match(html, /Questions\? Write to <a href="mailto:help@escola\.example">/)
  for (const [, address] of html.matchAll(/(?:src|href|action)="([^"]*)"/g)) assert.match(address!, /^(\/(?!\/)|#|mailto:|$)/, address)
  assert.doesNotMatch(html, / style=|<style|<script>/)
  await settings({ branding: { colour: null, logo: null, supportEmail: null } })
})

test("the script of the page is far below 30 KiB", () => {
  const script = readFileSync(new URL("../static/assets/pay.js", import.meta.url))
  assert.ok(gzipSync(script).length < 2048, `${gzipSync(script).length} bytes`)
})
