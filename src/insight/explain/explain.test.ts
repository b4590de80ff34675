import assert from "node:assert/strict"
import { test } from "node:test"
import { disputeFixtures } from "../../../test/dispute-fixtures.ts"
import { type Any, type Caller, inDays, newIntent, startTestServer } from "../../../test/harness.ts"
import { faultRounds } from "../../../test/levels.ts"
import { randomFrom } from "../../../test/tampering.ts"

const server = await startTestServer({ ROLE: "api" })

async function newTenant() {
  const api: Caller & { keys: { tenantId: string; apiKey: string } } = await server.otherTenant()
  const fixtures = await disputeFixtures(api, server, api.keys.tenantId)
  const explained = async (type: string, id: string): Promise<Any> => {
    const { status, body, text } = await api.get(`/v1/${type}/${id}/explain`)
    assert.equal(status, 200, text)
    return body.data
  }
  return { api, explained, ...fixtures }
}

const reasonAbout = ({ reasons }: Any, about: string): Any => reasons.find((each: Any) => each.about === about)

/** The parts of each figure add up to it, and the figures are those of the object. */
function assertFigures({ reasons }: Any, object: Any) {
  for (const { about, amount, parts, message } of reasons) {
    if (amount === null) continue
    const total = parts.reduce((sum: number, part: Any) => sum + part.amount, 0)
    assert.equal(total, amount, `${message} ${JSON.stringify(parts)}`)
    if (about in object) assert.equal(amount, object[about], about)
  }
}

test("explains a payment, its split, its transaction and the balance with links to the facts", async () => {
  const { api, explained, sell, chargeIntent, splitOf } = await newTenant()
  const intent = await sell()
  const before = reasonAbout(await explained("payment-intents", intent.number), "status")
  assert.match(before.message, /^It is due: nothing of 10000 BRL is paid, and it is not due before 20/)
  assert.equal(before.sentence, "It is due: nothing of {amount} {currency} is paid, and it is not due before {dueAt}.")
  const charge = await chargeIntent(intent)
  const { object, reasons } = await explained("payment-intents", intent._id)
  assert.deepEqual(object, { type: "payment-intents", id: intent._id })
  assert.equal(reasonAbout({ reasons }, "status").message, "It is paid: 10000 BRL of 10000 BRL has arrived.")
  assert.deepEqual(reasonAbout({ reasons }, "paid").parts[0].link, { type: "transactions", id: charge._id })
  const split = await splitOf(charge)
  const { reasons: ofSplit } = await explained("payment-splits", split._id)
  assert.equal(ofSplit[0].message, "It is due: 1000 BRL is earned and not paid out.")
  assert.equal(ofSplit[1].parts[0].message, "1000 BRL is 10% of 10000 BRL for Course, rounded down")
  assert.deepEqual(ofSplit[2].parts[0].link, { type: "payment-intents", id: intent._id })
  const balance = await explained("balances", "BRL")
  assertFigures(balance, (await api.get("/v1/balances")).body.data[0])
  assert.match(balance.reasons[0].parts[1].message, /^1000 BRL is owed to partners$/)
})

test("explains a canceled payment intent, with a reason or without", async () => {
  const { api, explained, sell } = await newTenant()
  for (const [cancellation, message] of [
    [{}, "It is canceled."],
    [{ reason: "duplicate" }, "It is canceled: duplicate."],
  ] as const) {
    const { _id } = await sell()
    assert.equal((await api.post(`/v1/payment-intents/${_id}/cancel`, cancellation)).status, 200)
    assert.equal(reasonAbout(await explained("payment-intents", _id), "status").message, message)
  }
})

test("explains which policy held a refund, by which conditions", async () => {
  const { api, explained, charge, refund } = await newTenant()
  const { _id: user } = (await api.get("/v1/users/user")).body.data
  const policy = {
    name: "Large refunds",
    entityType: "refund-intent",
    strategy: "any-of",
    approvers: [user],
    conditions: { amountMin: 1000, currencyMode: "any" },
  }
  assert.equal((await api.create("/v1/approvals/policies/create", policy)).status, 201)
  const draft = (await refund(await charge(), 2000)).body.data
  const explanation = await explained("refund-intents", draft._id)
  const hold = reasonAbout(explanation, "hold")
  assert.match(hold.message, /^The policy “Large refunds” held it by its conditions on the amount; \d more must decide until 20/)
  assert.deepEqual(hold.link, { type: "approvals/requests", id: draft.approval.request })
  assertFigures(explanation, draft)
})

test("the figures of explanations add up to those of the objects, over random histories", async () => {
  const { api, explained, sell, chargeIntent, refund, dispute, create, contact } = await newTenant()
  const random = randomFrom(815)
  const charges: Any[] = []
  const step = [
    async () => charges.push(await chargeIntent(await sell({ items: [{ name: "Course", amount: 1 + random(9999), supplier: "CASA" }] }))),
    async () => {
      const intent = await sell()
      const payment = { paymentIntent: intent._id, amount: 1 + random(12_000), method: "cash" }
      const { status, body } = await api.create("/v1/transactions/create", payment)
      if (status === 201) charges.push(body.data)
    },
    async () => {
      const schedule = [1000 + random(5000), 1000 + random(5000)].map((amount, i) => ({ amount, dueAt: inDays(30 + i) }))
      const amount = schedule.reduce((sum, each) => sum + each.amount, 0)
      const items = [{ name: "Year", amount, supplier: "CASA" }]
      const plan = await create("payment-intents", newIntent(contact._id, { intentType: "payment-plan", schedule, items }))
      charges.push(await chargeIntent(plan, { amount: 1 + random(amount) }))
    },
    async () => {
      const charged = charges[random(charges.length)]
      if (charged) await refund(charged, 1 + random(charged.amount))
    },
    async () => {
      const drafts = (await api.get("/v1/refund-intents?status=draft")).body.data
      if (drafts.length > 0) await api.post(`/v1/refund-intents/${drafts[random(drafts.length)]._id}/approve`)
    },
    async () => {
      const charged = charges.find(({ gateway }) => gateway !== null)
      if (charged) await dispute(charged, { amount: 1 + random(100) }).catch(() => undefined)
    },
  ]
  for (let i = 0; i < faultRounds(160); i++) await step[random(step.length)]!()
  let explainedCount = 0
  for (const type of ["payment-intents", "payment-splits", "transactions", "refund-intents"])
    for (const object of (await api.get(`/v1/${type}?limit=100`)).body.data) {
      const explanation = await explained(type, object._id)
      assertFigures(explanation, object)
      explainedCount++
      if (type === "payment-intents")
        assert.match(reasonAbout(explanation, "status").message, statusWords[object.status as keyof typeof statusWords]!, object.status)
    }
  for (const balance of (await api.get("/v1/balances")).body.data) assertFigures(await explained("balances", balance.currency), balance)
  assert.ok(explainedCount > 20)
})
const statusWords = {
  due: /^It is due:/,
  overdue: /^It is overdue:/,
  "paid-partial": /^It is paid in part:/,
  "paid-full": /^It is paid:/,
  canceled: /^It is canceled:/,
}

test("shows an intent, its split and statements as they were known at each past moment", async () => {
  const { api, contact, sell, chargeIntent, refund, splitOf, sendEvent } = await newTenant()
  const random = randomFrom(42)
  for (let round = 0; round < faultRounds(24); round++) {
    const intent = await sell()
    const moments: { at: string; path: string; data: Any }[] = []
    const note = async (path: string) => {
      const { data } = (await api.get(path)).body
      moments.push({ at: new Date().toISOString(), path, data })
    }
    const noteAll = async (charged?: Any) => {
      await note(`/v1/payment-intents/${intent._id}`)
      await note(`/v1/contacts/${contact._id}/statement`)
      await note("/v1/partnerships/CASA/statement")
      if (charged) await note(`/v1/payment-splits/${(await splitOf(charged))._id}`)
      await new Promise(resolve => setTimeout(resolve, 5)) // so that later changes have a later time
    }
    const remark = (await api.create("/v1/notes/create", { type: "payment-intents", object: intent._id, text: "Called" })).body.data
    await noteAll()
    assert.equal((await api.post(`/v1/notes/${remark._id}/update`, { text: "Called twice" })).status, 200)
    await api.post(`/v1/payment-intents/${intent._id}/update`, { description: `Round ${round}`, metadata: { round: String(round) } })
    await noteAll()
    const charged = await chargeIntent(intent)
    await noteAll(charged)
    if (random(2)) await refund(charged, 1 + random(9000)).then(({ body }) => api.post(`/v1/refund-intents/${body.data._id}/approve`))
    await noteAll(charged)
    if (random(2)) await sendEvent("charge.reversed", { key: charged._id })
    await api.post(`/v1/payment-intents/${intent._id}/update`, { description: null, metadata: { round: null, last: "yes" } })
    await noteAll(charged)
    for (const { at, path, data } of moments) assert.deepEqual((await api.get(`${path}?asOf=${at}`)).body.data, data, `${path} at ${at}`)
  }
})

test("refuses a time before the object was created, and one in the future", async () => {
  const { api, sell } = await newTenant()
  const { _id, createdAt } = await sell()
  const before = new Date(Date.parse(createdAt) - 1).toISOString()
  assert.equal((await api.get(`/v1/payment-intents/${_id}?asOf=${before}`)).status, 404)
  const { status, body } = await api.get(`/v1/payment-intents/${_id}?asOf=${inDays(1)}`)
  assert.deepEqual([status, body.error.errors[0].message], [400, "asOf must not lie in the future"])
})

test("objects of other tenants are unknown, and so are currencies without a balance", async () => {
  const [mine, other] = [await newTenant(), await newTenant()]
  const intent = await other.sell()
  const response = await mine.api.get(`/v1/payment-intents/${intent._id}/explain`)
  const unknown = await mine.api.get(`/v1/payment-intents/${"0".repeat(24)}/explain`)
  assert.deepEqual([response.status, response.body.error.code], [404, unknown.body.error.code])
  assert.equal((await mine.api.get("/v1/balances/USD/explain")).status, 404)
})
