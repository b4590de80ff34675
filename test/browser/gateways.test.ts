// A business connects its own account at a payment provider, in a real browser.
import assert from "node:assert/strict"
import { test } from "node:test"
import { assertAccessible, assertAccessibleOnTwoScreens, choose, phone, startBrowser, visit } from "../chromium.ts"
import { type Any, newContact, newIntent, startTestServer, until } from "../harness.ts"
import { invite } from "../people.ts"
import { addProviders, fakeProvider, unreachable } from "../providers.ts"

const server = await startTestServer()
const { api, baseUrl, keys, sql } = server
const owner = { email: keys.email, password: keys.password! }
const { provider, state } = fakeProvider()
addProviders(provider)
state.answer = ({ reference }) => {
  const expiresAt = new Date(Date.now() + 3_600_000)
  return { status: "action", reference, action: { type: "qr", payload: `00020126${reference}`, expiresAt } }
}
const { openAs } = await startBrowser(baseUrl)
const { page, problems } = await openAs(owner, "/account")
const dialog = page.getByRole("dialog").filter({ has: page.getByRole("button", { name: "Close" }) })
const rightKey = "test_azul4242"

const connections = async (): Promise<Any[]> => (await api.get("/v1/gateway-connections")).body.data
const readConnection = async (): Promise<Any> => (await api.get(`/v1/gateway-connections/${(await connections()).at(-1)!._id}`)).body.data

async function open(path: string, heading: string) {
  await visit(page, path)
  await page.getByRole("heading", { level: 1, name: heading }).waitFor()
}

async function chooseProvider() {
  await page.getByRole("button", { name: "Connect gateway" }).first().click()
  await dialog.getByRole("button", { name: /^Stripe/ }).waitFor()
  await dialog.getByRole("button", { name: /^Fakepay/ }).click()
  const id = await dialog.getByLabel("Secret key").getAttribute("id")
  await until(async () => (await page.locator(":focus").getAttribute("id")) === id, "the key can be pasted at once")
}

test("an empty list says what a connection gives and links the guide", async () => {
  await open("/gateway-connections", "Gateways")
  await page.getByText("No gateways yet").waitFor()
  const guide = await page.getByRole("link", { name: "Read how" }).getAttribute("href")
  assert.equal((await page.request.get(`${baseUrl}${guide}`)).status(), 200)
  await assertAccessibleOnTwoScreens(page, "the empty list of gateways")
  await page.setViewportSize({ width: 1280, height: 900 })
})

test("hides what is secret while it is typed, and shows the rest", async () => {
  await page.getByRole("button", { name: "Connect gateway" }).first().click()
  await dialog.getByRole("button", { name: /^Pix by your bank/ }).click()
  await dialog.getByLabel("Bank").selectOption("Banco do Brasil")
  await dialog.getByLabel("Environment").selectOption("The bank's test environment")
  const isHidden = async (label: string) => {
    const field = dialog.getByLabel(new RegExp(`^${label}(optional)?$`))
    await field.fill("typed")
    return (await field.getAttribute("class"))?.includes("text-security:disc")
  }
  for (const label of ["Client ID", "Pix key", "Address of API Pix", "Address for tokens", "Certificate authority"])
    assert.equal(await isHidden(label), false, label)
  for (const label of ["Client secret", "Application key", "Certificate", "Private key"]) assert.equal(await isHidden(label), true, label)
  await assertAccessible(page, "the dialog of a bank")
  await dialog.getByRole("button", { name: "Choose another provider" }).click()
  await dialog.getByRole("button", { name: /^Fakepay/ }).waitFor()
  await page.keyboard.press("Escape")
})

test("refuses wrong, live and weak keys in words at their field, then connects the right one after the password", async () => {
  await chooseProvider()
  await dialog.getByText("At fakepay.example.com, under Keys").waitFor()
  const field = dialog.getByLabel("Secret key")
  const refusals = [
    ["wrong_azul4242", /^Fakepay refused the credentials: no such key\. Nothing was saved/],
    ["live_azul4242", /^These are live credentials of Fakepay, and this tenant is a sandbox; nothing was saved/],
    ["test_azul4242", /^The credentials of Fakepay lack rights: Refunds: write\. Nothing was saved/],
  ] as const
  state.missingRights = ["Refunds: write"]
  for (const [key, words] of refusals) {
    await field.fill(key)
    await dialog.getByRole("button", { name: "Connect Fakepay" }).click()
    await dialog.getByText(words).waitFor()
    assert.equal(await field.getAttribute("aria-invalid"), "true")
  }
  state.missingRights = []
  await assertAccessible(page, "the dialog with a refusal")
  state.before["inspect"] = unreachable
  await dialog.getByRole("button", { name: "Connect Fakepay" }).click()
  await dialog.getByText("Fakepay could not be reached, so nothing was changed; try again in a few minutes").waitFor()
  delete state.before["inspect"]
  assert.deepEqual(await connections(), [])
  assert.deepEqual([await field.getAttribute("type"), await field.getAttribute("autocomplete")], ["text", "off"])
  assert.equal(await page.evaluate("Object.values({ ...sessionStorage, ...localStorage }).join().includes('_azul')"), false)

  await sql("update sessions set confirmed_at = now() - interval '11 minutes'")
  await field.fill(rightKey)
  await dialog.getByLabel("Name", { exact: true }).fill("Fakepay Brasil")
  await dialog.getByRole("button", { name: "Connect Fakepay" }).click()
  await page.getByLabel("Confirm that it is you: your password").fill(owner.password)
  await page.keyboard.press("Enter")
  await page.getByRole("heading", { level: 1, name: "Fakepay Brasil" }).waitFor()
  await page.getByText("All is well").waitFor()
  await page.getByText("••••4242").waitFor()
  const [{ credentials, eventsUrl }] = (await connections()) as [Any]
  await page.getByText(credentials.key.fingerprint, { exact: true }).waitFor()
  await page.getByText(eventsUrl, { exact: true }).waitFor()
  assert.equal(await page.getByText(rightKey).count(), 0)
})

test("tests a connection and shows each problem as a sentence", async () => {
  state.missingRights = ["Refunds: write"]
  await page.getByRole("button", { name: "Test", exact: true }).click()
  await dialog.getByText("No money moves").waitFor()
  await dialog.getByRole("button", { name: "Test now" }).click()
  await page.getByText("The credentials lack the right Refunds: write.").waitFor()
  state.missingRights = []
  await page.getByRole("button", { name: "Test", exact: true }).click()
  await dialog.getByRole("button", { name: "Test now" }).click()
  await page.getByText("All is well").waitFor()
})

test("replaces the keys by others of the same account only", async () => {
  await page.getByRole("button", { name: "Replace keys" }).click()
  await dialog.getByText("Now set, ends in 4242").waitFor()
  await dialog.getByLabel("Secret key").fill("test_verde1111")
  await dialog.getByRole("button", { name: "Try and replace" }).click()
  await dialog.getByText("These credentials belong to the account verde, and the connection to azul").waitFor()
  await dialog.getByLabel("Secret key").fill("test_azul9876")
  await dialog.getByRole("button", { name: "Try and replace" }).click()
  await page.getByText("••••9876").waitFor()
})

test("offers a method in the currencies that a person chooses, and in all again", async () => {
  const currenciesOf = async () => (await readConnection()).methods[0].currencies
  await choose(page, "More actions", "Change name or methods")
  const field = dialog.getByRole("combobox", { name: "Currencies: Card" })
  assert.equal(await field.getAttribute("placeholder"), "All 3 currencies")
  for (const currency of ["eur", "Brazil"]) {
    await field.click()
    await field.fill(currency)
    await page.keyboard.press("Enter")
  }
  await assertAccessible(page, "the dialog of methods and currencies")
  await dialog.getByRole("button", { name: "Save" }).click()
  await page.getByRole("region", { name: "Methods" }).getByText("BRL, EUR", { exact: true }).waitFor()
  assert.deepEqual(await currenciesOf(), ["BRL", "EUR"])
  await choose(page, "More actions", "Change name or methods")
  await dialog.getByLabel("Card", { exact: true }).uncheck()
  assert.equal(await field.count(), 0, "a method that is off asks for no currencies")
  await dialog.getByRole("button", { name: "Save" }).click()
  await page.getByRole("region", { name: "Methods" }).getByText("Off", { exact: true }).waitFor()
  assert.deepEqual(await currenciesOf(), ["BRL", "EUR"], "it keeps them for later")
  await choose(page, "More actions", "Change name or methods")
  await dialog.getByLabel("Card", { exact: true }).check()
  for (const currency of ["BRL", "EUR"]) await dialog.getByRole("button", { name: `Remove ${currency}` }).click()
  await dialog.getByRole("button", { name: "Save" }).click()
  await page.getByRole("region", { name: "Methods" }).getByText("BRL, EUR, USD", { exact: true }).waitFor()
  assert.deepEqual(await currenciesOf(), ["BRL", "EUR", "USD"])
})

test("turns a method off, pauses and resumes", async () => {
  await choose(page, "More actions", "Change name or methods")
  await dialog.getByLabel("Pix (BRL)").uncheck()
  await dialog.getByRole("button", { name: "Save" }).click()
  await page.getByRole("region", { name: "Methods" }).getByText("Off", { exact: true }).waitFor()
  assert.deepEqual(
    (await readConnection()).methods.map((each: Any) => [each.method, each.enabled]),
    [
      ["card", true],
      ["pix", false],
    ],
  )
  await choose(page, "More actions", "Change name or methods")
  await dialog.getByLabel("Pix (BRL)").check()
  await dialog.getByRole("button", { name: "Save" }).click()
  await page.getByRole("region", { name: "Methods" }).getByText("Off", { exact: true }).waitFor({ state: "hidden" })
  await page.getByRole("button", { name: "More actions" }).click()
  await page.getByRole("menuitem", { name: "Pause", exact: true }).click()
  await dialog.getByText("Charges and refunds that are open go on").waitFor()
  await dialog.getByRole("button", { name: "Pause Fakepay Brasil" }).click()
  await page.getByText("A person has paused it, so no new charge begins here").waitFor()
  await page.getByRole("button", { name: "Resume" }).last().click()
  await page.getByText("A person has paused it").waitFor({ state: "hidden" })
  assert.equal((await readConnection()).status, "active")
})

test("shows the messages of the provider, and what waits for a payer, with its connection", async () => {
  const contact = (await api.create("/v1/contacts/create", newContact())).body.data
  const intent = (await api.create("/v1/payment-intents/create", newIntent(contact._id))).body.data
  const charge = (await api.create("/v1/gateways/fakepay/charges/create", { paymentIntent: intent._id, method: "pix" })).body.data
  const { _id, eventsUrl } = await readConnection()
  const [{ reference }] = [...state.charges.values()] as [Any]
  const [{ secret }] = [...state.endpoints.values()] as [Any]
  const hints = [{ id: "evt_1", type: "charge.changed", reference }]
  const sent = await api.send("POST", new URL(eventsUrl).pathname, hints, { signature: secret })
  assert.equal(sent.status, 200)
  await until(async () => (await api.get(`/v1/gateway-connections/${_id}/messages`)).body.data[0]?.status === "ignored", "it was read")
  await open(`/gateway-connections/${_id}`, "Fakepay Brasil")
  await page.getByRole("region", { name: "Messages" }).getByText("charge.changed").waitFor()
  await assertAccessibleOnTwoScreens(page, "the page of a gateway")
  await page.setViewportSize({ width: 1280, height: 900 })

  await visit(page, `/transactions/${charge._id}`)
  await page.getByText("The payer scans a code or copies it to the bank: no money has moved yet").waitFor()
  await page.getByText(/^It expires/).waitFor()
  await page.getByRole("link", { name: "Fakepay Brasil" }).waitFor()
  const provided = await page.getByRole("link", { name: "Open its page" }).getAttribute("href")
  assert.equal(provided, `https://fakepay.example.com/payments/${reference}`)
  await assertAccessible(page, "the page of a charge that waits for its payer")
  await page.getByRole("button", { name: "Cancel transaction" }).click()
  await dialog.getByText("It is canceled at the gateway first").waitFor()
  await dialog.getByRole("button", { name: "Cancel transaction" }).click()
  await page.getByText("no money has moved yet").waitFor({ state: "hidden" })
  assert.equal((await api.get(`/v1/transactions/${charge._id}`)).body.data.status, "canceled")
})

test("orders the connections that offer the same method", async () => {
  await open("/gateway-connections", "Gateways")
  assert.equal(await page.getByRole("region", { name: "Order of methods" }).count(), 0)
  await chooseProvider()
  await dialog.getByLabel("Secret key").fill("test_verde1111")
  await dialog.getByLabel("Name", { exact: true }).fill("Fakepay Verde")
  await dialog.getByRole("button", { name: "Connect Fakepay" }).click()
  await page.getByRole("heading", { level: 1, name: "Fakepay Verde" }).waitFor()
  await open("/gateway-connections", "Gateways")
  const pix = page.getByRole("region", { name: "Order of Pix" })
  await pix.getByRole("button", { name: "Move Fakepay Verde up" }).click()
  await pix.getByRole("button", { name: "Save the order in BRL" }).click()
  await page.getByText("Order saved").first().waitFor()
  const [order] = (await api.get("/v1/gateway-connections/orders")).body.data
  const [newest, oldest] = await connections()
  assert.deepEqual(order, { method: "pix", currency: "BRL", connections: [newest!._id, oldest!._id] })
  await assertAccessibleOnTwoScreens(page, "the list of gateways")
  await page.setViewportSize({ width: 1280, height: 900 })
})

test("a gateway that refuses its keys needs attention, on a phone too, and viewers can change nothing", async () => {
  state.revoked.add("test_azul9876")
  const contact = (await api.create("/v1/contacts/create", newContact())).body.data
  const intent = (await api.create("/v1/payment-intents/create", newIntent(contact._id))).body.data
  await api.create("/v1/gateways/fakepay/charges/create", { paymentIntent: intent._id, method: "card", token: "pm_card_visa" })
  const { _id, status } = await readConnection()
  assert.equal(status, "failing")
  const small = await openAs(owner, "/", { viewport: phone })
  await small.page.getByRole("link", { name: /1 gateway refuses its keys/ }).click()
  await small.page
    .getByRole("link", { name: /Fakepay Brasil/ })
    .first()
    .click()
  await small.page.getByText("Fakepay refuses the keys, so no new charge begins here").waitFor()
  await small.page.getByText("Failing since").waitFor()
  await assertAccessible(small.page, "a failing gateway on a phone")
  const viewer = await openAs(await invite(server, "viewer"), `/gateway-connections/${_id}`)
  await viewer.page.getByText("Fakepay refuses the keys").waitFor()
  assert.equal(await viewer.page.getByRole("button", { name: "Replace keys" }).count(), 0)
  assert.deepEqual(
    [...problems, ...small.problems].filter(each => !/status of 4\d\d|status of 503/.test(each)),
    [],
  )
})

test("disconnects for good, and says that its keys are erased", async () => {
  const unused = { gateway: "fakepay", name: "Fakepay Lisboa", credentials: { key: "test_lisboa" } }
  await open(`/gateway-connections/${(await server.api.create("/v1/gateway-connections/create", unused)).body.data._id}`, "Fakepay Lisboa")
  await choose(page, "More actions", "Disconnect")
  await dialog.getByText("Money that the provider holds stays yours there. No money moves.").waitFor()
  await dialog.getByRole("button", { name: "Disconnect Fakepay Lisboa" }).click()
  await page.getByText("It has ended, and its keys are erased").waitFor()
})
