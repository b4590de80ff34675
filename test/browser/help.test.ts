// The link to the guide beside every page, and what is new after an upgrade.
import assert from "node:assert/strict"
import { readFileSync } from "node:fs"
import { test } from "node:test"
import { pretendRelease } from "../../src/platform/releases/changelog.ts"
import { guideOf } from "../../web/lib/guides.ts"
import { assertAccessibleOnTwoScreens, startBrowser, visit } from "../chromium.ts"
import { startTestServer } from "../harness.ts"

const server = await startTestServer()
const owner = { email: server.keys.email, password: server.keys.password! }
const { openAs } = await startBrowser(server.baseUrl)

test("every page has a guide of its own choice, and every guide and section exists", async () => {
  const addresses: string[] = JSON.parse(readFileSync(new URL("../../dist/web/addresses.json", import.meta.url), "utf8"))
  assert.ok(addresses.length > 40)
  const others = new Set(["/", "/open"])
  for (const address of addresses) {
    const [path, section] = guideOf(address).split("#")
    assert.ok(path !== "/docs/guides/dashboard" || others.has(address), `${address} has no guide in web/lib/guides.ts`)
    const answer = await fetch(`${server.baseUrl}${path}`)
    assert.equal(answer.status, 200, `${address}: ${path}`)
    if (section) assert.match(await answer.text(), new RegExp(`id="${section}"`), `${address}: ${section}`)
  }
})

test("the help button opens the guide about the page in a new tab", async () => {
  const { page, problems } = await openAs(owner, "/disputes")
  const help = page.getByRole("link", { name: "Guide about this page" })
  assert.equal(await help.getAttribute("href"), "/docs/guides/disputes")
  const [opened] = await Promise.all([page.waitForEvent("popup"), help.click()])
  await opened.getByRole("heading", { name: "Disputes", level: 1 }).waitFor()
  await visit(page, "/gateway-connections")
  assert.equal(await help.getAttribute("href"), "/docs/guides/payments#connect-a-payment-provider")
  assert.deepEqual(problems, [])
})

test("what a new version added is shown on the overview until the person closes it", async t => {
  const changes = Array.from({ length: 8 }, (_, i) => `Change ${i + 1} of the new version.`)
  pretendRelease({ version: "9.0.0", date: "2999-01-01", changes })
  t.after(() => pretendRelease(undefined))
  const { page, problems } = await openAs(owner, "/")
  const news = page.getByRole("region", { name: "What is new" })
  await news.getByText("What is new in Countersign 9.0.0").waitFor()
  await assertAccessibleOnTwoScreens(page, "what is new")
  await news.getByRole("button", { name: "Show all 8" }).click()
  assert.equal(await news.getByRole("listitem").count(), 8)
  await news.getByRole("button", { name: "Close" }).click()
  await news.waitFor({ state: "detached" })
  await visit(page, "/")
  await page.getByRole("region", { name: "Needs your attention" }).waitFor()
  assert.equal(await news.count(), 0)
  assert.deepEqual(problems, [])
})
