import assert from "node:assert/strict"
import { test } from "node:test"
import { disputeFixtures } from "../../../test/dispute-fixtures.ts"
import { type Any, inDays, newIntent, startTestServer } from "../../../test/harness.ts"

const server = await startTestServer({ ROLE: "api" })
const { api, sql } = server
const { act, chargeIntent, contact, create, dispute, effectOf, reportOf, sendEvent } = await disputeFixtures(
  api,
  server,
  server.keys.tenantId,
)
const schedule = [6000, 4000].map((amount, i) => ({ amount, dueAt: inDays(400 + i) }))
const plan = await create("payment-intents", newIntent(contact._id, { intentType: "payment-plan", schedule }))
const [, last] = plan.installments
const charge = await chargeIntent(plan)
const open = await dispute(charge, { amount: 1000 })
const accepted = await dispute(charge, { amount: 3000 })
await act(accepted, "accept")
const won = await dispute(charge, { amount: 2000 })
const report = reportOf(charge, { dispute: won.reference, amount: 2000, fee: 150 })
assert.equal(await effectOf(sendEvent("dispute.won", report)), "won")

const verify = async (): Promise<Any> => (await api.get("/v1/ledger/verify")).body.data

const parts = (amount: number) => `disputes set allocations = '[{"amount": ${amount}, "paymentIntent": "${last}"}]'`
const tamperings: [statement: string, undo: string, id: string, differences: string[]][] = [
  ["transactions set disputed = 3999", "transactions set disputed = 4000", charge._id, [`${charge._id} disputes`]],
  [
    "disputes set amount = 999",
    "disputes set amount = 1000",
    open._id,
    [`${open._id} reserved`, `${open._id} contested`, `${charge._id} disputes`],
  ],
  [
    "disputes set accepted_at = now(), closed_at = now(), status = 'accepted'",
    "disputes set accepted_at = null, closed_at = null, status = 'needs-response'",
    open._id,
    [`${open._id} reserved`, `${open._id} contested`, `${open._id} taken`],
  ],
  ["disputes set amount = 2999", "disputes set amount = 3000", accepted._id, [`${accepted._id} taken`, `${charge._id} disputes`]],
  [parts(2999), parts(3000), accepted._id, [`${accepted._id} allocations`]],
  ["disputes set fees = 149", "disputes set fees = 150", won._id, [`${won._id} taken`, `${won._id} fees`]],
  ["payment_intents set disputed = 2999", "payment_intents set disputed = 3000", last, [`${last} disputed`, `${plan._id} disputed`]],
  ["payment_intents set disputed = 2999", "payment_intents set disputed = 3000", plan._id, [`${plan._id} disputed`]],
]

test("the ledger, the disputes, the charge and its intents agree", async () => {
  assert.deepEqual((await verify()).differences, [])
})

for (const [statement, undo, id, differences] of tamperings)
  test(`a difference is reported: ${statement.replace(last, "…")} of ${id === plan._id ? "the plan" : "one row"}`, async () => {
    await sql(`update ${statement} where id = $1`, [id])
    const { differences: found } = await verify()
    assert.deepEqual(
      found.map((each: Any) => `${each.object} ${each.what}`),
      differences,
    )
    await sql(`update ${undo} where id = $1`, [id])
    assert.equal((await verify()).ok, true)
  })
