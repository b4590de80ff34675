import assert from "node:assert/strict"
import { test } from "node:test"
import { type Any, newIntent, startTestServer } from "../../../test/harness.ts"
import { subscriptionFixtures } from "../../../test/subscription-fixtures.ts"
import { expectedRevenue } from "../../../test/revenue-oracle.ts"
import { monthPieces } from "./revenue-rules.ts"

const server = await startTestServer()
const { api, withRole } = server
const { subscribe, act, advance, newPayer, raised, made } = subscriptionFixtures(api, 60_000)
const report = async (query = ""): Promise<Any> => (await api.get(`/v1/analytics/revenue${query}`)).body.data
const listAll = async (path: string): Promise<Any[]> => {
  const rows: Any[] = []
  for (let after = ""; ;) {
    const { data, hasMore } = (await api.get(`/v1/${path}?limit=100${after}`)).body
    rows.push(...data)
    if (!hasMore) return rows
    after = `&startingAfter=${data.at(-1)._id}`
  }
}
const pay = ({ _id, amount }: Any) => made("transactions", { paymentIntent: _id, amount, method: "cash" })
const payAll = async (subscription: Any) => {
  for (const intent of (await raised(subscription, 1)).filter(({ paid, amount }) => paid < amount)) await pay(intent)
}
const monthly = { every: 1, unit: "month" }
const line = (amount: number) => ({ items: [{ name: "Membership", amount }] })

/** Half a year in which subscriptions start, grow, shrink, pause, come back, end and are canceled, and other payers come and go. */
async function runHalfAYear() {
  const [ana, ben, eva, guest] = [await newPayer(), await newPayer(), await newPayer(), await newPayer()]
  const steady = await subscribe({ cadence: monthly, ...line(5_000) }, ana)
  const yearly = await subscribe({ cadence: { every: 1, unit: "year" }, cycles: 1, ...line(7_001) }, ben)
  const weekly = await subscribe({ cadence: { every: 2, unit: "week" }, ...line(999) }, eva)
  const once = await made("payment-intents", newIntent(guest._id, { currency: "EUR", items: [{ name: "Course", amount: 8_000 }] }))
  const charge = await pay(once)
  for (const each of [steady, yearly, weekly]) await payAll(each)
  await advance("P32D")
  const paused = await subscribe({ cadence: monthly, ...line(2_000) }, ben)
  await payAll(paused)
  await api.post(`/v1/subscriptions/${steady._id}/update`, line(9_000))
  await advance("P31D")
  await act(paused, "pause")
  await payAll(steady)
  const refund = await made("refund-intents", { transaction: charge._id, amount: 1_000, reason: "requested" })
  await api.post(`/v1/refund-intents/${refund._id}/approve`)
  await api.post(`/v1/refund-intents/${refund._id}/settle`, { reference: "by hand" })
  await advance("P40D")
  await act(weekly, "cancel", { at: "now" })
  await act(paused, "resume")
  await api.post(`/v1/subscriptions/${steady._id}/update`, line(4_000))
  await advance("P35D")
  const daily = await subscribe({ cadence: { every: 3, unit: "day" }, cycles: 2, ...line(77) }, guest)
  await payAll(daily)
  await advance("P30D")
}

await runHalfAYear()

test("reports MRR, churn, net revenue and payers as a plain computation over all objects", async () => {
  const { byCurrency, from, to } = await report()
  const [subscriptions, intents, transactions] = await Promise.all(["subscriptions", "payment-intents", "transactions"].map(listAll))
  const { now } = (await api.get("/v1/settings")).body.data
  const world = { subscriptions: subscriptions!, intents: intents!, transactions: transactions!, now: Date.parse(now) }
  const pieces = monthPieces({ from, to })
  const points = [pieces[0]!.first, ...pieces.map(({ end }) => end)].map(day => Date.parse(day))
  const expected = expectedRevenue(world, { currency: "EUR", points })
  const { summary, months, previous } = byCurrency.EUR
  assert.deepEqual(
    months,
    expected.months.map((month: Any, index: number) => ({ month: pieces[index]!.month, ...month })),
  )
  assert.deepEqual(summary, expected.summary)
  for (const name of ["newMrr", "expansion", "contraction", "churned", "refunded", "newPayers", "returnedPayers", "lostPayers"])
    assert.ok(summary[name] > 0, `the story has ${name}`)
  assert.deepEqual([previous.mrr, previous.received, previous.payers], [0, 0, 0])
  let [mrr, payers] = [0, 0]
  for (const month of months) {
    assert.equal(month.mrr, mrr + month.newMrr + month.expansion - month.contraction - month.churned, month.month)
    assert.equal(month.payers, payers + month.newPayers + month.returnedPayers - month.lostPayers, month.month)
    ;({ mrr, payers } = month)
  }
})

test("compares with the previous period, which has the figures that it has as a range of its own", async () => {
  const month = (await report()).byCurrency.EUR.months.at(-2).month as string
  const whole = await report(`?from=${month}-01&to=${month}-28`)
  const { previous } = whole.byCurrency.EUR
  const { from, to, ...figures } = previous
  assert.deepEqual((await report(`?from=${from}&to=${to}`)).byCurrency.EUR.summary, figures)
  assert.match(from, /-01$/)
})

test("filters by currency and team, has nothing for other times, and is a table as CSV", async () => {
  assert.deepEqual((await report("?currency=USD")).byCurrency, {})
  assert.deepEqual((await report("?from=2020-01-01&to=2020-12-31")).byCurrency, {})
  const team = await made("teams", { name: "North" })
  assert.deepEqual((await report(`?team=${team._id}`)).byCurrency, {})
  await subscribe({ cadence: monthly, team: team._id, ...line(1_200) })
  await advance("PT1H")
  assert.equal((await report(`?team=${team._id}`)).byCurrency.EUR.summary.mrr, 1_200)
  const { text } = await api.get("/v1/analytics/revenue", { accept: "text/csv" })
  assert.match(text, /^currency,.*summary\.mrr/)
  assert.match(text, /,months,/)
})

test("needs the permission to view analytics, and is about now", async () => {
  const developer = await withRole("developer")
  assert.equal((await developer.get("/v1/analytics/revenue")).status, (await developer.get("/v1/analytics/taxes")).status)
  assert.equal((await api.get("/v1/analytics/revenue?asOf=2026-01-01T00:00:00Z")).body.error.code, "VAL-1004")
})
