// A business with more users than one page of the API has.
import assert from "node:assert/strict"
import { test } from "node:test"
import { startBrowser, visit } from "../chromium.ts"
import { inParallel, startTestServer } from "../harness.ts"

const { api, baseUrl, keys } = await startTestServer()
const { openAs } = await startBrowser(baseUrl)

const inviteNamed = async (name: string, i: number): Promise<string> =>
  (await api.post("/v1/users/invite", { email: `many-${i}@example.com`, name, role: "approver", teams: [] })).body.data._id

test("names everybody and lets people choose them, however many were invited later", async () => {
  const oldest = await inviteNamed("Aurélia Primeira", 0)
  await inParallel(101, i => inviteNamed(`Person ${i + 1}`, i + 1))
  await api.create("/v1/teams/create", { name: "Aachen" })
  await inParallel(100, i => api.create("/v1/teams/create", { name: `Team ${i + 1}` }))
  await inParallel(101, i => api.post("/v1/contacts/create", { email: `common-${i}@example.com`, profile: { lastName: "Silva" } }))
  const policy = { name: "Refunds", entityType: "refund-intent", strategy: "any-of", approvers: [oldest], conditions: {}, priority: 1 }
  const { _id } = (await api.create("/v1/approvals/policies/create", policy)).body.data
  const { page } = await openAs({ email: keys.email, password: keys.password! }, `/policies/${_id}`)
  await page.getByRole("button", { name: "Remove Aurélia Primeira" }).waitFor()

  await page.getByRole("button", { name: "Add an approver" }).click()
  await page.getByLabel("Name or e-mail").fill("person 57")
  await page.getByRole("dialog").getByText("Person 101").waitFor({ state: "detached" })
  await page.getByRole("dialog").getByRole("button", { name: "Person 57" }).click()
  await page.getByRole("button", { name: "Remove Person 57" }).waitFor()

  await visit(page, "/teams")
  await page.getByText("Aachen").waitFor()

  await visit(page, "/partnerships")
  await page.getByRole("button", { name: "New partnership" }).first().click()
  await page.getByRole("dialog").getByLabel("Team").selectOption({ label: "Aachen" })
  await page.getByRole("button", { name: "Cancel" }).click()

  await visit(page, "/policies")
  await page.getByText("Aurélia Primeira").first().waitFor()

  await visit(page, "/audit")
  await page.getByLabel("Who").selectOption({ label: "Aurélia Primeira" })

  await visit(page, "/contacts?q=silva")
  await page.getByText("101 contacts match. This list has only the 100 that match best").waitFor()
  await page
    .getByRole("button", { name: /^Actions of common-/ })
    .first()
    .waitFor()

  await visit(page, "/users")
  await page.getByText("103 in this business").waitFor()
  await page.getByLabel("Name or e-mail").fill("aurélia")
  await page.getByText("Person 101").waitFor({ state: "detached" })
  assert.equal(await page.getByRole("button", { name: /^Change / }).count(), 1)
})

test("offers only the bank accounts of the mandate's contact", async () => {
  const account = { owner: "contact", country: "DE", currency: "EUR", iban: "DE89370400440532013000" }
  for (const holder of ["Ana", "Rui"]) {
    const { _id: contact } = (await api.create("/v1/contacts/create", { email: `${holder}@example.com`, profile: {} })).body.data
    assert.equal((await api.create("/v1/bank-accounts/create", { ...account, holder, contact })).status, 201)
  }
  const { page } = await openAs({ email: keys.email, password: keys.password! }, "/mandates")
  await page.getByRole("button", { name: "New mandate" }).first().click()
  await page.getByRole("dialog").getByLabel("Contact").fill("rui@example.com")
  const choices = page.getByRole("dialog").getByLabel("Bank account").getByRole("option")
  await choices.filter({ hasText: "Rui" }).waitFor({ state: "attached" })
  assert.equal(await choices.filter({ hasText: "Ana" }).count(), 0)
})
