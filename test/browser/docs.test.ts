import assert from "node:assert/strict"
import { before, test } from "node:test"
import { assertAccessibleOnAllScreens, assertAccessibleOnTwoScreens, phone, startBrowser } from "../chromium.ts"
import { startTestServer, until } from "../harness.ts"

const server = await startTestServer()
const { openPage } = await startBrowser(server.baseUrl)
let payUrl: string

before(async () => {
  payUrl = await createPayment()
})

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

for (const [name, urlOf, check] of [
  ["the overview of the documentation", () => `${server.baseUrl}/docs`, assertAccessibleOnTwoScreens],
  ["the page of a resource", () => `${server.baseUrl}/docs/contacts`, assertAccessibleOnAllScreens],
  ["a guide", () => `${server.baseUrl}/docs/guides/webhooks`, assertAccessibleOnTwoScreens],
  ["the list of errors", () => `${server.baseUrl}/docs/errors`, assertAccessibleOnTwoScreens],
  ["a payment page", () => payUrl, assertAccessibleOnAllScreens],
  ["the sign-in page", () => `${server.baseUrl}/sign-in`, assertAccessibleOnAllScreens],
  ["the page for a new password", () => `${server.baseUrl}/reset-password?token=x`, assertAccessibleOnTwoScreens],
] as const)
  test(`${name} is accessible in light and dark, on a desktop and on a phone`, async () => {
    const { page, problems } = await openPage(urlOf())
    assert.deepEqual(problems, [])
    await page.evaluate(`[...document.querySelectorAll("${alike}")].forEach(element => element.remove())`)
    if (!page.url().endsWith("/docs")) await page.evaluate(`[...document.querySelectorAll("${contents}")].forEach(each => each.remove())`)
    await check(page, name)
  })

/** The entries of a page are alike, and checking each takes a second. */
const alike = ".entry:nth-of-type(n + 7)"
/** The contents beside a page repeat those of the overview, which is checked, except for the page's own. */
const contents = "nav > section > ul > li:not(:has([aria-current]))"

test("explains what to do about an unknown payment link, and renders no markup in names of a payment intent", async () => {
  const { page } = await openPage(payUrl)
  assert.match(await page.innerText("main"), /Course & <b>books<\/b>/)
  const response = await page.goto(`${server.baseUrl}/pay/nothing-here`)
  assert.equal(response?.status(), 404)
  assert.match(await page.innerText("main"), /Payment link not found[^]*ask the\s+sender/)
})

test("the payment page shows the cost of each number of installments, as the financing rates return it", async () => {
  const path = "/v1/financing-rates?amount=125000&currency=BRL&gateway=simulator&method=card"
  const { simulations } = (await server.api.get(path)).body.data
  for (const width of [1280, 320]) {
    const { page } = await openPage(payUrl, { viewport: { width, height: 900 } })
    await page.getByText(/^More: /).click()
    const rows = await page.locator("label.way", { hasText: "×" }).allInnerTexts()
    assert.equal(rows.length, simulations.length - 1)
    assert.match(rows[1]!, /^3 × R\$416\.66\s+the first R\$416\.68\s+R\$1,250\.00\s+without interest$/)
    assert.match(rows[4]!, /^6 × R\$226\.86\s+the first R\$226\.87\s+R\$1,361\.17\s+2\.49% interest a month$/)
    assert.equal(await page.evaluate("document.documentElement.scrollWidth - innerWidth"), 0, "the page is wider than the screen")
  }
})

test("every page fits a phone", async () => {
  const { page } = await openPage(`${server.baseUrl}/docs`, { viewport: phone })
  const paths = new Set(await page.evaluate<string[]>("[...document.querySelectorAll('nav > section > ul > li > a')].map(a => a.pathname)"))
  assert.ok(paths.size > 40)
  for (const path of paths) {
    await page.goto(server.baseUrl + path)
    assert.equal(await page.evaluate("document.documentElement.scrollWidth - innerWidth"), 0, `${path} is wider than the screen`)
  }
})

test("the filter finds an operation of any page by its words, and says when nothing matches", async () => {
  const { page } = await openPage(`${server.baseUrl}/docs`)
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
})

test("the contents mark the section that is read", async () => {
  const { page } = await openPage(`${server.baseUrl}/docs/payment-intents`)
  const contents = page.getByRole("navigation", { name: "Documentation" })
  const marked = contents.locator("[aria-current=location]")
  assert.match(await marked.innerText(), /^Create a payment intent/)
  for (const id of ["paymentIntents.cancel", "object-PaymentIntent"]) {
    await contents.locator(`a[href="#${id}"]`).click()
    await contents.locator(`a[href="#${id}"][aria-current=location]`).waitFor()
    assert.equal(await marked.count(), 1)
  }
})

test("the copy button copies the request as shown", async () => {
  const { page } = await openPage(`${server.baseUrl}/docs/payment-intents`, { permissions: ["clipboard-read", "clipboard-write"] })
  await page.getByRole("button", { name: "Copy the request: Create a payment intent" }).click()
  await page.getByText("Copied", { exact: true }).first().waitFor()
  const copied = await page.evaluate("navigator.clipboard.readText()")
  assert.match(String(copied), /^curl "\$BASE\/v1\/payment-intents\/create"[^]*Idempotency-Key: payment-intent-1[^]*"intentType": "ad-hoc"/)
})

test("a long response scrolls inside its box, by the keyboard too", async () => {
  const { page } = await openPage(`${server.baseUrl}/docs/payment-intents`)
  const box = page.getByRole("group", { name: "the response: Create a payment intent" })
  await box.focus()
  assert.ok(await page.evaluate("document.activeElement.scrollHeight > document.activeElement.clientHeight"))
  await page.keyboard.press("End")
  const hasScrolled = () => page.evaluate<boolean>("document.activeElement.scrollTop > 0") // the page's policy forbids scripts that poll
  await until(hasScrolled, "the box has scrolled")
})

test("on a phone the contents are collapsed until they are opened", async () => {
  const { page } = await openPage(`${server.baseUrl}/docs`, { viewport: phone })
  const link = page.getByRole("link", { name: "Sandbox clock" })
  assert.equal(await link.isVisible(), false)
  await page.getByText("Contents", { exact: true }).click()
  await link.click()
  await page.getByRole("heading", { name: "Sandbox clock" }).waitFor()
  assert.equal(await link.isVisible(), false)
})

test("without JavaScript all content is visible", async () => {
  const { page } = await openPage(`${server.baseUrl}/docs/contacts`, { javaScriptEnabled: false, viewport: phone })
  assert.ok(await page.getByRole("link", { name: "Update a contact POST" }).isVisible())
  assert.ok(await page.getByRole("heading", { name: "Create a contact" }).isVisible())
})
