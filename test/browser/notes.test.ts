// Notes with mentions and tags on the page of an object, and the filter by tag.
import assert from "node:assert/strict"
import { test } from "node:test"
import type { Page } from "playwright-core"
import { assertAccessible, assertAccessibleOnTwoScreens, startBrowser, visit } from "../chromium.ts"
import { newContact, newIntent, startTestServer, until } from "../harness.ts"
import { invite, mailsTo } from "../people.ts"

const server = await startTestServer()
const { api, baseUrl, keys } = server
const owner = { email: keys.email, password: keys.password! }
const { openAs } = await startBrowser(baseUrl)
const contact = (await api.create("/v1/contacts/create", newContact())).body.data
const pay = async () => (await api.create("/v1/payment-intents/create", newIntent(contact._id))).body.data
const payments = [await pay(), await pay()]
const rows = (page: Page) => page.locator("tbody tr[data-row]")
const dialog = (page: Page) => page.getByRole("dialog")

test("a note mentions a colleague, who gets a mail that leads to the object, and is changed and deleted by its author", async () => {
  const rui = await invite(server, "finance")
  const { page, problems } = await openAs(owner, `/payments/${payments[0]._id}`)
  const notes = page.getByRole("region", { name: "Notes" })
  await notes.getByLabel("New note").pressSequentially("Please check @Ru")
  await notes.getByRole("option", { name: rui.email }).waitFor()
  await assertAccessible(page, "a mention that is being typed")
  await notes.getByRole("option", { name: rui.email }).click()
  await page.reload()
  assert.match(await notes.getByLabel("New note").inputValue(), /^Please check @Rui Costa/, "a reload loses nothing")
  await notes.getByRole("button", { name: "Add note" }).dblclick()
  await notes.getByRole("listitem").getByText("Please check").waitFor()
  assert.equal((await api.get(`/v1/notes?object=${payments[0]._id}`)).body.count, 1)
  const [mail] = await mailsTo(server, rui.email, 2)
  const there = await openAs(rui, new URL(/http\S+/.exec(mail!.text)![0]).pathname + new URL(/http\S+/.exec(mail!.text)![0]).search)
  await there.page.getByRole("region", { name: "Notes" }).getByText("Please check").waitFor()
  assert.equal(await there.page.getByRole("region", { name: "Notes" }).getByRole("button", { name: "Edit" }).count(), 0)
  await assertAccessibleOnTwoScreens(there.page, "an object with a note")
  await notes.getByRole("button", { name: "Edit" }).click()
  await notes.getByLabel("Note", { exact: true }).fill("Checked")
  await notes.getByRole("button", { name: "Save" }).click()
  await notes.getByText("Checked").waitFor()
  await notes.getByRole("button", { name: "Delete" }).click()
  await dialog(page).getByRole("button", { name: "Delete" }).click()
  await notes.getByText("Checked").waitFor({ state: "detached" })
  await page.getByText("deleted a note").first().waitFor()
  assert.deepEqual([...problems, ...there.problems], [])
})

test("tags are added and removed on an object, and a list is filtered by them", async () => {
  const { page, problems } = await openAs(owner, `/payments/${payments[1]._id}`)
  await page.getByRole("button", { name: "Add a tag" }).click()
  for (const tag of ["School", "VIP"]) {
    await page.getByLabel("New tag").fill(tag)
    await page.keyboard.press("Enter")
    await page.getByRole("button", { name: `Remove the tag ${tag.toLowerCase()}` }).waitFor()
  }
  await page.getByRole("button", { name: "Remove the tag school" }).click()
  await page.getByRole("button", { name: "Remove the tag school" }).waitFor({ state: "detached" })
  await visit(page, "/payments")
  await page.getByRole("button", { name: "Filter", exact: true }).click()
  await dialog(page).getByRole("button", { name: "Tag" }).click()
  await dialog(page).getByRole("checkbox", { name: "vip" }).check()
  await page.keyboard.press("Escape")
  await page.getByRole("list", { name: "Filters" }).getByText("vip").waitFor()
  await until(async () => (await rows(page).count()) === 1, "only the payment with the tag is listed")
  assert.deepEqual(problems, [])
})
