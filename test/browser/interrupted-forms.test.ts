// A session ends while a form is open: only the same person finds it again after signing in.
import assert from "node:assert/strict"
import { test } from "node:test"
import type { Page } from "playwright-core"
import { choose, fillSignIn, startBrowser } from "../chromium.ts"
import { newContact, newIntent, startTestServer } from "../harness.ts"
import { invite } from "../people.ts"
import { registerWebhook, startReceiver } from "../receiver.ts"

const server = await startTestServer()
const { api, baseUrl, keys } = server
const owner = { email: keys.email, password: keys.password! }
const { openAs } = await startBrowser(baseUrl)

/** The session of the owner ends before they send the form that they have filled. */
async function interruptNewContact(email: string) {
  const { page } = await openAs(owner, "/contacts")
  const dialog = page.getByRole("dialog")
  await page.getByRole("button", { name: "New contact" }).first().click()
  await dialog.getByLabel("E-mail").fill(email)
  await page.context().clearCookies()
  await page.getByRole("button", { name: "Create contact" }).click()
  await page.getByText("Your session has ended. What you typed is kept.").waitFor()
  return { page, dialog }
}

test("opens the interrupted form after the sign-in with what was typed, and sends it once", async () => {
  const { page, dialog } = await interruptNewContact("interrupted@example.com")
  await fillSignIn(page, owner)
  assert.equal(await dialog.getByLabel("E-mail").inputValue(), "interrupted@example.com")
  await page.getByRole("button", { name: "Create contact" }).click()
  await page.getByRole("heading", { name: "interrupted@example.com" }).waitFor()
  await page.goto(`${baseUrl}/contacts`)
  await page.getByRole("cell", { name: "interrupted@example.com" }).first().waitFor()
  assert.equal(await dialog.count(), 0, "it is opened once")
})

type Form = {
  path(): Promise<string>
  /** Opens the form and fills it. */
  fill(page: Page): Promise<unknown>
  /** Sends the form, or reads something for it. By default the page is loaded again. */
  use?(page: Page): Promise<unknown>
  /** What was typed. */
  shows: [label: RegExp, value: string]
}
const dialogOf = (page: Page) => page.getByRole("dialog")
const press = (page: Page, name: string | RegExp) => dialogOf(page).getByRole("button", { name }).click()
const type = (page: Page, [label, value]: Form["shows"]) => dialogOf(page).getByLabel(label).fill(value)
const created = async (path: string, body: object): Promise<string> => (await api.create(`/v1/${path}/create`, body)).body.data._id
const paid = async () => {
  const intent = await created("payment-intents", newIntent(await created("contacts", newContact())))
  await api.create("/v1/transactions/create", { paymentIntent: intent, amount: 10_000, method: "cash" })
  return intent
}

const keptDrafts = "Object.keys(sessionStorage).filter(name => name.startsWith('draft'))"

/** A form for each way of opening one. */
const forms: Record<string, Form> = {
  "of an object": {
    path: async () => `/contacts/${await created("contacts", newContact())}`,
    async fill(page) {
      await page.getByRole("button", { name: "Change" }).click()
      await type(page, this.shows)
    },
    use: page => press(page, /^(Save|Change)/),
    shows: [/^First name/, "Interrupted"],
  },
  "of a refund": {
    path: async () => `/payments/${await paid()}`,
    async fill(page) {
      await page.getByRole("button", { name: "Refund…" }).click()
      await type(page, this.shows)
      await dialogOf(page).getByRole("textbox").first().fill("1")
    },
    use: page => press(page, /^Request refund/),
    shows: [/^Reason/, "Bought twice"],
  },
  "of a payment link": {
    path: async () => "/payments",
    async fill(page) {
      await page.getByRole("button", { name: "Payment link" }).first().click()
      await type(page, this.shows)
    },
    use: page => dialogOf(page).getByLabel("Contact").fill("interrupted@example.com"), // which looks the person up
    shows: [/^Amount/, "12.50"],
  },
  "of a row of a list": {
    async path() {
      await created("contacts", newContact({ email: "row@example.com" }))
      return "/contacts"
    },
    async fill(page) {
      await choose(page, "Actions of row@example.com", "Change…")
      await type(page, this.shows)
    },
    use: page => press(page, /^(Save|Change)/),
    shows: [/^First name/, "Interrupted"],
  },
  "of a team, whose page is loaded again meanwhile": {
    async path() {
      await created("teams", { name: "Before" })
      return "/teams"
    },
    async fill(page) {
      await page.getByRole("button", { name: "Rename Before" }).click()
      await type(page, this.shows)
    },
    shows: [/^Name/, "After"],
  },
  "of a person": {
    async path() {
      await invite(server, "viewer")
      return "/users"
    },
    async fill(page) {
      await page.getByRole("button", { name: "Change Rui Costa" }).first().click()
      await type(page, this.shows)
    },
    use: page => press(page, /^(Save|Change)/),
    shows: [/^Name/, "Interrupted"],
  },
  "of the period that a replay sends": {
    path: async () => `/webhooks/${(await registerWebhook(api, await startReceiver()))._id}`,
    async fill(page) {
      await page.getByRole("button", { name: "Replay a period…" }).click()
      await type(page, this.shows)
    },
    use: page => press(page, "Replay these events"),
    shows: [/^From/, "2026-01-02T03:04"],
  },
}

for (const [name, form] of Object.entries(forms))
  test(`opens the form ${name} again, until it is discarded`, async () => {
    const { page } = await openAs(owner, await form.path())
    await form.fill(page)
    await page.context().clearCookies()
    await (form.use?.(page) ?? page.reload())
    await page.getByText("Your session has ended.").waitFor()
    await fillSignIn(page, owner)
    const [label, value] = form.shows
    assert.equal(await dialogOf(page).getByLabel(label).inputValue(), value)
    await press(page, "Cancel")
    assert.deepEqual(await page.evaluate(keptDrafts), [], "what was given up is forgotten")
    await page.reload()
    await page.getByRole("heading", { level: 1 }).waitFor()
    assert.equal(await dialogOf(page).count(), 0, "it stays closed")
  })

test("opens the members of a team again, and saves them once", async () => {
  const person = await invite(server, "viewer")
  const team = await created("teams", { name: "Filled" })
  const { page } = await openAs(owner, "/teams")
  await page.getByRole("button", { name: "Members of Filled" }).click()
  await dialogOf(page).getByLabel(person.email).check()
  await page.context().clearCookies()
  await press(page, "Save members")
  await page.getByText("Your session has ended.").waitFor()
  await fillSignIn(page, owner)
  await press(page, "Save members")
  await dialogOf(page).waitFor({ state: "hidden" })
  assert.deepEqual((await api.get(`/v1/users/${person._id}`)).body.data.teams, [team])
})

test("shows nothing of the form to another person who signs in, and keeps nothing after signing out", async () => {
  const other = await invite(server, "admin")
  const { page, dialog } = await interruptNewContact("private@example.com")
  await fillSignIn(page, other)
  await page.getByRole("heading", { name: "Contacts", level: 1 }).waitFor()
  assert.equal(await dialog.count(), 0)
  await page.getByRole("button", { name: "New contact" }).first().click()
  assert.equal(await dialog.getByLabel("E-mail").inputValue(), "")
  await dialog.getByLabel("E-mail").fill("mine@example.com")
  await page.keyboard.press("Escape")
  await choose(page, "Account menu", "Sign out").catch(() => undefined) // the page is left while the menu closes
  await page.getByRole("button", { name: "Sign in", exact: true }).waitFor()
  assert.deepEqual(await page.evaluate(keptDrafts), [])
})
