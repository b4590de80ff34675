import assert from "node:assert/strict"
import { readFileSync } from "node:fs"
import { createServer } from "node:http"
import { createRequire } from "node:module"
import type { AddressInfo } from "node:net"
import { after, before, test } from "node:test"
import { gzipSync } from "node:zlib"
import { type Browser, chromium, type Page } from "playwright-core"
import { openHouse } from "../harness.ts"

const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8")
const key = "csdemo_only-for-tests"
const house = await openHouse({ DEMO_INTEGRATION_KEYS: key })
let browser: Browser

/** A page of somebody else, with whatever is put on it. */
let shop = ""
const elsewhere = createServer((_request, response) => response.writeHead(200, { "content-type": "text/html" }).end(shop)).listen(
  0,
  "127.0.0.1",
)

before(async () => {
  const args = ["--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking", "--disable-dev-shm-usage"]
  browser = await chromium.launch({ executablePath: process.env["CHROMIUM"] ?? assert.fail("set CHROMIUM to its path"), args })
})
after(async () => {
  await browser.close()
  elsewhere.close()
})

async function open(url: string, width = 1280, colorScheme: "light" | "dark" = "light"): Promise<Page> {
  const context = await browser.newContext({ viewport: { width, height: 900 }, colorScheme, locale: "en-US" })
  const page = await context.newPage()
  await page.goto(url)
  return page
}

async function openShop(lang: string, body: string): Promise<Page> {
  const script = `<script type="module" src="${house.baseUrl}/assets/widgets.js"></script>`
  shop = `<!doctype html><html lang="${lang}"><title>Shop</title>${script}<body>${body}</body></html>`
  return open(`http://127.0.0.1:${(elsewhere.address() as AddressInfo).port}/`)
}

const fx = (target = "BR", currency = "BRL", demoKey = key) =>
  `<countersign-fx key="${demoKey}" source-amount="250000" source-currency="EUR" target-country="${target}" target-currency="${currency}"></countersign-fx>`
const installments = `<countersign-installments key="${key}" amount="100000" currency="BRL" gateway="simulator" method="card"></countersign-installments>`

for (const width of [1280, 390])
  for (const scheme of ["light", "dark"] as const)
    test(`the demo page can be used by everybody in ${scheme} at ${width} pixels`, async () => {
      const page = await open(`${house.baseUrl}/demo`, width, scheme)
      await page.getByText("Best rate").waitFor()
      await page.getByText("12 ×").waitFor()
      assert.equal(await page.evaluate("document.documentElement.scrollWidth - innerWidth"), 0, "it is wider than the screen")
      await page.evaluate(axe)
      const { violations } = (await page.evaluate("axe.run(document)")) as { violations: { id: string; nodes: { html: string }[] }[] }
      assert.deepEqual(
        violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`),
        [],
      )
      await page.context().close()
    })

test("on a page of somebody else, every provider is named, and those with a logo show it", async () => {
  const page = await openShop("en", fx())
  await page.getByText("€2,500.00 arrives as").waitFor()
  const rows = page.getByRole("listitem")
  assert.equal(await rows.count(), 7)
  assert.match(await rows.first().innerText(), /Countersign\s+R\$15,999\.42\s+Best rate/)
  assert.match(await page.getByText("First Meridian Bank").innerText(), /First/)
  await page.waitForFunction(
    "[...document.querySelector('countersign-fx').shadowRoot.querySelectorAll('img')].filter(img => img.naturalWidth > 0).length === 4",
  )
  await page.context().close()
})

test("the page's language is spoken, and its numbers are written its way", async () => {
  for (const [lang, says] of [
    ["pt-BR", /R\$\s1\.000,00 em parcelas[^]*sem juros[^]*no total/],
    ["es", /en cuotas[^]*sin intereses[^]*en total/],
    ["de", /in installments[^]*interest-free/],
  ] as const) {
    const page = await openShop(lang, installments)
    await page.getByText("12 ×").waitFor()
    const said = await page.evaluate("document.querySelector('countersign-installments').shadowRoot.textContent")
    assert.match(String(said), says)
    await page.context().close()
  }
})

test("a changed attribute asks again", async () => {
  const page = await openShop("en", fx())
  await page.getByText("Best rate").waitFor()
  await page.evaluate("document.querySelector('countersign-fx').setAttribute('source-amount', '100')")
  await page.getByText("€1.00 arrives as").waitFor()
  await page.context().close()
})

test("what can't be asked says so, and can be tried again with the keyboard", async () => {
  const page = await openShop("en", fx("BR", "BRL", "csdemo_not-this-one"))
  await page.getByText("This can't be shown now.").waitFor()
  await page.evaluate(`document.querySelector('countersign-fx').setAttribute('key', '${key}')`)
  await page.keyboard.press("Tab")
  await page.keyboard.press("Enter")
  await page.getByText("Best rate").waitFor()
  await page.context().close()
})

test("the script is at most 3 KiB on the wire", async () => {
  const answer = await fetch(`${house.baseUrl}/assets/widgets.js`)
  assert.equal(answer.headers.get("content-encoding"), "gzip")
  assert.ok(gzipSync(await answer.text()).length <= 3072)
})
