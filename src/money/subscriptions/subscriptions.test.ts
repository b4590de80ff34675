import assert from "node:assert/strict"
import { test } from "node:test"
import { type Any, startTestServer, until } from "../../../test/harness.ts"
import { noJobIsDue, subscriptionFixtures } from "../../../test/subscription-fixtures.ts"
import { dayMs } from "../../kit/pure/calendar.ts"

const server = await startTestServer()
const { api, sql } = server
const fixtures = subscriptionFixtures(api)
const { advance, bodyFor, inMinutes, made, mailed, newMandate, newPayer, raised, raisedBy, read, subscribe } = fixtures

const create = (body: object) => api.create("/v1/subscriptions/create", body)
const codeOf = ({ status, body }: Any) => [status, body.error?.code]
const cyclesOf = (rows: Any[]) => rows.map(({ cycle }) => cycle)
const idle = () => noJobIsDue(sql)

test("shows the number, state, next date and statistics of a schedule, also when it is read again by id or number", async () => {
  const startAt = await inMinutes(5)
  const subscription = await subscribe({
    cadence: { every: 1, unit: "month" },
    startAt,
    cycles: 12,
    description: "Swimming",
    metadata: { term: "spring" },
  })
  const { number, status, mode, cycle, cycles, nextCycleAt, lastIntent, amount, dueAfterDays, endAt, authorization } = subscription
  assert.match(number, /^SUB-\d{6}$/)
  assert.deepEqual([status, mode, cycle, cycles, amount, dueAfterDays], ["active", "request", 0, 12, 5000, 0])
  assert.deepEqual([nextCycleAt, subscription.startAt, lastIntent, endAt, authorization], [startAt, startAt, null, null, null])
  assert.deepEqual(subscription.stats, { raised: 0, paid: 0, overdue: 0, failed: 0, byCurrency: {} })
  assert.deepEqual(await read("subscriptions", subscription._id), subscription)
  assert.deepEqual(await read("subscriptions", number.toLowerCase()), subscription)
})

test("raises the first request at once without a start, links it to the schedule, and mails the payer about the schedule", async () => {
  const contact = await newPayer()
  const subscription = await subscribe({ description: "Swimming" }, contact)
  const [intent] = await raised(subscription, 1)
  assert.deepEqual([intent.intentType, intent.subscription, intent.cycle], ["subscription", subscription._id, 1])
  assert.deepEqual([intent.amount, intent.contact, intent.description], [5000, contact._id, "Swimming"])
  const after = await read("subscriptions", subscription._id)
  assert.deepEqual([after.cycle, after.lastIntent, after.stats.raised], [1, intent._id, 1])
  const mail = await mailed(contact, /every day/)
  assert.ok(mail.text.includes(intent.links.long) && mail.text.includes("Membership") && mail.text.includes(subscription.number))
  const cycle = async (query: string) => (await api.get(`/v1/payment-intents?subscription=${subscription.number}&${query}`)).body.count
  assert.deepEqual([await cycle("cycle=1"), await cycle("cycle[gt]=1"), await cycle("intentType=ad-hoc")], [1, 0, 0])
  const huge = Number.MAX_SAFE_INTEGER // past the range of the column
  assert.deepEqual([await cycle(`cycle=${huge}`), await cycle(`cycle[in]=1,${huge}`), await cycle(`cycle[lt]=${huge}`)], [0, 1, 1])
  const wrong = await api.get("/v1/payment-intents?cycle=first")
  assert.match(wrong.body.error.message, /cycle must be a whole number$/)
})

test("raises no cycle before its time", async () => {
  const subscription = await subscribe({ startAt: await inMinutes(60 * 48) })
  await advance("P1D")
  await idle()
  assert.deepEqual(await raisedBy(subscription), [])
})

test("a jump of the clock raises each cycle once, in order, each due at the end of its day in the tenant's zone", async () => {
  const subscription = await subscribe({ cycles: 12 })
  await advance("P20D")
  const rows = await raised(subscription, 12)
  await idle()
  assert.deepEqual(
    cyclesOf(rows),
    rows.map((_, i) => i + 1),
  )
  assert.equal((await raisedBy(subscription)).length, 12)
  const due = rows.map(({ dueAt }) => Date.parse(dueAt))
  for (const [i, time] of due.slice(1).entries()) assert.equal(time - due[i]!, dayMs)
  assert.ok(rows.every(({ dueAt }) => dueAt.endsWith("T02:59:59.999Z"))) // São Paulo
  const completed = await read("subscriptions", subscription._id)
  assert.deepEqual([completed.status, completed.cycle, completed.nextCycleAt], ["completed", 12, null])
  await fixtures.assertLedgerVerifies()
})

test("two jumps at the same instant raise no cycle twice", async () => {
  const subscription = await subscribe()
  await Promise.all([advance("P2D"), advance("P2DT1H")])
  await raised(subscription, 5)
  await idle()
  assert.deepEqual(cyclesOf(await raisedBy(subscription)), [1, 2, 3, 4, 5])
})

test("shows the next cycles as they will be raised", async () => {
  const startAt = await inMinutes(5)
  const subscription = await subscribe({ startAt, dueAfterDays: 2, cycles: 4 })
  const upcoming = async (query = "") => (await api.get(`/v1/subscriptions/${subscription._id}/upcoming${query}`)).body.data
  const shown = await upcoming()
  assert.deepEqual(cyclesOf(shown), [1, 2, 3, 4])
  assert.deepEqual([shown[0].at, shown[0].amount, shown[0].currency], [startAt, 5000, "EUR"])
  assert.equal((await upcoming("?limit=2")).length, 2)
  for (const query of ["?limit=0", "?limit=101", "?limit=x"])
    assert.deepEqual(codeOf(await api.get(`/v1/subscriptions/${subscription._id}/upcoming${query}`)), [400, "VAL-1003"])
  await advance("P3DT1H")
  const rows = await raised(subscription, 4)
  assert.deepEqual(
    rows.map(({ dueAt }) => dueAt),
    shown.map(({ dueAt }: Any) => dueAt),
  )
  assert.deepEqual(await upcoming(), [])
})

test("statistics count what was raised, paid and is overdue", async () => {
  const subscription = await subscribe()
  await advance("P2D")
  const [first, second, third] = await raised(subscription, 3)
  await api.create("/v1/transactions/create", { paymentIntent: first._id, amount: 5000, method: "cash" })
  await api.create("/v1/transactions/create", { paymentIntent: second._id, amount: 100, method: "cash" })
  await api.post(`/v1/payment-intents/${third._id}/cancel`)
  await until(async () => (await read("subscriptions", subscription._id)).stats.overdue === 1, "one is overdue")
  const { stats } = await read("subscriptions", subscription._id)
  const byCurrency = { EUR: { billed: 10_000, paid: 5100, outstanding: 4900 } }
  assert.deepEqual(stats, { raised: 3, paid: 1, overdue: 1, failed: 0, byCurrency })
  const listed = (await api.get(`/v1/subscriptions?contact=${subscription.contact}`)).body
  assert.deepEqual([listed.count, listed.data[0].stats], [1, stats])
})

test("schedules are listed by contact, status, mode and number", async () => {
  const contact = await newPayer()
  const subscription = await subscribe({}, contact)
  const countBy = async (query: string) => (await api.get(`/v1/subscriptions?contact=${contact.email}&${query}`)).body.count
  const counts = ["status=active", "mode=request", `number=${subscription.number}`, "status=paused", "mode=auto-charge"].map(countBy)
  assert.deepEqual(await Promise.all(counts), [1, 1, 1, 0, 0])
})

test("a request that a cycle raised can be canceled, but not deleted", async () => {
  const [intent] = await raised(await subscribe({ cycles: 1 }), 1)
  assert.deepEqual(codeOf(await api.post(`/v1/payment-intents/${intent._id}/delete`)), [409, "PIN-1007"])
  assert.equal((await api.post(`/v1/payment-intents/${intent._id}/cancel`)).body.data.status, "canceled")
})

test("each cycle stores the split terms that the suppliers of its lines have on that day", async () => {
  const splitTerms = { type: "percentage", basisPoints: 1000 }
  const partner = await made("partnerships", { name: "Casa Verde", code: "CV", kind: "supplier", splitTerms })
  const service = await made("services", { name: "Swimming", price: { amount: 5000, currency: "EUR" }, supplier: "CV" })
  const subscription = await subscribe({ items: [{ name: "Swimming", amount: 5000, service: "swimming" }], cycles: 2 })
  assert.deepEqual([subscription.items[0].service, subscription.items[0].supplier], [service._id, partner._id])
  await raised(subscription, 1)
  await api.post(`/v1/partnerships/${partner._id}/update`, { splitTerms: { type: "percentage", basisPoints: 2000 } })
  await advance("P1D")
  const shares = await Promise.all(
    (await raised(subscription, 2)).map(async intent => {
      await api.create("/v1/transactions/create", { paymentIntent: intent._id, amount: 5000, method: "cash" })
      return (await api.get(`/v1/payment-splits?paymentIntent=${intent._id}`)).body.data[0].amount
    }),
  )
  assert.deepEqual(shares, [500, 1000])
  await fixtures.assertLedgerVerifies()
})

test("tries a cycle that can't be raised again until it can, and raises it once", async () => {
  const splitTerms = { type: "percentage", basisPoints: 1000 }
  const partner = await made("partnerships", { name: "Casa Azul", code: "CA", kind: "supplier", splitTerms })
  const startAt = await inMinutes(5)
  const subscription = await subscribe({ startAt, items: [{ name: "Swimming", amount: 5000, supplier: "CA" }], cycles: 1 })
  const change = (terms: object) => api.post(`/v1/partnerships/${partner._id}/update`, { splitTerms: terms })
  await change({ type: "fixed", amount: 100, currency: "BRL" })
  await advance("PT3H") // longer than the queue tries a job
  assert.deepEqual(await raisedBy(subscription), [])
  await change(splitTerms)
  await advance("PT3H")
  await raised(subscription, 1)
  await idle()
  assert.equal((await read("subscriptions", subscription._id)).status, "completed")
})

test("refuses a schedule that could never be raised or charged", async () => {
  const contact = await newPayer()
  const mandate = await newMandate("Ana Souza", { maxAmount: 4000 })
  const endAt = await inMinutes(60)
  const auto = { mode: "auto-charge", authorization: mandate._id }
  for (const [fields, code] of [
    [{ cadence: { every: 0, unit: "day" } }, "VAL-1003"],
    [{ cadence: { every: 1, unit: "fortnight" } }, "VAL-1003"],
    [{ items: [{ name: "Free", amount: 0 }] }, "PIN-1002"],
    [{ items: [{ name: "Course", amount: 1, orderItem: mandate._id }] }, "VAL-1005"],
    [{ endAt, cycles: 3 }, "VAL-1003"],
    [{ endAt, startAt: endAt }, "VAL-1003"],
    [{ startAt: await inMinutes(-24 * 60) }, "VAL-1003"],
    [{ mode: "auto-charge" }, "VAL-1002"],
    [{ authorization: mandate._id }, "VAL-1003"],
    [auto, "SUB-1001"],
    [{ ...auto, authorization: contact._id }, "SMR-1001"],
  ] as const)
    assert.equal((await create(bodyFor(contact, fields))).body.error.code, code, JSON.stringify(fields))
  const own = { _id: mandate.contact }
  const above = await create(bodyFor(own, auto))
  assert.deepEqual(codeOf(above), [422, "SUB-1001"])
  assert.match(above.body.error.message, /at most 4000 at once, and a cycle is 5000/)
  assert.match((await create(bodyFor(own, { ...auto, currency: "BRL" }))).body.error.message, /debits EUR/)
  await api.post(`/v1/authorizations/${mandate._id}/revoke`)
  assert.match((await create(bodyFor(own, { ...auto, items: [{ name: "Less", amount: 100 }] }))).body.error.message, /it is revoked/)
})

test("one key creates one schedule, and a dry run creates none", async () => {
  const contact = await newPayer()
  const body = bodyFor(contact)
  const answers = await Promise.all([1, 2, 3].map(() => api.create("/v1/subscriptions/create", body, `one ${contact._id}`)))
  assert.ok(answers.every(({ status }) => status === 201 || status === 409))
  await api.post("/v1/subscriptions/create", body, { "dry-run": "true" })
  assert.equal((await api.get(`/v1/subscriptions?contact=${contact._id}`)).body.count, 1)
})

test("a viewer can read schedules but not create them; another tenant sees none", async () => {
  const viewer = await server.withRole("viewer")
  const subscription = await subscribe({ startAt: await inMinutes(60) })
  assert.equal((await viewer.get(`/v1/subscriptions/${subscription._id}`)).status, 200)
  assert.deepEqual(codeOf(await viewer.create("/v1/subscriptions/create", {})), [403, "PRM-1001"])
  assert.deepEqual(codeOf(await viewer.post(`/v1/subscriptions/${subscription._id}/pause`)), [403, "PRM-1001"])
  const other = await server.otherTenant()
  assert.deepEqual(codeOf(await other.get(`/v1/subscriptions/${subscription._id}`)), [404, "GEN-1004"])
})
