// A session ends in the middle of a form: whoever signs in again finds it as it was, and nobody else does.
import assert from "node:assert/strict"
import { test } from "node:test"
import { choose, fillSignIn, startBrowser } from "../chromium.ts"
import { newContact, newIntent, startTestServer } from "../harness.ts"
import { invite } from "../people.ts"
import { registerWebhook, startReceiver } from "../receiver.ts"

const server = await startTestServer({ WEBHOOKS_ALLOW_PRIVATE: "true" })
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

test("after the sign-in the form that was interrupted is open with what was typed, and is sent once", async () => {
  const { page, dialog } = await interruptNewContact("interrupted@example.com")
  await fillSignIn(page, owner)
  assert.equal(await dialog.getByLabel("E-mail").inputValue(), "interrupted@example.com")
  await page.getByRole("button", { name: "Create contact" }).click()
  await page.getByRole("heading", { name: "interrupted@example.com" }).waitFor()
  await page.goto(`${baseUrl}/contacts`)
  await page.getByRole("cell", { name: "interrupted@example.com" }).first().waitFor()
  assert.equal(await dialog.count(), 0, "it is opened once")
})

test("so is the form of an object, of a refund and of a payment link", async () => {
  const { _id: contact } = (await api.post("/v1/contacts/create", newContact())).body.data
  const { _id: intent, amount } = (await api.create("/v1/payment-intents/create", newIntent(contact))).body.data
  await api.create("/v1/transactions/create", { paymentIntent: intent, amount, method: "cash" })
  const { page } = await openAs(owner, `/contacts/${contact}`)
  const dialog = page.getByRole("dialog")
  const interrupt = async (use: () => Promise<void>) => {
    await page.context().clearCookies()
    await use()
    await page.getByText("Your session has ended.").waitFor()
    await fillSignIn(page, owner)
  }
  await page.getByRole("button", { name: "Change" }).click()
  await dialog.getByLabel("First name").fill("Interrupted")
  await interrupt(() => dialog.getByRole("button", { name: /^(Save|Change)/ }).click())
  assert.equal(await dialog.getByLabel("First name").inputValue(), "Interrupted")

  await page.goto(`${baseUrl}/payments/${intent}`)
  await page.getByRole("button", { name: "Refund…" }).click()
  await dialog.getByLabel(/^Reason/).fill("Bought twice")
  await dialog.getByRole("textbox").first().fill("1")
  await interrupt(() => dialog.getByRole("button", { name: /^Ask to refund/ }).click())
  assert.equal(await dialog.getByLabel(/^Reason/).inputValue(), "Bought twice")
  await dialog.getByRole("button", { name: "Cancel" }).click()
  await page.getByRole("button", { name: "Refund…" }).click()
  assert.equal(await dialog.getByLabel(/^Reason/).inputValue(), "", "what was given up is forgotten")
  await page.keyboard.press("Escape")

  await page.getByRole("button", { name: "Payment link" }).click()
  await dialog.getByLabel("Amount").fill("12.50")
  await interrupt(() => dialog.getByLabel("From whom").fill("interrupted@example.com")) // which looks them up
  assert.equal(await dialog.getByLabel("Amount").inputValue(), "12.50")
})

test("so are the form of a row of a list, of a person and of a team, and one whose page was loaded again meanwhile", async () => {
  const contact = (await api.post("/v1/contacts/create", newContact())).body.data
  await invite(server, "viewer")
  await api.create("/v1/teams/create", { name: "Before" })
  const { page } = await openAs(owner, "/contacts")
  const dialog = page.getByRole("dialog")
  const interrupt = async (label: string, isReloaded = false) => {
    await dialog.getByLabel(new RegExp(`^${label}`)).fill("Interrupted")
    await page.context().clearCookies()
    if (isReloaded) await page.reload()
    else await dialog.getByRole("button", { name: /^(Save|Change)/ }).click()
    await page.getByText("Your session has ended.").waitFor()
    await fillSignIn(page, owner)
    assert.equal(await dialog.getByLabel(new RegExp(`^${label}`)).inputValue(), "Interrupted")
    await dialog.getByRole("button", { name: "Cancel" }).click()
  }
  await choose(page, `Actions of ${contact.email}`, "Change…")
  await interrupt("First name")
  await page.goto(`${baseUrl}/users`)
  await page.getByRole("button", { name: "Change Rui Costa" }).click()
  await interrupt("Name", true)
  await page.goto(`${baseUrl}/teams`)
  await page.getByRole("button", { name: "Rename Before" }).click()
  await interrupt("Name", true)
  await page.reload()
  await page.getByRole("button", { name: "Rename Before" }).waitFor()
  assert.equal(await dialog.count(), 0, "what was given up stays closed")
})

test("so are who belongs to a team and the period that a replay sends", async () => {
  const person = await invite(server, "viewer")
  const { _id: team } = (await api.create("/v1/teams/create", { name: "Filled" })).body.data
  const endpoint = await registerWebhook(api, await startReceiver())
  const { page } = await openAs(owner, "/teams")
  const dialog = page.getByRole("dialog")
  const interrupt = async (button: string) => {
    await page.context().clearCookies()
    await dialog.getByRole("button", { name: button }).click()
    await page.getByText("Your session has ended.").waitFor()
    await fillSignIn(page, owner)
  }
  await page.getByRole("button", { name: "Members of Filled" }).click()
  await dialog.getByLabel(person.email).check()
  await interrupt("Save members")
  await dialog.getByRole("button", { name: "Save members" }).click()
  await dialog.waitFor({ state: "hidden" })
  assert.deepEqual((await api.get(`/v1/users/${person._id}`)).body.data.teams, [team])

  await page.goto(`${baseUrl}/webhooks/${endpoint._id}`)
  await page.getByRole("button", { name: "Replay a period…" }).click()
  await dialog.getByLabel("From").fill("2026-01-02T03:04")
  await interrupt("Replay these events")
  assert.equal(await dialog.getByLabel("From").inputValue(), "2026-01-02T03:04")
})

test("whoever signs in instead sees nothing of it, and whoever signs out leaves nothing behind", async () => {
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
  await page.getByRole("button", { name: "Sign in" }).waitFor()
  assert.deepEqual(await page.evaluate("Object.keys(sessionStorage).filter(name => name.startsWith('draft'))"), [])
})
