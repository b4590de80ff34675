// Fields that help while a person fills in a form: amounts, days, contacts and services.
import assert from "node:assert/strict"
import { test } from "node:test"
import { dayMs } from "../../src/kit/pure/calendar.ts"
import { assertAccessibleOnAllScreens, startBrowser } from "../chromium.ts"
import { newContact, startTestServer } from "../harness.ts"

const { api, baseUrl, keys } = await startTestServer()
const owner = { email: keys.email, password: keys.password! }
const { openAs } = await startBrowser(baseUrl)

async function openNewPayment(locale = "en-US") {
  const { page, problems } = await openAs(owner, "/payments", { locale })
  await page.getByRole("button", { name: "New payment" }).first().click()
  const form = page.getByRole("dialog").filter({ has: page.getByRole("button", { name: "Close" }) })
  await form.getByLabel("Contact").waitFor()
  return { page, problems, form }
}

test("an amount knows the decimals of its currency, and shows how it is understood while it is typed", async () => {
  const { page, problems, form } = await openNewPayment()
  const amount = form.getByLabel("Lines 1: amount")
  const chooseCurrency = async (code: string) => {
    await form.getByLabel("Currency").fill(code)
    await amount.focus()
  }
  for (const [currency, placeholder, inputMode, typed, understood] of [
    ["KWD", "0.000", "decimal", "1.234", "KWD 1.234"],
    ["JPY", "0", "numeric", "1,500", "¥1,500"],
    ["EUR", "0.00", "decimal", "1.234,56", "€1,234.56"],
  ] as const) {
    await chooseCurrency(currency)
    assert.deepEqual([await amount.getAttribute("placeholder"), await amount.getAttribute("inputmode")], [placeholder, inputMode], currency)
    await amount.fill("")
    await amount.pressSequentially(typed)
    await form.getByText(understood, { exact: true }).waitFor()
  }
  await assertAccessibleOnAllScreens(page, "an amount that is understood")
  await chooseCurrency("JPY")
  await amount.fill("1500.75")
  await form.getByText("Japanese Yen (JPY) has no decimals. Write a whole amount, such as 1500.").waitFor()
  assert.equal(await amount.inputValue(), "1500.75", "nothing that is typed is dropped")
  await form.getByLabel("Lines 1: description").fill("Course")
  await form.getByLabel("Contact").fill("ana@example.com")
  await form.getByRole("button", { name: "Create payment link" }).click()
  await form.getByText("Lines, line 1: Japanese Yen (JPY) has no decimals.").waitFor()
  assert.deepEqual(problems, [])
})

test("an amount that can mean two things is read as in the person's country", async () => {
  const { form } = await openNewPayment("en-AT")
  await form.getByLabel("Currency").fill("EUR")
  await form.getByLabel("Lines 1: amount").fill("1.234")
  await form.getByText(/^€\s1\.234,00$/).waitFor()
})

test("a due date is one press of a key away: today, the end of this month, in 30 days", async () => {
  const { page, problems, form } = await openNewPayment()
  const due = form.getByLabel("Due", { exact: true })
  const days = form.getByRole("group", { name: "Due: usual days" })
  await days.getByRole("button", { name: "Today" }).press("Enter")
  const today = await due.inputValue()
  assert.equal(today, new Date().toISOString().slice(0, 10))
  await page.keyboard.press("Tab")
  await page.keyboard.press("Space")
  const end = await due.inputValue()
  const next = new Date(Date.parse(end) + dayMs).toISOString()
  assert.deepEqual([end.slice(0, 7), next.slice(8, 10)], [today.slice(0, 7), "01"], "the last day of this month")
  await days.getByRole("button", { name: "In 30 days" }).click()
  assert.equal(Date.parse(await due.inputValue()), Date.parse(today) + 30 * dayMs)
  assert.deepEqual(
    await days.getByRole("button", { pressed: true }).allInnerTexts(),
    ["In 30 days"],
    "a screen reader hears which one is chosen",
  )
  await assertAccessibleOnAllScreens(page, "a due date")
  assert.deepEqual(problems, [])
})

test("a contact is found by name with the keyboard, on a phone in the dark too", async () => {
  await api.create("/v1/contacts/create", newContact({ email: "ana@example.com", profile: { firstName: "Ana", lastName: "Souza" } }))
  const { page, problems, form } = await openNewPayment()
  const contact = form.getByRole("combobox", { name: "Contact" })
  await contact.pressSequentially("souz")
  const option = form.getByRole("option", { name: /ana@example\.com.*Ana Souza/ })
  await option.waitFor()
  await assertAccessibleOnAllScreens(page, "contacts that fit")
  await contact.press("Escape")
  await option.waitFor({ state: "detached" })
  assert.equal(await contact.inputValue(), "souz", "Escape closes the list, not the form")
  await contact.press("ArrowDown")
  await contact.press("ArrowDown")
  await contact.press("Enter")
  assert.equal(await contact.inputValue(), "ana@example.com")
  await page.waitForTimeout(400) // the offer waits until nobody types
  assert.equal(await form.getByRole("button", { name: /^Create contact/ }).count(), 0, "she exists")
  assert.deepEqual(problems, [])
})

test("a contact that does not exist is created inside of the form, and nothing of the form is lost", async () => {
  await api.create("/v1/contacts/create", newContact({ email: "taken@example.com" }))
  const { page, problems, form } = await openNewPayment()
  await form.getByLabel("Lines 1: description").fill("Course")
  await form.getByLabel("Lines 1: amount").fill("12.50")
  const contact = form.getByRole("combobox", { name: "Contact" })
  await contact.fill("Noor Haddad")
  await form.getByRole("button", { name: "Create contact “Noor Haddad”…" }).press("Enter")
  const here = form.getByRole("group", { name: "New contact" })
  const email = here.getByLabel("E-mail")
  assert.equal(await here.getByLabel("Last name").inputValue(), "Haddad")
  assert.equal(await email.and(page.locator(":focus")).count(), 1, "the cursor is where something is missing")
  await email.fill("noor at example")
  await email.press("Enter")
  await here
    .getByText(/^E-mail /)
    .and(here.locator("[id$=note]"))
    .waitFor()
  assert.equal(await email.getAttribute("aria-invalid"), "true")
  await email.fill("taken@example.com")
  await email.press("Enter")
  await here.getByText("There is already a contact with this email.").waitFor()
  await assertAccessibleOnAllScreens(page, "a contact that is created in a form")
  await email.fill("noor@example.com")
  await here.getByRole("button", { name: "Create contact" }).click()
  await here.waitFor({ state: "detached" })
  assert.equal(await contact.inputValue(), "noor@example.com")
  assert.equal(await contact.and(page.locator(":focus")).count(), 1, "the cursor is back")
  const created = (await api.get("/v1/contacts?email=noor@example.com")).body
  assert.deepEqual([created.count, created.data[0].profile.firstName], [1, "Noor"])
  await form.getByRole("button", { name: "Create payment link" }).click()
  await page.waitForURL(/\/payments\/[0-9a-f]{24}$/)
  const { data: payments } = (await api.get(`/v1/payment-intents?contact=${created.data[0]._id}`)).body
  assert.deepEqual([payments[0].items[0].name, payments[0].amount], ["Course", 1250])
  assert.deepEqual(
    problems.filter(each => !/status of 4(00|09)/.test(each)), // the browser logs refused requests
    [],
  )
})

test("a service is offered with its price, and fills in description, amount and currency", async () => {
  const price = { amount: 12_345, currency: "USD" }
  const service = (await api.create("/v1/services/create", { name: "Spring course", price })).body.data
  await api.create("/v1/services/create", { name: "Spring camp", price: { amount: 900, currency: "EUR" } })
  const { page, problems, form } = await openNewPayment()
  await form.getByLabel("Currency").fill("EUR")
  const description = form.getByLabel("Lines 1: description")
  await description.pressSequentially("spr")
  await form.getByRole("option", { name: "Spring camp €9.00" }).waitFor()
  await assertAccessibleOnAllScreens(page, "services with prices")
  await form.getByRole("option", { name: "Spring course $123.45" }).click()
  assert.equal(await description.inputValue(), "Spring course")
  assert.equal(await form.getByLabel("Lines 1: amount").inputValue(), "123.45")
  assert.match(await form.getByLabel("Currency").inputValue(), /USD$/)
  await form.getByRole("button", { name: "Add a line" }).click()
  await form.getByLabel("Lines 2: description").pressSequentially("spring")
  await form.getByRole("option", { name: /Spring course/ }).waitFor()
  assert.equal(
    await form.getByRole("listbox").getByRole("option").count(),
    1,
    "a service in another currency would change what the first line means",
  )
  await form.getByLabel("Lines 2: description").fill("")
  await form.getByLabel("Contact").fill("ana@example.com")
  await form.getByRole("button", { name: "Create payment link" }).click()
  await page.waitForURL(/\/payments\/[0-9a-f]{24}$/)
  const paid = (await api.get(`/v1/payment-intents/${page.url().split("/").at(-1)}`)).body.data
  assert.deepEqual([paid.amount, paid.currency, paid.items[0].service], [12_345, "USD", service._id])
  assert.deepEqual(problems, [])
})
