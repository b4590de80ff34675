import assert from "node:assert/strict"
import { test } from "node:test"
import { type Any, inDays, inParallel, newContact, newIntent, startTestServer, until } from "../../../test/harness.ts"

const server = await startTestServer()
const contact = (await server.api.post("/v1/contacts/create", newContact())).body.data
const post = (fields?: object) => server.api.create("/v1/payment-intents/create", newIntent(contact._id, fields))
const create = async (fields?: object) => (await post(fields)).body.data
const act = (intent: Any, action: string, body?: object) => server.api.post(`/v1/payment-intents/${intent._id}/${action}`, body)
const read = async (intent: Any) => (await server.api.get(`/v1/payment-intents/${intent._id}`)).body.data
const lines = (...amounts: number[]) => amounts.map(amount => ({ name: "Line", amount }))

test("creates an intent as due, with defaults in its lines, and reads the same again", async () => {
  const intent = await create({ items: lines(7000, -500) })
  assert.deepEqual([intent.status, intent.amount, intent.due, intent.paid, intent.refundStatus], ["due", 6500, 6500, 0, "none"])
  assert.deepEqual(intent.items[0], { name: "Line", description: "", category: "", amount: 7000 })
  assert.match(intent.number, /^PI-\d{6}$/)
  assert.deepEqual(await read(intent), intent)
})

test("an intent becomes overdue at its due date, with an event", async () => {
  const intent = await create({ dueAt: new Date(Date.now() + 400).toISOString() })
  const overdue = await until(async () => (await read(intent)).status === "overdue" && read(intent), "it is overdue")
  assert.deepEqual([overdue.isOverdue, overdue.due, overdue.version], [true, intent.amount, 2])
  const { body } = await server.api.get(`/v1/dev/events?object=${intent._id}`)
  assert.deepEqual([body.data[0].event, body.data[0].data.status], ["paymentIntents.update", "overdue"])
  assert.equal((await act(intent, "update", { dueAt: inDays(9) })).body.data.status, "due")
})

test("the clock of a sandbox decides which intents are overdue; the clock of a live tenant can't be advanced", async () => {
  const other = await server.otherTenant()
  const { email } = (await other.post("/v1/contacts/create", newContact())).body.data
  const { _id, createdAt } = (await other.create("/v1/payment-intents/create", newIntent(email, { dueAt: inDays(3) }))).body.data
  assert.equal((await other.post("/v1/simulations/clock", { advance: "P3DT1M" })).status, 200)
  await until(
    async () => (await other.get(`/v1/payment-intents/${_id}`)).body.data.status === "overdue",
    "it is overdue by the tenant's clock",
  )
  const fresh = (await other.post("/v1/contacts/create", newContact())).body.data
  assert.ok(Date.parse(fresh.createdAt) - Date.parse(createdAt) >= 3 * 86_400_000)
  for (const advance of ["yesterday", "-P1D", "P1H", "P", "PT", 5, ""])
    assert.equal((await other.post("/v1/simulations/clock", { advance })).body.error.code, "VAL-1003", String(advance))
  assert.equal((await other.post("/v1/simulations/clock", { advance: "P20000D" })).body.error.code, "TNT-1002")
  const live = await server.otherTenant("live")
  assert.equal((await live.post("/v1/simulations/clock", { advance: "P1D" })).body.error.code, "TNT-1001")
})

test("a due or overdue intent can be canceled, which is final", async () => {
  for (const dueAt of [inDays(5), inDays(-5)]) {
    const intent = await create({ dueAt })
    assert.equal((await act(intent, "cancel")).body.data.status, "canceled")
    const again = await act(intent, "cancel")
    assert.deepEqual([again.status, again.body.error.code, again.body.error.details.status], [409, "PIN-1001", "canceled"])
    assert.equal((await act(intent, "update", { description: "no" })).body.error.code, "PIN-1001")
    assert.equal((await act(intent, "remind")).body.error.code, "PIN-1001")
  }
})

test("one of ten concurrent cancellations succeeds", async () => {
  const intent = await create()
  const answers = await inParallel(10, () => act(intent, "cancel"))
  assert.equal(answers.filter(({ status }) => status === 200).length, 1)
  assert.ok(answers.every(({ status, body }) => status === 200 || body.error.code === "PIN-1001"))
  assert.equal((await read(intent)).version, 2)
})

test("an intent that was never paid can be deleted; a paid one can't", async () => {
  const intent = await create()
  assert.deepEqual((await act(intent, "delete")).body.data, { _id: intent._id, deleted: true })
  assert.equal((await server.api.get(`/v1/payment-intents/${intent._id}`)).body.error.code, "GEN-1004")
  const paid = await create()
  await server.sql("update payment_intents set paid = 1, status = 'paid-partial' where id = $1", [paid._id])
  const refused = await act(paid, "delete")
  assert.deepEqual([refused.status, refused.body.error.code], [409, "PIN-1004"])
  assert.equal((await act(paid, "cancel")).body.error.code, "PIN-1001")
})

test("creates, cancels and deletes a payment plan together with its installments", async () => {
  const schedule = [
    { dueAt: inDays(30), amount: 6000 },
    { dueAt: inDays(60), amount: 4000 },
  ]
  const plan = await create({ intentType: "payment-plan", schedule })
  const { body } = await server.api.get(`/v1/payment-intents?plan=${plan._id}&sort=createdAt`)
  assert.deepEqual(
    body.data.map((each: Any) => [each._id, each.amount, each.intentType]),
    [
      [plan.installments[0], 6000, "installment"],
      [plan.installments[1], 4000, "installment"],
    ],
  )
  assert.equal((await act(body.data[0], "cancel")).body.error.code, "PIN-1005")
  assert.equal((await act(plan, "cancel")).status, 200)
  assert.ok((await Promise.all(body.data.map(read))).every(each => each.status === "canceled"))
  assert.equal((await act(plan, "delete")).status, 200)
  for (const { _id } of [plan, ...body.data]) assert.equal((await server.api.get(`/v1/payment-intents/${_id}`)).status, 404)
})

test("a schedule must add up to the items; a plan needs one, and no other intent may have one", async () => {
  const schedule = [{ dueAt: inDays(30), amount: 9999 }]
  assert.equal((await post({ intentType: "payment-plan", schedule })).body.error.code, "PIN-1003")
  assert.equal((await post({ intentType: "payment-plan" })).body.error.code, "VAL-1002")
  assert.equal((await post({ schedule })).body.error.code, "VAL-1003")
  assert.equal((await post({ items: lines(0) })).body.error.code, "PIN-1002")
  for (const intentType of ["installment", "subscription", "gift"]) assert.equal((await post({ intentType })).body.error.code, "VAL-1003")
})

test("accepts only teams of the tenant, and removes the team with null", async () => {
  assert.equal((await post({ team: "f".repeat(24) })).body.error.code, "SMR-1001")
  const team = (await server.api.post("/v1/teams/create", { name: "Sales" })).body.data
  const intent = await create({ team: team._id, reference: "A-1" })
  assert.deepEqual([intent.team, intent.reference], [team._id, "A-1"])
  const changed = (await act(intent, "update", { team: null, reference: null })).body.data
  assert.deepEqual([changed.team, changed.reference], [null, null])
})

test("the long link opens the payment page, the short one redirects to it, and a forged one gets 404", async () => {
  const { links } = await create()
  const page = await fetch(links.long)
  assert.equal(page.status, 200)
  assert.match(await page.text(), /R\$100\.00/)
  const short = await fetch(links.short, { redirect: "manual" })
  assert.deepEqual([short.status, short.headers.get("location")], [302, links.long])
  const forged = (link: string) => link.slice(0, -3) + (link.endsWith("A") ? "BBB" : "AAA")
  for (const link of [forged(links.long), forged(links.short), `${server.baseUrl}/pay/nothing`, `${server.baseUrl}/p/nothing`])
    assert.equal((await fetch(link, { redirect: "manual" })).status, 404, link)
})

test("a list filters by any reference to a contact, by amounts, dates and status, and its count is exact", async () => {
  const { _id, email } = (await server.api.post("/v1/contacts/create", newContact())).body.data
  for (const amount of [900, 1000, 10_000])
    await server.api.create("/v1/payment-intents/create", newIntent(_id, { items: lines(amount), dueAt: inDays(amount) }))
  const amounts = async (query: string) => {
    const { body } = await server.api.get(`/v1/payment-intents?contact=${encodeURIComponent(email.toUpperCase())}&${query}`)
    assert.equal(body.count, body.data.length)
    return body.data.map((intent: Any) => intent.amount)
  }
  assert.deepEqual(await amounts("amount[gt]=900&sort=dueAt"), [1000, 10_000])
  assert.deepEqual(await amounts("sort=-dueAt"), [10_000, 1000, 900])
  assert.deepEqual(await amounts(`dueAt[lte]=${inDays(1001)}&sort=createdAt`), [900, 1000])
  assert.deepEqual(await amounts("status=canceled"), [])
  assert.deepEqual(await amounts("status[ne]=canceled&amount[in]=900,10000&sort=createdAt"), [900, 10_000])
  assert.equal((await server.api.get("/v1/payment-intents?contact=nobody@example.com")).body.error.code, "SMR-1001")
})

test("filters a list by overdue, also of partly paid intents, by the tenant's clock", async () => {
  const other = await server.otherTenant()
  const contact = (await other.post("/v1/contacts/create", newContact())).body.data._id
  const [late, partial] = await inParallel(3, async i => {
    const dueAt = inDays(i === 2 ? 9 : 3)
    return (await other.create("/v1/payment-intents/create", newIntent(contact, { items: lines(500), dueAt }))).body.data._id
  })
  await other.create("/v1/transactions/create", { paymentIntent: partial, amount: 100, method: "cash" })
  assert.equal((await other.get("/v1/payment-intents?isOverdue=true")).body.count, 0)
  await other.post("/v1/simulations/clock", { advance: "P4D" })
  const { data, count } = (await other.get("/v1/payment-intents?isOverdue=true")).body
  assert.deepEqual([new Set(data.map((intent: Any) => intent._id)), count], [new Set([late, partial]), 2])
  for (const query of ["isOverdue=false", "isOverdue[ne]=true"]) {
    const { body } = await other.get(`/v1/payment-intents?${query}`)
    assert.deepEqual([body.data.map((intent: Any) => intent.isOverdue), body.count], [[false], 1], query)
  }
})

test("the pages of a sorted list contain every row once, forwards and backwards", async () => {
  const { _id } = (await server.api.post("/v1/contacts/create", newContact())).body.data
  await inParallel(5, i => server.api.create("/v1/payment-intents/create", newIntent(_id, { dueAt: inDays(10 + (i % 2)) })))
  const page = async (query: string) => (await server.api.get(`/v1/payment-intents?contact=${_id}&sort=dueAt&limit=2${query}`)).body
  const all = (await server.api.get(`/v1/payment-intents?contact=${_id}&sort=dueAt`)).body.data.map((row: Any) => row._id)
  const first = await page("")
  const second = await page(`&startingAfter=${first.data[1]._id}`)
  const third = await page(`&startingAfter=${second.data[1]._id}`)
  assert.deepEqual(
    [...first.data, ...second.data, ...third.data].map((row: Any) => row._id),
    all,
  )
  assert.deepEqual([first.hasMore, second.hasMore, third.hasMore, third.count], [true, true, false, 5])
  assert.deepEqual((await page(`&endingBefore=${third.data[0]._id}`)).data, second.data)
})
