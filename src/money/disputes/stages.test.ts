import assert from "node:assert/strict"
import { test } from "node:test"
import { disputeFixtures } from "../../../test/dispute-fixtures.ts"
import { type Any, inDays, inParallel, startTestServer, until } from "../../../test/harness.ts"
import { addProviders, connect, fakeProvider, sendReports } from "../../../test/providers.ts"
import type { EvidenceRequest } from "../gateways/dispute-gateway.ts"

const { provider, state } = fakeProvider()
addProviders(provider)
const server = await startTestServer()
const { api, keys, sql } = server
const fixtures = await disputeFixtures(api, server, keys.tenantId)
const { charge, sell, read, refund, dispute, resolve, advance, sendEvent, reportOf, splitOf, assertLedgerVerifies } = fixtures

const disputeOf = async (charged: Any): Promise<Any> => (await api.get(`/v1/disputes?transaction=${charged._id}`)).body.data[0]
const at = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString()
const moneyOf = async (charged: Any) => {
  const { status, stage } = await disputeOf(charged)
  const { disputed } = await read("payment-intents", charged.paymentIntent)
  const [{ n: reserved }] = await sql(
    `select coalesce(sum((p ->> 'credit')::bigint - (p ->> 'debit')::bigint), 0)::int as n
     from ledger_entries e cross join lateral jsonb_array_elements(e.postings) p where p ->> 'account' = $1`,
    [`reserved:${(await disputeOf(charged))._id}`],
  )
  return { stage, status, disputed, reserved, outstanding: (await splitOf(charged)).outstanding }
}
const mailsOf = async (charged: Any): Promise<Any[]> =>
  sql("select kind, text from mails where object_id = $1 order by id", [(await disputeOf(charged))._id])

test("an inquiry moves no money and takes no budget until it becomes a dispute", async () => {
  const charged = await charge()
  await sendEvent("dispute.opened", reportOf(charged, { stage: "inquiry", at: at(0) }))
  const quiet = { stage: "inquiry", status: "needs-response", disputed: 0, reserved: 0, outstanding: 1000 }
  assert.deepEqual(await moneyOf(charged), quiet)
  assert.match((await mailsOf(charged))[0].text, /only asks so far, and no money has moved/)
  const drafted = (await refund(charged, 10_000)).body.data
  await api.post(`/v1/refund-intents/${drafted._id}/cancel`)
  await sendEvent("dispute.opened", reportOf(charged, { stage: "dispute", at: at(1), evidenceDueAt: inDays(20) }))
  assert.deepEqual(await moneyOf(charged), { ...quiet, stage: "dispute", reserved: 4000 })
  assert.equal((await refund(charged, 6001)).body.error.code, "RFD-2002")
  await sendEvent("dispute.opened", reportOf(charged, { stage: "inquiry", at: at(0) }))
  assert.equal((await moneyOf(charged)).stage, "dispute")
  await sendEvent("dispute.lost", reportOf(charged, { at: at(2) }))
  assert.deepEqual(await moneyOf(charged), { stage: "dispute", status: "lost", disputed: 4000, reserved: 0, outstanding: 600 })
  await assertLedgerVerifies()
})

test("an inquiry that is closed or whose date passes costs nothing", async () => {
  const closed = await charge()
  await sendEvent("dispute.opened", reportOf(closed, { stage: "inquiry", at: at(0) }))
  await sendEvent("dispute.won", reportOf(closed, { stage: "inquiry", at: at(1) }))
  assert.deepEqual(await moneyOf(closed), { stage: "inquiry", status: "won", disputed: 0, reserved: 0, outstanding: 1000 })
  const old = await charge()
  await sendEvent("dispute.opened", reportOf(old, { stage: "inquiry", at: at(0), evidenceDueAt: at(-1) }))
  const { _id } = await disputeOf(old)
  const isDone = async () =>
    (await sql("select 1 from jobs where kind = 'dispute-deadline' and payload ->> 'dispute' = $1", [_id])).length === 0
  await until(isDone, "the date has passed")
  assert.equal((await disputeOf(old)).status, "needs-response")
  await assertLedgerVerifies()
})

test("an appeal reopens a lost dispute, whose money stays lost until it is won", async () => {
  const charged = await charge()
  await sendEvent("dispute.opened", reportOf(charged, { at: at(0) }))
  await sendEvent("dispute.lost", reportOf(charged, { at: at(1) }))
  await sendEvent("dispute.opened", reportOf(charged, { stage: "appeal", at: at(2), evidenceDueAt: inDays(30) }))
  const open = { stage: "appeal", status: "needs-response", disputed: 4000, reserved: 0, outstanding: 600 }
  assert.deepEqual([await moneyOf(charged), (await disputeOf(charged)).closedAt], [open, null])
  await sendEvent("dispute.lost", reportOf(charged, { at: at(1) }))
  assert.deepEqual(await moneyOf(charged), open)
  const { _id } = await disputeOf(charged)
  const documents = [{ name: "Receipt", url: "https://example.com/r.pdf", kind: "receipt" }, "https://example.com/other.pdf"]
  const answered = (await api.post(`/v1/disputes/${_id}/evidence`, { text: "It was delivered", documents })).body.data
  assert.deepEqual([answered.status, answered.evidence.documents], ["under-review", documents])
  assert.equal((await refund(charged, 6001)).body.error.code, "RFD-2002")
  await assertLedgerVerifies()
  await sendEvent("dispute.won", reportOf(charged, { at: at(3) }))
  assert.deepEqual(await moneyOf(charged), { stage: "appeal", status: "won", disputed: 0, reserved: 0, outstanding: 1000 })
  await assertLedgerVerifies()
})

test("any order of reports, and all of them at once, leads to the same appeal and the same money", async () => {
  const reports = (charged: Any): [type: string, report: object][] => [
    ["dispute.opened", reportOf(charged, { stage: "inquiry", at: at(0) })],
    ["dispute.opened", reportOf(charged, { stage: "dispute", at: at(1) })],
    ["dispute.lost", reportOf(charged, { at: at(2) })],
    ["dispute.opened", reportOf(charged, { stage: "appeal", at: at(3) })],
  ]
  const send = ([type, report]: [string, object]) => sendEvent(type, report)
  const expected = { stage: "appeal", status: "needs-response", disputed: 4000, reserved: 0, outstanding: 600 }
  for (const order of ["0123", "3210", "2031", "3012", "1302"]) {
    const charged = await charge()
    const all = reports(charged)
    for (const i of order) await send(all[Number(i)]!)
    assert.deepEqual(await moneyOf(charged), expected, order)
  }
  const charged = await charge()
  const all = reports(charged)
  await inParallel(12, i => send(all[i % 4]!))
  assert.deepEqual(await moneyOf(charged), expected)
  await assertLedgerVerifies()
})

const next = (disputed: Any, stage: string) => api.post(`/v1/simulations/disputes/${disputed._id}/advance`, { stage })

test("a sandbox simulates an inquiry that becomes a dispute, is lost, appealed and won", async () => {
  const charged = await charge()
  const inquiry = await dispute(charged, { amount: 4000, stage: "inquiry" })
  const quiet = { stage: "inquiry", status: "needs-response", disputed: 0, reserved: 0, outstanding: 1000 }
  assert.deepEqual(await moneyOf(charged), quiet)
  await advance("P1D")
  const answers = await inParallel(4, () => next(inquiry, "dispute"))
  assert.deepEqual(
    answers.map(({ status }) => status).toSorted((a, b) => a - b),
    [200, 409, 409, 409],
  )
  assert.deepEqual(await moneyOf(charged), { ...quiet, stage: "dispute", reserved: 4000 })
  const contested = await disputeOf(charged)
  assert.ok(contested.evidenceDueAt > inquiry.evidenceDueAt, "there is a new date")
  await api.post(`/v1/disputes/${inquiry._id}/evidence`, { text: "It was delivered" })
  await resolve(inquiry, "lost")
  const lost = { stage: "dispute", status: "lost", disputed: 4000, reserved: 0, outstanding: 600 }
  assert.deepEqual(await moneyOf(charged), lost)
  const appealed = (await next(inquiry, "appeal")).body.data
  assert.deepEqual([appealed.stage, appealed.status, appealed.evidence, appealed.closedAt], ["appeal", "needs-response", null, null])
  await advance("P13D") // it is looked up meanwhile, and the simulator knows of no decision
  assert.deepEqual(await moneyOf(charged), { ...lost, stage: "appeal", status: "needs-response" })
  await resolve(inquiry, "won")
  assert.deepEqual(await moneyOf(charged), { stage: "appeal", status: "won", disputed: 0, reserved: 0, outstanding: 1000 })
  await assertLedgerVerifies()
})

test("an appeal that nobody answers is lost when its date passes", async () => {
  const charged = await charge()
  const disputed = await dispute(charged, { amount: 4000 })
  await resolve(disputed, "lost")
  await next(disputed, "appeal")
  await advance("P15D")
  assert.deepEqual(await moneyOf(charged), { stage: "appeal", status: "lost", disputed: 4000, reserved: 0, outstanding: 600 })
  await assertLedgerVerifies()
})

test("refuses a stage that can't follow, and says which can", async () => {
  const refusalOf = async (response: ReturnType<typeof next>) => (await response).body.error
  const disputed = await dispute(await charge(), { amount: 4000 })
  for (const stage of ["dispute", "appeal"]) {
    const { code, message } = await refusalOf(next(disputed, stage))
    assert.equal(code, "DSP-2005")
    assert.match(message, /^This dispute is needs-response, so it can't become an? (dispute|appeal); only an? .* can\. No money moved$/)
  }
  await api.post(`/v1/disputes/${disputed._id}/accept`)
  assert.equal((await refusalOf(next(disputed, "appeal"))).code, "DSP-2005", "what was accepted can't be appealed")
  const answered = await dispute(await charge(), { amount: 4000, stage: "inquiry" })
  assert.equal((await refusalOf(next(answered, "appeal"))).code, "DSP-2005")
  await resolve(answered, "won")
  assert.equal((await refusalOf(next(answered, "dispute"))).code, "DSP-2005")
  const charged = await charge()
  const refunded = await dispute(charged, { amount: 4000, stage: "inquiry" })
  const { _id } = (await refund(charged, 7000)).body.data
  await api.post(`/v1/refund-intents/${_id}/approve`)
  await until(async () => (await read("refund-intents", _id)).status === "settled", "the refund is settled")
  assert.equal((await refusalOf(next(refunded, "dispute"))).code, "DSP-2004")
  assert.equal((await next(refunded, "inquiry")).status, 400)
  await assertLedgerVerifies()
})

test("answers a dispute at the provider of its connection, with what each document shows", async () => {
  const answers: EvidenceRequest[] = []
  const accepted: string[] = []
  state.parts.disputes = {
    submitEvidence: async request => void answers.push(request),
    accept: async (_tenant, dispute) => void accepted.push(dispute),
    lookUp: async () => ({ status: "open" }),
  }
  const connection = await connect(api)
  const intent = await sell()
  const body = { paymentIntent: intent._id, method: "card", token: "pm_1" }
  const charged = (await api.create("/v1/gateways/fakepay/charges/create", body)).body.data
  const { evidenceDueAt, at: time, ...report } = reportOf(charged, { stage: "dispute" })
  const dates = { evidenceDueAt: new Date(evidenceDueAt), at: new Date(time) }
  await sendReports(api, connection, state, { type: "dispute.opened", ...report, ...dates })
  const { _id } = await until(() => disputeOf(charged), "the dispute is open")
  const documents = [{ name: "Receipt", url: "https://example.com/r.pdf", kind: "receipt" }]
  await api.post(`/v1/disputes/${_id}/evidence`, { text: "It was delivered", documents })
  await until(async () => answers.length === 1, "the evidence is at the provider")
  assert.deepEqual([answers[0]!.dispute, answers[0]!.documents], [report.dispute, documents])
  await api.post(`/v1/disputes/${_id}/accept`)
  await until(async () => accepted.length === 1, "the provider knows of the acceptance")
  await assertLedgerVerifies()
})
