// Passkeys in a real browser, with the authenticator that Chromium simulates.
import assert from "node:assert/strict"
import { test } from "node:test"
import type { Page } from "playwright-core"
import { assertAccessibleOnTwoScreens, startBrowser } from "../chromium.ts"
import { freePort } from "../free-port.ts"
import { startTestServer } from "../harness.ts"
import { invite } from "../people.ts"

// No passkey belongs to an address in numbers.
const port = await freePort()
const localUrl = `http://localhost:${port}`
const server = await startTestServer({ PORT: String(port), BASE_URL: localUrl })
const { api, sql } = server
const { openAs } = await startBrowser(localUrl)

/** Its authenticator is not for the next test. */
const ownContext = { acceptDownloads: false }

/** A phone that has verified its person. */
async function attachAuthenticator(page: Page) {
  const session = await page.context().newCDPSession(page)
  await session.send("WebAuthn.enable")
  const options = {
    protocol: "ctap2",
    transport: "internal",
    hasResidentKey: true,
    hasUserVerification: true,
    isUserVerified: true,
  } as const
  const { authenticatorId } = await session.send("WebAuthn.addVirtualAuthenticator", { options })
  return { setVerified: (isUserVerified: boolean) => session.send("WebAuthn.setUserVerified", { authenticatorId, isUserVerified }) }
}

test("adds a passkey, signs in with it, confirms with it, and removes it", async () => {
  const person = await invite(server, "admin")
  const { page, problems } = await openAs(person, "/account", ownContext)
  await attachAuthenticator(page)
  const card = page.getByRole("region", { name: "Passkeys" })
  await card.getByRole("button", { name: "Add a passkey" }).click()
  await page.getByRole("dialog").getByLabel("Name").fill("Work laptop")
  await page.getByRole("button", { name: "Continue" }).click()
  await card.getByText("Work laptop").waitFor()

  await page.context().clearCookies()
  await page.goto(`${localUrl}/sign-in?next=/account`)
  const button = page.getByRole("button", { name: "Sign in with a passkey" })
  await button.waitFor()
  await button.click()
  await card.getByText(/last used/).waitFor()
  await page.getByText("This one").waitFor()

  await sql("update sessions set confirmed_at = now() - interval '11 minutes'")
  await card.getByRole("button", { name: "Add a passkey" }).click()
  await page.getByRole("dialog").getByLabel("Name").fill("Second")
  await page.getByRole("button", { name: "Continue" }).click()
  await page.getByRole("button", { name: "Use a passkey instead" }).click()
  await page.getByText("This device already has a passkey for this account.").waitFor()
  await page.getByRole("button", { name: "Cancel" }).click()
  await card.getByRole("button", { name: "Remove" }).click()
  await page.getByRole("dialog").getByRole("button", { name: "Remove" }).click()
  await page.getByText("Passkey removed").first().waitFor()
  await card.getByText("Work laptop").waitFor({ state: "detached" })
  assert.deepEqual(problems, [])
})

test("opens to a person with a passkey what their business closes without a second factor", async () => {
  const person = await invite(server, "finance")
  const { page } = await openAs(person, "/contacts", ownContext)
  await attachAuthenticator(page)
  await api.post("/v1/settings/require-two-factor", { required: true, graceDays: 0 })
  await page.goto(`${localUrl}/contacts`)
  await page.getByRole("heading", { level: 1, name: "Set up your second factor" }).waitFor()
  await page.getByRole("button", { name: "Add a passkey" }).click()
  await page.getByRole("button", { name: "Continue" }).click()
  await page.getByRole("heading", { level: 1, name: "Contacts" }).waitFor()
  await sql("update sessions set second_factor = false, passkey_id = null")
  await page.goto(`${localUrl}/contacts`)
  await page.getByRole("button", { name: "Use your passkey" }).click()
  await page.getByRole("heading", { level: 1, name: "Contacts" }).waitFor()
  await api.post("/v1/settings/require-two-factor", { required: false })
})

test("says what happened when the person does not verify, and leaves the password", async () => {
  const person = await invite(server)
  const { page } = await openAs(person, "/account", ownContext)
  const signInAgain = async () => {
    await page.getByLabel("E-mail").fill(person.email)
    await page.getByLabel("Password").fill(person.password)
    await page.getByRole("button", { name: "Sign in", exact: true }).click()
    await page.goto(`${localUrl}/account`)
    await page.getByText("not used yet").waitFor()
    await assertAccessibleOnTwoScreens(page, "the account with a passkey")
    await api.post("/v1/settings/require-two-factor", { required: true, graceDays: 0 })
    await page.goto(`${localUrl}/account`)
    await page.getByRole("button", { name: "Use your passkey" }).waitFor()
    await assertAccessibleOnTwoScreens(page, "the page that asks for a passkey or a second factor")
  }
  const { setVerified } = await attachAuthenticator(page)
  await page.getByRole("button", { name: "Add a passkey" }).click()
  await page.getByRole("button", { name: "Continue" }).click()
  await page.getByRole("region", { name: "Passkeys" }).getByText("not used yet").waitFor()
  await setVerified(false)
  await page.context().clearCookies()
  await page.goto(`${localUrl}/sign-in`)
  await page.getByRole("button", { name: "Sign in with a passkey" }).click()
  await page.getByText("No passkey was used.").waitFor()
  assert.equal(await page.getByLabel("Password").isVisible(), true)
  // Another size of the window takes the simulated authenticator away, so the pages are checked at the end.
  await assertAccessibleOnTwoScreens(page, "the sign-in page with a passkey that was refused")
  await signInAgain()
})
