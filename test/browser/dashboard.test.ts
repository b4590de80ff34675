// People use the dashboard in a real browser: sign in, request a payment, hold a payout, release it.
import assert from "node:assert/strict"
import { test } from "node:test"
import { assertAccessible, assertAccessibleOnTwoScreens, choose, startBrowser, visit } from "../chromium.ts"
import { disputeFixtures } from "../dispute-fixtures.ts"
import { type Any, startTestServer, until } from "../harness.ts"
import { invite } from "../people.ts"

const server = await startTestServer()
const { api, baseUrl, keys } = server
const owner = { email: keys.email, password: keys.password! }
const { openAs } = await startBrowser(baseUrl)

const open = (path: string, person = owner) => openAs(person, path)

const pages = [
  "/",
  "/payments",
  "/approvals",
  "/policies",
  "/contacts",
  "/analytics",
  "/sandbox",
  "/audit",
  "/users",
  "/account",
  "/webhooks",
]

test("every kind of page is accessible in light, and on a phone in dark, in an empty business", async () => {
  const { page, problems } = await open("/")
  for (const path of pages) {
    await visit(page, path)
    await page.locator(".skeleton").first().waitFor({ state: "detached" })
    await assertAccessibleOnTwoScreens(page, path)
  }
  assert.deepEqual(problems, [])
})

test("loads only a handful of scripts, whichever page is opened first", async () => {
  const { page } = await open("/")
  for (const path of ["/", "/payments", "/analytics"]) {
    await page.goto(baseUrl + path)
    await page.getByRole("heading", { level: 1 }).first().waitFor()
    const scripts = (await page.evaluate("performance.getEntriesByType('resource').map(each => each.name)")) as string[]
    const own = scripts.filter(name => name.endsWith(".js"))
    assert.ok(own.length >= 2 && own.length <= 6, `${path} loads ${own.join(", ")}`)
  }
})

test("creates a payment link with one form, and only one payment on a double click", async () => {
  const { page, problems } = await open("/contacts")
  await page.getByRole("button", { name: "New contact" }).first().click()
  await page.getByRole("dialog").getByLabel("E-mail").fill("marina@example.com")
  await page.getByRole("dialog").getByLabel("First name").fill("Marina")
  await page.getByRole("button", { name: "Create contact" }).click()
  await page.getByRole("heading", { name: "Marina" }).waitFor()
  const hasFocus = () => page.evaluate<boolean>("document.activeElement.id === 'main'")
  await until(hasFocus, "the new page has the focus, since the button that opened the form is gone")

  await page.getByRole("button", { name: "Payment link" }).click()
  await page.getByRole("dialog").getByLabel("Amount").fill("1.234,50")
  await page.getByRole("dialog").getByLabel("Currency").fill("EUR")
  await page.getByRole("dialog").getByLabel("Contact").fill("marina@example.com")
  await page.getByRole("dialog").getByLabel("Description").fill("General English, 24 weeks")
  await page.getByRole("button", { name: "Create payment link" }).dblclick()
  await page.getByRole("heading", { name: "€1,234.50: the link is ready" }).waitFor()
  await page.getByRole("img", { name: "QR code" }).waitFor()
  const { body } = await api.get("/v1/payment-intents?contact=marina@example.com")
  assert.equal(body.count, 1)
  assert.equal(body.data[0].amount, 123_450)
  await assertAccessible(page)
  assert.deepEqual(problems, [])
})

test("shows a refusal at its field, and keeps what was typed on reload", async () => {
  const { page } = await open("/contacts")
  await page.getByRole("button", { name: "New contact" }).first().click()
  await page.getByRole("dialog").getByLabel("E-mail").fill("not an address")
  await page.getByRole("dialog").getByLabel("First name").fill("Hana")
  await page.getByRole("button", { name: "Create contact" }).click()
  await page.locator("[aria-invalid=true]").waitFor()
  await page.reload()
  await page.getByRole("button", { name: "New contact" }).first().click()
  assert.equal(await page.getByRole("dialog").getByLabel("First name").inputValue(), "Hana")
  await page.context().clearCookies()
  await page.getByRole("button", { name: "Create contact" }).click()
  await page.getByText("Your session has ended. What you typed is kept.").waitFor()
})

test("keeps a form open at a click beside it, and keeps the focus on its button when the connection is lost", async () => {
  const { page } = await open("/contacts")
  await page.getByRole("button", { name: "New contact" }).first().click()
  await page.getByRole("dialog").getByLabel("E-mail").fill("lost@example.com")
  await page.mouse.click(5, 5)
  assert.equal(await page.getByRole("dialog").getByLabel("E-mail").inputValue(), "lost@example.com")
  await page.route("**/v1/contacts/create", route => route.abort())
  const button = page.getByRole("button", { name: "Create contact" })
  await button.focus()
  await page.keyboard.press("Enter")
  await page.getByRole("dialog").getByRole("alert").filter({ hasText: /\S/ }).waitFor()
  assert.equal(await page.evaluate("document.activeElement.textContent.trim()"), "Create contact")
  await page.unroute("**/v1/contacts/create")
  await page.keyboard.press("Enter")
  await page.getByRole("heading", { name: "lost@example.com" }).waitFor()

  const sent: string[] = []
  page.on("request", each => void (each.method() === "POST" && sent.push(each.url())))
  await page.getByRole("button", { name: "Change" }).focus()
  for (let i = 0; i < 3; i++) await page.keyboard.down("Enter") // held down
  await page.keyboard.up("Enter")
  await page.getByRole("dialog").getByLabel("First name").fill("Found")
  await page.getByRole("button", { name: "Save" }).hover()
  for (const end of ["down", "up"] as const) await page.mouse[end]({ clickCount: 2 }) // the end of a double click that began elsewhere
  await page.getByRole("button", { name: "Save" }).click()
  await page.getByRole("heading", { name: "Found" }).waitFor()
  assert.equal(sent.length, 1, "what opens the form does not send it")
})

test("a payout that a policy holds is approved by a second person, with the keyboard alone", async () => {
  const approver = await invite(server, "approver")
  const payout = await payoutToApprove(approver._id)
  const { page, problems } = await open("/approvals", approver)
  await page.getByRole("heading", { name: "$60.00" }).waitFor()
  await page.getByText("None of it has moved.").waitFor()
  await assertAccessible(page)
  await page.keyboard.press("j")
  await page.keyboard.press("a")
  await page.getByRole("button", { name: "Yes, approve MX$60.00" }).waitFor()
  assert.equal((await api.get(`/v1/payouts/${payout}`)).body.data.status, "pending-approval", "one key releases nothing")
  await page.keyboard.press("Enter")
  await page.getByText("You approved MX$60.00").first().waitFor()
  assert.notEqual((await api.get(`/v1/payouts/${payout}`)).body.data.status, "pending-approval")
  await visit(page, `/payouts/${payout}`)
  await page.getByRole("link", { name: /^Share of PI-.*\$60\.00.*of \$100\.00$/ }).waitFor()
  assert.deepEqual(problems, [])
})

test("hides the button to approve from the requester, and lets them withdraw", async () => {
  const maker = await invite(server, "admin")
  await payoutToApprove(maker._id, { fourEyes: true, name: "Four eyes" })
  const { page } = await open("/payouts", maker)
  await page.getByRole("button", { name: "New payout" }).first().click()
  await page.getByRole("dialog").getByLabel("Recipient").selectOption("partnership") // the form finds out that it is a supplier
  await page.getByRole("dialog").getByLabel("Partnership").fill("FOUR-EYES")
  await page.getByRole("group", { name: "Due to Four eyes" }).getByRole("button", { name: "MX$100.00 1 split" }).click()
  await page.getByRole("dialog").getByLabel("Method").selectOption("manual")
  await page.getByRole("button", { name: "Pay out 100.00 MXN" }).click()
  await page.getByText("Waiting for approval: no money has moved").waitFor()
  await page.getByRole("link", { name: "See who decides" }).click()
  await page.getByText("You raised this, so someone else decides").waitFor()
  assert.equal(await page.getByRole("button", { name: /^Approve/ }).count(), 0)
  await page.getByRole("button", { name: "Withdraw it" }).click()
  await page.getByText("Closed without a decision").waitFor()
})

test("shows an API key once, and refuses the key after a person deletes it", async () => {
  const { page, problems } = await open("/api-keys")
  await page.getByRole("button", { name: "New API key" }).first().click()
  await page.getByRole("dialog").getByLabel("Name").fill("Web shop")
  await page.getByRole("dialog").getByRole("button", { name: "Create API key" }).click()
  const key = await page.getByRole("dialog").locator("code").innerText()
  const asKey = { authorization: `ApiKey ${key}` }
  assert.equal((await api.get("/v1/users/user", asKey)).body.data.name, "Web shop")
  assert.equal(await page.evaluate("document.activeElement.textContent.trim()"), "Copy")
  await page.keyboard.press("Escape")
  await page.mouse.click(5, 5)
  assert.equal(await page.getByRole("dialog").locator("code").innerText(), key, "only a button closes what is shown once")
  await page.getByRole("button", { name: "I have stored it" }).click()
  await page.getByRole("link", { name: "Web shop" }).first().click()
  await page.getByRole("button", { name: "Delete key" }).click()
  await page.getByRole("dialog").getByRole("button", { name: "Delete Web shop" }).click()
  await page.getByText("API key deleted").first().waitFor()
  assert.equal((await api.get("/v1/users/user", asKey)).status, 401)
  assert.deepEqual(
    problems.filter(problem => !problem.includes("status of 404")), // the page of the deleted key
    [],
  )
})

test("a viewer sees less, and the service refuses what the page hides", async () => {
  const viewer = await invite(server, "viewer")
  const { page } = await open("/payments?q=nobody is called that", viewer)
  await page.getByRole("heading", { name: "Payments", level: 1 }).waitFor()
  await page.getByText("Nothing matches").waitFor()
  assert.equal(await page.getByRole("button", { name: "Payment link" }).count(), 0)
  assert.equal(await page.getByRole("link", { name: "API keys" }).count(), 0)
  await api.create("/v1/simulations/bank-transfers/create", { reference: "no such payment", amount: 12_300, currency: "EUR" })
  await visit(page, "/")
  await page.getByText("Nothing needs your attention").waitFor() // who may not say what a transfer pays is not asked to
  const { charge, create } = await disputeFixtures(api, server, keys.tenantId)
  await create("simulations/disputes", { transaction: (await charge())._id })
  await visit(page, "/disputes")
  await page.getByText("Response needed").first().waitFor()
  assert.equal(await page.getByRole("link", { name: /Disputes 1/ }).count(), 0, "who may not answer is not asked to")
  await visit(page, "/mandates")
  await page.getByText("Objects that others add appear here.").waitFor()
  await page.goto(`${baseUrl}/api-keys`)
  await page.getByText("Your role does not include this").waitFor()
  await page.getByText("It needs the permission “See API keys”.").waitFor()
  const status = await page.evaluate(
    async () =>
      (await fetch("/v1/contacts/create", { method: "POST", headers: { "content-type": "application/json" }, body: "{}" })).status,
  )
  assert.equal(status, 403)
  assert.equal((await page.goto(`${baseUrl}/nonsense`))?.status(), 404)
  await page.getByText("There is no such page").waitFor()
  assert.equal((await api.get("/nonsense")).body.error.code, "GEN-1006", "a program")
  assert.equal((await api.get("/v1/nonsense", { accept: "text/html" })).body.error.code, "GEN-1006", "an address of programs")
})

test("leaves no page blank and ends no session unnoticed when the service fails, and recovers", async () => {
  const { page } = await open("/contacts")
  const body = '{"error":{"code":"SYS-9002","message":"Unavailable, try again"}}'
  for (const path of ["v1/payouts?**", "sign-out"])
    await page.route(`**/${path}`, route => route.fulfill({ status: 503, contentType: "application/json", body }))
  await page.goto(`${baseUrl}/payouts`)
  await page.getByText("Unavailable, try again").first().waitFor()
  await page.unroute("**/v1/payouts?**")
  await page.getByRole("button", { name: "Try again" }).first().click()
  await page.getByRole("table").or(page.getByText("No payouts yet")).first().waitFor()
  await choose(page, "Account menu", "Sign out")
  await page.getByText("You are still signed in").waitFor()
  assert.equal(new URL(page.url()).pathname, "/payouts")
})

test("shows a mail as its recipient sees it, in a frame that runs no scripts, and lists it on the page of its payment", async () => {
  const profile = { firstName: "<img src=x onerror=alert(1)>" }
  const { _id: contact } = (await api.post("/v1/contacts/create", { email: "hostile@example.com", profile })).body.data
  const items = [{ name: "Course", amount: 10_000 }]
  const request = { intentType: "ad-hoc", contact, currency: "EUR", dueAt: "2099-01-01T00:00:00Z", items }
  const { _id } = (await api.create("/v1/payment-intents/create", request)).body.data
  await api.post(`/v1/payment-intents/${_id}/remind`)
  const { page, problems } = await open("/mails?recipient=hostile@example.com")
  const preview = page.frameLocator("iframe")
  await preview.getByRole("heading", { name: "A payment is due soon" }).waitFor()
  await preview.getByText("Hello <img src=x onerror=alert(1)>,").waitFor()
  assert.equal(await preview.locator("img").count(), 0)
  await assertAccessible(page)
  await page.getByRole("button", { name: "Text" }).click()
  await page.getByLabel("The mail as text").getByText("Pay €100.00:").waitFor()
  await page.getByRole("link", { name: "see what it is about" }).click()
  await page.getByRole("region", { name: "Mails" }).getByRole("link", { name: "Reminder" }).waitFor()
  assert.deepEqual(problems, [])
})

test("shows changes by somebody else without a reload", async () => {
  const { page } = await open("/contacts")
  await page.getByRole("heading", { name: "Contacts", level: 1 }).waitFor()
  await api.create("/v1/contacts/create", { email: "live@example.com", profile: { firstName: "Appears", lastName: "Alone" } })
  await page.getByRole("cell", { name: "Appears Alone" }).waitFor()

  const { promise: hasHappened, resolve: happen } = Promise.withResolvers<void>()
  await page.route("**/v1/dev/events/stream**", route => hasHappened.then(() => route.continue()))
  await page.reload()
  await page.getByRole("cell", { name: "Appears Alone" }).waitFor()
  await api.create("/v1/contacts/create", { email: "early@example.com", profile: { firstName: "Came", lastName: "Early" } })
  happen() // after the list was read, before the page receives changes
  await page.getByRole("cell", { name: "Came Early" }).waitFor()
})

/** A partner with earned money, a policy that holds its payouts for that approver, and a payout of 60 MXN that waits. */
async function payoutToApprove(approver: string, { fourEyes = false, name = "Payouts" } = {}): Promise<string> {
  const code = name.toUpperCase().replaceAll(" ", "-")
  const create = async (path: string, body: object): Promise<Any> => {
    const response = await api.create(path, body)
    assert.equal(response.status, 201, response.text)
    return response.body.data
  }
  const partnership = await create("/v1/partnerships/create", {
    name,
    code,
    kind: "supplier",
    splitTerms: { type: "percentage", basisPoints: 10_000 },
  })
  await create("/v1/contacts/create", { email: `${code}@example.com`, profile: {} })
  for (const course of ["Spring course", "Autumn course"]) {
    const items = [{ name: course, amount: 10_000, supplier: code }]
    const request = { intentType: "ad-hoc", contact: `${code}@example.com`, currency: "MXN", dueAt: "2099-01-01T00:00:00Z", items }
    const { _id: paymentIntent } = await create("/v1/payment-intents/create", request)
    await create("/v1/transactions/create", { paymentIntent, amount: 10_000, method: "cash" })
  }
  await create("/v1/approvals/policies/create", {
    name,
    entityType: "payout",
    strategy: "any-of",
    approvers: [approver],
    partnership: code,
    fourEyes,
  })
  const payout = await create("/v1/payouts/create", {
    recipientType: "supplier",
    partnership: partnership._id,
    currency: "MXN",
    amount: 6_000,
    method: "manual",
  })
  return payout._id
}
