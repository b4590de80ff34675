// Names without a space and amounts of sixteen digits: each page keeps them within its width and their places.
import assert from "node:assert/strict"
import { test } from "node:test"
import type { Page } from "playwright-core"
import { phone, startBrowser, visit } from "../chromium.ts"
import { startTestServer, uniqueEmail } from "../harness.ts"
import { payoutFixtures } from "../payout-fixtures.ts"
import { registerWebhook, startReceiver } from "../receiver.ts"

const { api, baseUrl, keys } = await startTestServer()
const { openAs, openPage } = await startBrowser(baseUrl)
const { made, newPartner, newPayout } = await payoutFixtures(api)
const word = "Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft"
const desktop = { width: 1280, height: 900 }

test("keeps long names and amounts within the width of every page, and off what is beside them", async () => {
  const pages = await longNames()
  const { page } = await openAs({ email: keys.email, password: keys.password! }, "/")
  await page.getByRole("heading", { level: 1 }).waitFor()
  for (const path of pages) {
    await page.setViewportSize(desktop)
    await visit(page, path)
    await page.getByText(word).filter({ visible: true }).first().waitFor()
    for (const size of [desktop, phone, { width: 320, height: 640 }]) {
      await page.setViewportSize(size)
      assert.deepEqual(await findSpills(page), [], `${path} at ${size.width} pixels`)
    }
  }
  await visit(page, pages[0]!)
  await page.getByRole("button", { name: "Refund…" }).click()
  await page.getByText(`${word} gets back`).waitFor()
  assert.deepEqual(await findSpills(page, "[role=dialog] :is(dt, div, button)"), [], "the form of a refund")
})

const payerWords = {
  "es-ES": ["Cuotas", "El pago se aprueba", "Pagar", "Pagado por completo"],
  "de-DE": ["Raten", "Die Zahlung gelingt", "Bezahlen", "Vollständig bezahlt"],
  "fr-FR": ["Échéances", "Le paiement réussit", "Payer", "Payé en totalité"],
} as const

for (const [locale, words] of Object.entries(payerWords))
  test(`keeps them within the payment page and the mail too, in ${locale}`, () => payAt320(locale, words))

async function payAt320(locale: string, [installments, success, pay, paid]: readonly [string, string, string, string]) {
  await api.post("/v1/settings/update", { name: word })
  const contact = await made("contacts", { email: uniqueEmail(), profile: {}, locale: locale.slice(0, 2) })
  const request = { intentType: "ad-hoc", contact: contact._id, currency: "BRL", dueAt: "2099-01-01T00:00:00Z" }
  const name = "Curso intensivo de preparación para el examen con acompañamiento individual"
  const { _id, links } = await made("payment-intents", { ...request, items: [{ name, amount: 123_456_700 }] })
  await api.post(`/v1/payment-intents/${_id}/remind`)
  const [mail] = (await api.get(`/v1/dev/mails?object=${_id}`)).body.data
  const { page } = await openPage(links.long, { locale, viewport: { width: 320, height: 640 } })
  const isWithin = () => page.evaluate("[...document.querySelectorAll('body *')].every(each => each.getBoundingClientRect().right <= 320)")
  await page.getByText(installments, { exact: true }).waitFor()
  assert.ok(await isWithin(), "the choice of installments")
  await page.getByLabel(success).check()
  await page.getByRole("button", { name: pay }).click()
  await page.getByText(paid).waitFor()
  assert.ok(await isWithin(), "the receipt")

  await page.goto("about:blank")
  await page.setContent(mail.html)
  assert.ok(await isWithin(), "the mail")
  assert.deepEqual(await page.evaluate(linesOfAmounts), [1, 1], "in the box and in the table")
}

/** How many lines each amount takes. */
const linesOfAmounts = `[...document.querySelectorAll("td, div")]
  .filter(each => /^1.234.567,00.(BRL|R\\$)$/.test(each.textContent))
  .map(each => {
    const content = document.createRange()
    content.selectNodeContents(each)
    return content.getClientRects().length
  })`

/** The text that is wider than its place, if the place neither cuts it off nor scrolls. */
const findSpills = (page: Page, within = "main :is(h1, h2, p, li, dt, dd)") =>
  page.evaluate<string[]>(`[
    ...(document.documentElement.scrollWidth > innerWidth ? ["the page"] : []),
    ...[...document.querySelectorAll("${within}")]
      .filter(each => each.clientWidth > 0 && each.scrollWidth > each.clientWidth + 16 && getComputedStyle(each).overflowX === "visible")
      .map(each => each.textContent),
  ]`)

async function longNames(): Promise<string[]> {
  const partner = await newPartner({ name: word })
  const contact = await made("contacts", { email: "long@example.com", profile: { firstName: word } })
  const items = [{ name: word, amount: 900_000_000_000_000, supplier: partner._id }]
  const metadata = { [word.slice(0, 40)]: word }
  const request = { intentType: "ad-hoc", contact: contact._id, currency: "IDR", dueAt: "2099-01-01T00:00:00Z", items, metadata }
  const intent = await made("payment-intents", request)
  await made("transactions", { paymentIntent: intent._id, amount: intent.amount, method: "cash" })
  const [split] = (await api.get(`/v1/payment-splits?paymentIntent=${intent._id}`)).body.data
  const [person] = (await api.get("/v1/users?type=person")).body.data
  const strategy = { entityType: "payout", strategy: "any-of", approvers: [person._id] }
  const policy = await made("approvals/policies", { name: word, ...strategy })
  const recipient = { recipientType: "supplier", partnership: partner._id, currency: "IDR", method: "manual" }
  const { approval } = await newPayout({ ...recipient, splits: [split._id] })
  const endpoint = await registerWebhook(api, await startReceiver(), { description: word })
  return [
    `/payments/${intent._id}`,
    `/splits/${split._id}`,
    `/approvals?id=${approval.request}`,
    "/policies",
    `/policies/${policy._id}`,
    "/policies/new",
    `/webhooks/${endpoint._id}`,
  ]
}
