// The overview, the lists, the object pages and the reports of the dashboard, in a real browser.
import assert from "node:assert/strict"
import { readFileSync } from "node:fs"
import { test } from "node:test"
import { gzipSync } from "node:zlib"
import { type Any, inDays, startTestServer, until } from "../harness.ts"
import { setEachFilter } from "../set-filters.ts"
import { assertAccessible, startBrowser, visit } from "../chromium.ts"

const { api, baseUrl, keys } = await startTestServer()
const owner = { email: keys.email, password: keys.password! }
const { openAs, openPage } = await startBrowser(baseUrl)
const { page, problems } = await openAs(owner, "/")
const dialog = page.getByRole("dialog").filter({ has: page.getByRole("button", { name: "Close" }) })
const card = (name: string) => page.getByRole("region", { name, exact: true })

const loaded = (on = page) => until(async () => (await on.locator(".skeleton").count()) === 0, "everything is loaded")

const create = async (path: string, body: object): Promise<Any> => {
  const response = await api.create(path, body)
  assert.equal(response.status, 201, response.text)
  return response.body.data
}

/** A partner with a share, a paid payment, an open one, one in another currency, and a transfer without a payment. */
async function doBusiness() {
  await create("/v1/partnerships/create", {
    name: "Casa Verde Homestays",
    code: "CASA-VERDE",
    kind: "supplier",
    splitTerms: { type: "percentage", basisPoints: 3_000 },
  })
  const contact = await create("/v1/contacts/create", {
    email: "marina@example.com",
    profile: { firstName: "Marina", lastName: "Ferreira de Albuquerque" },
  })
  const ask = (fields: object) =>
    create("/v1/payment-intents/create", { intentType: "ad-hoc", contact: contact._id, currency: "EUR", dueAt: inDays(7), ...fields })
  const paid = await ask({
    items: [
      { name: "General English, 24 weeks", amount: 20_000, supplier: "CASA-VERDE" },
      { name: "Exam fee", amount: 6_000 },
      { name: "Early-bird discount", amount: -1_000 },
    ],
  })
  await create("/v1/transactions/create", { paymentIntent: paid._id, amount: 25_000, method: "cash" })
  const open = await ask({ items: [{ name: "Visa support", amount: 12_000 }] })
  await ask({ currency: "USD", items: [{ name: "Airport transfer", amount: 9_900 }] })
  await create("/v1/simulations/bank-transfers/create", { reference: "from Marina", amount: 12_000, currency: "EUR" })
  return { contact, paid, open }
}

let business: Awaited<ReturnType<typeof doBusiness>>

test("shows a new business its first steps, and nothing that needs attention", async () => {
  await card("First steps").getByRole("button", { name: "Create a payment link" }).waitFor()
  const steps = ["Ask for money", "Invite a colleague", "Choose who releases money", "Connect your program", "Receive events"]
  assert.deepEqual(await card("First steps").getByRole("heading", { level: 3 }).allInnerTexts(), steps)
  await card("Needs your attention").getByText("Nothing needs your attention").waitFor()
  await visit(page, "/payouts")
  await page.getByText("No payouts yet").waitFor()
  await visit(page, "/payouts?status=failed")
  await page.getByText("Nothing matches").waitFor()
  await page.getByRole("link", { name: "Clear filters" }).click()
  await page.getByText("No payouts yet").waitFor()
})

test("shows on the overview what needs a person, what came in and what comes next", async () => {
  business = await doBusiness()
  await page.goto(`${baseUrl}/?currency=EUR`)
  await card("Needs your attention")
    .getByRole("link", { name: /1 bank transfer is not allocated/ })
    .waitFor()
  await card("Upcoming payments").getByText("Marina Ferreira de Albuquerque").first().waitFor()
  assert.equal(await card("First steps").count(), 0, "money has moved, so the first steps are done")
  const plot = card("Collections").getByRole("slider", { name: "Collected by day" })
  await plot.focus()
  assert.match((await plot.getAttribute("aria-valuetext")) ?? "", /€250\.00/)
  await card("Collections").getByRole("button", { name: "Outstanding" }).click()
  await card("Collections")
    .getByRole("slider", { name: /^Paid and outstanding/ })
    .focus()
  await card("Collections").getByRole("button", { name: "Table" }).click()
  await card("Collections").getByRole("columnheader", { name: "Outstanding" }).waitFor()
  await assertAccessible(page)
})

test("lets people read every plot by arrow keys, as a table and as CSV", async () => {
  await page.goto(`${baseUrl}/analytics?currency=EUR`)
  const months = card("Month by month")
  const plot = months.getByRole("slider")
  await plot.focus()
  const last = await plot.getAttribute("aria-valuetext")
  assert.match(last ?? "", /not whole: Billed €370\.00, Arrived €250\.00/)
  await page.keyboard.press("ArrowLeft")
  assert.match((await plot.getAttribute("aria-valuetext")) ?? "", /Billed €0\.00/)
  await page.keyboard.press("End")
  assert.equal(await plot.getAttribute("aria-valuetext"), last)
  await months.getByText(/is not over$/).waitFor()
  await months.getByText(/^Most arrived in .*: €250\.00\.$/).waitFor()
  const day = card("Every day").getByRole("slider")
  await day.focus()
  await page.keyboard.press("ArrowUp")
  assert.match((await day.getAttribute("aria-valuetext")) ?? "", /nothing came in$/)
  await assertAccessible(page)

  const tables = page.getByRole("button", { name: "Table" })
  assert.equal(await tables.count(), 17)
  for (const table of await tables.all()) await table.click()
  await months.getByRole("cell", { name: "€370.00" }).first().waitFor()
  await card("Partner earnings").getByRole("rowheader", { name: "Casa Verde Homestays" }).waitFor()
  await card("Where orders come from")
    .getByRole("row", { name: /^Without an order €370\.00 €250\.00/ })
    .waitFor()

  const [file] = await Promise.all([page.waitForEvent("download"), months.getByRole("button", { name: "CSV of Month by month" }).click()])
  assert.equal(file.suggestedFilename(), "month-by-month-EUR.csv")
  await months.getByRole("button", { name: "Plot" }).click()
  const [png] = await Promise.all([page.waitForEvent("download"), months.getByRole("button", { name: "PNG of Month by month" }).click()])
  assert.match(png.suggestedFilename(), /^month-by-month-EUR-\d{4}-\d\d-01-\d{4}-\d\d-\d\d\.png$/)
  const picture = readFileSync(await png.path())
  assert.deepEqual([...picture.subarray(1, 4)].map(byte => String.fromCharCode(byte)).join(""), "PNG")
  assert.ok(picture.length > 10_000, `${picture.length} bytes have more than a background in them`)
  assert.match(readFileSync(await file.path(), "utf8"), /^\ufeffcurrency,month,billed,.*\r\n(.*\r\n)*EUR,\d{4}-\d{2},37000,/)
})

test("keeps the currency and the period of the reports in the address", async () => {
  await page.getByRole("group", { name: "Currency" }).getByRole("button", { name: /^USD/ }).click()
  await page.waitForURL(/currency=USD/)
  await card("Summary").getByText("$99.00").first().waitFor()
  await page.getByLabel("Period").selectOption({ label: "Last year" })
  await page.waitForURL(/from=\d{4}-01-01&to=\d{4}-12-31/)
  await page.getByText("Nothing in this period").waitFor()
  await page.reload()
  assert.equal(await page.getByLabel("Period").locator("option:checked").innerText(), "Last year")
})

const lists = `payments contacts orders services partnerships splits payouts refunds disputes subscriptions bank-accounts mandates
  bank-transfers transactions`.split(/\s+/)

test("filters and sorts every list by each of its tabs, filters and sort orders", async () => {
  for (const path of lists) {
    await visit(page, `/${path}`)
    const title = `${path.charAt(0).toUpperCase()}${path.slice(1).replaceAll("-", " ")}`
    await page.getByRole("heading", { level: 1, name: title, exact: true }).waitFor()
    await loaded()
    for (const header of await page.getByRole("columnheader").getByRole("button").all()) {
      await header.click()
      await page.waitForURL(/sort=/)
    }
    await setEachFilter(page)
    await page.getByText("Nothing matches").or(page.getByRole("table")).first().waitFor()
    assert.equal(await page.getByRole("alert").filter({ hasText: /\S/ }).count(), 0, path)
  }
  assert.deepEqual(problems, [])
})

test("leads from a page that the list no longer has to its first page, and does not claim that the list is empty", async () => {
  await visit(page, "/payments?currency=EUR&page=9&startingAfter=000000000000000000000001")
  await page.getByText("This page is empty").waitFor()
  await page.getByRole("link", { name: "Show the first page" }).click()
  await page.getByRole("cell", { name: "Visa support" }).waitFor()
  assert.equal(new URL(page.url()).search, "?currency=EUR")
})

test("searches a list by name, moves through it by keys, and exports it as it is filtered", async () => {
  await visit(page, "/payments?currency=EUR")
  await page.getByRole("cell", { name: "Visa support" }).waitFor()
  await page.keyboard.press("/")
  await page.keyboard.type("ferreira")
  await page.waitForURL(/q=ferreira/)
  await page.getByRole("button", { name: "All 2" }).waitFor()
  await page.getByRole("heading", { level: 1 }).click()
  await page.keyboard.press("j")
  await page.keyboard.press("j")
  assert.match(await page.locator(":focus").innerText(), /€250\.00/)
  await page.getByRole("button", { name: `Actions of ${business.paid.number}` }).click()
  await page.getByRole("menuitem", { name: "Copy payment link" }).waitFor()
  await page.getByRole("menuitem", { name: /^Cancel payment.*This payment is paid, so it can't be canceled/ }).waitFor()
  await page.getByRole("menuitem", { name: "Copy id" }).click()
  assert.equal(new URL(page.url()).pathname, "/payments", "the row under the menu is not opened")
  const [file] = await Promise.all([page.waitForEvent("download"), page.getByRole("button", { name: "Export" }).click()])
  const text = readFileSync(await file.path(), "utf8")
  assert.match(text, /^\ufeff_id,/, "Excel reads it as UTF-8")
  const lines = text.trim().split("\r\n")
  assert.equal(lines.length, 3)
  assert.match(lines[2]!, /,paid-full,250\.00,250\.00,0\.00,0\.00,EUR,/)

  await page.route("**/v1/payment-intents?**limit=100**", () => undefined) // never answered, as on a slow connection
  await page.getByRole("button", { name: "Export" }).click()
  await page.getByRole("progressbar", { name: "Export" }).waitFor()
  await page.getByRole("button", { name: "Cancel", exact: true }).click()
  await page.getByText("Export canceled").first().waitFor()
  await page.unroute("**/v1/payment-intents?**limit=100**")
})

test("shows where the money of a payment is, and requests a refund by line", async () => {
  await visit(page, `/payments/${business.paid._id}`)
  await page.getByText("Yours before fees: €190.00, €190.00 so far").waitFor()
  await card("Activity")
    .getByText(/received €250\.00, which pays it in full/)
    .waitFor()
  await card("Activity").getByRole("button", { name: "Money" }).click()
  await page.getByText("For developers").click()
  await page.getByRole("button", { name: "Request that created it" }).click()
  await page.getByText("POST /v1/payment-intents/create").waitFor()
  await page.getByRole("button", { name: "Refund…" }).click()
  await dialog.getByText("Discounts are not refunded").waitFor()
  await dialog.getByLabel(/^General English/).fill("200.01")
  await dialog.getByText("Only €200.00 is left on this line.").waitFor()
  await dialog.getByLabel(/^General English/).fill("100")
  await dialog.getByLabel(/^Exam fee/).fill("25")
  await dialog.getByText("-€30.00").waitFor()
  await assertAccessible(page)
  await dialog.getByLabel(/^Reason/).fill("Course moved")
  await dialog.getByRole("button", { name: "Request refund of €125.00 to Marina" }).dblclick()
  await page.getByRole("heading", { name: /€125\.00/ }).waitFor()
  await page.getByLabel("Breadcrumb").getByText("Refund of €125.00").waitFor()
  assert.equal(await page.title(), "Refund of €125.00 · Refunds · Countersign")
  await page.getByText("A draft: no money has moved").waitFor()
  const { body } = await api.get(`/v1/refund-intents?paymentIntent=${business.paid._id}`)
  assert.deepEqual([body.count, body.data[0].status], [1, "draft"])
  assert.deepEqual(
    body.data[0].items.map(({ line, amount }: Any) => [line, amount]),
    [
      [0, 10_000],
      [1, 2_500],
    ],
  )
  await visit(page, `/payments/${business.paid._id}`)
  await page.getByRole("img", { name: "100% paid, €125.00 refund requested" }).waitFor()
  await card("Activity")
    .getByText(/requested a refund of €125\.00/)
    .waitFor()
  await assertAccessible(page)
  await visit(page, "/")
  await card("Needs your attention")
    .getByRole("link", { name: /1 refund waits to be released/ })
    .waitFor()
})

test("allocates a transfer without a payment, and describes the effect beforehand", async () => {
  await visit(page, "/bank-transfers?status=unallocated")
  await page
    .getByRole("link", { name: /€120\.00/ })
    .first()
    .click()
  await page.getByRole("button", { name: "Allocate" }).click()
  await dialog.getByLabel("Find a payment").fill("ferreira")
  await dialog.getByRole("radio", { name: new RegExp(business.open.number) }).check()
  await dialog.getByText(`Pays ${business.open.number} in full.`).waitFor()
  await dialog.getByRole("button", { name: "Allocate €120.00" }).dblclick()
  await page.getByText("€120.00 allocated").first().waitFor()
  assert.equal((await api.get(`/v1/payment-intents/${business.open._id}`)).body.data.status, "paid-full")
  assert.deepEqual(problems, [])
})

test("the pages fit a phone in the dark", async () => {
  const phone = await openAs(owner, "/", { colorScheme: "dark", viewport: { width: 390, height: 844 } })
  await phone.page.getByLabel("Balances in EUR").getByText("Available").waitFor()
  for (const path of ["/analytics?currency=EUR", "/payments", `/payments/${business.paid._id}`]) {
    await visit(phone.page, path)
    await loaded(phone.page)
    await assertAccessible(phone.page)
  }
  await phone.page.getByLabel("Lines of the payment").waitFor()
  await phone.page.setViewportSize({ width: 320, height: 844 })
  const lines = `document.querySelector("[aria-label='Lines of the payment']")`
  const hidden = `(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)(${lines})`
  assert.equal(await phone.page.evaluate(hidden), 0, "lines do not scroll sideways")
  assert.equal(await phone.page.title(), `${business.paid.number} · Payments · Countersign`)
  assert.deepEqual(phone.problems, [])
})

test("the first load of a list weighs at most 250 KiB, fonts aside, and reads no sentences of errors", async () => {
  const { page: fresh } = await openPage(`${baseUrl}/sign-in`)
  const sizes: Promise<number>[] = []
  const urls: string[] = []
  fresh.on("response", response => {
    urls.push(response.url())
    if (["document", "script", "stylesheet"].includes(response.request().resourceType()) && !response.url().includes("/sign-in"))
      sizes.push(response.body().then(body => gzipSync(body).length))
  })
  await fresh.getByLabel("E-mail").fill(owner.email)
  await fresh.getByLabel("Password").fill(owner.password)
  await fresh.getByRole("button", { name: "Sign in", exact: true }).click()
  await fresh.getByRole("heading", { name: "Overview", level: 1 }).waitFor()
  await fresh.getByRole("link", { name: "Payments" }).click()
  await fresh.getByRole("table").waitFor()
  assert.ok(!urls.some(url => url.endsWith("/docs/errors.json")))
  assert.deepEqual(
    urls.filter(url => /\/web\/(details|shared)-/.test(url)),
    [],
    "no object page, form or menu is loaded yet",
  )
  const total = (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0)
  assert.ok(total > 50_000 && total <= 250 * 1024, `${(total / 1024).toFixed(1)} KiB`)
})
