import assert from "node:assert/strict"
import { test } from "node:test"
import { type Any, startTestServer, until } from "../../../test/harness.ts"
import { openPage, payerOf, submit } from "../../../test/payer.ts"
import { qrSvg } from "../../kit/service/qr-code.ts"

const server = await startTestServer()
const { api } = server
const { bill, chargesOf } = payerOf(server)
const advance = (by: string) => api.post("/v1/simulations/clock", { advance: by })

/** Chooses a way on the page, and returns where the form leads to. */
async function choose(intent: Any, method: string): Promise<string> {
  const { key } = await openPage(intent)
  const response = await submit(intent, { key, way: `simulator ${method} 1`, token: "" })
  assert.equal(response.status, 303, await response.text())
  return new URL(response.headers.get("location")!, intent.links.long).href
}
const lastCharge = async (intent: Any): Promise<Any> => (await chargesOf(intent)).toSorted((a, b) => (a.number < b.number ? -1 : 1)).at(-1)!
async function anotherWay(intent: Any, attempt: string) {
  const { key } = await openPage(intent)
  const body = new URLSearchParams({ do: "cancel", key, attempt })
  return fetch(intent.links.long, { method: "POST", body, redirect: "manual" })
}
const play = (url: string, act: string) => fetch(url, { method: "POST", body: new URLSearchParams({ do: act }), redirect: "manual" })

test("the page offers each method of the currency that needs no token with a button of its own", async () => {
  const reais = (await openPage(await bill(5000))).html
  for (const way of ["simulator pix 1", "simulator boleto 1", "simulator hosted-card 1"])
    assert.ok(reais.includes(`name="way" value="${way}"`), way)
  const euros = (await openPage(await bill(5000, { currency: "EUR" }))).html
  assert.ok(euros.includes('value="simulator bank-transfer 1"') && !euros.includes("simulator pix"))
  assert.equal(euros.match(/>Bank transfer<small>/g)?.length, 1, "the payer sees one bank transfer")
})

test("by Pix the page shows the code, its image and a countdown, and changes to paid", async () => {
  const intent = await bill(5000)
  assert.equal(await choose(intent, "pix"), intent.links.long)
  const { action, _id } = await lastCharge(intent)
  const { html } = await openPage(intent)
  for (const text of [
    `<code>${action.payload}</code>`,
    `data-copy="${action.payload}"`,
    'data-state="waiting" data-wait',
    "Pay another way",
  ])
    assert.ok(html.includes(text), text)
  const [, left] = /data-left="(\d+)"/.exec(html) ?? []
  assert.ok(Number(left) > 25 * 60_000 && Number(left) <= 30 * 60_000, left)
  assert.doesNotMatch(html, /name="way"|name="token"/)
  const code = await fetch(`${intent.links.long}/code.svg`)
  assert.equal(await code.text(), qrSvg(action.payload))
  await api.post(`/v1/simulations/transactions/${_id}/pay`)
  assert.match((await openPage(intent)).html, /Paid in full.*Pix/s)
  assert.equal((await fetch(`${intent.links.long}/code.svg`)).status, 404)
})

test("a code that has expired is not shown any more, and the payer reads that nothing was paid", async () => {
  const intent = await bill(5000)
  await choose(intent, "pix")
  const { _id, action } = await lastCharge(intent)
  await advance("PT31M")
  await until(async () => (await lastCharge(intent)).status === "expired", "the simulator has reported it")
  const { html } = await openPage(intent)
  assert.match(html, /The code has expired\..*Nothing was paid\..*name="way"/s)
  assert.ok(!html.includes(action.payload))
  assert.match((await openPage(intent, "pt-BR")).html, /O código expirou\..*Nada foi pago\./s)
  assert.match((await openPage(intent, "es")).html, /El código venció\..*No se pagó nada\./s)
  assert.equal((await api.post(`/v1/simulations/transactions/${_id}/pay`)).status, 409)
})

test("until the gateway has told that the code expired, the page hides it and says that it is being checked", async () => {
  const intent = await bill(5000)
  await choose(intent, "pix")
  const { _id, action } = await lastCharge(intent)
  const expiresAt = "2020-01-01T00:00:00.000Z"
  await server.sql("update transactions set action = jsonb_set(action, '{expiresAt}', to_jsonb($2::text)) where id = $1", [_id, expiresAt])
  const { html } = await openPage(intent)
  assert.match(html, /The time to pay is over.*We are checking/s)
  assert.ok(!html.includes(action.payload))
})

test("by slip and by transfer the page shows what the payer types, to copy", async () => {
  const slip = await bill(5000)
  await choose(slip, "boleto")
  const voucher = (await lastCharge(slip)).action
  const shown = (await openPage(slip)).html
  for (const text of [voucher.line, `data-copy="${voucher.line.replaceAll(/\D/g, "")}"`, voucher.barcode, `href="${voucher.url}"`])
    assert.ok(shown.includes(text), text)
  const transfer = await bill(5000, { currency: "EUR" })
  await choose(transfer, "bank-transfer")
  const details = (await lastCharge(transfer)).action
  const html = (await openPage(transfer)).html
  for (const text of [details.accountHolder, `data-copy="${details.iban}"`, details.bic, details.reference, "€50.00"])
    assert.ok(html.includes(text), text)
})

test("a redirect leads to the page of the gateway, and the payer who pays there comes back to the receipt", async () => {
  const intent = await bill(5000)
  const url = await choose(intent, "hosted-card")
  const { action, _id } = await lastCharge(intent)
  assert.equal(url, action.url)
  assert.match((await openPage(intent)).html, /We are checking your payment.*Go on to pay/s)
  assert.match(await (await fetch(url)).text(), /You play the payer of R\$50\.00.*>Pay<.*>Decline<.*>Cancel</s)
  const back = await play(url, "pay")
  assert.equal(back.headers.get("location"), `${intent.links.long}/return/${_id}`)
  const arrived = await fetch(back.headers.get("location")!)
  assert.equal(arrived.url, intent.links.long)
  assert.match(await arrived.text(), /Paid in full/)
  assert.match(await (await fetch(url)).text(), /This payment is paid\./)
  await play(url, "cancel")
  assert.equal((await lastCharge(intent)).status, "succeeded")
})

test("a payer who declines or cancels on the page of the gateway reads so, and may pay again", async () => {
  const intent = await bill(5000)
  for (const [act, text] of [
    ["decline", /Your last attempt was declined.*Nothing was taken/s],
    ["cancel", /Your last attempt was canceled\..*Nothing was paid/s],
  ] as const) {
    const { headers } = await play(await choose(intent, "hosted-card"), act)
    assert.match(await (await fetch(headers.get("location")!)).text(), text)
  }
  await choose(intent, "pix")
  await api.post(`/v1/simulations/transactions/${(await lastCharge(intent))._id}/pay`)
  assert.match((await openPage(intent)).html, /Paid in full/)
})

test("coming back proves nothing, and an attempt of another payment is not found", async () => {
  const [intent, other] = [await bill(5000), await bill(5000)]
  await choose(intent, "hosted-card")
  const { _id } = await lastCharge(intent)
  const back = (link: string, attempt: string) => fetch(`${link}/return/${attempt}`, { redirect: "manual" })
  for (let n = 0; n < 8; n++) {
    const { status, headers } = await back(intent.links.long, _id)
    assert.deepEqual([status, headers.get("location")], [303, new URL(intent.links.long).pathname])
  }
  assert.equal((await lastCharge(intent)).status, "processing")
  for (const [link, attempt] of [
    [other.links.long, _id],
    [intent.links.long, "0".repeat(24)],
    [intent.links.long, "nonsense"],
    [`${server.baseUrl}/pay/nothing`, _id],
  ])
    assert.equal((await back(link!, attempt!)).status, 404)
  const stranger = await server.otherTenant()
  const theirs = await payerOf({ api: stranger }).bill(5000)
  assert.equal((await back(theirs.links.long, _id)).status, 404)
})

test("a payer who chooses another way cancels the first one; a payment that came first counts, and the page says so", async () => {
  const intent = await bill(5000)
  await choose(intent, "pix")
  const first = await lastCharge(intent)
  assert.equal((await anotherWay(intent, first._id)).status, 303)
  assert.equal((await lastCharge(intent)).status, "canceled")
  assert.match((await openPage(intent)).html, /Your last attempt was canceled\..*name="way"/s)
  await choose(intent, "boleto")
  const second = await lastCharge(intent)
  await server.sql("update simulator_charges set status = 'succeeded' where key = $1", [second._id]) // its event has not arrived yet
  const late = await anotherWay(intent, second._id)
  assert.equal(late.status, 409)
  assert.match(await late.text(), /role="alert">You had paid already.*that payment counts.*Paid in full/s)
})

test("the form that cancels ends no attempt but the one that waits on its own page", async () => {
  const [intent, other] = [await bill(5000), await bill(5000)]
  await choose(intent, "pix")
  await choose(other, "pix")
  const { _id } = await lastCharge(other)
  await anotherWay(intent, _id)
  const { key } = await openPage(other)
  const body = new URLSearchParams({ do: "cancel", key, attempt: (await lastCharge(intent))._id })
  assert.equal((await fetch(intent.links.long, { method: "POST", body, redirect: "manual" })).status, 400)
  for (const each of [intent, other]) assert.equal((await lastCharge(each)).status, "processing")
})

test("an open page that pays by another way cancels the code first, and both never pay", async () => {
  const intent = await bill(5000)
  const [first, second] = [await openPage(intent), await openPage(intent)]
  await submit(intent, { key: first.key, way: "simulator pix 1", token: "" })
  await submit(intent, { key: second.key, token: "tok_success" })
  const statuses = (await chargesOf(intent)).map(({ method, status }) => `${method} ${status}`)
  assert.deepEqual(new Set(statuses), new Set(["pix canceled", "card succeeded"]))
})

test("a part is paid by code, too", async () => {
  await api.post("/v1/settings/update", { partPayments: { enabled: true, minPercent: 10 } })
  const intent = await bill(5000)
  const { key } = await openPage(intent)
  await submit(intent, { key, way: "simulator pix 1", token: "", amount: "20" })
  const charge = await lastCharge(intent)
  assert.equal(charge.amount, 2000)
  assert.match((await openPage(intent)).html, /R\$20\.00/)
  await api.post(`/v1/simulations/transactions/${charge._id}/pay`)
  assert.match((await openPage(intent)).html, /Partially paid.*R\$30\.00/s)
  await api.post("/v1/settings/update", { partPayments: { enabled: false } })
})

test("a simulated page that does not exist, or of a live tenant, is not found", async () => {
  const live = await server.otherTenant("live")
  for (const address of [`${server.keys.tenantId}/sim_nothing`, `${live.keys.tenantId}/sim_nothing`, "x/y"]) {
    const url = `${server.baseUrl}/simulator/${address}`
    assert.equal((await fetch(url, { headers: { accept: "text/html" } })).status, 404)
    assert.equal((await play(url, "pay")).status, 404)
  }
})
