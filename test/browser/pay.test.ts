// A payer pays on a phone by card, transfer and mandate, with and without scripts, and reads each state of the page.
import assert from "node:assert/strict"
import { test } from "node:test"
import type { BrowserContextOptions, Page } from "playwright-core"
import { assertAccessibleOnPhone, phone, startBrowser } from "../chromium.ts"
import { expireLeases, lockTable, startServer } from "../faults/server-process.ts"
import { freePort } from "../free-port.ts"
import { type Any, startTestServer, until } from "../harness.ts"
import { payerOf } from "../payer.ts"

const server = await startTestServer()
const { api, sql } = server
const { bill, chargesOf } = payerOf(server)
const { openPage } = await startBrowser(server.baseUrl)

const open = ({ links }: Any, options: BrowserContextOptions = {}) =>
  openPage(links.long as string, { viewport: phone, locale: "en-GB", ...options })

async function pay(page: Page, outcome: string) {
  await page.getByLabel(outcome).check()
  await page.getByRole("button", { name: "Pay" }).click()
}

const choose = (page: Page, method: string) => page.locator(".methods label", { hasText: method }).click()
const advance = (by: string) => api.post("/v1/simulations/clock", { advance: by })
const euros = (fields: object = {}) => bill(12_300, { currency: "EUR", ...fields })

async function sign(page: Page, holder = "Ana Souza") {
  await choose(page, "Direct debit")
  await page.getByRole("textbox", { name: "Account holder" }).fill(holder)
  await page.getByRole("textbox", { name: "IBAN" }).fill("DE89 3704 0044 0532 0130 00")
  await page.getByLabel("I have read the mandate").check()
  await page.getByLabel("Your full name, as your signature").fill("Ana Souza")
  await page.getByRole("button", { name: "Sign and pay €123.00" }).click()
}

const account = { holder: "Escola Azul GmbH", country: "DE", currency: "EUR", iban: "DE89370400440532013000", owner: "self" }
const shown = (await api.create("/v1/bank-accounts/create", account)).body.data
await api.post(`/v1/bank-accounts/${shown._id}/show-to-payers`, {})
await api.post("/v1/settings/update", {
  branding: { colour: "#b45309", supportEmail: "help@escola.example" },
  partPayments: { enabled: true },
})

/** Each state of the page, the words that identify it, and how a payer gets there. */
const states: [text: string, create: () => Promise<Any>, act?: (page: Page) => Promise<unknown>][] = [
  ["How would you like to pay?", () => bill(125_000)],
  ["Your last attempt was declined", () => bill(5000), page => pay(page, "The card is declined")],
  ["You may close this page", () => bill(5000), page => pay(page, "It takes a while, then succeeds")],
  ["You will not be charged twice.", () => bill(5000), page => pay(page, "The bank does not answer")],
  ["Paid in full", () => bill(5000), page => pay(page, "The payment succeeds")],
  ["Left to pay", partlyPaid],
  ["No debit is higher than €123.00.", euros, page => choose(page, "Direct debit")],
  ["Your bank is checking the mandate", euros, page => sign(page)],
  ["Transfer from your bank", euros, page => choose(page, "Bank transfer")],
  ["Indicative, by the rates of", euros, page => page.getByText("What it costs in another currency").click()],
  ["Please do not pay this.", canceled],
  ["You can still pay here.", () => bill(5000, { dueAt: "2020-01-01T00:00:00Z" })],
  ["Pay all that is left", () => bill(5000, { intentType: "payment-plan", schedule: [1, 2].map(dueIn) })],
  ["Payment link not found", async () => ({ links: { long: `${server.baseUrl}/pay/nothing-here` } })],
]
const dueIn = (month: number) => ({ dueAt: `2031-0${month}-01T00:00:00Z`, amount: 2500 })
async function partlyPaid() {
  const intent = await bill(5000)
  await api.create("/v1/transactions/create", { paymentIntent: intent._id, amount: 2000, method: "cash" })
  return intent
}
async function canceled() {
  const intent = await bill(5000)
  await api.post(`/v1/payment-intents/${intent._id}/cancel`)
  return intent
}

test("each state of the page is accessible on a phone, in light and dark", async () => {
  const { page, problems } = await open(await euros())
  for (const [text, create, act] of states) {
    const { links } = await create()
    await page.goto(links.long)
    await act?.(page)
    await page.getByText(text).first().waitFor()
    await assertAccessibleOnPhone(page, text)
    if (text !== "Payment link not found") assert.deepEqual(problems.splice(0), [], text)
  }
})

test("charges a payer without scripts once who taps twice, goes back and reloads, and shows a receipt that prints", async () => {
  const intent = await bill(90_000)
  const { page } = await open(intent, { javaScriptEnabled: false, colorScheme: "dark" })
  await page.getByLabel(/3 × R\$300\.00/).check()
  await page.getByRole("button", { name: "Pay" }).dblclick()
  await page.getByText(/Paid in full|You may close this page/).waitFor() // the second tap may find the first one in progress
  await until(async () => (await chargesOf(intent))[0]?.status === "succeeded", "the payment is made")
  await page.goto(intent.links.long)
  await page.goBack()
  await page.goto(intent.links.long)
  await page.reload()
  await page.getByText("Paid in full").waitFor()
  assert.equal((await chargesOf(intent)).length, 1)
  await page.emulateMedia({ media: "print" })
  const receipt = page.getByRole("table", { name: "Receipt" })
  assert.match(await receipt.innerText(), new RegExp(`Escola Azul[^]*${intent.number}[^]*Card, 3 × R\\$300\\.00`))
  assert.equal(await page.getByText("Sent with Countersign").isVisible(), false, "what is no part of a receipt is not printed")
  const paper = await page.evaluate("getComputedStyle(document.querySelector('.bill')).backgroundColor")
  assert.equal(paper, "oklch(1 0 0)", "a dark screen prints on white paper")
})

test("a declined payer tries again, in Portuguese", async () => {
  const intent = await bill(5000)
  const { page } = await open(intent, { locale: "pt-BR" })
  await page.getByLabel("Não há saldo suficiente na conta").check()
  await page.getByRole("button", { name: "Pagar" }).click()
  await page.getByText("Sua última tentativa foi recusada.").waitFor()
  await page.getByLabel("O pagamento é aprovado").check()
  await page.getByRole("button", { name: "Pagar" }).click()
  await page.getByText("Pago por inteiro, obrigado.").waitFor()
  await assertAccessibleOnPhone(page, "the receipt in Portuguese")
  assert.deepEqual(new Set((await chargesOf(intent)).map(({ status }) => status)), new Set(["failed", "succeeded"]))
})

test("offers a link to ask again for the outcome, and shows the receipt once the bank has answered", async () => {
  const intent = await bill(5000)
  const { page } = await open(intent, { javaScriptEnabled: false })
  await pay(page, "It takes a while, then succeeds")
  await advance("PT10S")
  await page.getByRole("link", { name: "Check again" }).click()
  await page.getByText("Paid in full").waitFor()
})

test("shows the receipt by itself with scripts, names the amount on the button, and accepts a part of it", async () => {
  const intent = await bill(90_000)
  const { page, problems } = await open(intent)
  await page.getByRole("button", { name: "Pay R$900.00" }).waitFor()
  await page.getByLabel(/3 × R\$300\.00/).check()
  await page.getByRole("button", { name: "Pay 3 × R$300.00" }).waitFor()
  await page.getByLabel("Pay in full").check()
  const part = page.getByLabel("How much would you like to pay now?")
  await part.fill("900.01")
  await page.getByRole("button", { name: "Pay", exact: true }).waitFor()
  await part.fill("250.50")
  await page.getByRole("button", { name: "Pay R$250.50", exact: true }).waitFor()
  await page.waitForFunction("[...document.fonts].some(({ family, status }) => /Inter Variable/.test(family) && status === 'loaded')")
  await pay(page, "It takes a while, then succeeds")
  await page.getByText("You may close this page").waitFor()
  await advance("PT10S")
  await page.getByText("R$649.50").first().waitFor()
  assert.equal((await chargesOf(intent))[0]!.amount, 25_050)
  assert.deepEqual(problems, [])
})

test("a payer pays by card in installments, by the terms that the page showed", async () => {
  const intent = await bill(125_000)
  const { page, problems } = await open(intent)
  await page.locator("label.way", { hasText: "3 ×" }).click()
  await pay(page, "The payment succeeds")
  await page.getByText("Paid in full").waitFor()
  const [charge, ...others] = await chargesOf(intent)
  assert.deepEqual([charge!.amount, charge!.installments.nInstallments, others], [125_000, 3, []])
  assert.deepEqual(problems, [])
})

test("a reload after a form that was refused sends nothing again", async () => {
  const { page } = await open(await bill(125_000))
  await page.locator("label.way", { hasText: "3 ×" }).click()
  await page.getByLabel("How much would you like to pay now?").fill("250.50")
  await pay(page, "The payment succeeds")
  await page.getByText("A part is paid at once and not in installments.").waitFor()
  assert.equal((await page.reload())?.request().method(), "GET")
})

test("sends nothing again on a reload after a failure of the service, and shows the payment's status", async () => {
  const { page } = await open(await bill(5000))
  await sql("alter table mandate_signatures rename to mandate_signatures_away")
  await pay(page, "The payment succeeds")
  await page.getByText("Whatever happened, you will not be charged twice.").waitFor()
  await sql("alter table mandate_signatures_away rename to mandate_signatures")
  assert.equal((await page.reload())?.request().method(), "GET")
  await page.getByText("How would you like to pay?").waitFor()
})

test("an amount of many digits is on one line of a small phone, before and after it is paid", async () => {
  const { page } = await open(await bill(999_999_999_999, { currency: "COP" }), { viewport: { width: 320, height: 700 } })
  const figure = page.getByText("COP 9,999,999,999.99").first()
  const isOnOneLine = async () => (await figure.boundingBox())!.height < 30 // two lines of the smallest size are 37
  assert.ok(await isOnOneLine())
  await pay(page, "The bank does not answer")
  await page.getByText("You will not be charged twice.").waitFor()
  assert.ok(await isOnOneLine())
})

test("an amount of many digits is on one line of the receipt, on a small phone", async () => {
  const { page } = await open(await bill(999_999_999_999, { currency: "COP" }), { viewport: { width: 320, height: 700 } })
  await pay(page, "The payment succeeds")
  const receipt = page.getByRole("table", { name: "Receipt" })
  await receipt.waitFor()
  const amount = (await receipt.getByText("COP 9,999,999,999.99", { exact: true }).boundingBox({ timeout: 5_000 }))!
  assert.ok(amount.height < 30 && amount.x + amount.width < 320, JSON.stringify(amount))
  for (const label of ["Course", "Transaction"]) {
    const { height } = (await page.getByText(label, { exact: true }).first().boundingBox())!
    assert.ok(height < 60, `${label} is on one line beside it, and not ${height} high`)
  }
})

test("a payer signs a mandate without scripts, and the page becomes the receipt once the bank has accepted it", async () => {
  const intent = await euros()
  const { page } = await open(intent, { javaScriptEnabled: false })
  await sign(page)
  await page.getByText("Your bank is checking the mandate").waitFor()
  await page.reload()
  await advance("PT2M")
  await until(async () => (await chargesOf(intent))[0]?.status === "succeeded", "the mandate is charged")
  await page.getByRole("link", { name: "Check again" }).click()
  await page.getByText("Direct debit, €123.00").waitFor()
  assert.equal((await chargesOf(intent)).length, 1)
})

test("a payer copies the reference, transfers, and the page shows that it has arrived", async () => {
  const intent = await euros()
  const { page, problems } = await open(intent, { permissions: ["clipboard-read", "clipboard-write"] })
  await choose(page, "Bank transfer")
  await page.getByRole("img", { name: "QR code for the transfer" }).waitFor()
  const isLoaded = () => page.evaluate<boolean>("document.querySelector('.qr').naturalWidth > 0")
  await until(isLoaded, "the code has loaded") // now, because there is none once it is paid
  await page.getByRole("button", { name: "Copy: Reference" }).click()
  const reference = await page.evaluate("navigator.clipboard.readText()")
  assert.equal(reference, intent.creditorReference)
  await api.create("/v1/simulations/bank-transfers/create", { reference, amount: 12_300, currency: "EUR" })
  await page.reload()
  await page.getByText("Bank transfer, €123.00").waitFor()
  assert.deepEqual(problems, [])
})

/** Stores the text of the button, because a page that waits for its response can't be queried. */
const noteButton = `{
  const button = document.querySelector("#card button")
  new MutationObserver(() => localStorage.setItem("button", button.textContent)).observe(button, { childList: true, subtree: true })
}`

test("never charges a payer twice when the server is slow or fails, or the connection gets lost", async () => {
  const intent = await bill(5000)
  const { page: lost } = await open(intent)
  await lost.evaluate(noteButton)
  const ledger = await lockTable(server.databaseUrl, "ledger_entries")
  const tap = lost
    .getByRole("button", { name: "Pay" })
    .click()
    .catch(() => "the page is closed")
  await until(async () => (await ledger.countWaiting()) > 0, "the payment waits to be written")
  const page = await lost.context().newPage()
  await lost.close()
  await ledger.release()
  await tap
  await sql("alter table mandate_signatures rename to mandate_signatures_away")
  await page.goto(intent.links.long)
  await page.getByText("Whatever happened, you will not be charged twice.").waitFor()
  assert.equal(await page.evaluate("localStorage.getItem('button')"), "Sending…", "the button said that it was sent")
  await assertAccessibleOnPhone(page, "a server that fails")
  await sql("alter table mandate_signatures_away rename to mandate_signatures")
  await until(async () => (await chargesOf(intent))[0]?.status === "succeeded", "the payment is made")
  await page.goto(intent.links.long)
  await page.getByText("Paid in full").waitFor()
  assert.equal((await chargesOf(intent)).length, 1)
})

test("charges once when the server dies between the tap and the response", async () => {
  const intent = await bill(5000)
  const countCharges = async () => (await sql("select count(*)::int as n from simulator_charges"))[0].n as number
  const [before, PORT] = [await countCharges(), String(await freePort())]
  const start = () => startServer(server.databaseUrl, { ROLE: "api", PORT, BASE_URL: `http://127.0.0.1:${PORT}` })
  const dying = await start()
  const url = dying.baseUrl + new URL(intent.links.long).pathname
  const { page } = await open({ links: { long: url } })
  const ledger = await lockTable(server.databaseUrl, "ledger_entries")
  const button = page.getByRole("button", { name: "Pay R$50.00", exact: true })
  const tap = button.click().catch(() => "no response")
  await until(async () => (await ledger.countWaiting()) > 0, "the outcome waits to be written")
  await dying.stop("SIGKILL")
  await until(async () => (await ledger.countWaiting()) === 0, "no statement waits any more")
  await ledger.release()
  await tap
  await start()
  await page.goto(url)
  await page.getByText("You may close this page").waitFor()
  assert.equal(await page.getByRole("button", { name: "Pay" }).count(), 0)
  await expireLeases(sql)
  await advance("PT1M")
  await page.getByText("Paid in full").waitFor({ timeout: 60_000 }) // the page polls
  assert.deepEqual([(await chargesOf(intent)).length, (await countCharges()) - before], [1, 1])
})

test("opens the page by the short link, and refuses a changed one", async () => {
  const intent = await bill(5000)
  const { page } = await open({ links: { long: intent.links.short } })
  assert.equal(page.url(), intent.links.long)
  for (const changed of [intent.links.long.replace(/.$/, (last: string) => (last === "A" ? "B" : "A")), `${intent.links.short}x`]) {
    await page.goto(changed)
    await page.getByText("Payment link not found").waitFor()
    assert.doesNotMatch(await page.content(), /Escola|50\.00|PI-/)
  }
})
