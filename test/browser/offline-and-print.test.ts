// The dashboard without a network, and on paper.
import assert from "node:assert/strict"
import { test } from "node:test"
import { startBrowser } from "../chromium.ts"
import { newContact, startTestServer } from "../harness.ts"

const { api, baseUrl, keys } = await startTestServer()
const { openAs } = await startBrowser(baseUrl)
const owner = { email: keys.email, password: keys.password! }

test("says that the browser is offline, and takes it back", async () => {
  const { page } = await openAs(owner, "/contacts")
  await page.getByRole("heading", { level: 1 }).waitFor()
  const told = page.getByText("You are offline. You see what was loaded before")
  assert.equal(await told.count(), 0)
  await page.context().setOffline(true)
  await told.waitFor()
  await page.context().setOffline(false)
  await told.waitFor({ state: "detached" })
})

test("prints a list light, without navigation and buttons, also in the dark theme", async () => {
  await api.create("/v1/contacts/create", newContact({ profile: { firstName: "Paper", lastName: "Souza" } }))
  const { page } = await openAs(owner, "/contacts")
  await page.evaluate("document.documentElement.dataset.theme = 'dark'")
  await page.getByText("Paper Souza").filter({ visible: true }).first().waitFor()
  const textColour = () => page.evaluate("getComputedStyle(document.querySelector('#main h1')).color")
  const onScreen = await textColour()
  await page.emulateMedia({ media: "print" })
  assert.notEqual(await textColour(), onScreen)
  const ink = await page.evaluate("Number(/oklch\\(([\\d.]+)/.exec(getComputedStyle(document.querySelector('#main h1')).color)?.[1])")
  assert.ok(Number(ink) < 0.4, `${String(ink)}: dark letters on white paper`)
  assert.equal(await page.getByRole("navigation").first().isVisible(), false)
  for (const name of ["New contact", "Use light theme"]) assert.equal(await page.getByRole("button", { name }).isVisible(), false, name)
  await page.getByText("Paper Souza").filter({ visible: true }).first().waitFor()
})
