// Pages that show what was known at an earlier time.
import assert from "node:assert/strict"
import { readFileSync } from "node:fs"
import { test } from "node:test"
import { assertAccessibleOnTwoScreens, startBrowser, visit } from "../chromium.ts"
import { type Any, newContact, newIntent, startTestServer } from "../harness.ts"
import { payoutFixtures } from "../payout-fixtures.ts"

const server = await startTestServer()
const { api, baseUrl, keys } = server
const { openAs } = await startBrowser(baseUrl)

const made = async (path: string, body: object): Promise<Any> => {
  const answer = await api.create(`/v1/${path}/create`, body)
  assert.equal(answer.status, 201, answer.text)
  return answer.body.data
}
const now = async (): Promise<Date> => new Date((await api.get("/v1/settings")).body.data.now)
const advance = (days: number) => api.post("/v1/simulations/clock", { advance: `P${days}D` })

/** A payment that was paid in part 10 days ago, and in full 5 days ago. */
async function paidLater() {
  const { newPartner } = await payoutFixtures(api)
  const partner = await newPartner({ name: "Casa Verde" })
  const contact = await made("contacts", newContact({ email: "ana@example.com", profile: { firstName: "Ana", lastName: "Prado" } }))
  await advance(1)
  const beforeIt = await now()
  await advance(1)
  const items = [{ name: "Course", amount: 100_000, supplier: partner.code }]
  const intent = await made(
    "payment-intents",
    newIntent(contact._id, { dueAt: new Date(Date.now() + 90 * 86_400_000).toISOString(), items }),
  )
  await made("transactions", { paymentIntent: intent._id, amount: 40_000, method: "cash" })
  await advance(5)
  const inPart = await now()
  await advance(5)
  await made("transactions", { paymentIntent: intent._id, amount: 60_000, method: "cash" })
  await advance(5)
  const [split] = (await api.get(`/v1/payment-splits?paymentIntent=${intent._id}`)).body.data
  return { partner, contact, intent, split, beforeIt, inPart }
}
const { partner, contact, intent, split, beforeIt, inPart } = await paidLater()
const { page, problems } = await openAs({ email: keys.email, password: keys.password! }, `/payments/${intent._id}`)
const at = (time: Date) => `?asOf=${encodeURIComponent(time.toISOString())}`
const banner = page.getByRole("status").filter({ hasText: "as it was known" })
const day = (time: Date) => new Intl.DateTimeFormat("en-CA", { timeZone: "America/Sao_Paulo" }).format(time)

test("a person chooses a past day of a payment, sees it paid in part without its later activity, and goes back to now", async () => {
  await page
    .getByText("100% paid")
    .or(page.getByRole("img", { name: "100% paid" }))
    .first()
    .waitFor()
  await page.getByRole("button", { name: "Earlier…" }).click()
  const chooser = page.getByRole("dialog", { name: "Show an earlier time" })
  await chooser.getByLabel("Day").fill(day(inPart))
  await assertAccessibleOnTwoScreens(page, "the choice of an earlier time")
  await page.setViewportSize({ width: 1280, height: 900 })
  await chooser.getByRole("button", { name: "Show", exact: true }).click()
  await banner.getByText(/^The payment as it was known at the end of/).waitFor()
  assert.match(new URL(page.url()).searchParams.get("asOf") ?? "", /59:59\.999Z$/)
  await page.getByRole("img", { name: "40% paid" }).waitFor()
  await page.getByRole("row", { name: /R\$40\.00 ?out of R\$100\.00/ }).waitFor() // what its split had earned
  const activity = page.getByRole("region", { name: "Activity" })
  await activity.getByRole("listitem").first().waitFor()
  assert.equal(await activity.getByText(/in full/).count(), 0)
  for (const name of ["Transactions", "Payment link", "Notes", "Why"])
    assert.equal(await page.getByRole("region", { name }).count(), 0, name)
  await assertAccessibleOnTwoScreens(page, "a payment at an earlier time")
  await page.reload()
  await page.getByRole("img", { name: "40% paid" }).waitFor()
  await page.getByRole("button", { name: "Back to now" }).click()
  await page.getByRole("img", { name: "100% paid" }).waitFor()
  assert.equal(new URL(page.url()).search, "")
})

test("a split is shown as it was, with a time in the address, and says so if it did not exist or the time is wrong", async () => {
  await visit(page, `/splits/${split._id}${at(inPart)}`)
  await page.getByRole("region", { name: "Details" }).getByText("R$40.00").first().waitFor()
  await page.goto(`${baseUrl}/splits/${split._id}${at(beforeIt)}`)
  await page.getByRole("heading", { name: "The split did not exist yet" }).waitFor()
  problems.splice(0) // the browser prints the 404
  await page.goto(`${baseUrl}/splits/${split._id}?asOf=yesterday`)
  await page.getByRole("alert").waitFor()
  await page.getByRole("button", { name: "Back to now" }).click()
  await page.getByRole("region", { name: "Details" }).getByText("R$100.00").first().waitFor()
  problems.splice(0)
})

test("the accounts of a contact and a partner are those of then, and so is the statement", async () => {
  await visit(page, `/contacts/${contact._id}${at(inPart)}`)
  await banner.getByText(/^The account as it was known on/).waitFor()
  const account = page.getByRole("region", { name: "Account" })
  await account.getByText("R$600.00").waitFor()
  await assertAccessibleOnTwoScreens(page, "the account of a contact at an earlier time")
  const saved = page.waitForEvent("download")
  await page.getByRole("region", { name: "Statement" }).getByRole("button", { name: "CSV" }).click()
  const csv = readFileSync(await (await saved).path(), "utf8")
  assert.match(csv, /payment,PI-000001,-40000,60000\r?\nBRL,[^,]+,closing,,,60000\s*$/)
  await page.getByRole("button", { name: "Back to now" }).click()
  await page.getByRole("region", { name: "Payments" }).waitFor()
  await visit(page, `/partnerships/${partner._id}${at(inPart)}`)
  await banner.waitFor()
  await page.getByRole("region", { name: "Account" }).getByText("R$40.00").waitFor()
  assert.equal(await page.getByRole("button", { name: "Pay out" }).count(), 0)
})

test("balances and receivables show an earlier time, too, and nobody is reminded from there", async () => {
  await page.setViewportSize({ width: 1280, height: 900 })
  await visit(page, `/${at(inPart)}`)
  const balances = page.getByRole("region", { name: "Balances", exact: true })
  await balances.getByText(/^Balances as they were known on/).waitFor()
  await balances.getByRole("row", { name: /R\$600\.00/ }).waitFor()
  await visit(page, `/receivables${at(inPart)}`)
  await page.getByRole("row", { name: /Ana Prado/ }).waitFor()
  assert.equal(await page.getByRole("checkbox").count(), 0)
  await assertAccessibleOnTwoScreens(page, "receivables at an earlier time")
  await page.getByRole("button", { name: "Back to now" }).click()
  await page.getByRole("row", { name: /Ana Prado/ }).waitFor({ state: "detached" })
  assert.deepEqual(problems, [])
})
