import assert from "node:assert/strict"
import { test } from "node:test"
import { approvalFixtures } from "../../../test/approval-fixtures.ts"
import { type Any, type Caller, inDays, startTestServer } from "../../../test/harness.ts"
import { payoutFixtures } from "../../../test/payout-fixtures.ts"

const server = await startTestServer()
const { api } = server
const { contact, approver, policy } = await approvalFixtures(server)
const { bodyFor, dueSplit, made, newPartner } = await payoutFixtures(api)
const finance = (await approver("finance")).api
const [watched, other] = [await made("teams", { name: "Watched" }), await made("teams", { name: "Other" })]

const change = (path: string, { _id }: Any, fields: object, by: Caller = finance) => by.post(`/v1/${path}/${_id}/update`, fields)
async function assertRefused(path: string, object: Any, fields: object) {
  const { status, body, text } = await change(path, object, fields)
  assert.deepEqual([status, body.error?.code], [403, "APR-2009"], text)
}

test("only a person who may change policies can avoid a policy on suppliers by making one an agent", async () => {
  const due = await dueSplit()
  assert.equal((await change("partnerships", due.partner, { kind: "agent" })).status, 200, "no policy matches on it")
  assert.equal((await change("partnerships", due.partner, { kind: "supplier" })).status, 200)
  await policy(0, { name: "Suppliers", entityType: "payout", conditions: { recipientTypes: ["supplier"] } })
  await assertRefused("partnerships", due.partner, { kind: "agent" })
  await assertRefused("partnerships", await newPartner({ kind: "agent" }), { kind: "supplier" })
  assert.equal((await change("partnerships", due.partner, { kind: "supplier", email: "verde@example.com" })).status, 200)
  const institution = await change("partnerships", await newPartner({ kind: "agent" }), { kind: "institution" })
  assert.equal(institution.status, 200, "both are the recipient type partnership")
  assert.equal((await finance.create("/v1/payouts/create", bodyFor(due))).body.data.status, "pending-approval")
  assert.equal((await change("partnerships", due.partner, { kind: "agent" }, api)).status, 200)
})

test("only a person who may change policies can avoid a policy on a team by moving a partner, a payment or a subscription", async () => {
  const items = [{ name: "Course", amount: 5000 }]
  const common = { contact: contact._id, currency: "BRL", items, team: watched._id }
  const intent = await made("payment-intents", { ...common, intentType: "ad-hoc", dueAt: inDays(0) })
  const subscription = await made("subscriptions", { ...common, startAt: inDays(1), cadence: { every: 1, unit: "month" } })
  const objects: [string, Any][] = [
    ["partnerships", await newPartner({ team: watched._id })],
    ["payment-intents", intent],
    ["subscriptions", subscription],
  ]
  const { _id } = await policy(0, { entityType: "refund-intent", conditions: { primaryTeams: [watched._id] } })
  for (const [path, object] of objects) for (const team of [null, other._id]) await assertRefused(path, object, { team })
  for (const [path, object] of objects) assert.equal((await change(path, object, { team: watched._id })).status, 200, path)
  assert.equal((await api.post(`/v1/approvals/policies/${_id}/update`, { enabled: false })).status, 200)
  for (const [path, object] of objects) assert.equal((await change(path, object, { team: null })).status, 200, path)
})
