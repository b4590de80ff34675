import assert from "node:assert/strict"
import { once } from "node:events"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { after, test } from "node:test"
import { gzipSync } from "node:zlib"
import type { Page } from "playwright-core"
import { assertAccessibleOnAllScreens, startBrowser } from "../chromium.ts"
import { startTestServer } from "../harness.ts"

const key = "csdemo_only-for-tests"
const server = await startTestServer({ DEMO_INTEGRATION_KEYS: key })
const { openPage } = await startBrowser(server.baseUrl)

/** A page on another origin that embeds the widgets. */
let shopHtml = ""
const shop = createServer((_request, response) => response.writeHead(200, { "content-type": "text/html" }).end(shopHtml)).listen(
  0,
  "127.0.0.1",
)
await once(shop, "listening")
after(() => shop.close())

async function openShop(lang: string, body: string): Promise<Page> {
  const script = `<script type="module" src="${server.baseUrl}/assets/widgets.js"></script>`
  shopHtml = `<!doctype html><html lang="${lang}"><title>Shop</title>${script}<body>${body}</body></html>`
  return (await openPage(`http://127.0.0.1:${(shop.address() as AddressInfo).port}/`)).page
}

const fx = (target = "BR", currency = "BRL", demoKey = key) =>
  `<countersign-fx key="${demoKey}" source-amount="250000" source-currency="EUR" ` +
  `target-country="${target}" target-currency="${currency}"></countersign-fx>`
const installments =
  `<countersign-installments key="${key}" amount="100000" currency="BRL" gateway="simulator" method="card">` + "</countersign-installments>"

test("the demo page is accessible on all screens", async () => {
  const { page } = await openPage(`${server.baseUrl}/demo`)
  await page.getByText("Best rate").waitFor()
  await page.getByText("12 ×").waitFor()
  await assertAccessibleOnAllScreens(page, "the demo page")
})

test("names every provider and shows the available logos on another origin", async () => {
  const page = await openShop("en", fx())
  await page.getByText("€2,500.00 arrives as").waitFor()
  const rows = page.getByRole("listitem")
  assert.equal(await rows.count(), 7)
  assert.match(await rows.first().innerText(), /Countersign\s+R\$15,999\.42\s+Best rate/)
  assert.match(await page.getByText("First Meridian Bank").innerText(), /First Meridian Bank \*$/)
  await page.getByText("Providers with * are made-up examples.").waitFor()
  await page.waitForFunction(
    "[...document.querySelector('countersign-fx').shadowRoot.querySelectorAll('img')].filter(img => img.naturalWidth > 0).length === 4",
  )
})

test("uses the language and number format of the page, or English without a translation", async () => {
  for (const [lang, expected] of [
    ["pt-BR", /R\$\s1\.000,00 em parcelas[^]*sem juros[^]*no total/],
    ["es", /en cuotas[^]*sin intereses[^]*en total/],
    ["de-DE", /1\.000,00\sR\$ in Raten[^]*zinsfrei[^]*insgesamt/],
    ["fr", /en plusieurs fois[^]*sans intérêts[^]*au total/],
    ["it", /in installments[^]*interest-free/],
  ] as const) {
    const page = await openShop(lang, installments)
    await page.getByText("12 ×").waitFor()
    const text = await page.evaluate("document.querySelector('countersign-installments').shadowRoot.textContent")
    assert.match(String(text), expected)
  }
})

test("the demo page fits a screen of 320 pixels", async () => {
  const { page } = await openPage(`${server.baseUrl}/demo`, { viewport: { width: 320, height: 640 } })
  await page.getByText("Best rate").waitFor()
  await page.getByText("12 ×").waitFor()
  assert.equal(await page.evaluate("document.documentElement.scrollWidth"), 320)
})

test("fetches again when an attribute changes", async () => {
  const page = await openShop("en", fx())
  await page.getByText("Best rate").waitFor()
  await page.evaluate("document.querySelector('countersign-fx').setAttribute('source-amount', '100')")
  await page.getByText("€1.00 arrives as").waitFor()
})

test("a failed request is reported and can be retried with the keyboard", async () => {
  const page = await openShop("en", fx("BR", "BRL", "csdemo_not-this-one"))
  await page.getByText("Not available right now.").waitFor()
  await page.evaluate(`document.querySelector('countersign-fx').setAttribute('key', '${key}')`)
  await page.keyboard.press("Tab")
  await page.keyboard.press("Enter")
  await page.getByText("Best rate").waitFor()
})

test("the script with its five languages is at most 3.5 KiB on the wire", async () => {
  const response = await fetch(`${server.baseUrl}/assets/widgets.js`)
  assert.equal(response.headers.get("content-encoding"), "gzip")
  assert.ok(gzipSync(await response.text()).length <= 3584)
})
