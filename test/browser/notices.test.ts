// The bell with its panel, the list of notices, and the choice of how each kind arrives.
import assert from "node:assert/strict"
import { test } from "node:test"
import { approvalFixtures } from "../approval-fixtures.ts"
import { assertAccessibleOnTwoScreens, startBrowser, visit } from "../chromium.ts"
import { startTestServer, until } from "../harness.ts"
import { invite, signedIn } from "../people.ts"

const server = await startTestServer()
const { held } = await approvalFixtures(server)
const { openAs } = await startBrowser(server.baseUrl)

test("the bell counts a new approval without a reload, and leads to it", async () => {
  const person = await invite(server, "approver")
  const { page, problems } = await openAs(person, "/contacts")
  await page.getByRole("button", { name: "Notifications", exact: true }).click()
  await page.getByText("Nothing has happened that you should know.").waitFor()
  await page.keyboard.press("Escape")
  const { request } = await held({ approvers: [person._id] })
  await page.getByRole("button", { name: "Notifications: 1 unread" }).click()
  const panel = page.getByRole("dialog", { name: "Notifications" })
  await panel.getByRole("link", { name: /Approval needed/ }).waitFor()
  await assertAccessibleOnTwoScreens(page, "the panel of the bell")
  await panel.getByRole("link", { name: /Approval needed/ }).click()
  await page.waitForURL(`**/approvals?id=${request}`)
  await page.getByRole("button", { name: "Notifications", exact: true }).waitFor()
  assert.deepEqual(problems, [])
})

test("the page lists all notices, the unread ones apart, and marks all as read", async () => {
  const person = await invite(server, "approver")
  const { page, problems } = await openAs(person, "/notifications")
  await page.getByText("Nothing new for you").waitFor()
  for (let i = 0; i < 2; i++) await held({ approvers: [person._id] })
  await page
    .getByRole("link", { name: /Approval needed/ })
    .nth(1)
    .waitFor()
  await assertAccessibleOnTwoScreens(page, "the list of notices")
  await page
    .getByRole("button", { name: /^Mark as read: Approval needed/ })
    .first()
    .click()
  await page.getByRole("button", { name: /^Unread 1/ }).click()
  await until(async () => (await page.getByRole("link", { name: /Approval needed/ }).count()) === 1, "one is unread")
  await page.getByRole("button", { name: "Mark all as read" }).click()
  await page.getByText("Nothing new for you").waitFor()
  assert.deepEqual(problems, [])
})

test("the link of a mail switches the weekly summary off", async () => {
  const person = await invite(server, "viewer")
  const { page, problems } = await openAs(person, "/notifications/settings?off=weekly-summary")
  await page.getByText("Weekly summary: switched off").waitFor()
  await page.waitForURL("**/notifications/settings")
  const api = await signedIn(server, person)
  const { choices } = (await api.get("/v1/notices/choices")).body.data
  assert.deepEqual(choices.at(-1), { kind: "weekly-summary", mail: false, page: false })
  assert.equal(await page.getByRole("checkbox", { name: "Weekly summary by mail" }).isChecked(), false)
  assert.deepEqual(problems, [])
})

test("a choice is saved at once, and one that is refused is taken back", async () => {
  const person = await invite(server, "approver")
  const { page, problems } = await openAs(person, "/notifications/settings")
  const box = page.getByRole("checkbox", { name: "Mention by mail" })
  await box.uncheck()
  await page.getByRole("checkbox", { name: "Payout failed or returned by mail" }).waitFor({ state: "detached" })
  const api = await signedIn(server, person)
  const chosen = async () =>
    (await api.get("/v1/notices/choices")).body.data.choices.find(({ kind }: { kind: string }) => kind === "mention")
  await until(async () => !(await chosen()).mail, "the choice is stored")
  await visit(page, "/notifications/settings")
  assert.equal(await box.isChecked(), false)
  await assertAccessibleOnTwoScreens(page, "the settings of notices")
  await page.route("**/v1/notices/choices/update", route => route.abort())
  await page.getByRole("checkbox", { name: "Mention on the page" }).click()
  await page.getByText("The choice was not saved").waitFor()
  assert.equal(await page.getByRole("checkbox", { name: "Mention on the page" }).isChecked(), true)
  assert.deepEqual(
    problems.filter(problem => !problem.includes("ERR_FAILED")),
    [],
  )
})
