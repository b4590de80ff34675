import assert from "node:assert/strict"
import { test } from "node:test"
import { type Any, startTestServer, until } from "../../../test/harness.ts"
import { openPage, payerOf, submit } from "../../../test/payer.ts"

const server = await startTestServer()
const { api } = server
const { bill, chargesOf } = payerOf(server)
const cardsOf = async ({ contact }: Any): Promise<Any[]> => (await api.get(`/v1/saved-methods?contact=${contact}`)).body.data
const isSaved = (intent: Any) =>
  until(async () => {
    const [card] = await cardsOf(intent)
    return card?.status === "active" && card
  }, "the card is saved")

test("the page offers to save a card in plain words, never checked by itself, and only for methods that can be saved", async () => {
  const intent = await bill(12_300)
  const { html } = await openPage(intent)
  assert.match(html, /Save this card for later payments<small>Escola Azul may charge it for what you owe.*remove it at any time/s)
  const boxes = html.match(/<input type="checkbox" name="save"[^>]*>/g) ?? []
  assert.deepEqual(boxes, Array(2).fill('<input type="checkbox" name="save" value="yes">'), "for a test value, and on another page")
  const [, pix] = /value="simulator pix 1".*?<\/form>/s.exec(html) ?? [html, ""]
  assert.doesNotMatch(pix ?? "", /name="save"/)
  assert.match((await openPage(intent, "pt-BR")).html, /Salvar este cartão para os próximos pagamentos/)
  assert.match((await openPage(intent, "es")).html, /Guardar esta tarjeta para los próximos pagos/)
})

test("a payer who checks the box saves the card, with the words, the address and the browser", async () => {
  const intent = await bill(12_300)
  const { key } = await openPage(intent)
  assert.equal((await submit(intent, { key, save: "yes", lang: "en" })).status, 303)
  const card = await isSaved(intent)
  assert.deepEqual([card.last4, card.consent.channel, card.contact], ["4242", "page", intent.contact])
  assert.match(card.consent.text, /^Save this card for later payments\. Escola Azul may charge it/)
  const [row] = await server.sql("select consent_address, consent_user_agent from saved_methods where id = $1", [card._id])
  assert.ok(row.consent_address.length > 0 && row.consent_user_agent.length > 0)
})

test("a payer who does not check the box pays, and nothing is saved", async () => {
  const intent = await bill(12_300)
  assert.equal((await submit(intent, { key: (await openPage(intent)).key })).status, 303)
  assert.deepEqual([(await cardsOf(intent)).length, (await chargesOf(intent))[0]!.savedMethod], [0, null])
})

test("a card is saved on a page of the gateway too, and a method that can't be saved ignores the box", async () => {
  const intent = await bill(12_300)
  const sent = await submit(intent, {
    key: (await openPage(intent)).key,
    way: "simulator hosted-card 1",
    token: "",
    save: "yes",
    lang: "en",
  })
  const page = sent.headers.get("location")!
  assert.match(await (await fetch(page)).text(), /Pay, and let the bank ask for confirmation next time/)
  await fetch(page, { method: "POST", body: new URLSearchParams({ do: "pay-authenticate" }), redirect: "manual" })
  assert.deepEqual([(await isSaved(intent)).brand, (await cardsOf(intent))[0]!.method], ["Mastercard", "hosted-card"])
  const other = await bill(12_300)
  await submit(other, { key: (await openPage(other)).key, way: "simulator pix 1", token: "", save: "yes", lang: "en" })
  assert.deepEqual(await cardsOf(other), [])
  assert.equal((await chargesOf(other))[0]!.status, "processing")
})

test("a form that is sent twice saves one card", async () => {
  const intent = await bill(12_300)
  const { key } = await openPage(intent)
  await Promise.all([1, 2, 3].map(() => submit(intent, { key, save: "yes", lang: "en" })))
  await isSaved(intent)
  assert.equal((await cardsOf(intent)).length, 1)
})
