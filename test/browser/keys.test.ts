// Keys that are typed before a part of the page has loaded reach nothing else, so no key releases money by accident.
import assert from "node:assert/strict"
import { test } from "node:test"
import type { Page } from "playwright-core"
import { approvalFixtures } from "../approval-fixtures.ts"
import { startTestServer } from "../harness.ts"
import { invite } from "../people.ts"
import { assertAccessible, startBrowser } from "../chromium.ts"

const server = await startTestServer()
const { held, requestOf } = await approvalFixtures(server)
const { openAs } = await startBrowser(server.baseUrl)
const rui = await invite(server, "admin")

const amountOf = (amount: number) => `R$${(amount / 100).toFixed(2)}`
const details = (page: Page) => page.getByRole("region", { name: "Request details" })
const confirmation = (page: Page) => page.getByRole("button", { name: /^Yes, approve/ })

/** A request that Rui may decide now, and the requests that the page sends. */
async function openRequest() {
  const { request, amount } = await held({ approvers: [rui._id] })
  const { page, problems } = await openAs(rui, `/approvals?id=${request}`)
  await page.getByRole("button", { name: `Approve ${amountOf(amount)}` }).waitFor()
  const sent: string[] = []
  page.on("request", each => void (each.method() === "POST" && sent.push(each.url())))
  return { page, problems, request, amount, sent }
}

/** Delays the responses of a script until `release`. */
async function hold(page: Page, script: string) {
  const { promise, resolve } = Promise.withResolvers<void>()
  const address = new RegExp(`/web/${script}-[^/]*\\.js`)
  await page.route(address, async route => {
    await promise
    await route.continue()
  })
  const asked = page.waitForRequest(address, { timeout: 20_000 })
  asked.catch(() => undefined) // awaited later
  return { asked, release: resolve }
}

test("the palette takes the keyboard before its script has loaded, and keeps what is typed", async () => {
  const { page, problems, request, sent } = await openRequest()
  await details(page).focus()
  const { asked, release } = await hold(page, "palette-list")
  await page.keyboard.press("Control+k")
  await page.keyboard.type("ana")
  await page.keyboard.press("Enter")
  await asked
  assert.equal(await page.getByRole("combobox", { name: "Search, or type what to do" }).inputValue(), "ana")
  await assertAccessible(page, "the palette while it loads")
  release()
  await page.getByRole("option", { name: /Analytics/ }).waitFor()
  assert.equal(await page.getByRole("combobox").inputValue(), "ana")
  await page.keyboard.press("Escape")
  await page.getByRole("combobox").waitFor({ state: "detached" })
  await details(page).and(page.locator(":focus")).waitFor()
  assert.equal(await confirmation(page).count(), 0)
  assert.deepEqual([sent, (await requestOf(request)).status, problems], [[], "pending", []])
})

test("keeps what is typed into the search before the dashboard has loaded, and ignores all other keys", async () => {
  const { page, problems, sent } = await openRequest()
  const { release } = await hold(page, "dashboard")
  await page.reload({ waitUntil: "commit" })
  await page.waitForFunction("window.takeEarlySearch !== undefined")
  await page.keyboard.type("a")
  await page.keyboard.press("Enter")
  await page.keyboard.press("Control+k")
  await page.keyboard.type("anna")
  for (let i = 0; i < 2; i++) await page.keyboard.press("Backspace")
  await page.keyboard.type("a")
  release()
  const search = page.getByRole("combobox", { name: "Search, or type what to do" })
  await search.waitFor()
  assert.equal(await search.inputValue(), "ana")
  await page.keyboard.press("Escape")
  await search.waitFor({ state: "detached" })
  await page.keyboard.press("Control+k")
  assert.equal(await search.inputValue(), "", "it is shown once")
  assert.deepEqual([await confirmation(page).count(), sent, problems], [0, [], []])
})

test("gives a dialog the keyboard before its script has loaded, and closes it by Esc meanwhile", async () => {
  const { page, request, sent } = await openRequest()
  const scripts: [script: string, open: () => Promise<void>][] = [
    ["shortcuts", () => page.keyboard.press("?")],
    ["link-dialog", () => page.getByRole("button", { name: "Payment link" }).press("Enter")],
  ]
  for (const [script, open] of scripts) {
    await details(page).focus()
    const { asked, release } = await hold(page, script)
    await open()
    await page.keyboard.type("ar")
    await page.keyboard.press("Enter")
    await asked
    assert.equal(await page.getByRole("dialog").count(), 1, `${script} shows that it loads`)
    assert.equal(await confirmation(page).count(), 0)
    await assertAccessible(page, `${script} while it loads`)
    release()
    await page.getByRole("dialog", { name: script === "shortcuts" ? "Keyboard shortcuts" : "New payment link" }).waitFor()
    await page.keyboard.press("Escape")
    await page.getByRole("dialog").waitFor({ state: "detached" })
  }
  assert.deepEqual([sent, (await requestOf(request)).status], [[], "pending"])
})

test("a page that is being left ignores keys while the next one loads", async () => {
  const { page, request, sent } = await openRequest()
  await details(page).focus()
  const { asked, release } = await hold(page, "audit")
  await page.keyboard.press("a")
  await confirmation(page).waitFor()
  await page.evaluate(`history.pushState({}, "", "/audit"); dispatchEvent(new PopStateEvent("popstate"))`)
  await asked
  await page.keyboard.press("Enter")
  await page.keyboard.press("a")
  await page.keyboard.press("Enter")
  release()
  await page.getByRole("heading", { name: "Audit log" }).waitFor()
  assert.deepEqual([sent, (await requestOf(request)).status], [[], "pending"])
})

test("ignores the deciding keys unless the request has the focus, and then asks first", async () => {
  const { page, request, amount, sent } = await openRequest()
  for (const key of ["a", "Enter", "r", "Enter"]) await page.keyboard.press(key)
  assert.equal(await page.getByRole("button", { name: "Back" }).count(), 0, "the page has the focus, not the request")
  await page
    .getByRole("button", { name: "Theme" })
    .or(page.getByRole("button", { name: /theme$/ }))
    .focus()
  await page.keyboard.press("a")
  assert.equal(await confirmation(page).count(), 0, "a button of the frame has it")
  await page.keyboard.press("j") // moves the focus into the shown request
  await details(page).and(page.locator(":focus")).waitFor()
  await page.keyboard.press("a")
  await page
    .getByRole("status")
    .filter({ hasText: `Approve ${amountOf(amount)}?` })
    .waitFor()
  await assertAccessible(page, "the question")
  await page.keyboard.press("Escape")
  await confirmation(page).waitFor({ state: "detached" })
  for (const word of ["ana", "area", "approve"]) {
    await page.keyboard.type(word)
    await page.keyboard.press("Enter")
    assert.equal(await confirmation(page).count(), 0, `${word} is a word, not a decision`)
  }
  assert.deepEqual([sent, (await requestOf(request)).status], [[], "pending"])
})

test("searches everything with a slash on a page without a list", async () => {
  const { page } = await openRequest()
  await details(page).focus()
  await page.keyboard.press("/")
  await page.keyboard.type("audit")
  await page.getByRole("option", { name: /Audit log/ }).waitFor()
  assert.equal(await page.getByRole("combobox").inputValue(), "audit")
})
