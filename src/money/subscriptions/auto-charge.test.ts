import assert from "node:assert/strict"
import { test } from "node:test"
import { approvalFixtures } from "../../../test/approval-fixtures.ts"
import { type Any, linkKeyOf, startTestServer, until } from "../../../test/harness.ts"
import { noJobIsDue, subscriptionFixtures } from "../../../test/subscription-fixtures.ts"
import { signature } from "../gateways/simulator.ts"

const server = await startTestServer()
const { api, keys, sql } = server
const linkKey = await linkKeyOf(server, keys.tenantId)
const fixtures = subscriptionFixtures(api)
const { act, advance, assertLedgerVerifies, attempted, autoCharge, becomes, chargesOf, mailed, mailsTo, newMandate, raised, read } =
  fixtures

const payerOf = ({ contact }: Any) => read("contacts", contact)
const statsOf = async ({ _id }: Any) => (await read("subscriptions", _id)).stats
const statuses = (rows: Any[]) => rows.map(({ status }) => status)
const couldNotBeDebited = /could not be debited/

/** Waits for the commit that notes the failure of an attempt and enqueues what follows. */
const failures = (intent: Any, n: number) =>
  until(async () => {
    const [row] = await sql("select attempts, failure from subscription_charges where id = $1", [intent._id])
    return row?.attempts === n && row.failure !== null
  }, `attempt ${n} has failed`)

test("debits each cycle once by its mandate, and tells the payer from which account", async () => {
  const mandate = await newMandate()
  const subscription = await autoCharge(mandate)
  const [intent] = await raised(subscription, 1)
  const [charge] = await attempted(intent, 1)
  assert.deepEqual([charge.amount, charge.status, charge.authorization, charge.method], [5000, "succeeded", mandate._id, "direct-debit"])
  assert.equal((await read("payment-intents", intent._id)).status, "paid-full")
  assert.deepEqual(await statsOf(subscription), {
    raised: 1,
    paid: 1,
    overdue: 0,
    failed: 0,
    byCurrency: { EUR: { billed: 5000, paid: 5000, outstanding: 0 } },
  })
  assert.match((await mailed(await payerOf(mandate), /every month/)).text, /debited from your account •••• 3000/)
  await advance("P40D")
  const [, second] = await raised(subscription, 2)
  assert.deepEqual(statuses(await attempted(second, 1)), ["succeeded"])
  await assertLedgerVerifies()
})

test("tries a declined debit again after 1, 3 and 5 days, then asks the payer by mail, once", async () => {
  const mandate = await newMandate("Decline Debit")
  const payer = await payerOf(mandate)
  const subscription = await autoCharge(mandate)
  const [intent] = await raised(subscription, 1)
  await failures(intent, 1)
  const { lastFailure, stats } = await read("subscriptions", subscription._id)
  assert.deepEqual([lastFailure.paymentIntent, lastFailure.code, stats.failed], [intent._id, "debit_refused", 1])
  for (const [attempts, wait] of [
    [1, "PT23H"],
    [2, "PT2H"],
    [2, "P1DT22H"],
    [3, "PT2H"],
    [3, "P1DT22H"],
    [4, "PT2H"],
  ] as const) {
    await advance(wait)
    await failures(intent, attempts)
    assert.equal((await mailsTo(payer)).filter(({ subject }) => couldNotBeDebited.test(subject)).length, attempts === 4 ? 1 : 0)
  }
  await advance("P10D")
  assert.deepEqual(statuses(await chargesOf(intent)), ["failed", "failed", "failed", "failed"])
  const mail = await mailed(payer, couldNotBeDebited)
  assert.ok(mail.text.includes(intent.links.long) && mail.text.includes("€50.00"))
  assert.equal((await mailsTo(payer)).filter(({ subject }) => couldNotBeDebited.test(subject)).length, 1)
  assert.equal((await read("payment-intents", intent._id)).paid, 0)
  await assertLedgerVerifies()
})

test("makes each attempt at its time when the clock jumps over all of them", async () => {
  const mandate = await newMandate("Decline Debit")
  const subscription = await autoCharge(mandate, { startAt: await fixtures.inMinutes(1) })
  await advance("P12D")
  const [intent] = await raised(subscription, 1)
  const rows = await attempted(intent, 4)
  const first = Date.parse(rows[0].createdAt)
  const days = rows.map(({ createdAt }) => Math.round((Date.parse(createdAt) - first) / 86_400_000))
  assert.deepEqual(days, [0, 1, 3, 5])
  await mailed(await payerOf(mandate), couldNotBeDebited)
})

test("counts a revoked mandate as a failed charge without a transaction, tries again, then asks by mail", async () => {
  const mandate = await newMandate()
  const subscription = await autoCharge(mandate, { startAt: await fixtures.inMinutes(1) })
  await api.post(`/v1/authorizations/${mandate._id}/revoke`)
  await advance("P4D")
  const [intent] = await raised(subscription, 1)
  await failures(intent, 3)
  assert.deepEqual([await chargesOf(intent), (await statsOf(subscription)).failed], [[], 1])
  assert.equal((await read("subscriptions", subscription._id)).lastFailure.code, "AUZ-2001")
  await advance("P2D")
  await mailed(await payerOf(mandate), couldNotBeDebited)
})

test("a new mandate is used for the next attempt", async () => {
  const mandate = await newMandate()
  // Not a month, because in a month of 30 days the first retry would come before the next cycle.
  const subscription = await autoCharge(mandate, { cadence: { every: 31, unit: "day" } })
  const [paid] = await raised(subscription, 1)
  await attempted(paid, 1)
  await api.post(`/v1/authorizations/${mandate._id}/revoke`)
  await advance("P31D")
  const [, intent] = await raised(subscription, 2)
  await failures(intent, 1)
  const other = await newMandate()
  assert.equal((await act(subscription, "update", { authorization: other._id })).body.error.code, "SUB-1001")
  const { bankAccount } = await read("authorizations", mandate._id)
  const body = { contact: mandate.contact, bankAccount: bankAccount._id, scheme: "sepa" }
  const renewed = await fixtures.made("authorizations", body)
  await advance("PT2M")
  await becomes("authorizations", renewed._id, ({ status }) => status === "active", "the mandate is active")
  assert.equal((await act(subscription, "update", { authorization: renewed._id })).body.data.authorization, renewed._id)
  await advance("P1D")
  assert.deepEqual(statuses(await attempted(intent, 1)), ["succeeded"])
  assert.equal((await statsOf(subscription)).failed, 0)
})

test("waits for a mandate that is not active yet", async () => {
  const mandate = await newMandate()
  const { bankAccount } = await read("authorizations", mandate._id)
  const pending = await fixtures.made("authorizations", { contact: mandate.contact, bankAccount: bankAccount._id, scheme: "sepa" })
  const subscription = await autoCharge(pending)
  const [intent] = await raised(subscription, 1)
  await noJobIsDue(sql)
  assert.deepEqual([await chargesOf(intent), (await statsOf(subscription)).failed], [[], 0])
  await advance("PT2H")
  assert.deepEqual(statuses(await attempted(intent, 1)), ["succeeded"])
})

test("refuses items that the mandate does not cover, and a mandate for the mode request", async () => {
  const subscription = await autoCharge(await newMandate("Ana Souza", { maxAmount: 6000 }), { startAt: await fixtures.inMinutes(60) })
  const refused = await act(subscription, "update", { items: [{ name: "More", amount: 6001 }] })
  assert.deepEqual([refused.status, refused.body.error.code], [422, "SUB-1001"])
  const request = await fixtures.subscribe({ startAt: await fixtures.inMinutes(60) })
  const mandate = await newMandate()
  assert.equal((await act(request, "update", { authorization: mandate._id })).body.error.code, "VAL-1003")
})

test("charges nothing when the payer has paid another way", async () => {
  const mandate = await newMandate("Decline Debit")
  const subscription = await autoCharge(mandate)
  const [intent] = await raised(subscription, 1)
  await failures(intent, 1)
  await fixtures.made("transactions", { paymentIntent: intent._id, amount: 5000, method: "cash" })
  await advance("P10D")
  assert.deepEqual(statuses(await chargesOf(intent)), ["failed", "succeeded"])
  assert.equal((await mailsTo(await payerOf(mandate))).filter(({ subject }) => couldNotBeDebited.test(subject)).length, 0)
  assert.deepEqual([(await statsOf(subscription)).failed, (await statsOf(subscription)).paid], [0, 1])
})

test("nothing is debited once the subscription is canceled", async () => {
  const subscription = await autoCharge(await newMandate("Decline Debit"))
  const [intent] = await raised(subscription, 1)
  await failures(intent, 1)
  await act(subscription, "cancel", { at: "now" })
  await advance("P10D")
  assert.equal((await chargesOf(intent)).length, 1)
})

test("while another charge of the request is under way, the debit waits for its outcome", async () => {
  const mandate = await newMandate("Decline Debit")
  const subscription = await autoCharge(mandate)
  const [intent] = await raised(subscription, 1)
  await failures(intent, 1)
  await advance("PT23H30M")
  await sql("update transactions set gateway = 'simulator' where id = $1", [
    (await fixtures.made("transactions", { paymentIntent: intent._id, amount: 5000, method: "card", status: "processing" }))._id,
  ])
  await advance("PT1H")
  assert.deepEqual(statuses(await chargesOf(intent)), ["failed", "processing"])
  await sql("update transactions set gateway = null where payment_intent_id = $1 and status = 'processing'", [intent._id])
  await api.post(`/v1/transactions/${(await chargesOf(intent))[1]._id}/fail`, {})
  await advance("PT2H")
  await failures(intent, 2)
  assert.deepEqual(statuses(await chargesOf(intent)), ["failed", "failed", "failed"])
})

test("charges nothing when a job is repeated days later", async () => {
  const [intent] = await raised(await autoCharge(await newMandate("Decline Debit")), 1)
  await failures(intent, 1)
  await advance("P1DT1H")
  await failures(intent, 2)
  await sql(
    `insert into jobs (tenant_id, id, kind, payload, next_at, created_at)
     values ($1, 'repeated', 'charge-cycle', $2, now(), now())`,
    [keys.tenantId, { paymentIntent: intent._id, attempt: 1 }],
  )
  await noJobIsDue(sql)
  assert.equal((await chargesOf(intent)).length, 2)
})

test("counts an assumed failure once when the gateway confirms it later", async () => {
  const [intent] = await raised(await autoCharge(await newMandate("Decline Debit")), 1)
  await failures(intent, 1)
  const [charge] = await chargesOf(intent)
  const assumed = { code: "never_arrived", message: "the charge never reached the gateway" }
  await sql("update transactions set failure = $2 where id = $1", [charge._id, assumed])
  const event = {
    id: `late ${charge._id}`,
    tenant: keys.tenantId,
    type: "charge.failed",
    key: charge._id,
    code: "late",
    reason: "too late",
  }
  const bytes = JSON.stringify(event)
  const headers = { authorization: null, "x-tenant-id": null, "simulator-signature": signature(linkKey, Buffer.from(bytes)) }
  assert.equal((await api.post("/v1/gateways/simulator/events", bytes, headers)).body.data.effect, "failed")
  assert.equal((await read("transactions", charge._id)).failure.code, "late")
  const jobs = await sql("select 1 from jobs where kind = 'charge-cycle' and payload ->> 'paymentIntent' = $1", [intent._id])
  assert.equal(jobs.length, 1)
})

test("tries a charge again on the tenant's dunning days", async () => {
  const change = (dunningDays: unknown) => api.post("/v1/settings/update", { dunningDays })
  assert.deepEqual((await api.get("/v1/settings")).body.data.dunningDays, [1, 3, 5])
  for (const wrong of [[3, 1], [0], [61], [1, 1], ["1"], Array.from({ length: 11 }, (_, i) => i + 1)])
    assert.equal((await change(wrong)).body.error.code, "VAL-1003")
  assert.deepEqual((await change([])).body.data.dunningDays, [])
  const mandate = await newMandate("Decline Debit")
  const [intent] = await raised(await autoCharge(mandate), 1)
  await mailed(await payerOf(mandate), couldNotBeDebited)
  assert.equal((await change([1, 3, 5])).status, 200)
  await advance("P10D")
  assert.equal((await chargesOf(intent)).length, 1)
})

test("debits a cycle that a policy holds only after its approval, and does not try again after a rejection", async () => {
  const { policy, ownAmount, decide, requestOf } = await approvalFixtures(server)
  const amount = ownAmount()
  await policy(amount, { conditions: { amountMin: amount, amountMax: amount, actions: ["charge"] } })
  const mandate = await newMandate()
  const items = [{ name: "Membership", amount }]
  const held = async () => {
    const [intent] = await raised(await autoCharge(mandate, { items }), 1)
    const [charge] = await attempted(intent, 1)
    assert.deepEqual([charge.status, charge.approval.status], ["pending-approval", "pending"])
    return { intent, charge, request: charge.approval.request as string }
  }
  const approved = await held()
  assert.equal((await requestOf(approved.request)).requestedBy, "system")
  assert.equal((await read("payment-intents", approved.intent._id)).paid, 0)
  assert.equal((await decide(approved.request, "approve")).status, 200)
  await becomes("payment-intents", approved.intent._id, ({ status }) => status === "paid-full", "it is paid")
  const rejected = await held()
  await decide(rejected.request, "reject")
  await advance("P10D")
  assert.deepEqual(statuses(await chargesOf(rejected.intent)), ["canceled"])
  assert.equal((await chargesOf(approved.intent)).length, 1)
  await assertLedgerVerifies()
})
