// Approvals, rejections, withdrawals, cancellations and policy edits at the same time, in two processes: one outcome, one audit trail.
import assert from "node:assert/strict"
import { test } from "node:test"
import { type Any, createCaller, inParallel, newContact, newIntent } from "../harness.ts"
import { faultRounds, raceSize } from "../levels.ts"
import { startPair } from "./server-process.ts"

const { apis, baseUrls, keys, sql } = await startPair()
const [api] = apis as [(typeof apis)[0]]
const { _id: contact } = (await api.post("/v1/contacts/create", newContact())).body.data
const partner = (await api.post("/v1/partnerships/create", { name: "Agent", code: "AGENT", kind: "agent" })).body.data

const approvers = await inParallel(4, async () => {
  const { data } = (await api.post("/v1/dev/api-keys/create", { name: "Approver", role: "admin" })).body
  const callers = baseUrls.map(baseUrl => createCaller(baseUrl, { ...keys, apiKey: data.key }))
  return { user: data.user as string, callers }
})

const account = { holder: "Casa", country: "DE", currency: "EUR", iban: "DE89370400440532013000" }
const createAccount = async (fields: object): Promise<Any> =>
  (await api.create("/v1/bank-accounts/create", { ...account, ...fields })).body.data
const partnerAccount = await createAccount({ owner: "partnership", partnership: partner._id, currency: "BRL" })
const contactAccount = await createAccount({ owner: "contact", contact })

let amounts = 1_000_000
const statusOf = async (things: string, id: string): Promise<string> => (await api.get(`/v1/${things}/${id}`)).body.data.status
const intentOf = async (amount: number): Promise<Any> =>
  (await api.create("/v1/payment-intents/create", newIntent(contact, { items: [{ name: "Course", amount }] }))).body.data

/** How to create a held entity of each type, and how to tell whether its action ran exactly once, or never. */
const entities = {
  transaction: {
    things: "transactions",
    async create(amount: number) {
      const intent = await intentOf(amount)
      return (await api.create("/v1/transactions/create", { paymentIntent: intent._id, amount, method: "cash" })).body.data
    },
    cancel: true,
    async ran({ paymentIntent }: Any): Promise<number> {
      const { paid, amount } = (await api.get(`/v1/payment-intents/${paymentIntent}`)).body.data
      const [{ entries }] = await sql("select count(*)::int as entries from ledger_entries where postings::text like $1", [
        `%received:${paymentIntent}%`,
      ])
      assert.equal(paid, entries * amount)
      return entries
    },
  },
  "payment-split": {
    things: "payment-splits",
    async create(amount: number) {
      const intent = await intentOf(amount)
      return (await api.create("/v1/payment-splits/create", { paymentIntent: intent._id, partnership: partner._id, amount })).body.data
    },
    cancel: false,
    ran: async ({ _id }: Any) => ((await statusOf("payment-splits", _id)) === "pending" ? 1 : 0),
  },
  "refund-intent": {
    things: "refund-intents",
    async create(amount: number) {
      const intent = await intentOf(amount + 1) // a policy must not hold the payment itself
      const payment = { paymentIntent: intent._id, amount: amount + 1, method: "cash" }
      const charge = (await api.create("/v1/transactions/create", payment)).body.data
      return (await api.create("/v1/refund-intents/create", { transaction: charge._id, amount, reason: "race" })).body.data
    },
    cancel: true,
    /** A refund of a recorded payment waits to be settled by hand; its budget is taken once, or free again. */
    async ran({ _id, transaction, amount }: Any): Promise<number> {
      const runs = (await statusOf("refund-intents", _id)) === "processing" ? 1 : 0
      const again = await api.create("/v1/refund-intents/create", { transaction, amount: amount + 1, reason: "all of it" })
      assert.equal(again.status, runs === 1 ? 422 : 201, again.text)
      return runs
    },
  },
  payout: {
    things: "payouts",
    async create(amount: number) {
      const intent = await intentOf(amount + 1)
      const split = { paymentIntent: intent._id, partnership: partner._id, amount }
      const { _id } = (await api.create("/v1/payment-splits/create", split)).body.data
      await api.create("/v1/transactions/create", { paymentIntent: intent._id, amount: amount + 1, method: "cash" })
      const body = { recipientType: "partnership", partnership: partner._id, currency: "BRL", splits: [_id], method: "manual" }
      return (await api.create("/v1/payouts/create", { ...body, bankAccount: partnerAccount._id })).body.data
    },
    cancel: true,
    /** A payout by hand is processing until it is confirmed; its split is scheduled once, or due again. */
    async ran({ _id, splits }: Any): Promise<number> {
      const runs = (await statusOf("payouts", _id)) === "processing" ? 1 : 0
      const split = (splits[0]._id ?? splits[0]) as string
      assert.equal(await statusOf("payment-splits", split), runs === 1 ? "scheduled" : "due")
      return runs
    },
  },
  authorization: {
    things: "authorizations",
    async create(amount: number) {
      const body = { contact, bankAccount: contactAccount._id, scheme: "sepa", maxAmount: amount, reference: `mandate ${amount}` }
      return (await api.create("/v1/authorizations/create", body)).body.data
    },
    cancel: false, // an approved mandate may still be canceled
    ran: async ({ _id }: Any) => (["pending", "active"].includes(await statusOf("authorizations", _id)) ? 1 : 0),
  },
}

for (const strategy of ["any-of", "all-of", "sequential", "round-robin"] as const)
  for (const [entityType, entity] of Object.entries(entities))
    test(`${strategy}, ${entityType}: concurrent decisions have one outcome, and the action runs once or never`, async t => {
      const outcomes: Record<string, number> = {}
      for (let round = 0; round < faultRounds(3); round++) {
        const amount = (amounts += 2)
        const users = approvers.map(({ user }) => user)
        const conditions = { amountMin: amount, amountMax: amount }
        const policy = { name: "Race", entityType, strategy, approvers: users, conditions }
        const { _id: policyId } = (await api.post("/v1/approvals/policies/create", policy)).body.data
        const made = await entity.create(amount)
        const request = made.approval.request as string
        assert.ok(request, JSON.stringify(made))
        const path = `/v1/approvals/requests/${request}`
        const responses = await inParallel(raceSize, async i => {
          const caller = approvers[i % 4]!.callers[(i >> 2) % 2]!
          const kind = round % 3 === 0 ? "approve" : i % 13 === 5 ? "reject" : i % 17 === 7 ? "cancel" : "approve"
          if (i % 11 === 3) await api.post(`/v1/approvals/policies/${policyId}/update`, { name: `Race ${i}` })
          return entity.cancel && i % 19 === 4 && round % 3 === 2
            ? caller.post(`/v1/${entity.things}/${made._id}/cancel`)
            : caller.post(`${path}/${kind}`)
        })
        for (const { status, text } of responses) assert.ok(status === 200 || status === 409 || status === 403, text)
        if (strategy === "sequential") for (const { callers } of approvers) await callers[0]!.post(`${path}/approve`)
        const { data } = (await api.get(path)).body
        outcomes[data.status] = (outcomes[data.status] ?? 0) + 1
        assert.notEqual(data.status, "pending")
        assert.equal(await entity.ran(made), data.status === "approved" ? 1 : 0, data.status)
        assert.equal(new Set(data.decisions.map((each: Any) => each.user)).size, data.decisions.length)
        const events = await sql("select event, data from published_events where object_id = $1 order by id", [request])
        const statuses = events.map(({ data: text }) => JSON.parse(text as string).status as string)
        assert.equal(statuses.filter(status => status !== "pending").length, 1, statuses.join())
        assert.deepEqual(
          events.map(({ data: text }) => JSON.parse(text as string).version as number),
          events.map((_, i) => i + 1),
        )
      }
      assert.ok(outcomes["approved"], JSON.stringify(outcomes))
      const results = Object.entries(outcomes).map(([status, count]) => `${count} ${status}`)
      t.diagnostic(`${faultRounds(3)} rounds of ${raceSize} calls on ${baseUrls.length} processes: ${results.join(", ")}, no violation`)
    })

test("the ledger and the audit log verify after all of these races", async () => {
  assert.deepEqual((await api.get("/v1/ledger/verify")).body.data.differences, [])
  assert.deepEqual((await api.get("/v1/audit-log/verify")).body.data.problems, [])
})
