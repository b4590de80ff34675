// Who may do what, in a real browser: own roles, sessions of colleagues, and a second factor that the business requires.
import assert from "node:assert/strict"
import { test } from "node:test"
import { codeOf, currentStep, invite, signedIn } from "../people.ts"
import { type Any, startTestServer, until } from "../harness.ts"
import { assertAccessibleOnTwoScreens, startBrowser } from "../chromium.ts"

const server = await startTestServer()
const { api, baseUrl, keys } = server
const { openAs } = await startBrowser(baseUrl)
const owner = { email: keys.email, password: keys.password }

test("puts a role together, marks what moves money, gives it to a person, changes it and compares it", async () => {
  const person = await invite(server, "viewer")
  const { page, problems } = await openAs(owner, "/roles")
  const dialog = page.getByRole("dialog").filter({ has: page.getByRole("button", { name: "Close" }) })
  await page.getByText("No roles of your own").waitFor()
  await assertAccessibleOnTwoScreens(page, "the page of roles")
  await page.getByRole("button", { name: "New role" }).first().click()
  await dialog.getByLabel("Name").fill("Bookkeeper")
  await dialog.getByLabel("Description").fill("Books what has arrived")
  const levels = (group: string) => dialog.getByRole("radiogroup", { name: group, exact: true })
  await levels("Transactions").getByText("Change").click()
  await levels("Contacts").getByText("See").click()
  await dialog.getByText("moves money").first().waitFor()
  await assertAccessibleOnTwoScreens(page, "the form of a role")
  await dialog.getByRole("button", { name: "Create role" }).click()
  await page.getByRole("region", { name: "Your roles" }).getByText("Books what has arrived").waitFor()
  const [role] = (await api.get("/v1/roles")).body.data
  assert.deepEqual(role.permissions, ["contacts.view", "transactions.view", "transactions.edit"])

  await page.getByRole("button", { name: "Change Bookkeeper" }).click()
  await levels("Contacts").getByText("Nothing").click()
  await dialog.getByLabel("Send payouts").check()
  await dialog.getByRole("button", { name: "Save" }).click()
  await dialog.waitFor({ state: "hidden" })
  const changed = (await api.get(`/v1/roles/${role._id}`)).body.data
  assert.deepEqual(changed.permissions, ["transactions.view", "splits.view", "transactions.edit", "payouts.send"])
  await page.getByLabel("Only differences").click()
  await page.getByRole("row", { name: /^Send payouts/ }).waitFor()
  await api.post(`/v1/users/${person._id}/update`, { role: role._id })
  await page.getByRole("button", { name: "Delete" }).click()
  await dialog.getByRole("button", { name: "Delete" }).click()
  await dialog.getByText(/in use by Rui Costa/).waitFor()
  assert.deepEqual(
    problems.filter(problem => !problem.includes("409")),
    [],
  )
})

test("shows where a colleague is signed in, and signs them out of one browser and of all", async () => {
  const person = await invite(server, "finance")
  const [first, second] = [await signedIn(server, person), await signedIn(server, person)]
  const { page } = await openAs(owner, "/users")
  const dialog = page.getByRole("dialog").filter({ has: page.getByRole("button", { name: "Close" }) })
  await page
    .getByRole("listitem")
    .filter({ hasText: person.email })
    .getByRole("button", { name: /^Sessions of/ })
    .click()
  await dialog.getByRole("button", { name: "End" }).nth(1).waitFor()
  await assertAccessibleOnTwoScreens(page, "the sessions of a colleague")
  await dialog.getByRole("button", { name: "End" }).first().click()
  const states = async () => (await Promise.all([first, second].map(each => each.get("/v1/users/user")))).map(({ status }) => status)
  await until(async () => (await states()).toSorted((a, b) => a - b).join() === "200,401", "one of the browsers is signed out")
  await dialog.getByRole("button", { name: "Sign out everywhere" }).click()
  await dialog.getByText("Not signed in").waitFor()
  assert.deepEqual(await states(), [401, 401])
})

test("leads a person without the second factor that the business requires to set it up, and opens nothing else meanwhile", async () => {
  const person = await invite(server, "finance")
  await api.post("/v1/settings/require-two-factor", { required: true, graceDays: 7 })
  const { page } = await openAs(person, "/contacts")
  await page.getByText("Set up your second factor").waitFor()
  await page.getByRole("heading", { level: 1, name: "Contacts" }).waitFor()
  await api.post("/v1/settings/require-two-factor", { required: true, graceDays: 0 })
  await page.goto(`${baseUrl}/contacts`)
  await page.getByRole("heading", { level: 1, name: "Set up your second factor" }).waitFor()
  assert.equal(await page.getByRole("navigation").count(), 0)
  await assertAccessibleOnTwoScreens(page, "the page that leads to the second factor")
  const answered = page.waitForResponse(response => response.url().endsWith("/two-factor/enroll"))
  await page.getByRole("button", { name: "Turn on" }).click()
  const { secret } = ((await (await answered).json()) as Any).data
  await page.getByLabel("Code").fill(codeOf(secret, currentStep()))
  await page.getByRole("dialog").getByRole("button", { name: "Turn on" }).click()
  await page.getByRole("button", { name: "I have stored them" }).click()
  await page.getByRole("heading", { level: 1, name: "Contacts" }).waitFor()
  await api.post("/v1/settings/require-two-factor", { required: false })
})
