import assert from "node:assert/strict"
import { test } from "node:test"
import { newContact, startTestServer } from "../../../test/harness.ts"
import { portalOf } from "../../../test/portal.ts"
import { subscriptionFixtures } from "../../../test/subscription-fixtures.ts"

const server = await startTestServer()
const { api } = server
const portal = portalOf(server, "/portal")
const { chargeCard, made, newCard, raised, read } = subscriptionFixtures(api)

const sectionOf = (html: string, id: string) =>
  (new RegExp(`<section id="${id}".*?</section>`, "s").exec(html)?.[0] ?? "")
    .replaceAll(/<[^>]*>/g, " ")
    .replaceAll(/\s+/g, " ")
    .trim()

test("a contact sees the cards that it has saved and which subscription they pay, and removes one", async () => {
  const card = await newCard()
  const contact = await read("contacts", card.contact)
  await raised(await chargeCard(card), 1)
  const cookie = await portal.signIn(api, contact.email)
  const { html } = await portal.get("/portal", { cookie })
  assert.match(sectionOf(html, "cards"), /To use another card .* Visa •••• 4242 Saved .* valid until 12\/\d{4} Remove/)
  assert.match(sectionOf(html, "subscriptions"), /charged to Visa •••• 4242/)

  const remove = `/portal/cards/${card._id}/remove`
  assert.match((await portal.get(remove, { cookie })).html, /Remove this card\?.*its next payment asks you to pay/s)
  assert.equal((await read("saved-methods", card._id)).status, "active", "looking at the question changes nothing")
  assert.equal((await portal.post(remove, {}, { cookie })).location, "/portal?notice=removedCard")
  assert.equal((await portal.post(remove, {}, { cookie })).location, "/portal?notice=unchanged")
  const after = (await portal.get("/portal?notice=removedCard", { cookie })).html
  assert.match(after, /The card is removed\. It is no longer charged\./)
  assert.match(sectionOf(after, "subscriptions"), /asks for a card with the next payment/)
  const [entry] = (await api.get(`/v1/audit-log?object=${card._id}&channel=portal`)).body.data
  assert.deepEqual([entry.action, entry.actor], ["savedMethods.update", { user: contact._id, type: "contact" }])
})

test("a contact without cards is told so, in its language", async () => {
  const contact = await made("contacts", newContact())
  const cookie = await portal.signIn(api, contact.email)
  assert.match(sectionOf((await portal.get("/portal", { cookie })).html, "cards"), /You have saved no cards here\./)
  assert.match((await portal.get("/portal", { cookie, language: "pt-BR" })).html, /Você não salvou nenhum cartão aqui\./)
  assert.match((await portal.get("/portal", { cookie, language: "es" })).html, /No ha guardado ninguna tarjeta aquí\./)
})

test("a contact neither sees nor removes a card of another contact or tenant", async () => {
  const others = subscriptionFixtures(await server.otherTenant())
  const thief = await made("contacts", newContact())
  const cookie = await portal.signIn(api, thief.email)
  for (const by of [{ newCard, read }, others]) {
    const card = await by.newCard()
    assert.equal((await portal.get(`/portal/cards/${card._id}/remove`, { cookie })).status, 404)
    assert.equal((await portal.post(`/portal/cards/${card._id}/remove`, {}, { cookie })).status, 404)
    assert.equal((await by.read("saved-methods", card._id)).status, "active")
    assert.ok(!(await portal.get(`/portal?cards=${card._id}`, { cookie })).html.includes("4242"))
  }
})

test("no card is removed while the portal allows no changes, nor from another site", async () => {
  const card = await newCard()
  const contact = await read("contacts", card.contact)
  const email = `new-${contact.email}`
  await api.post(`/v1/contacts/${contact._id}/update`, { email })
  const cookie = await portal.signIn(api, email)
  const path = `/portal/cards/${card._id}/remove`
  assert.equal((await portal.post(path, {}, { cookie })).status, 403)
  assert.equal((await portal.post(path, {}, { cookie, headers: { origin: "https://elsewhere.example.com" } })).status, 403)
  assert.equal((await read("saved-methods", card._id)).status, "active")
})
