import assert from "node:assert/strict"
import { existsSync, readFileSync } from "node:fs"
import { createRequire } from "node:module"
import { delimiter, join } from "node:path"
import { after, before, test } from "node:test"
import { type Browser, chromium, type Page } from "playwright-core"
import { openHouse } from "../harness.ts"

const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8")
const house = await openHouse()
let browser: Browser
let payUrl: string

before(async () => {
  const args = ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking"]
  const quiet = ["--disable-component-update", "--disable-sync", "--disable-dev-shm-usage"]
  browser = await chromium.launch({ executablePath: chromiumPath(), args: [...args, ...quiet] })
  payUrl = await somePayment()
})
after(() => browser.close())

function chromiumPath(): string {
  const folders = (process.env["PATH"] ?? "").split(delimiter)
  const found = [process.env["CHROMIUM"] ?? "", ...folders.map(folder => join(folder, "chromium"))].find(
    path => path !== "" && existsSync(path),
  )
  return found ?? assert.fail("no Chromium: set CHROMIUM to its path")
}

async function somePayment(): Promise<string> {
  await house.api.create("/v1/contacts/create", { email: "ana@example.com", profile: { firstName: "Ana" } })
  const { body } = await house.api.create("/v1/payment-intents/create", {
    intentType: "ad-hoc",
    contact: "ana@example.com",
    currency: "BRL",
    dueAt: "2030-01-31T12:00:00Z",
    items: [{ name: "Course & <b>books</b>", description: "A_very_long_word_without_any_space_in_it_at_all_".repeat(3), amount: 125_000 }],
  })
  return body.data.links.long as string
}

type Look = { width: number; scheme: "light" | "dark" }
const looks: Look[] = [1280, 390].flatMap(width => (["light", "dark"] as const).map(scheme => ({ width, scheme })))

/** A page, and everything that its console complained of. */
async function open(url: string, { width, scheme }: Look): Promise<{ page: Page; complaints: string[] }> {
  const permissions = ["clipboard-read", "clipboard-write"]
  const context = await browser.newContext({ viewport: { width, height: 900 }, colorScheme: scheme, reducedMotion: "reduce", permissions })
  const page = await context.newPage()
  const complaints: string[] = []
  page.on("console", message => void (["error", "warning"].includes(message.type()) && complaints.push(message.text())))
  page.on("pageerror", error => void complaints.push(error.message))
  page.on("request", request => void (request.url().startsWith(house.baseUrl) || complaints.push(`asked for ${request.url()}`)))
  await page.goto(url)
  return { page, complaints }
}

const wide: Look = { width: 1280, scheme: "light" }

for (const [name, urlOf] of [
  ["the front page", () => `${house.baseUrl}/`],
  ["the reference", () => `${house.baseUrl}/docs`],
  ["the list of errors", () => `${house.baseUrl}/docs/errors`],
  ["a payment page", () => payUrl],
] as const)
  for (const look of looks)
    test(`${name} can be used by everybody in ${look.scheme} at ${look.width} pixels`, async () => {
      const { page, complaints } = await open(urlOf(), look)
      assert.deepEqual(complaints, [])
      assert.equal(await page.evaluate("document.documentElement.scrollWidth - innerWidth"), 0, "it is wider than the screen")
      await page.evaluate(`[...document.querySelectorAll(".entry")].slice(${enough}).forEach(entry => entry.remove())`)
      await page.evaluate(axe)
      const { violations } = (await page.evaluate("axe.run(document)")) as { violations: Violation[] }
      assert.deepEqual(
        violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`),
        [],
      )
      await page.context().close()
    })

/** The entries of the reference are alike, and looking at each of them takes minutes. */
const enough = 16
type Violation = { id: string; nodes: { html: string }[] }

test("a link that leads nowhere says what to do, and nothing it was sent is markup", async () => {
  const { page } = await open(payUrl, wide)
  assert.match(await page.innerText("main"), /Course & <b>books<\/b>/)
  const answer = await page.goto(`${house.baseUrl}/pay/nothing-here`)
  assert.equal(answer?.status(), 404)
  assert.match(await page.innerText("main"), /This payment link leads nowhere[^]*ask whoever sent it/)
  await page.context().close()
})

test("a payer reads what each number of installments costs, as the financing rates say it", async () => {
  const path = "/v1/financing-rates?amount=125000&currency=BRL&gateway=simulator&method=card"
  const { simulations } = (await house.api.get(path)).body.data
  for (const width of [1280, 320]) {
    const { page } = await open(payUrl, { width, scheme: "light" })
    const rows = await page.getByRole("table", { name: "In installments, by card" }).locator("tbody tr").allInnerTexts()
    assert.equal(rows.length, simulations.length)
    assert.match(rows[2]!, /^3 × BRL 416\.66\s+the first BRL 416\.68\s+BRL 1,250\.00\s+without interest$/)
    assert.match(rows[5]!, /^6 × BRL 226\.86\s+the first BRL 226\.87\s+BRL 1,361\.17\s+2\.49% interest a month$/)
    assert.equal(await page.evaluate("document.documentElement.scrollWidth - innerWidth"), 0, "it is wider than the screen")
    await page.context().close()
  }
})

test("the filter finds an operation by its words, and says when there is none", async () => {
  const { page } = await open(`${house.baseUrl}/docs`, wide)
  const contents = page.getByRole("navigation", { name: "Reference" })
  await page.keyboard.press("/")
  await page.keyboard.type("cancel installments")
  const found = await contents.getByRole("link").all()
  assert.deepEqual(await Promise.all(found.map(link => link.getAttribute("href"))), ["#paymentIntents.cancel"])
  await contents.getByRole("searchbox").fill("no such thing")
  await contents.getByText("Nothing has these words.").waitFor()
  await page.context().close()
})

test("a request is copied as it stands", async () => {
  const { page } = await open(`${house.baseUrl}/docs`, wide)
  await page.getByRole("button", { name: "Copy the request POST /v1/payment-intents/create" }).click()
  await page.getByText("Copied", { exact: true }).first().waitFor()
  const copied = await page.evaluate("navigator.clipboard.readText()")
  assert.match(String(copied), /^curl "http:[^]*Idempotency-Key: \$\(date \+%s\)-\$RANDOM[^]*"intentType": "ad-hoc"/)
  await page.context().close()
})

test("on a phone the contents fold away until they are asked for", async () => {
  const { page } = await open(`${house.baseUrl}/docs`, { width: 390, scheme: "light" })
  const link = page.getByRole("link", { name: "Sandbox clock" })
  assert.equal(await link.isVisible(), false)
  await page.getByText("Contents", { exact: true }).click()
  await link.click()
  await page.getByRole("heading", { name: "Sandbox clock" }).waitFor()
  assert.equal(await link.isVisible(), false)
  await page.context().close()
})

test("without JavaScript everything can still be read", async () => {
  const context = await browser.newContext({ javaScriptEnabled: false, viewport: { width: 390, height: 900 } })
  const page = await context.newPage()
  await page.goto(`${house.baseUrl}/docs`)
  assert.ok(await page.getByRole("link", { name: "Sandbox clock" }).isVisible())
  assert.ok(await page.getByRole("heading", { name: "/v1/contacts/create" }).isVisible())
  await context.close()
})
