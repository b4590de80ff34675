import assert from "node:assert/strict"
import { createHash } from "node:crypto"
import { test } from "node:test"
import fc from "fast-check"
import { type Any, createCaller, newContact, newIntent, startTestServer, until } from "../../../test/harness.ts"
import { faultRounds } from "../../../test/levels.ts"
import { recompute } from "../../../test/recompute-journal.ts"
import { monthOf, previousMonth } from "../../kit/pure/months.ts"
import { lastDay } from "../analytics/rules.ts"

const server = await startTestServer()

const anyStep = fc.oneof(
  {
    arbitrary: fc.record({ kind: fc.constant("pay" as const), amount: fc.integer({ min: 1, max: 9_999 }), daysAgo: fc.nat(90) }),
    weight: 6,
  },
  { arbitrary: fc.record({ kind: fc.constant("wait" as const), days: fc.integer({ min: 1, max: 40 }) }), weight: 3 },
  { arbitrary: fc.record({ kind: fc.constant("close" as const), monthsAgo: fc.integer({ min: 1, max: 2 }) }), weight: 3 },
)

/** A tenant with its clock, and the steps that a history is made of. */
async function newHistory(timezone: string) {
  const api = await server.otherTenant()
  const raw = createCaller(server.baseUrl, api.keys, { checked: false })
  await api.post("/v1/settings/update", { timezone })
  const contact = (await api.post("/v1/contacts/create", newContact())).body.data
  const now = async () => new Date((await api.get("/v1/settings")).body.data.now)
  const exported = async (from: string, to: string) => (await raw.get(`/v1/journal?from=${from}&to=${to}&format=csv`)).text
  const take = async (step: Any) => {
    if (step.kind === "wait") return api.post("/v1/simulations/clock", { advance: `P${step.days}D` })
    if (step.kind === "pay") {
      const items = [{ name: "Course", amount: step.amount }]
      const intent = (await api.create("/v1/payment-intents/create", newIntent(contact._id, { items }))).body.data
      const receivedAt = new Date((await now()).getTime() - step.daysAgo * 86_400_000).toISOString()
      const payment = { paymentIntent: intent._id, amount: step.amount, method: "cash", receivedAt }
      return assert.equal((await api.create("/v1/transactions/create", payment)).status, 201)
    }
    let month = monthOf(await now(), timezone)
    for (let i = 0; i < step.monthsAgo; i++) month = previousMonth(month)
    const { status, body } = await api.post("/v1/journal/close", { month })
    assert.ok(status === 200 || body.error.code === "JRN-2003", month)
  }
  return { api, now, exported, take, timezone }
}

type History = Awaited<ReturnType<typeof newHistory>>

async function assertBooksAreRight({ api, now, exported, timezone }: History) {
  const to = lastDay(monthOf(await now(), timezone))
  const period = { from: "2020-01-01", to, timezone }
  const { faults } = await recompute(async path => (await api.get(path)).body, await exported(period.from, period.to), period)
  assert.deepEqual(faults, [])
  assert.deepEqual((await api.get("/v1/ledger/verify")).body.data.differences, [])
  const closes = await until(async () => {
    const { data } = (await api.get("/v1/journal-closes?limit=100")).body
    return data.every(({ status }: Any) => status === "closed") && data
  }, "every close has its totals")
  for (const { month, sha256 } of closes)
    assert.equal(
      createHash("sha256")
        .update(await exported(`${month}-01`, lastDay(month)))
        .digest("hex"),
      sha256,
      month,
    )
  const balance = (await api.get("/v1/balances")).body.data[0]?.available ?? 0
  const { accounts } = (await api.get(`/v1/journal/totals?from=2020-01-01&to=${to}`)).body.data
  assert.equal(accounts.find(({ account }: Any) => account === "cash:own")?.debit ?? 0, balance)
}

test("closed months keep their bytes and the journal equals the ledger, after payments, late facts and closes in any order", async () => {
  const zones = fc.constantFrom("UTC", "America/New_York", "Asia/Kolkata", "Pacific/Auckland")
  const runs = fc.asyncProperty(zones, fc.array(anyStep, { minLength: 5, maxLength: 14 }), async (zone, steps) => {
    const history = await newHistory(zone)
    for (const step of steps) await history.take(step)
    await assertBooksAreRight(history)
  })
  await fc.assert(runs, { numRuns: faultRounds(12), endOnFailure: true })
})
