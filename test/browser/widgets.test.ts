import assert from "node:assert/strict"
import { readFileSync } from "node:fs"
import { createServer } from "node:http"
import { createRequire } from "node:module"
import type { AddressInfo } from "node:net"
import { after, before, test } from "node:test"
import { gzipSync } from "node:zlib"
import { type Browser, chromium, type Page } from "playwright-core"
import { startTestServer } from "../harness.ts"

const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8")
const key = "csdemo_only-for-tests"
const server = await startTestServer({ DEMO_INTEGRATION_KEYS: key })
let browser: Browser

/** A page on another origin that embeds the widgets. */
let shopHtml = ""
const shop = createServer((_request, response) => response.writeHead(200, { "content-type": "text/html" }).end(shopHtml)).listen(
  0,
  "127.0.0.1",
)

before(async () => {
  const args = ["--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking", "--disable-dev-shm-usage"]
  browser = await chromium.launch({ executablePath: process.env["CHROMIUM"] ?? assert.fail("set CHROMIUM to its path"), args })
})
after(async () => {
  await browser.close()
  shop.close()
})

async function open(url: string, width = 1280, colorScheme: "light" | "dark" = "light"): Promise<Page> {
  const context = await browser.newContext({ viewport: { width, height: 900 }, colorScheme, locale: "en-US" })
  const page = await context.newPage()
  await page.goto(url)
  return page
}

async function openShop(lang: string, body: string): Promise<Page> {
  const script = `<script type="module" src="${server.baseUrl}/assets/widgets.js"></script>`
  shopHtml = `<!doctype html><html lang="${lang}"><title>Shop</title>${script}<body>${body}</body></html>`
  return open(`http://127.0.0.1:${(shop.address() as AddressInfo).port}/`)
}

const fx = (target = "BR", currency = "BRL", demoKey = key) =>
  `<countersign-fx key="${demoKey}" source-amount="250000" source-currency="EUR" ` +
  `target-country="${target}" target-currency="${currency}"></countersign-fx>`
const installments =
  `<countersign-installments key="${key}" amount="100000" currency="BRL" gateway="simulator" method="card">` + "</countersign-installments>"

for (const width of [1280, 390])
  for (const scheme of ["light", "dark"] as const)
    test(`the demo page is accessible in ${scheme} at ${width} pixels`, async () => {
      const page = await open(`${server.baseUrl}/demo`, width, scheme)
      await page.getByText("Best rate").waitFor()
      await page.getByText("12 ×").waitFor()
      assert.equal(await page.evaluate("document.documentElement.scrollWidth - innerWidth"), 0, "the page is wider than the screen")
      await page.evaluate(axe)
      const { violations } = (await page.evaluate("axe.run(document)")) as { violations: { id: string; nodes: { html: string }[] }[] }
      assert.deepEqual(
        violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`),
        [],
      )
      await page.context().close()
    })

test("on another origin the widget names every provider and shows the logos there are", async () => {
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
  await page.context().close()
})

test("the widget uses the language and number format of its page, and English where there is no translation", async () => {
  for (const [lang, expected] of [
    ["pt-BR", /R\$\s1\.000,00 em parcelas[^]*sem juros[^]*no total/],
    ["es", /en cuotas[^]*sin intereses[^]*en total/],
    ["de", /in installments[^]*interest-free/],
  ] as const) {
    const page = await openShop(lang, installments)
    await page.getByText("12 ×").waitFor()
    const text = await page.evaluate("document.querySelector('countersign-installments').shadowRoot.textContent")
    assert.match(String(text), expected)
    await page.context().close()
  }
})

test("changing an attribute fetches again", async () => {
  const page = await openShop("en", fx())
  await page.getByText("Best rate").waitFor()
  await page.evaluate("document.querySelector('countersign-fx').setAttribute('source-amount', '100')")
  await page.getByText("€1.00 arrives as").waitFor()
  await page.context().close()
})

test("a failed request is reported and can be retried with the keyboard", async () => {
  const page = await openShop("en", fx("BR", "BRL", "csdemo_not-this-one"))
  await page.getByText("Not available right now.").waitFor()
  await page.evaluate(`document.querySelector('countersign-fx').setAttribute('key', '${key}')`)
  await page.keyboard.press("Tab")
  await page.keyboard.press("Enter")
  await page.getByText("Best rate").waitFor()
  await page.context().close()
})

test("the script is at most 3 KiB on the wire", async () => {
  const response = await fetch(`${server.baseUrl}/assets/widgets.js`)
  assert.equal(response.headers.get("content-encoding"), "gzip")
  assert.ok(gzipSync(await response.text()).length <= 3072)
})
