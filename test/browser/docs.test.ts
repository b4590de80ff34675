import assert from "node:assert/strict"
import { existsSync, readFileSync } from "node:fs"
import { createRequire } from "node:module"
import { delimiter, join } from "node:path"
import { after, before, test } from "node:test"
import { type Browser, chromium, type Page } from "playwright-core"
import { startTestServer } from "../harness.ts"

const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8")
const server = await startTestServer()
let browser: Browser
let payUrl: string

before(async () => {
  const args = ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking"]
  const quiet = ["--disable-component-update", "--disable-sync", "--disable-dev-shm-usage"]
  browser = await chromium.launch({ executablePath: chromiumPath(), args: [...args, ...quiet] })
  payUrl = await createPayment()
})
after(() => browser.close())

function chromiumPath(): string {
  const folders = (process.env["PATH"] ?? "").split(delimiter)
  const path = [process.env["CHROMIUM"] ?? "", ...folders.map(folder => join(folder, "chromium"))].find(
    candidate => candidate !== "" && existsSync(candidate),
  )
  return path ?? assert.fail("Chromium not found; set CHROMIUM to its path")
}

async function createPayment(): Promise<string> {
  await server.api.create("/v1/contacts/create", { email: "ana@example.com", profile: { firstName: "Ana" } })
  const { body } = await server.api.create("/v1/payment-intents/create", {
    intentType: "ad-hoc",
    contact: "ana@example.com",
    currency: "BRL",
    dueAt: "2030-01-31T12:00:00Z",
    items: [{ name: "Course & <b>books</b>", description: "A_very_long_word_without_any_space_in_it_at_all_".repeat(3), amount: 125_000 }],
  })
  return body.data.links.long as string
}

type Screen = { width: number; scheme: "light" | "dark" }
const screens: Screen[] = [1280, 390].flatMap(width => (["light", "dark"] as const).map(scheme => ({ width, scheme })))
/** For pages that share their layout with one that is checked on all screens. */
const twoScreens: Screen[] = [
  { width: 1280, scheme: "light" },
  { width: 390, scheme: "dark" },
]

/** Opens a page and collects console errors, exceptions and requests to other hosts. */
async function open(url: string, { width, scheme }: Screen): Promise<{ page: Page; problems: string[] }> {
  const permissions = ["clipboard-read", "clipboard-write"]
  const context = await browser.newContext({ viewport: { width, height: 900 }, colorScheme: scheme, reducedMotion: "reduce", permissions })
  const page = await context.newPage()
  const problems: string[] = []
  page.on("console", message => void (["error", "warning"].includes(message.type()) && problems.push(message.text())))
  page.on("pageerror", error => void problems.push(error.message))
  page.on("request", request => void (request.url().startsWith(server.baseUrl) || problems.push(`requested ${request.url()}`)))
  await page.goto(url)
  return { page, problems }
}

const desktop: Screen = { width: 1280, scheme: "light" }

for (const [name, urlOf, checked] of [
  ["the overview of the documentation", () => `${server.baseUrl}/docs`, twoScreens],
  ["the page of a resource", () => `${server.baseUrl}/docs/contacts`, screens],
  ["a guide", () => `${server.baseUrl}/docs/guides/webhooks`, twoScreens],
  ["the list of errors", () => `${server.baseUrl}/docs/errors`, twoScreens],
  ["a payment page", () => payUrl, screens],
  ["the sign-in page", () => `${server.baseUrl}/sign-in`, screens],
  ["the page for a new password", () => `${server.baseUrl}/reset-password?token=x`, twoScreens],
] as const)
  for (const screen of checked)
    test(`${name} is accessible in ${screen.scheme} at ${screen.width} pixels`, async () => {
      const { page, problems } = await open(urlOf(), screen)
      assert.deepEqual(problems, [])
      assert.equal(await page.evaluate("document.documentElement.scrollWidth - innerWidth"), 0, "the page is wider than the screen")
      await page.evaluate(`[...document.querySelectorAll(".entry")].slice(${maxCheckedEntries}).forEach(entry => entry.remove())`)
      await page.evaluate(axe)
      const { violations } = (await page.evaluate("axe.run(document)")) as { violations: Violation[] }
      assert.deepEqual(
        violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`),
        [],
      )
      await page.context().close()
    })

/** The entries of a page are alike, and checking each takes a second. */
const maxCheckedEntries = 6
type Violation = { id: string; nodes: { html: string }[] }

test("an unknown payment link says what to do, and names in a payment intent are not rendered as markup", async () => {
  const { page } = await open(payUrl, desktop)
  assert.match(await page.innerText("main"), /Course & <b>books<\/b>/)
  const response = await page.goto(`${server.baseUrl}/pay/nothing-here`)
  assert.equal(response?.status(), 404)
  assert.match(await page.innerText("main"), /Payment link not found[^]*ask the\s+sender/)
  await page.context().close()
})

test("the payment page shows the cost of each number of installments, as the financing rates return it", async () => {
  const path = "/v1/financing-rates?amount=125000&currency=BRL&gateway=simulator&method=card"
  const { simulations } = (await server.api.get(path)).body.data
  for (const width of [1280, 320]) {
    const { page } = await open(payUrl, { width, scheme: "light" })
    await page.getByText("Card, in installments").click()
    const rows = await page.locator("details label").allInnerTexts()
    assert.equal(rows.length, simulations.length - 1)
    assert.match(rows[1]!, /^3 × R\$416\.66\s+the first R\$416\.68\s+R\$1,250\.00\s+without interest$/)
    assert.match(rows[4]!, /^6 × R\$226\.86\s+the first R\$226\.87\s+R\$1,361\.17\s+2\.49% interest a month$/)
    assert.equal(await page.evaluate("document.documentElement.scrollWidth - innerWidth"), 0, "the page is wider than the screen")
    await page.context().close()
  }
})

test("every page fits a phone", async () => {
  const { page } = await open(`${server.baseUrl}/docs`, { width: 390, scheme: "light" })
  const paths = new Set(await page.evaluate<string[]>("[...document.querySelectorAll('nav > section > ul > li > a')].map(a => a.pathname)"))
  assert.ok(paths.size > 40)
  for (const path of paths) {
    await page.goto(server.baseUrl + path)
    assert.equal(await page.evaluate("document.documentElement.scrollWidth - innerWidth"), 0, `${path} is wider than the screen`)
  }
  await page.context().close()
})

test("the filter finds an operation of any page by its words, and says when nothing matches", async () => {
  const { page } = await open(`${server.baseUrl}/docs`, desktop)
  const contents = page.getByRole("navigation", { name: "Documentation" })
  await page.keyboard.press("/")
  await page.keyboard.type("cancel installments")
  const links = await contents.getByRole("link").all()
  assert.deepEqual(await Promise.all(links.map(link => link.getAttribute("href"))), [
    "/docs/payment-intents",
    "/docs/payment-intents#paymentIntents.cancel",
  ])
  await contents.getByRole("searchbox").fill("no such thing")
  await contents.getByText("No matches.").waitFor()
  await page.context().close()
})

test("the contents mark the section that is read", async () => {
  const { page } = await open(`${server.baseUrl}/docs/payment-intents`, desktop)
  const contents = page.getByRole("navigation", { name: "Documentation" })
  const marked = contents.locator("[aria-current=location]")
  assert.match(await marked.innerText(), /^Create a payment intent/)
  for (const id of ["paymentIntents.cancel", "object-PaymentIntent"]) {
    await contents.locator(`a[href="#${id}"]`).click()
    await contents.locator(`a[href="#${id}"][aria-current=location]`).waitFor()
    assert.equal(await marked.count(), 1)
  }
  await page.context().close()
})

test("the copy button copies the request as shown", async () => {
  const { page } = await open(`${server.baseUrl}/docs/payment-intents`, desktop)
  await page.getByRole("button", { name: "Copy the request: Create a payment intent" }).click()
  await page.getByText("Copied", { exact: true }).first().waitFor()
  const copied = await page.evaluate("navigator.clipboard.readText()")
  assert.match(String(copied), /^curl "\$BASE\/v1\/payment-intents\/create"[^]*Idempotency-Key: payment-intent-1[^]*"intentType": "ad-hoc"/)
  await page.context().close()
})

test("a long response scrolls inside its box, by the keyboard too", async () => {
  const { page } = await open(`${server.baseUrl}/docs/payment-intents`, desktop)
  const box = page.getByRole("group", { name: "the response: Create a payment intent" })
  await box.focus()
  assert.ok(await page.evaluate("document.activeElement.scrollHeight > document.activeElement.clientHeight"))
  await page.keyboard.press("End")
  await page.waitForFunction("document.activeElement.scrollTop > 0")
  await page.context().close()
})

test("on a phone the contents are collapsed until they are opened", async () => {
  const { page } = await open(`${server.baseUrl}/docs`, { width: 390, scheme: "light" })
  const link = page.getByRole("link", { name: "Sandbox clock" })
  assert.equal(await link.isVisible(), false)
  await page.getByText("Contents", { exact: true }).click()
  await link.click()
  await page.getByRole("heading", { name: "Sandbox clock" }).waitFor()
  assert.equal(await link.isVisible(), false)
  await page.context().close()
})

test("without JavaScript all content is visible", async () => {
  const context = await browser.newContext({ javaScriptEnabled: false, viewport: { width: 390, height: 900 } })
  const page = await context.newPage()
  await page.goto(`${server.baseUrl}/docs/contacts`)
  assert.ok(await page.getByRole("link", { name: "Update a contact POST" }).isVisible())
  assert.ok(await page.getByRole("heading", { name: "Create a contact" }).isVisible())
  await context.close()
})
