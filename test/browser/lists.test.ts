// Lists: by keyboard, filters as chips, columns, and saved views.
import assert from "node:assert/strict"
import { readFileSync } from "node:fs"
import { test } from "node:test"
import type { Page } from "playwright-core"
import { assertAccessible, assertAccessibleOnTwoScreens, visit } from "../chromium.ts"
import { startTestServer, until } from "../harness.ts"
import { bar, boxOf, dialog, paymentsPage, rows } from "../payments-page.ts"
import { invite } from "../people.ts"

const server = await startTestServer()
const { contact, openPayments, pay } = await paymentsPage(server)
const payments = [await pay(1000), await pay(2000), await pay(3000), await pay(4000, "EUR")].toReversed() // as the list has them

const focusedRow = (page: Page) => page.evaluate<string | undefined>("document.activeElement.closest('[data-row]')?.dataset.row")

test("moves through a list by J, K and the arrows, selects by X, and opens by Enter", async () => {
  const { page, problems } = await openPayments()
  await page.keyboard.press("j")
  assert.equal(await focusedRow(page), payments[0]._id)
  await page.keyboard.press("ArrowDown")
  assert.equal(await focusedRow(page), payments[1]._id)
  await page.keyboard.press("k")
  await page.keyboard.press("ArrowUp")
  assert.equal(await focusedRow(page), payments[0]._id, "the first row is the first")
  assert.notEqual(await page.evaluate("getComputedStyle(document.activeElement).outlineStyle"), "none", "the focus can be seen")
  await page.keyboard.press("x")
  assert.equal(await boxOf(page, payments[0]).isChecked(), true)
  await bar(page).getByText("1 selected").waitFor()
  await page.keyboard.press("j")
  await page.keyboard.press("x")
  await bar(page).getByText("2 selected").waitFor()
  await assertAccessible(page, "a list with selected rows")
  await page.keyboard.press("Escape")
  await bar(page).waitFor({ state: "detached" })
  await page.keyboard.press("Enter")
  await page.getByRole("heading", { name: /R\$20\.00|R\$30\.00/, level: 1 }).waitFor()
  assert.equal(new URL(page.url()).pathname, `/payments/${payments[1]._id}`)
  assert.deepEqual(problems, [])
})

test("a ticked box keeps the keys working, and Enter on it opens the row", async () => {
  const { page } = await openPayments()
  await boxOf(page, payments[2]).click()
  await page.keyboard.press("k")
  assert.equal(await focusedRow(page), payments[1]._id)
  await boxOf(page, payments[2]).focus()
  await page.keyboard.press("Enter")
  await page.waitForURL(`**/payments/${payments[2]._id}`)
})

test("keys do nothing while a person types, and what is typed after F reaches the filter, not the list", async () => {
  const { page } = await openPayments()
  await page.keyboard.press("/")
  await page.keyboard.type("xjkf?")
  assert.equal(await page.getByRole("searchbox").inputValue(), "xjkf?")
  assert.deepEqual([await bar(page).count(), await dialog(page).count()], [0, 0])
  await page.getByRole("searchbox").fill("")
  await page.getByRole("heading", { level: 1 }).click()
  const { promise, resolve } = Promise.withResolvers<void>()
  await page.route(/\/web\/popover-panel-[^/]*\.js/, async route => {
    await promise
    await route.continue()
  })
  await page.keyboard.press("f")
  await page.keyboard.type("xx")
  resolve()
  await dialog(page).waitFor()
  assert.equal(await bar(page).count(), 0, "nothing was selected meanwhile")
  await assertAccessible(page, "the choice of a filter")
  await page.keyboard.press("Escape")
  await dialog(page).waitFor({ state: "detached" })
})

test("the question mark lists exactly the keys of the page", async () => {
  const { page } = await openPayments()
  await page.keyboard.press("?")
  const inList = dialog(page).getByRole("region", { name: "In this list" })
  await inList.waitFor()
  assert.deepEqual(await inList.locator("dt").allInnerTexts(), [
    "Next row",
    "Previous row",
    "Open the row",
    "Select the row, or unselect it",
    "Add a filter",
  ])
  assert.deepEqual(await inList.locator("dd").first().locator("kbd").allInnerTexts(), ["J", "↓"])
  await assertAccessible(page, "the keys")
  await page.keyboard.press("Escape")
  await visit(page, "/settings")
  await page.keyboard.press("?")
  await dialog(page).getByRole("region", { name: "On every page" }).waitFor()
  assert.equal(await inList.count(), 0, "a page without a list has none of its keys")
})

test("several filters are chips in the address, each to change and to remove", async () => {
  const { page, problems } = await openPayments()
  await page.getByRole("button", { name: "Filter", exact: true }).click()
  await dialog(page).getByRole("button", { name: "Currency" }).click()
  await dialog(page).getByLabel("Find currency").fill("brl")
  await dialog(page).getByRole("checkbox", { name: "BRL" }).check()
  await page.keyboard.press("Escape")
  await page.waitForURL(/currency=BRL/)
  await until(async () => (await rows(page).count()) === 3, "only payments in BRL are listed")
  const chips = page.getByRole("list", { name: "Filters" })
  await chips.getByRole("button", { name: "Currency: BRL", exact: true }).click()
  await dialog(page).getByLabel("Find currency").fill("eur")
  await dialog(page).getByRole("checkbox", { name: "EUR" }).check()
  await page.keyboard.press("Escape")
  await chips.getByText("BRL or EUR").waitFor()
  await until(async () => (await rows(page).count()) === 4, "both currencies are listed")
  await page.getByRole("button", { name: "Filter", exact: true }).click()
  await dialog(page).getByRole("button", { name: "Created" }).click()
  await dialog(page).getByLabel("Created").selectOption({ label: "Today" })
  await page.keyboard.press("Escape")
  await chips.getByText("Today").waitFor()
  await page.setViewportSize({ width: 1280, height: 900 })
  await assertAccessibleOnTwoScreens(page, "filters as chips")
  await page.setViewportSize({ width: 1280, height: 900 })

  const { page: other } = await openPayments(new URL(page.url()).pathname + new URL(page.url()).search)
  await other.getByRole("list", { name: "Filters" }).getByText("BRL or EUR").waitFor()
  await chips.getByRole("button", { name: "Remove the filter Currency" }).click()
  await until(async () => !page.url().includes("currency"), "the filter is gone from the address")
  await chips.getByRole("button", { name: "Clear all" }).click()
  await until(async () => new URL(page.url()).search === "", "no filter is left")
  assert.deepEqual(problems, [])
})

test("a filter that only a link sets is a chip too, by the name of what it refers to", async () => {
  const { page } = await openPayments(`/payments?contact=${contact._id}&isOverdue=false`)
  const chips = page.getByRole("list", { name: "Filters" })
  await chips.getByText("Ana Souza").waitFor()
  await chips.getByText("no", { exact: true }).waitFor()
  await chips.getByRole("button", { name: /^Remove the filter Contact/ }).click()
  await until(async () => !page.url().includes("contact"), "it can be removed")
})

test("columns and row height are chosen for one list and stay after a reload", async () => {
  const { page } = await openPayments()
  const headers = () => page.locator("thead th").allInnerTexts()
  assert.deepEqual((await headers()).filter(Boolean).slice(0, 3), ["Amount", "Status", "For"])
  await page.getByRole("button", { name: "Display" }).click()
  await dialog(page).getByRole("checkbox", { name: "For" }).uncheck()
  await dialog(page).getByRole("button", { name: "Move Status to the left" }).click()
  await dialog(page).getByRole("radio", { name: "Compact" }).check()
  await assertAccessible(page, "the choice of columns")
  await page.keyboard.press("Escape")
  await page.reload()
  await rows(page).first().waitFor()
  assert.deepEqual((await headers()).filter(Boolean).slice(0, 3), ["Status", "Amount", "Contact"])
  assert.ok((await rows(page).first().boundingBox())!.height < 45, "the rows are lower")
  await visit(page, "/contacts")
  await page.getByRole("columnheader", { name: "Phone" }).waitFor()
  await visit(page, "/payments")
  await page.getByRole("button", { name: "Display" }).click()
  await dialog(page).getByRole("button", { name: "As it was" }).click()
  await until(async () => (await headers()).includes("For"), "the list is as it was declared")
})

test("a saved view is a tab with its filters and columns, and a shared one is seen but not changed by others", async () => {
  const { page, problems } = await openPayments("/payments?currency=EUR")
  await page.getByRole("button", { name: "Save view" }).click()
  await dialog(page).getByLabel("Name").fill("Europe")
  await dialog(page).getByLabel("Share it with everybody in this business").check()
  await dialog(page).getByRole("button", { name: "Save view" }).click()
  const tabs = page.getByRole("group", { name: "Saved views" })
  await tabs.getByRole("button", { name: /^Europe/, pressed: true }).waitFor()
  await page.getByRole("button", { name: "Display" }).click()
  await dialog(page).getByRole("checkbox", { name: "Contact" }).uncheck()
  await page.keyboard.press("Escape")
  await page.getByRole("button", { name: "Save changes" }).click()
  await page.getByRole("button", { name: "Save changes" }).waitFor({ state: "detached" })
  await assertAccessibleOnTwoScreens(page, "saved views")
  await page.setViewportSize({ width: 1280, height: 900 })
  await tabs.getByRole("button", { name: "All payments" }).click()
  await until(async () => (await rows(page).count()) === 4, "all payments are listed")

  const other = await openPayments("/payments", await invite(server, "viewer"))
  await other.page
    .getByRole("group", { name: "Saved views" })
    .getByRole("button", { name: /^Europe/ })
    .click()
  await until(async () => (await rows(other.page).count()) === 1, "the view filters")
  assert.equal(await other.page.getByRole("columnheader", { name: "Contact" }).count(), 0)
  assert.equal(await other.page.getByRole("button", { name: /Actions of the view/ }).count(), 0)
  await tabs.getByRole("button", { name: /^Europe/ }).click()
  await page.getByRole("button", { name: "Actions of the view Europe" }).click()
  await page.getByRole("menuitem", { name: "Delete the view" }).click()
  await tabs.waitFor({ state: "detached" })
  assert.deepEqual([...problems, ...other.problems], [])
})

test("exports the selected rows", async () => {
  const { page } = await openPayments()
  await boxOf(page, payments[0]).check()
  await boxOf(page, payments[2]).check()
  const [file] = await Promise.all([page.waitForEvent("download"), bar(page).getByRole("button", { name: "Export" }).click()])
  const lines = readFileSync(await file.path(), "utf8")
    .trim()
    .split("\r\n")
  assert.deepEqual([lines.length, lines[1]!.includes(payments[0].number), lines[2]!.includes(payments[2].number)], [3, true, true])
})
