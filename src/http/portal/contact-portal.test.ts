import assert from "node:assert/strict"
import { test } from "node:test"
import { type Any, newContact, newIntent, startTestServer } from "../../../test/harness.ts"
import { portalOf } from "../../../test/portal.ts"
import { subscriptionFixtures } from "../../../test/subscription-fixtures.ts"

const server = await startTestServer()
const { api } = server
const portal = portalOf(server, "/portal")
const { made, newMandate, subscribe, raised, read } = subscriptionFixtures(api)

const bill = (contact: Any, amount: number, fields: object = {}) =>
  made("payment-intents", newIntent(contact._id, { items: [{ name: "Course", amount }], ...fields }))
const pay = (intent: Any, amount: number) => made("transactions", { paymentIntent: intent._id, amount, method: "cash" })
const textOf = (html: string) => html.replaceAll(/<[^>]+>/g, " ").replaceAll(/\s+/g, " ")
/** The text of a section of the page. */
const sectionOf = (html: string, id: string) => textOf(new RegExp(`<section id="${id}"[^]*?</section>`).exec(html)![0])
const emailOf = async (contact: string) => (await read("contacts", contact)).email as string

test("a contact sees its debts and payments by currency, overdue ones first, and gets a receipt for each payment", async () => {
  const contact = await made("contacts", newContact())
  const late = await bill(contact, 30_000, { dueAt: "2026-02-01T02:59:59Z" }) // 31 January in São Paulo
  const partial = await bill(contact, 50_000)
  await bill(contact, 7000, { currency: "EUR" })
  const schedule = [1, 2].map(month => ({ dueAt: `2031-0${month}-01T12:00:00Z`, amount: 2500 }))
  const plan = await bill(contact, 5000, { intentType: "payment-plan", schedule })
  await pay(partial, 12_345)
  const cookie = await portal.signIn(api, contact.email)
  const { html, headers } = await portal.get("/portal", { cookie })
  assert.equal(headers.get("cache-control"), "no-store")
  const owed = sectionOf(html, "owed")
  assert.match(owed, /You owe R\$726\.55 R\$300\.00 overdue You owe €70\.00/) // 300 + 376.55 + 50 of the plan's installments
  assert.match(
    owed,
    new RegExp(`€70\\.00 Course Overdue ${late.number} · Was due 31 January 2026 R\\$300\\.00 Pay`),
    "the first row is late",
  )
  assert.match(owed, new RegExp(`Partially paid ${partial.number} .* R\\$376\\.55 Pay`))
  assert.ok(!owed.includes(plan.number), "a plan is paid by its installments")
  for (const { links } of [late, partial]) assert.ok(html.includes(`href="${links.long}"`), "the link of the payment page")
  assert.match(sectionOf(html, "paid"), new RegExp(`Course ${partial.number} · .* · Cash R\\$123\\.45 Receipt`))

  const invoice = await fetch(`${server.baseUrl}/portal/invoices/${late._id}/pdf`, { headers: { cookie } })
  assert.deepEqual([invoice.status, invoice.headers.get("content-type")], [200, "application/pdf"])

  const [first] = plan.installments
  await pay(await read("payment-intents", first), 2500)
  const plans = await portal.get("/portal", { cookie })
  assert.match(
    sectionOf(plans.html, "plans"),
    new RegExp(`Course Partially paid ${plan.number} · 2 installments · R\\$25\\.00 of R\\$50\\.00 paid`),
  )
  assert.ok(plans.html.includes(`href="/portal/plans/${plan._id}"`))
  const overview = textOf((await portal.get(`/portal/plans/${plan._id}`, { cookie })).html)
  assert.match(overview, /Total R\$50\.00 Paid R\$25\.00 Left to pay R\$25\.00/)
  assert.match(overview, /Installment 1 Paid .* R\$25\.00 Receipt Installment 2 Due .* Due 1 February 2031 R\$25\.00 Pay/)
  for (const other of [late._id, first]) assert.equal((await portal.get(`/portal/plans/${other}`, { cookie })).status, 404, "no plan")

  const receipt = textOf((await portal.get(`/portal/receipts/${partial._id}`, { cookie })).html)
  assert.match(
    receipt,
    new RegExp(`R\\$123\\.45 .*Paid to Escola Azul Payer Ana Souza Payment number ${partial.number} .* Cash, R\\$123\\.45`),
  )
  const file = await portal.get(`/portal/receipts/${partial._id}/file`, { cookie })
  assert.equal(file.headers.get("content-disposition"), `attachment; filename="receipt-${partial.number}.html"`)
  assert.ok(!/(?:href|src)=/.test(file.html) && file.html.includes("<style>"), "the file needs nothing else")
  assert.equal((await portal.get(`/portal/receipts/${late._id}`, { cookie })).status, 404, "nothing was paid of it")
})

test("empty lists say that there is nothing, and longer lists have further pages", async () => {
  const contact = await made("contacts", newContact())
  const cookie = await portal.signIn(api, contact.email)
  const empty = textOf((await portal.get("/portal", { cookie })).html)
  for (const text of [
    "There is nothing to pay.",
    "There are no payments yet.",
    "You have no subscriptions.",
    "You have no direct debit mandates",
  ])
    assert.ok(empty.includes(text), text)
  const intent = await bill(contact, 100_000)
  for (let i = 1; i <= 11; i++) await pay(intent, i)
  const first = (await portal.get("/portal", { cookie })).html
  const [, more] = /href="(\/portal\?paid=[0-9a-f]{24})#paid">Older ones/.exec(first) ?? []
  const last = sectionOf((await portal.get(more!, { cookie })).html, "paid")
  assert.match(last, /R\$0\.01 Receipt Back to the newest/)
})

test("the pages use the language of the browser", async () => {
  const contact = await made("contacts", newContact())
  await bill(contact, 123_450, { dueAt: "2036-02-01T02:59:59Z" })
  const cookie = await portal.signIn(api, contact.email)
  const pt = textOf((await portal.get("/portal", { cookie, language: "pt-BR" })).html)
  for (const text of ["Seus pagamentos", "Você deve R$ 1.234,50", "Vence em 31 de janeiro de 2036", "Ainda não há pagamentos."])
    assert.ok(pt.includes(text), text)
  const es = textOf((await portal.get("/portal", { cookie, language: "es-MX" })).html)
  for (const text of ["Sus pagos", "Vence el 31 de enero de 2036", "No tiene suscripciones."]) assert.ok(es.includes(text), text)
  const de = textOf((await portal.get("/portal", { cookie, language: "de-DE" })).html)
  for (const text of ["Ihre Zahlungen", "Sie schulden 1.234,50 R$", "Fällig am 31. Januar 2036"]) assert.ok(de.includes(text), text)
  const fr = textOf((await portal.get("/portal", { cookie, language: "fr-FR" })).html)
  for (const text of ["Vos paiements", "Échéance le 31 janvier 2036", "Vous n’avez pas d’abonnement."]) assert.ok(fr.includes(text), text)
})

test("a contact revokes its mandate and cancels its subscription, and the audit log names the contact and the portal", async () => {
  const mandate = await newMandate("Ana Souza", { maxAmount: 90_000 })
  const contact = await read("contacts", mandate.contact)
  const subscription = await subscribe({ cadence: { every: 1, unit: "month" } }, contact)
  await raised(subscription, 1)
  const cookie = await portal.signIn(api, contact.email)
  const { html } = await portal.get("/portal", { cookie })
  assert.match(sectionOf(html, "mandates"), /SEPA •••• 3000 Active .* up to €900\.00 at once Revoke/)
  assert.match(sectionOf(html, "subscriptions"), /Membership Active SUB-\d+ · every month · next on .* €50\.00 Pay automatically Cancel/)

  const revoke = `/portal/mandates/${mandate._id}/revoke`
  assert.match((await portal.get(revoke, { cookie })).html, /Revoke this mandate\?/)
  assert.equal((await read("authorizations", mandate._id)).status, "active", "looking at the question changes nothing")
  assert.equal((await portal.post(revoke, {}, { cookie })).location, "/portal?notice=revoked")
  assert.equal((await portal.post(revoke, {}, { cookie })).location, "/portal?notice=unchanged")
  assert.match((await portal.get("/portal?notice=revoked", { cookie })).html, /The mandate is revoked/)

  const cancel = `/portal/subscriptions/${subscription._id}/cancel`
  assert.match((await portal.get(cancel, { cookie })).html, /It ends on .*, when the running cycle ends/)
  assert.equal((await portal.post(cancel, {}, { cookie })).location, "/portal?notice=canceled")
  const { status, cancelAt, nextCycleAt } = await read("subscriptions", subscription._id)
  assert.deepEqual([status, cancelAt], ["active", nextCycleAt])
  assert.match(sectionOf((await portal.get("/portal", { cookie })).html, "subscriptions"), /ends on/)

  for (const [object, action] of [
    [mandate._id, "authorizations.update"],
    [subscription._id, "subscriptions.update"],
  ]) {
    const [entry] = (await api.get(`/v1/audit-log?object=${object}&channel=portal`)).body.data
    assert.deepEqual([entry.action, entry.actor], [action, { user: contact._id, type: "contact" }])
    const [event] = (await api.get(`/v1/dev/events?object=${object}`)).body.data
    assert.equal(event.event, action)
  }
})

test("a contact can't cancel if the tenant does not allow it", async () => {
  const { portal: before } = (await api.get("/v1/settings")).body.data
  assert.deepEqual(before, { cancelSubscriptions: true })
  const subscription = await subscribe()
  await api.post("/v1/settings/update", { portal: { cancelSubscriptions: false } })
  const cookie = await portal.signIn(api, await emailOf(subscription.contact))
  const { html } = await portal.get("/portal", { cookie })
  assert.doesNotMatch(sectionOf(html, "subscriptions"), /Cancel/)
  assert.equal((await portal.post(`/portal/subscriptions/${subscription._id}/cancel`, {}, { cookie })).status, 404)
  assert.deepEqual([(await read("subscriptions", subscription._id)).cancelAt], [null])
  await api.post("/v1/settings/update", { portal: { cancelSubscriptions: true } })
})

test("a contact sees and changes nothing of another contact or of another tenant, whatever ids it sends", async () => {
  const other = await server.otherTenant()
  const others = subscriptionFixtures(other)
  const victims = [
    { mandate: await newMandate(), read, subscribe, made },
    { mandate: await others.newMandate(), read: others.read, subscribe: others.subscribe, made: others.made },
  ]
  const thief = await made("contacts", newContact())
  const cookie = await portal.signIn(api, thief.email)
  for (const { mandate, ...by } of victims) {
    const subscription = await by.subscribe({}, { _id: mandate.contact })
    const intent = await by.made("payment-intents", newIntent(mandate.contact))
    const payment = await by.made("transactions", { paymentIntent: intent._id, amount: 10_000, method: "cash" })
    for (const path of [
      `/portal/receipts/${intent._id}`,
      `/portal/receipts/${intent.number}`,
      `/portal/receipts/${intent._id}/file`,
      `/portal/receipts/${payment._id}`,
      `/portal/mandates/${mandate._id}/revoke`,
      `/portal/subscriptions/${subscription._id}/cancel`,
      `/portal/subscriptions/${subscription.number}/cancel`,
    ]) {
      const answer = await portal.get(path, { cookie })
      assert.deepEqual([answer.status, answer.html.includes("There is nothing here")], [404, true], path)
    }
    for (const path of [`mandates/${mandate._id}/revoke`, `subscriptions/${subscription._id}/cancel`])
      assert.equal((await portal.post(`/portal/${path}`, {}, { cookie })).status, 404)
    assert.equal((await by.read("authorizations", mandate._id)).status, "active")
    assert.deepEqual([(await by.read("subscriptions", subscription._id)).cancelAt], [null])
    const { html } = await portal.get(`/portal?owed=${intent._id}&paid=${payment._id}&mandates=${mandate._id}`, { cookie })
    assert.ok(!html.includes(intent.number) && !html.includes("3000"))
  }
  for (const path of ["/portal/receipts/x", "/portal/mandates/%00/revoke", "/portal/receipts/..%2f..", "/portal/subscriptions/'/cancel"])
    assert.equal((await portal.get(path, { cookie })).status, 404, path)
  const nobody = await portal.get(`/portal/receipts/${thief._id}`)
  assert.deepEqual([nobody.status, nobody.location], [303, "/portal"], "a visitor who is not signed in is asked to sign in")
})
