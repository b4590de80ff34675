// Contacts and partners sign in with a mailed link, pay, and read their statements, on a phone and without scripts.
import assert from "node:assert/strict"
import { readFileSync } from "node:fs"
import { test } from "node:test"
import type { BrowserContextOptions, Page } from "playwright-core"
import { assertAccessibleOnPhone, phone, startBrowser } from "../chromium.ts"
import { type Any, inDays, newIntent, startTestServer, uniqueEmail } from "../harness.ts"
import { payoutFixtures } from "../payout-fixtures.ts"
import { portalOf } from "../portal.ts"
import { subscriptionFixtures } from "../subscription-fixtures.ts"

const server = await startTestServer()
const { api, sql, baseUrl } = server
const contacts = portalOf(server, "/portal")
const partners = portalOf(server, "/partners")
const { made, newMandate, read, subscribe, raised } = subscriptionFixtures(api)
const { newPage } = await startBrowser(baseUrl)

/** A new browser without cookies. */
const newBrowser = (options: BrowserContextOptions = {}) => newPage({ viewport: phone, locale: "en-GB", ...options })
const withoutScripts = { javaScriptEnabled: false }

async function askForLink(page: Page, path: string, email: string) {
  await page.goto(baseUrl + path)
  await page.getByLabel("E-mail").fill(email)
  await page.getByRole("button", { name: "Send me a link" }).click()
  await page.getByRole("heading", { name: "Look at your mail" }).waitFor()
}
const press = (page: Page, name: string) => page.getByRole("button", { name }).click()

/** A contact with something in every list, and the objects. */
async function newPayer() {
  const mandate = await newMandate("Ana Souza", { maxAmount: 90_000 })
  const contact = await read("contacts", mandate.contact)
  const bill = (name: string, amount: number, fields: object = {}) =>
    made("payment-intents", newIntent(contact._id, { items: [{ name, amount }], ...fields }))
  const late = await bill("Homestay", 30_000, { dueAt: "2026-02-01T12:00:00Z" })
  const course = await bill("Course", 125_000, { dueAt: inDays(20) })
  const subscription = await subscribe({ cadence: { every: 1, unit: "month" } }, contact)
  await raised(subscription, 1)
  return { contact, mandate, late, course, subscription }
}

async function newPartner(): Promise<Any> {
  const { newPartner: make, dueSplit, newPayout, bodyFor, act } = await payoutFixtures(api)
  const partner = await make({ email: uniqueEmail("partner"), name: "Harbour View Homestays" })
  const first = await dueSplit(55_200, partner)
  await act(await newPayout(bodyFor(first, { method: "manual" })), "confirm", { reference: "wire 1" })
  const second = await dueSplit(28_800, partner)
  await act(await newPayout(bodyFor(second, { method: "manual" })), "fail", { reason: "The account is closed" })
  return partner
}

test("leads a contact from a mailed link, opened in another browser, to a payment and its receipt, without scripts", async () => {
  const { contact, late } = await newPayer()
  const { page: asking } = await newBrowser(withoutScripts)
  await askForLink(asking, "/portal", contact.email)
  const link = await contacts.linkTo(api, contact.email)
  const { page } = await newBrowser(withoutScripts)
  await page.goto(link)
  await press(page, "Sign in")
  await page.getByText(`Signed in as ${contact.email}`).waitFor()
  await asking.goto(link)
  await asking.getByRole("heading", { name: "This link no longer works" }).waitFor()
  await asking.goto(`${baseUrl}/portal/receipts/${late._id}`)
  await asking.getByRole("heading", { name: "Your payments" }).waitFor() // a visitor who is not signed in is asked for an e-mail

  await page.getByText("R$300.00 overdue").waitFor()
  await page.getByRole("link", { name: `Pay ${late.number}` }).click()
  await page.getByLabel("The payment succeeds").first().check()
  await page.getByRole("button", { name: /^Pay/ }).first().click()
  await page.getByText("Paid in full").first().waitFor()
  await page.goto(`${baseUrl}/portal`)
  assert.equal(await page.getByText("R$300.00 overdue").count(), 0)
  await page.getByRole("link", { name: `Receipt for ${late.number}` }).click()
  const receipt = page.getByRole("table", { name: "Receipt" })
  assert.match(await receipt.innerText(), new RegExp(`Escola Azul[^]*${late.number}[^]*Card, R\\$300\\.00`))
  await page.setViewportSize({ width: 1280, height: 800 })
  const [caption, rows] = await Promise.all([receipt.locator("caption").boundingBox(), receipt.locator("tbody").boundingBox()])
  assert.ok(caption!.y + caption!.height <= rows!.y + 1 && caption!.width === rows!.width, "its heading is above it, over its whole width")
  await page.emulateMedia({ media: "print" })
  assert.equal(await page.getByRole("link", { name: "Download" }).isVisible(), false, "what is no part of a receipt is not printed")
  await page.emulateMedia({ media: "screen" })
  const [file] = await Promise.all([page.waitForEvent("download"), page.getByRole("link", { name: "Download" }).click()])
  assert.equal(file.suggestedFilename(), `receipt-${late.number}.html`)
  for (const each of [asking, page]) await each.context().close()
})

test("asks a contact before it revokes or cancels, ignores a second tap, and signs out, in Portuguese", async () => {
  const { contact, mandate, subscription } = await newPayer()
  await contacts.askForLink(contact.email)
  const { page } = await newBrowser({ ...withoutScripts, locale: "pt-BR" })
  await page.goto(await contacts.linkTo(api, contact.email))
  await page.getByRole("button", { name: "Entrar" }).dblclick()
  await page.getByText(`Você entrou como ${contact.email}`).waitFor()
  await page.getByRole("link", { name: /^Revogar/ }).click()
  await page.getByRole("button", { name: "Revogar a autorização" }).dblclick()
  await page.getByText("Revogada", { exact: true }).waitFor()
  assert.equal((await read("authorizations", mandate._id)).status, "revoked")
  await page.getByRole("link", { name: /^Cancelar/ }).click()
  await page.getByRole("link", { name: "Manter" }).click()
  await page.getByRole("link", { name: /^Cancelar/ }).click()
  await page.getByRole("button", { name: "Cancelar a assinatura" }).click()
  await page.getByText("A assinatura foi cancelada.").waitFor()
  assert.notEqual((await read("subscriptions", subscription._id)).cancelAt, null)
  await page.getByRole("button", { name: "Sair" }).click()
  await page.getByText("Você saiu.").waitFor()
  await page.goBack()
  await page.reload()
  assert.equal(await page.getByText(mandate.bankAccount.masked).count(), 0)
})

test("a partner goes from a mailed link to a statement that prints on white paper and downloads as CSV", async () => {
  const partner = await newPartner()
  const { page, problems } = await newBrowser({ colorScheme: "dark" })
  await askForLink(page, "/partners", partner.email)
  await page.goto(await partners.linkTo(api, partner.email))
  await press(page, "Sign in")
  await page.getByRole("heading", { name: partner.name }).waitFor()
  await page.getByText("The account is closed. The money is owed to you again.").waitFor()
  await page.getByRole("link", { name: "Statement" }).click()
  const { closing } = (await api.get(`/v1/partnerships/${partner._id}/statement`)).body.data.byCurrency.BRL
  assert.equal(closing, 28_800)
  await page.getByRole("row", { name: "Owed at the end R$288.00" }).waitFor()
  await page.setViewportSize({ width: 320, height: 640 })
  const shares = await page.getByRole("rowheader", { name: /^Share of a payment/ }).all()
  for (const share of shares)
    assert.ok((await share.boundingBox())!.width > 96, "what a line is for is read in words, not letter by letter")
  assert.equal(await page.evaluate("document.documentElement.scrollWidth"), 320)
  const paper = "getComputedStyle(document.querySelector('.paper')).backgroundColor"
  assert.equal(await page.evaluate(paper), "oklch(1 0 0)", "a sheet is light on a dark screen too")
  const [file] = await Promise.all([page.waitForEvent("download"), page.getByRole("link", { name: "Download as CSV" }).click()])
  const { text } = await api.get(`/v1/partnerships/${partner._id}/statement`, { accept: "text/csv" })
  assert.equal(readFileSync(await file.path(), "utf8"), text)
  await page.evaluate("window.print = () => (document.title = 'printed')")
  await press(page, "Print or save as PDF")
  assert.equal(await page.title(), "printed")
  await page.emulateMedia({ media: "print" })
  assert.equal(await page.getByRole("button", { name: "Sign out" }).isVisible(), false)
  assert.deepEqual(problems, [])
})

test("every page of both portals is accessible on a phone, in light and dark", async () => {
  const [payer, partner] = [await newPayer(), await newPartner()]
  await made("transactions", { paymentIntent: payer.course._id, amount: 40_000, method: "cash" })
  await contacts.askForLink(payer.contact.email)
  const link = await contacts.linkTo(api, payer.contact.email)
  const expired = await (async () => {
    const other = await made("contacts", { email: uniqueEmail(), profile: {} })
    await contacts.askForLink(other.email)
    const opened = await contacts.linkTo(api, other.email)
    await sql("update portal_links set expires_at = now() where party_id = $1", [other._id])
    return opened
  })()
  const { page, problems } = await newBrowser()
  const look = async (path: string, text: string) => {
    await page.goto(path.startsWith("http") ? path : baseUrl + path)
    await page.getByText(text).first().waitFor()
    await assertAccessibleOnPhone(page, path)
  }
  await look("/portal", "You need no password.")
  await look("/portal/sent", "It works once, for 15 minutes.")
  await look(expired, "This link no longer works")
  await look(`${link.slice(0, -1)}${link.endsWith("A") ? "B" : "A"}`, "This link no longer works")
  await look(link, "The link works once.")
  await press(page, "Sign in")
  await look("/portal", "You owe")
  await look(`/portal/receipts/${payer.course._id}`, "Paid to")
  await look(`/portal/mandates/${payer.mandate._id}/revoke`, "Revoke this mandate?")
  await look(`/portal/subscriptions/${payer.subscription._id}/cancel`, "Cancel this subscription?")
  await look(`/portal/receipts/${partner._id}`, "There is nothing here")
  await partners.askForLink(partner.email)
  await page.goto(await partners.linkTo(api, partner.email))
  await press(page, "Sign in")
  await look("/partners", "Owed to you")
  await look("/partners/statement", "Brought forward")
  await look("/partners/statement?month=2026-01", "Nothing happened in this month")
  assert.deepEqual(
    problems.filter(problem => !/status of (404|410)/.test(problem)),
    [],
  )
})
