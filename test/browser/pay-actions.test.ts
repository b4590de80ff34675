// A payer follows the instructions of a gateway at a phone's width: a code, a slip, account details, a page of the gateway.
import assert from "node:assert/strict"
import { createServer } from "node:http"
import { after, test } from "node:test"
import type { AddressInfo } from "node:net"
import type { BrowserContextOptions, Page } from "playwright-core"
import { assertAccessibleOnPhone, phone, startBrowser } from "../chromium.ts"
import { type Any, startTestServer, until } from "../harness.ts"
import { payerOf } from "../payer.ts"
import { addProviders, fakeProvider } from "../providers.ts"

const server = await startTestServer()
const { api } = server
const { bill, chargesOf } = payerOf(server)
const { openPage } = await startBrowser(server.baseUrl)

const open = ({ links }: Any, options: BrowserContextOptions = {}) =>
  openPage(links.long as string, { viewport: phone, locale: "en-GB", ...options })

async function choose(page: Page, method: string, button = "Show how to pay") {
  await page.locator(".methods label", { hasText: method }).click()
  await page.getByRole("button", { name: button }).click()
}
const simulate = async (intent: Any, act: string) => {
  const [open] = (await chargesOf(intent)).filter(({ status }) => status === "processing")
  return api.post(`/v1/simulations/transactions/${open!._id}/${act}`)
}

test("a payer scans or copies the code of Pix, sees the time run, and the page changes to paid by itself", async () => {
  const intent = await bill(12_345)
  const { page, problems } = await open(intent, { permissions: ["clipboard-read", "clipboard-write"] })
  await choose(page, "Pix")
  await page.getByText("Scan the code to pay").waitFor()
  await page.getByText(/^\d\d:\d\d$/).waitFor()
  await page.getByRole("img", { name: "QR code to pay" }).waitFor()
  await until(async () => page.evaluate<boolean>("document.querySelector('.qr').naturalWidth > 0"), "the code is drawn")
  await assertAccessibleOnPhone(page, "the code")
  await page.getByRole("button", { name: "Copy: Pix code to copy and paste" }).click()
  assert.equal(await page.evaluate("navigator.clipboard.readText()"), (await chargesOf(intent))[0]!.action.payload)
  await simulate(intent, "pay")
  await page.getByText("Paid in full").waitFor()
  assert.deepEqual(problems, [])
})

test("a payer types the line of a slip, in Portuguese, lets it expire, and pays another way", async () => {
  const intent = await bill(12_345)
  const { page } = await open(intent, { locale: "pt-BR" })
  await choose(page, "Boleto", "Mostrar como pagar")
  await page.getByText("Linha digitável").waitFor()
  await page.getByText((await chargesOf(intent))[0]!.action.line).waitFor()
  await assertAccessibleOnPhone(page, "the slip")
  await simulate(intent, "expire")
  await page.getByText("O boleto expirou.").waitFor()
  await assertAccessibleOnPhone(page, "the slip has expired")
  await choose(page, "Pix", "Mostrar como pagar")
  await page.getByRole("button", { name: "Pagar de outra forma" }).click()
  await page.getByText("Sua última tentativa foi cancelada.").waitFor()
})

test("a payer without scripts pays on the page of the gateway and comes back to the receipt", async () => {
  const intent = await bill(12_345)
  const { page } = await open(intent, { javaScriptEnabled: false })
  await choose(page, "Card on another page", "Continue")
  await page.getByRole("heading", { name: "Simulated bank" }).waitFor()
  await page.goBack()
  await page.goto(intent.links.long)
  await page.getByText("We are checking your payment").waitFor()
  await page.getByRole("link", { name: "Go on to pay" }).click()
  await page.getByRole("button", { name: "Pay" }).click()
  await page.getByText("Paid in full").waitFor()
  assert.equal(page.url(), intent.links.long)
})

test("the simulated bank and what waits for a payer are accessible on a phone, in light and dark", async () => {
  const { page, problems } = await open(await bill(5000, { currency: "EUR" }))
  await choose(page, "Bank transfer")
  await page.getByText("DE89 3704 0044 0532 0130 00").waitFor()
  await assertAccessibleOnPhone(page, "account details")
  await page.getByRole("link", { name: "Open the simulated bank" }).click()
  await page.getByRole("heading", { name: "Simulated bank" }).waitFor()
  await assertAccessibleOnPhone(page, "the simulated bank")
  const redirected = await bill(5000)
  await page.goto(redirected.links.long)
  await choose(page, "Card on another page", "Continue")
  await page.goto(redirected.links.long)
  await assertAccessibleOnPhone(page, "the page of the gateway is open")
  assert.deepEqual(problems, [])
})

test("the form leads to the page of a provider on another host, and Back leads to the payment page", async () => {
  const provider = createServer((_request, response) =>
    response.setHeader("content-type", "text/html").end("<h1>Page of the provider</h1>"),
  )
  await new Promise<void>(resolve => provider.listen(0, "127.0.0.1", resolve))
  after(() => provider.close())
  const url = `http://127.0.0.1:${(provider.address() as AddressInfo).port}/session`
  const card = { method: "card", name: "Card", currencies: ["BRL"], starts: "redirect", maxInstallments: 1 } as const
  const payfast = fakeProvider({ id: "payfast", methods: [{ ...card, currencies: ["BRL"] }] })
  payfast.state.answer = ({ reference }) => ({ status: "action", reference, action: { type: "redirect", url, expiresAt: null } })
  addProviders(payfast.provider)
  await api.create("/v1/gateway-connections/create", { gateway: "payfast", name: "Payfast", credentials: { key: "test_azul" } })
  const intent = await bill(5000)
  const { page } = await open(intent)
  await choose(page, "On the page of Payfast", "Continue")
  await page.getByRole("heading", { name: "Page of the provider" }).waitFor()
  assert.equal(page.url(), url)
  await page.goBack()
  await page.getByText(/We are checking your payment|How would you like to pay/).waitFor()
})
