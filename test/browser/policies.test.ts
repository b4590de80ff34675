// The policy editor warns about policies that can't work, offers what the service accepts, and marks what an earlier version stored.
import assert from "node:assert/strict"
import { test } from "node:test"
import { approvalFixtures } from "../approval-fixtures.ts"
import { assertAccessible, choose, startBrowser } from "../chromium.ts"
import { startTestServer } from "../harness.ts"
import { invite } from "../people.ts"

const server = await startTestServer()
const { api, baseUrl, keys, sql } = server
const { policy } = await approvalFixtures(server)
const { openAs } = await startBrowser(baseUrl)
const owner = { email: keys.email, password: keys.password! }
const rui = await invite(server, "approver")
await invite(server, "viewer")
const partner = (await api.post("/v1/partnerships/create", { name: "Casa Verde", code: "CASA", kind: "supplier" })).body.data

test("warns before saving a policy whose only approver is its maker that nobody could decide", async () => {
  const { page, problems } = await openAs(owner, "/policies/new")
  await page.getByLabel("Name").fill("Alone")
  await choose(page, "Add an approver", "Super admin")
  const warning = page.getByRole("region", { name: "Decision" }).getByText("Nobody could decide your own requests")
  await warning.waitFor()
  await page.getByText("Add another approver, or turn four eyes off if you work alone.").waitFor()
  await assertAccessible(page)
  await page.getByRole("switch", { name: "Four eyes" }).click()
  await warning.waitFor({ state: "detached" })
  await page.getByRole("switch", { name: "Four eyes" }).click()
  await warning.waitFor()
  await page.getByRole("button", { name: "Add an approver" }).click()
  await page.getByRole("menuitem", { name: "Rui Costa Approver" }).waitFor()
  assert.equal(await page.getByRole("menuitem").count(), 1, "who may not decide is not offered")
  await page.getByRole("menuitem").click()
  await warning.waitFor({ state: "detached" })
  assert.deepEqual(problems, [])
})

test("narrows payments and refunds, but not mandates, to a partner, and drops conditions that the chosen kind lacks", async () => {
  const { page, problems } = await openAs(owner, "/policies/new")
  await page.getByLabel("Name").fill("Casa's refunds")
  await choose(page, "Add a condition", "Recipient is one of")
  const only = page.getByLabel("Only for one partner")
  await page.getByRole("radio", { name: "Mandates" }).check({ force: true })
  await only.waitFor({ state: "detached" })
  await page.getByRole("button", { name: "Add a condition 4 left" }).waitFor()
  await page.getByRole("radio", { name: "Refunds" }).check({ force: true })
  await only.fill("CASA")
  await page.getByText("A partner who supplies a line of the payment or has a split of it").waitFor()
  await page.getByRole("button", { name: "Add a condition 7 left" }).waitFor()
  await choose(page, "Add an approver", "Rui Costa")
  await page.getByText("Of last month’s 0 refunds it would have held 0.").waitFor()
  await page.getByRole("button", { name: "Create policy" }).click()
  await page.getByText("Holds refunds, all of them").waitFor()
  const { policies } = (await api.get("/v1/approvals/policies?entityType=refund-intent")).body.data
  assert.deepEqual([policies[0].partnership, policies[0].conditions], [partner._id, {}])
  assert.deepEqual(problems, [])
})

test("marks an invalid policy of an earlier version in the list and in the editor, and saves it once that is removed", async () => {
  const { _id } = await policy(0, { name: "From before", entityType: "payment-split", approvers: [rui._id], conditions: {} })
  await sql('update approval_policies set conditions = \'{"methods": ["card"]}\' where id = $1', [_id])
  const { page } = await openAs(owner, "/policies")
  await page.getByText("It holds nothing: splits have no method.").waitFor()
  await assertAccessible(page)
  await page.getByRole("link", { name: "From before" }).click()
  await page.getByText("Splits do not have this, so the policy holds nothing.").waitFor()
  await page.getByText("a payment split has no method, so conditions.methods would match nothing").waitFor()
  await assertAccessible(page)
  await page.getByRole("button", { name: "Remove: Method is one of" }).click()
  await page.getByRole("button", { name: "Save policy" }).click()
  await page.getByText("Holds splits, all of them").waitFor()
  assert.equal(await page.getByText("It holds nothing").count(), 0)
})

test("marks a policy if none of its approvers may decide any more", async () => {
  const leaving = await invite(server, "approver")
  await policy(0, { name: "Nobody's", entityType: "payout", approvers: [leaving._id], conditions: {} })
  assert.equal((await api.post(`/v1/users/${leaving._id}/update`, { role: "viewer" })).status, 200)
  const { page } = await openAs(owner, "/policies")
  await page.getByText("None of its approvers may decide any more").waitFor()
  await page.getByRole("link", { name: "Nobody's" }).click()
  await page.getByText("this role may not decide. Remove them to save the policy").waitFor()
  await page.getByText("which may not decide approvals").waitFor()
})
