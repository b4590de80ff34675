import assert from "node:assert/strict"
import { test } from "node:test"
import pg from "pg"
import { type Any, type ApiResponse, inParallel, newContact, newIntent, startTestServer, until } from "../../../test/harness.ts"
import { faultRounds } from "../../../test/levels.ts"
import { markHot } from "../../kit/db/hot-rows.ts"

const { api, sql, keys, databaseUrl } = await startTestServer({ ROLE: "api" })
const contact = (await api.post("/v1/contacts/create", newContact())).body.data
const splitTerms = { type: "percentage", basisPoints: 1000 }
await api.post("/v1/partnerships/create", { name: "Casa", code: "CASA", kind: "supplier", splitTerms })
await api.post("/v1/partnerships/create", { name: "Agent", code: "AGENT", kind: "agent" })

const create = async (fields: object = {}): Promise<Any> =>
  (await api.create("/v1/payment-intents/create", newIntent(contact._id, fields))).body.data
const pay = (intent: Any, amount: number) => api.create("/v1/transactions/create", { paymentIntent: intent._id, amount, method: "cash" })
const postSplit = (intent: Any, amount: number) =>
  api.create("/v1/payment-splits/create", { paymentIntent: intent._id, partnership: "AGENT", amount })
const createSplit = async (intent: Any, amount: number): Promise<Any> => (await postSplit(intent, amount)).body.data
const update = (split: Any, fields: object, headers = {}) => api.post(`/v1/payment-splits/${split._id}/update`, fields, headers)
const read = async (split: Any): Promise<Any> => (await api.get(`/v1/payment-splits/${split._id}`)).body.data
const moneyOf = ({ amount, accrued, reversed, outstanding, status }: Any) => [amount, accrued, reversed, outstanding, status]
const refusalOf = ({ status, body }: ApiResponse) => [status, body.error?.code]
const eventsOf = async (object: Any): Promise<Any[]> => (await api.get(`/v1/dev/events?object=${object._id}&sort=createdAt`)).body.data
const sharesOf = async (split: Any): Promise<Any[]> => {
  const { data } = (await api.get(`/v1/ledger/entries?source=${split._id}&sort=createdAt`)).body
  return data.map(({ kind, postings }: Any) => [kind, postings[0].debit - postings[0].credit])
}
const assertLedgerVerifies = async () => assert.deepEqual((await api.get("/v1/ledger/verify")).body.data.differences, [])

test("adjusts what a fixed split has earned to its new amount, and posts the difference to the ledger", async () => {
  const intent = await create()
  const split = await createSplit(intent, 1000)
  await pay(intent, 3333)
  assert.deepEqual(moneyOf(await read(split)), [1000, 333, 0, 333, "due"])
  const { status, body } = await update(split, { amount: 5000, metadata: { why: "agreed" } })
  assert.deepEqual([status, moneyOf(body.data)], [200, [5000, 1666, 0, 1666, "due"]])
  assert.deepEqual([body.data.terms, body.data.metadata], [{ type: "fixed", amount: 5000, currency: "BRL" }, { why: "agreed" }])
  assert.deepEqual(await read(split), body.data)
  assert.deepEqual(moneyOf((await update(split, { amount: 30 })).body.data), [30, 9, 0, 9, "due"])
  assert.deepEqual(moneyOf((await update(split, { amount: 3 })).body.data), [3, 0, 0, 0, "pending"])
  assert.deepEqual(moneyOf((await update(split, { amount: 10_000 })).body.data), [10_000, 3333, 0, 3333, "due"])
  assert.deepEqual(await sharesOf(split), [
    ["split", 333],
    ["split", 1333],
    ["split-reversal", -1657],
    ["split-reversal", -9],
    ["split", 3333],
  ])
  await pay(intent, 6667)
  assert.deepEqual(moneyOf(await read(split)), [10_000, 10_000, 0, 10_000, "due"])
  await assertLedgerVerifies()
})

test("publishes one event of the split and none of its intent for an update, and none for an update without a change", async () => {
  const intent = await create()
  const split = await createSplit(intent, 1000)
  const changed = (await update(split, { amount: 2000 })).body.data
  for (const same of [{}, { amount: 2000 }, { metadata: {} }]) assert.deepEqual((await update(split, same)).body.data, changed)
  assert.deepEqual(
    (await eventsOf(split)).map(({ event, data }) => [event, data.amount, data.version]),
    [
      ["splitIntents.create", 1000, 1],
      ["splitIntents.update", 2000, 2],
    ],
  )
  assert.deepEqual((await api.get(`/v1/payment-intents/${intent._id}`)).body.data, intent)
  assert.equal((await eventsOf(intent)).length, 1)
  assert.deepEqual(refusalOf(await update(split, { amount: 5 }, { "if-match": "1" })), [409, "GEN-1009"])
})

test("refuses splits that together exceed the intent, and invalid amounts", async () => {
  const intent = await create({ items: [{ name: "Course", amount: 10_000, supplier: "CASA" }] })
  const split = await createSplit(intent, 4000)
  await createSplit(intent, 3000)
  const refused = await update(split, { amount: 6001 })
  assert.deepEqual(
    [...refusalOf(refused), refused.body.error.details],
    [422, "SPL-2001", { shared: 10_001, amount: 10_000, currency: "BRL" }],
  )
  for (const amount of [0, -1, 1.5, "5", null]) assert.equal((await update(split, { amount })).body.error.code, "VAL-1003", String(amount))
  assert.deepEqual(refusalOf(await update(split, { partnership: "CASA" })), [400, "VAL-1005"])
  assert.deepEqual(refusalOf(await update(split, { amount: Number.MAX_SAFE_INTEGER })), [422, "SPL-2001"])
  assert.deepEqual(refusalOf(await postSplit(intent, Number.MAX_SAFE_INTEGER)), [422, "SPL-2001"])
  assert.equal((await update(split, { amount: 6000 })).body.data.amount, 6000)
  await pay(intent, 10_000)
  await assertLedgerVerifies()
})

test("never exceeds the intent when two updates and a create that fit only alone run at once", async () => {
  for (let round = 0; round < faultRounds(10); round++) {
    const intent = await create()
    const [one, two] = [await createSplit(intent, 1000), await createSplit(intent, 1000)]
    const all = await Promise.all([update(one, { amount: 8000 }), update(two, { amount: 8000 }), postSplit(intent, 7000)])
    const codes = all.map(({ body }) => body.error?.code).filter(Boolean)
    assert.deepEqual(codes, ["SPL-2001", "SPL-2001"])
    const { data } = (await api.get(`/v1/payment-splits?paymentIntent=${intent._id}`)).body
    const total = data.reduce((sum: number, { amount }: Any) => sum + amount, 0)
    assert.equal(total, 9000)
    const [row] = await sql("select split from payment_intents where id = $1", [intent._id])
    assert.equal(Number(row.split), total)
  }
  await assertLedgerVerifies()
})

test("gives every split its part of what is paid when payments and updates run at once", async () => {
  for (let round = 0; round < faultRounds(5); round++) {
    const intent = await create()
    const split = await createSplit(intent, 1000)
    const answers = await inParallel(12, i => (i % 2 ? pay(intent, 700) : update(split, { amount: 1000 + i * 100 })))
    for (const { status, text } of answers) assert.ok(status < 300, text)
    const { amount, accrued } = await read(split)
    assert.equal(accrued, Math.floor((amount * 4200) / 10_000))
  }
  await assertLedgerVerifies()
})

test("refuses to update a split to an amount that a policy would hold, or to more than was approved", async () => {
  const me = (await api.get("/v1/users/user")).body.data._id
  const body = { name: "Large", entityType: "payment-split", strategy: "any-of", approvers: [me], conditions: { amountMin: 1000 } }
  const policy = (await api.create("/v1/approvals/policies/create", body)).body.data
  const intent = await create()
  const small = await createSplit(intent, 1)
  assert.deepEqual(refusalOf(await update(small, { amount: 1000 })), [409, "APR-2008"])
  assert.deepEqual(moneyOf((await update(small, { amount: 999 })).body.data), [999, 0, 0, 0, "pending"])
  const large = await createSplit(intent, 2000)
  assert.equal((await api.post(`/v1/approvals/requests/${large.approval.request}/approve`, {})).status, 200)
  assert.deepEqual(refusalOf(await update(large, { amount: 2001 })), [409, "SPL-2005"])
  assert.deepEqual(moneyOf((await update(large, { amount: 1500 })).body.data), [1500, 0, 0, 0, "pending"])
  await api.post(`/v1/approvals/policies/${policy._id}/delete`)
  assert.equal((await update(small, { amount: 1000 })).status, 200)
  const refused = await update(large, { amount: 1501 }) // not more than its current amount, though 2000 were approved
  assert.deepEqual([...refusalOf(refused), refused.body.error.details], [409, "SPL-2005", { amount: 1500, currency: "BRL" }])
  assert.match(refused.body.error.message, /can't get more than its 1500/)
})

test("raises a split that was approved automatically, and lowers any split, unless a policy would ask people", async () => {
  const me = (await api.get("/v1/users/user")).body.data._id
  const intent = await create()
  const early = await createSplit(intent, 3000)
  const policies = [
    { name: "Small", strategy: "auto-approve", conditions: { amountMax: 999 } },
    { name: "Large", strategy: "any-of", approvers: [me], conditions: { amountMin: 1000 } },
  ]
  const made: Any[] = []
  for (const policy of policies)
    made.push((await api.create("/v1/approvals/policies/create", { entityType: "payment-split", ...policy })).body.data)
  const small = await createSplit(intent, 100)
  assert.equal(small.approval.status, "approved")
  assert.deepEqual(moneyOf((await update(small, { amount: 200 })).body.data), [200, 0, 0, 0, "pending"])
  assert.deepEqual(refusalOf(await update(small, { amount: 1000 })), [409, "APR-2008"])
  assert.deepEqual(refusalOf(await update(early, { amount: 3001 })), [409, "APR-2008"])
  assert.deepEqual(moneyOf((await update(early, { amount: 2500 })).body.data), [2500, 0, 0, 0, "pending"])
  for (const { _id } of made) await api.post(`/v1/approvals/policies/${_id}/delete`)
})

test("records a payment even when nobody can approve its split, which then waits until its request ends", async () => {
  const { _id: key, user } = (await api.post("/v1/dev/api-keys/create", { name: "Approver", role: "approver" })).body.data
  const partnership = (await api.get("/v1/partnerships/CASA")).body.data._id
  const body = { name: "Nobody's", entityType: "payment-split", strategy: "any-of", approvers: [user], partnership }
  const policy = (await api.create("/v1/approvals/policies/create", body)).body.data
  assert.equal((await api.post(`/v1/dev/api-keys/${key}/delete`)).status, 200)
  const intent = await create({ items: [{ name: "Course", amount: 10_000, supplier: "CASA" }] })
  const charge = { paymentIntent: intent._id, method: "card", token: "tok_success" }
  const charged = await api.create("/v1/gateways/simulator/charges/create", charge)
  assert.deepEqual([charged.status, charged.body.data.status], [201, "succeeded"])
  const [split] = (await api.get(`/v1/payment-splits?paymentIntent=${intent._id}`)).body.data
  assert.deepEqual(moneyOf(split), [1000, 0, 0, 0, "pending-approval"])
  assert.equal((await api.post(`/v1/approvals/requests/${split.approval.request}/cancel`, {})).body.data.status, "canceled")
  assert.equal((await read(split)).status, "canceled")
  await assertLedgerVerifies()
  assert.deepEqual(refusalOf(await api.create("/v1/payment-splits/create", { paymentIntent: intent._id, partnership, amount: 1 })), [
    409,
    "APR-2005",
  ])
  await api.post(`/v1/approvals/policies/${policy._id}/delete`)
})

test("a decision on a split locks the intent first, as payments do", async t => {
  const me = (await api.get("/v1/users/user")).body.data._id
  const body = { name: "All", entityType: "payment-split", strategy: "any-of", approvers: [me] }
  const policy = (await api.create("/v1/approvals/policies/create", body)).body.data
  for (const decision of ["approve", "reject"]) {
    const intent = await create()
    const split = await createSplit(intent, 1000)
    const payment = new pg.Client({ connectionString: databaseUrl, options: "-c app.tenants=*" })
    await payment.connect()
    t.after(() => payment.end())
    await payment.query("begin")
    await payment.query("select from payment_intents where id = $1 for update", [intent._id])
    markHot([`payment_intents ${keys.tenantId} ${intent._id}`, `payment_splits ${keys.tenantId} ${split._id}`])
    const decided = api.post(`/v1/approvals/requests/${split.approval.request}/${decision}`, { comment: "as agreed" })
    const waiting = "select 1 from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()"
    await until(async () => (await sql(waiting)).length > 0, "it waits for the intent")
    await payment.query("select from payment_splits where id = $1 for update nowait", [split._id])
    await payment.query("commit")
    assert.equal((await decided).status, 200, (await decided).text)
  }
  await api.post(`/v1/approvals/policies/${policy._id}/delete`)
})

test("changes the amount only of a fixed split that is in no payout, and metadata always", async () => {
  const intent = await create({ items: [{ name: "Course", amount: 10_000, supplier: "CASA" }] })
  const fixed = await createSplit(intent, 100)
  await pay(intent, 10_000)
  const [calculated] = (await api.get(`/v1/payment-splits?paymentIntent=${intent._id}&origin=calculated`)).body.data
  assert.deepEqual(refusalOf(await update(calculated, { amount: 5 })), [409, "SPL-2004"])
  assert.equal((await update(calculated, { amount: calculated.amount, metadata: { a: "1" } })).body.data.metadata.a, "1")
  // This must be the last test: nothing was paid out in fact, so from here on the ledger differs.
  await sql("update payment_splits set status = 'paid', paid_out = accrued, revision = revision + 1 where id = $1", [fixed._id])
  assert.deepEqual(refusalOf(await update(fixed, { amount: 5 })), [409, "SPL-2002"])
  assert.equal((await update(fixed, { metadata: { a: "1" } })).body.data.status, "paid")
  const canceled = await create()
  const split = await createSplit(canceled, 100)
  await api.post(`/v1/payment-intents/${canceled._id}/cancel`)
  assert.deepEqual(refusalOf(await update(split, { amount: 5 })), [409, "SPL-2002"])
  assert.equal((await update(split, { metadata: { a: "1" } })).body.data.status, "canceled")
})
