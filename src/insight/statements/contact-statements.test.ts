import assert from "node:assert/strict"
import { test } from "node:test"
import fc from "fast-check"
import { fetchDocument } from "../../../test/document-fixtures.ts"
import { type Any, type Caller, newContact, newIntent, startTestServer } from "../../../test/harness.ts"
import { faultRounds } from "../../../test/levels.ts"
import { pdfText } from "../../../test/pdf-text.ts"
import { monthOf, nextMonth } from "../../kit/pure/months.ts"
import { addUp, type ContactEntry, linesOf } from "./rules.ts"

const server = await startTestServer()

const entry = (kind: ContactEntry["kind"], own: number, takenBack = 0): ContactEntry => {
  return { at: "2026-10-05T12:00:00.000Z", kind, currency: "BRL", reference: "PI-000001", own, takenBack }
}

const cases: [what: string, entry: ContactEntry, lines: [string, number][]][] = [
  ["a payment lowers what is owed", entry("charge", -500), [["payment", -500]]],
  ["a payment from the credit changes nothing", entry("charge", 0), []],
  ["a reversal raises it again", entry("reversal", 500), [["reversal", 500]]],
  ["a settlement moves none of the contact's money", entry("settlement", 0), []],
  [
    "a refund takes off from the sale and gives money back",
    entry("refund", 0, 200),
    [
      ["credit-note", -200],
      ["refund", 200],
    ],
  ],
  ["a refund to the credit only takes off", entry("refund", -200, 200), [["credit-note", -200]]],
  [
    "a refund that failed later undoes both",
    entry("refund-failure", 0, -200),
    [
      ["credit-note", 200],
      ["refund", -200],
    ],
  ],
  [
    "a lost dispute takes off, and the bank takes the money",
    entry("dispute-lost", 0, 300),
    [
      ["credit-note", -300],
      ["dispute", 300],
    ],
  ],
  [
    "a lost dispute takes credit, too",
    entry("dispute-lost", 50, 300),
    [
      ["credit-note", -300],
      ["dispute", 350],
    ],
  ],
  ["a lost dispute of what was paid too much takes the credit alone", entry("dispute-lost", 50), [["dispute", 50]]],
]

test("makes the lines of each kind of ledger entry", () => {
  for (const [what, each, lines] of cases) {
    assert.deepEqual(
      linesOf(each).map(({ kind, amount }) => [kind, amount]),
      lines,
      what,
    )
    const { BRL } = addUp([{ currency: "BRL", balance: 70 }], linesOf(each))
    assert.equal(BRL!.closing, 70 + each.own, what)
  }
})

const statementOf = async (api: Caller, contact: Any, month?: string): Promise<Any> => {
  const { status, body, text } = await api.get(`/v1/contacts/${contact._id}/statement${month ? `?month=${month}` : ""}`)
  assert.equal(status, 200, text)
  return body.data
}
const nowOf = async (api: Caller) => new Date((await api.get("/v1/settings")).body.data.now)
const made = async (api: Caller, path: string, body: object): Promise<Any> => {
  const answer = await api.create(`/v1/${path}/create`, body)
  assert.equal(answer.status, 201, answer.text)
  return answer.body.data
}
const sell = (api: Caller, contact: Any, amount: number, fields: object = {}) =>
  made(api, "payment-intents", newIntent(contact._id, { items: [{ name: "Course", amount }], ...fields }))
const pay = (api: Caller, intent: Any, amount: number, method = "cash") =>
  made(api, "transactions", { paymentIntent: intent._id, amount, method })

/** Refunds and settles by hand, as far as the charge has something left. */
async function giveBack(api: Caller, body: object) {
  const refund = await api.create("/v1/refund-intents/create", body)
  if (refund.status !== 201) return
  const path = `/v1/refund-intents/${refund.body.data._id}`
  await api.post(`${path}/approve`, {})
  await api.post(`${path}/settle`, { reference: "by hand" })
}

test("a statement shows what a contact was asked for, paid and got back", async () => {
  const api = await server.otherTenant()
  const contact = await made(api, "contacts", newContact())
  const [first, second] = [await sell(api, contact, 1_000), await sell(api, contact, 400)]
  const charge = await pay(api, first, 600)
  assert.equal((await api.post(`/v1/payment-intents/${second._id}/cancel`, {})).status, 200)
  await giveBack(api, { transaction: charge._id, amount: 250, reason: "half" })
  const { byCurrency } = await statementOf(api, contact)
  assert.deepEqual(
    byCurrency.BRL.lines.map(({ kind, reference, amount, balance }: Any) => [kind, reference, amount, balance]),
    [
      ["payment-request", first.number, 1_000, 1_000],
      ["payment-request", second.number, 400, 1_400],
      ["payment", first.number, -600, 800],
      ["cancellation", second.number, -400, 400],
      ["credit-note", first.number, -250, 150],
      ["refund", first.number, 250, 400],
    ],
  )
  assert.deepEqual([byCurrency.BRL.opening, byCurrency.BRL.closing], [0, 400])
})

test("a statement is there as CSV and as PDF, and only for callers who may see transactions of that tenant", async () => {
  const api = await server.otherTenant()
  const contact = await made(api, "contacts", newContact({ email: "ana.statement@example.com" }))
  const intent = await sell(api, contact, 700)
  const path = `/v1/contacts/${contact._id}/statement`
  const csv = await api.get(path, { accept: "text/csv" })
  assert.match(csv.text, new RegExp(`\r\nBRL,[^,]+,payment-request,${intent.number},700,700\r\n`))
  const month = (await statementOf(api, contact)).month
  const { apiKey, tenantId } = api.keys
  const headers = { authorization: `ApiKey ${apiKey}`, "x-tenant-id": tenantId, accept: "application/pdf" }
  const pdf = await fetchDocument(server.baseUrl, { headers }, `${path}?month=${month}`)
  assert.equal(pdf.status, 200)
  const shown = await pdfText(pdf.bytes)
  for (const part of ["Statement of account", "ana.statement@example.com", intent.number, "Payment request"])
    assert.ok(shown.includes(part), part)
  assert.equal((await server.api.get(path)).body.error.code, "GEN-1004")
})

const anyStep = fc.oneof(
  fc.record({ kind: fc.constant("sell" as const), amount: fc.integer({ min: 1, max: 5_000 }), isPlan: fc.boolean() }),
  fc.record({ kind: fc.constant("pay" as const), part: fc.integer({ min: 1, max: 4 }), method: fc.constantFrom("cash", "contact-credit") }),
  fc.record({ kind: fc.constant("overpay" as const), surplus: fc.integer({ min: 1, max: 500 }) }),
  fc.record({ kind: fc.constant("refund" as const), part: fc.integer({ min: 1, max: 3 }) }),
  fc.record({ kind: fc.constant("cancel" as const) }),
  fc.record({ kind: fc.constant("wait" as const), days: fc.integer({ min: 1, max: 40 }) }),
)

async function take(api: Caller, contact: Any, step: Any) {
  if (step.kind === "wait") return api.post("/v1/simulations/clock", { advance: `P${step.days}D` })
  if (step.kind === "sell") return sell(api, contact, step.amount)
  const rows = async (path: string): Promise<Any[]> => (await api.get(`/v1/${path}&contact=${contact._id}&limit=100`)).body.data
  if (step.kind === "refund") {
    const [charge] = await rows("transactions?transactionType=charge&status=succeeded")
    if (!charge) return undefined
    return giveBack(api, { transaction: charge._id, amount: Math.ceil(charge.amount / step.part / 2), reason: "late" })
  }
  const [open] = await rows("payment-intents?status=due")
  if (!open) return undefined
  if (step.kind === "cancel") return api.post(`/v1/payment-intents/${open._id}/cancel`, {})
  if (step.kind === "overpay")
    return api.post("/v1/simulations/bank-transfers/create", { reference: open.number, amount: open.due + step.surplus, currency: "BRL" })
  return api.create("/v1/transactions/create", { paymentIntent: open._id, amount: Math.ceil(open.due / step.part), method: step.method })
}

test("opens each month with the last closing balance, and closes the last with what is owed now less the credit", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(anyStep, { minLength: 6, maxLength: 14 }), async steps => {
      const api = await server.otherTenant()
      const contact = await made(api, "contacts", newContact())
      const first = monthOf(await nowOf(api), "UTC")
      for (const step of steps) await take(api, contact, step)
      const last = monthOf(await nowOf(api), "UTC")
      let closing = 0
      for (let month = first; month <= last; month = nextMonth(month)) {
        const { BRL } = (await statementOf(api, contact, month)).byCurrency
        assert.equal(BRL?.opening ?? 0, closing, month)
        closing = BRL?.closing ?? 0
      }
      const { BRL } = (await api.get(`/v1/contacts/${contact._id}/account`)).body.data.byCurrency
      assert.equal(closing, (BRL?.owed ?? 0) - (BRL?.credit ?? 0))
      assert.deepEqual((await api.get("/v1/ledger/verify")).body.data.differences, [])
    }),
    { numRuns: faultRounds(6) },
  )
})
