// A person lets a machine in, in a real browser.
import assert from "node:assert/strict"
import { test } from "node:test"
import { assertAccessibleOnTwoScreens, startBrowser } from "../chromium.ts"
import { createCaller, startTestServer } from "../harness.ts"
import { invite } from "../people.ts"

const server = await startTestServer()
const { baseUrl, keys, sql } = server
const owner = { email: keys.email, password: keys.password! }
const { openAs } = await startBrowser(baseUrl)
const anyone = createCaller(baseUrl, { apiKey: "", tenantId: "" })
const nobody = { authorization: null, "x-tenant-id": null }
const start = async (fields: object = {}) =>
  (await anyone.post("/v1/device-logins/start", { machine: "ana-laptop", ...fields }, nobody)).body.data
const poll = async (deviceCode: string) => (await anyone.post("/v1/device-logins/poll", { deviceCode }, nobody)).body
const desktop = { width: 1280, height: 900 }

test("shows what a machine asks for, wants its code compared, and lets it in after the password", async () => {
  const { deviceCode, userCode } = await start({ role: "developer", days: 14 })
  const { page, problems } = await openAs(owner, "/device")
  await assertAccessibleOnTwoScreens(page, "the field for a code")
  await page.setViewportSize(desktop)
  await page.getByLabel("Code on the machine").fill(userCode.toLowerCase().replace("-", ""))
  await page.getByRole("button", { name: "Continue" }).click()
  const card = page.getByRole("region", { name: "The machine that asks" })
  await card.getByRole("heading", { name: "ana-laptop" }).waitFor()
  await card.getByText("Escola Azul, a sandbox").waitFor()
  await card.getByText("Developer, 14 days").waitFor()
  assert.equal(await card.getByLabel("It may act as").inputValue(), "developer")
  assert.equal(await card.getByLabel("Its key works for").inputValue(), "14")
  await assertAccessibleOnTwoScreens(page, "a machine that asks")
  await page.setViewportSize(desktop)
  const allow = card.getByRole("button", { name: "Let it in" })
  assert.equal(await allow.isDisabled(), true)
  await sql("update sessions set confirmed_at = now() - interval '11 minutes'")
  await card.getByLabel("It may act as").selectOption("viewer")
  await card.getByRole("checkbox", { name: `my terminal shows ${userCode}` }).check()
  await allow.click()
  await page.getByLabel("Confirm that it is you: your password").fill(owner.password)
  await page.keyboard.press("Enter")
  await page.getByRole("heading", { name: "The machine is let in" }).waitFor()
  const { data } = await poll(deviceCode)
  assert.deepEqual([data.status, data.role], ["approved", "viewer"])
  assert.deepEqual(problems, [])
})

test("warns of a machine in another network, and refuses it", async () => {
  const { deviceCode, userCode } = await start()
  await sql("update device_logins set address = '203.0.113.9'")
  const { page } = await openAs(owner, `/device?code=${userCode}`)
  await page.getByRole("alert").getByText("It asks from another network than yours").waitFor()
  await assertAccessibleOnTwoScreens(page, "a machine in another network")
  await page.setViewportSize(desktop)
  await page.getByRole("button", { name: "Refuse" }).click()
  await page.getByRole("heading", { name: "The machine was refused" }).waitFor()
  assert.equal((await poll(deviceCode)).error.code, "DVL-1001")
})

test("says that nothing waits under a code that is over, and asks for another", async () => {
  const { page } = await openAs(owner, "/device?code=BBBB-BBBB")
  await page.getByText("Nothing waits under this code").waitFor()
  await page.getByRole("button", { name: "Type another code" }).click()
  await page.getByLabel("Code on the machine").waitFor()
})

test("a person who may not create keys learns whom to ask", async () => {
  const { userCode } = await start()
  const { page } = await openAs(await invite(server, "finance"), `/device?code=${userCode}`)
  await page.getByText("Your role does not include this").waitFor()
})
