import assert from "node:assert/strict"
import { test } from "node:test"
import { startBrowser } from "../chromium.ts"
import { startTestServer } from "../harness.ts"

const { baseUrl, keys } = await startTestServer()
const { openAs } = await startBrowser(baseUrl)

test("opens every page of the menu by its address, and answers 404 for other addresses", async () => {
  const { page } = await openAs({ email: keys.email, password: keys.password! }, "/")
  await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Settings" }).waitFor()
  const paths = await page.evaluate<string[]>("[...document.querySelectorAll('nav[aria-label=Main] a')].map(link => link.pathname)")
  assert.ok(paths.length > 25, `the menu has ${paths.join(", ")}`)
  const asPage = { headers: { accept: "text/html" } }
  const statusOf = async (path: string) => (await fetch(`${baseUrl}${path}`, asPage)).status
  for (const path of [...paths, "/account", "/policies/new", "/payments/1", "/api-keys/1"]) assert.equal(await statusOf(path), 200, path)
  for (const path of ["/payment-intents", "/approvals/1", "/payments/1/2"]) assert.equal(await statusOf(path), 404, path)
})
