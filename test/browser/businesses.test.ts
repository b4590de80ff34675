// Several businesses in one browser, and sign-in by the provider only.
import assert from "node:assert/strict"
import { test } from "node:test"
import { assertAccessibleOnTwoScreens, choose, fillSignIn, startBrowser } from "../chromium.ts"
import { newContact, startTestServer } from "../harness.ts"
import { adminOf, invite } from "../people.ts"

const server = await startTestServer()
const { api, baseUrl, keys, sql } = server
const { openAs } = await startBrowser(baseUrl)
const owner = { email: keys.email, password: keys.password }

test("switches between two businesses; a tab that still shows the other one does nothing", async () => {
  const other = await server.otherTenant()
  const { page } = await openAs(owner, "/contacts")
  await choose(page, "Account menu", "Switch business").catch(() => undefined) // the page is left while the menu closes
  await page.getByRole("link", { name: "Stay in Escola Azul (sandbox)" }).waitFor()
  await page.getByRole("button", { name: "Sign in to another business" }).click()
  await fillSignIn(page, adminOf(other))
  await page.getByRole("navigation", { name: "Main" }).waitFor()

  const tab = await page.context().newPage()
  await tab.goto(`${baseUrl}/contacts`)
  await tab.getByRole("button", { name: "New contact" }).first().click()
  await page.goto(`${baseUrl}/businesses`)
  await page.getByRole("button", { name: "Switch to Escola Azul (sandbox)" }).click()
  await page.getByRole("navigation", { name: "Main" }).waitFor()
  await page.getByText("Escola Azul").first().waitFor()
  const dialog = tab.getByRole("dialog").filter({ has: tab.getByRole("button", { name: "Close" }) })
  const { email } = newContact()
  await dialog.getByLabel("E-mail").fill(email)
  await dialog.getByLabel("First name").fill("Ana")
  await dialog.getByRole("button", { name: "Create contact" }).click()
  await dialog.getByText("This browser has switched to another business, so nothing was done.").waitFor()
  for (const business of [api, other]) assert.equal((await business.get(`/v1/contacts?email=${email}`)).body.count, 0)

  await choose(page, "Account menu", "Sign out").catch(() => undefined)
  await page.getByRole("button", { name: "Sign in", exact: true }).waitFor()
  await page.goto(`${baseUrl}/businesses`)
  assert.equal(new URL(page.url()).pathname, "/sign-in")
})

test("requires single sign-on of everybody but one super admin, who is chosen by name", async () => {
  const { _id } = await invite(server, "super-admin")
  await sql(
    `insert into sso_connections (tenant_id, issuer, client_id, client_secret, domains, default_role, asks_second_factor,
      created_at, updated_at)
    values ($1, 'https://login.example.com', 'countersign', '', '["example.com"]', 'viewer', false, now(), now())`,
    [keys.tenantId],
  )
  await sql(
    `insert into sso_identities (tenant_id, issuer, subject, user_id, created_at)
    values ($1, 'https://login.example.com', 'rui', $2, now())`,
    [keys.tenantId, _id],
  )
  const { page } = await openAs(owner, "/settings")
  const card = page.getByRole("region", { name: "Single sign-on" })
  await card.getByRole("button", { name: "Require it" }).click()
  const dialog = page.getByRole("dialog").filter({ has: page.getByRole("button", { name: "Close" }) })
  await dialog.getByLabel("Exception").selectOption({ index: 1 })
  await assertAccessibleOnTwoScreens(page, "the form that requires single sign-on")
  await dialog.getByRole("button", { name: "Require it" }).click()
  await card.getByText(/^Required of everybody but/).waitFor()
  await assertAccessibleOnTwoScreens(page, "required single sign-on")
  const { onlyExcept } = (await api.get("/v1/single-sign-on")).body.data
  assert.match(onlyExcept, /^[0-9a-f]{24}$/)
  await card.getByRole("button", { name: "Allow passwords" }).click()
  await dialog.getByRole("button", { name: "Allow passwords" }).click()
  await page.getByText("People may sign in with passwords and passkeys again").first().waitFor() // behind a dialog the card has no role
  await card.getByText(/^Required of everybody but/).waitFor({ state: "hidden" })
  assert.equal((await api.get("/v1/single-sign-on")).body.data.onlyExcept, null)
  await page.goto(`${baseUrl}/businesses`)
  await assertAccessibleOnTwoScreens(page, "the page of businesses")
})
