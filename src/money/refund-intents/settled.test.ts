import assert from "node:assert/strict"
import { test } from "node:test"
import { type Any, inParallel, newContact, newIntent, startTestServer, until } from "../../../test/harness.ts"
import { addProviders, connect, fakeProvider, sendReports } from "../../../test/providers.ts"
import type { RefundOutcome } from "../gateways/gateway.ts"
import type { Report } from "../gateways/provider.ts"

const { provider, state } = fakeProvider()
addProviders(provider)
const { api, sql } = await startTestServer()
const contact = (await api.post("/v1/contacts/create", newContact())).body.data
const connection = await connect(api)
const holder = connection._id

const read = async (kind: string, id: string): Promise<Any> => (await api.get(`/v1/${kind}/${id}`)).body.data
const differences = async () => (await api.get("/v1/ledger/verify")).body.data.differences
/** Reports, and returns what each did once the worker has read them. */
const report = async (...reports: Report[]): Promise<string> => {
  const message = await sendReports(api, connection, state, ...reports)
  const done = await until(async () => {
    const { data } = (await api.get(`/v1/gateway-connections/${holder}/messages?limit=100`)).body
    return data.find((each: Any) => each._id === message && each.status !== "pending")
  }, "the message was read")
  return done.effect
}

/** A charge of 100.00 BRL that was settled as 18.00 EUR. */
async function chargeInEuro(): Promise<Any> {
  const intent = (await api.create("/v1/payment-intents/create", newIntent(contact._id))).body.data
  const body = { paymentIntent: intent._id, method: "card", token: "pm_1" }
  const charged = (await api.create("/v1/gateways/fakepay/charges/create", body)).body.data
  await report({ type: "charge.settled", key: charged._id, net: 1710, fee: 90, currency: "EUR", rate: "0.18", availableAt: null })
  return charged
}

async function release({ _id }: Any, amount: number): Promise<Any> {
  const drafted = (await api.create("/v1/refund-intents/create", { transaction: _id, amount })).body.data
  return (await api.post(`/v1/refund-intents/${drafted._id}/approve`)).body.data
}

const ended = (refund: Any, status = "settled"): Promise<Any> =>
  until(async () => {
    const now = await read("refund-intents", refund._id)
    return now.status === status && now
  }, `the refund is ${status}`)

const settled = ({ _id }: Any, fields: object): Report =>
  ({ type: "refund.settled", key: _id, currency: "EUR", rate: "0.18", availableAt: null, fee: 0, ...fields }) as Report
const failed = ({ _id }: Any): Report => ({ type: "refund.failed", key: _id, code: "account_closed", reason: "the account is closed" })

/** What the settlements of a transaction add to each account, credits less debits. */
async function settledNets(transaction: string): Promise<Any> {
  const nets: Record<string, number> = {}
  for (const { currency, postings } of (await api.get(`/v1/ledger/entries?source=${transaction}&kind=settlement`)).body.data)
    for (const { account, credit, debit } of postings) {
      const name = `${currency} ${account.split(":")[0]}`
      nets[name] = (nets[name] ?? 0) + credit - debit
    }
  return Object.fromEntries(Object.entries(nets).filter(([, n]) => n !== 0))
}

test("books a refund in the currency in which its provider took the money", async () => {
  const refund = await ended(await release(await chargeInEuro(), 4000))
  assert.equal(await report(settled(refund, { net: -720 })), "settled")
  const transaction = await read("transactions", refund.refundTransaction)
  assert.deepEqual([transaction.fee, transaction.settlement.net, transaction.settlement.currency], [0, -720, "EUR"])
  assert.deepEqual(await settledNets(transaction._id), { "BRL exchange": 4000, "BRL cash": -4000, "EUR cash": 720, "EUR exchange": -720 })
  await inParallel(4, () => report(settled(refund, { net: -720 })))
  assert.equal((await read("transactions", transaction._id)).version, transaction.version)
  assert.deepEqual(await differences(), [])
})

test("books the settlement that the answer to the refund has, in the same commit", async () => {
  const charged = await chargeInEuro()
  const answer = (reference: string): RefundOutcome => {
    const settlement = { net: -730, fee: 10, currency: "EUR", rate: "0.18", availableAt: null }
    return { status: "succeeded", reference, settlement }
  }
  const byDefault = state.refund
  state.refund = key => answer(`re_${key}`)
  const refund = await ended(await release(charged, 4000))
  state.refund = byDefault
  const { settlement, version } = await read("transactions", refund.refundTransaction)
  assert.deepEqual([settlement.net, settlement.fee, refund.fees, version], [-730, 10, 0, 2])
  assert.deepEqual(await differences(), [])
})

test("undoes the exchange where the refund fails later, whatever reports come after that", async () => {
  const refund = await ended(await release(await chargeInEuro(), 4000))
  await report(settled(refund, { net: -720 }))
  assert.equal(await report(failed(refund)), "failed")
  assert.deepEqual(await settledNets(refund.refundTransaction), {})
  assert.equal(await report(settled(refund, { net: -720 })), "it was failed already")
  assert.equal((await read("transactions", refund.refundTransaction)).settlement.net, 0)
  assert.deepEqual(await differences(), [])
})

test("books what another rate made of the money that came back", async () => {
  const refund = await ended(await release(await chargeInEuro(), 4000))
  await report(settled(refund, { net: -720 }))
  await report(failed(refund), settled(refund, { net: 8, isReturned: true }))
  assert.deepEqual(await settledNets(refund.refundTransaction), { "EUR cash": -8, "EUR exchange": 8 })
  assert.deepEqual(await differences(), [])
})

test("keeps the fee that was taken for a refund that failed later", async () => {
  const refund = await ended(await release(await chargeInEuro(), 4000))
  await report(settled(refund, { net: -730, fee: 10 }))
  await report(failed(refund))
  assert.deepEqual(await settledNets(refund.refundTransaction), { "EUR cash": 10, "EUR fees": -10 })
  assert.deepEqual(await differences(), [])
})

test("changes nothing where the provider moved just the amount, in the refund's own currency", async () => {
  const refund = await ended(await release(await chargeInEuro(), 4000))
  const before = await read("transactions", refund.refundTransaction)
  assert.equal(await report(settled(refund, { net: -4000, currency: "BRL", rate: null })), "it was settled already")
  assert.deepEqual(await read("transactions", before._id), before)
  assert.deepEqual([before.settlement, await settledNets(before._id)], [null, {}])
})

test("books a fee in the refund's own currency that the provider tells later", async () => {
  const refund = await ended(await release(await chargeInEuro(), 4000))
  await report(settled(refund, { net: -4025, fee: 25, currency: "BRL", rate: null }))
  assert.equal((await read("refund-intents", refund._id)).fees, 25)
  assert.equal((await read("transactions", refund.refundTransaction)).fee, 25)
  assert.deepEqual(await differences(), [])
})

test("makes a settlement that gives money instead of taking it a task for people", async () => {
  const refund = await ended(await release(await chargeInEuro(), 4000))
  assert.match(await report(settled(refund, { net: 720 })), /^not booked: .*a refund takes money away/)
  const transaction = await read("transactions", refund.refundTransaction)
  assert.deepEqual([transaction.settlement, transaction.settlementDiffers, await settledNets(transaction._id)], [null, true, {}])
  const [mail] = await sql("select subject from mails where kind = 'settlement-differs' and object_id = $1", [transaction._id])
  assert.equal(mail.subject, `The settlement of refund ${transaction.number} does not add up`)
  assert.equal(await report(settled(refund, { net: -720 })), "settled")
  assert.equal((await read("transactions", transaction._id)).settlementDiffers, false)
})

test("keeps a settlement that comes before the success of its refund until then", async () => {
  const byDefault = state.refund
  state.refund = key => ({ status: "processing", reference: `re_${key}` })
  const refund = await release(await chargeInEuro(), 4000)
  await until(async () => state.refunds.has(refund._id), "the provider has the refund")
  state.refund = byDefault
  assert.equal(await report(settled(refund, { net: -720 })), "waits for its refund")
  await report({ type: "refund.succeeded", key: refund._id, reference: `re_${refund._id}` })
  await sql("update jobs set next_at = now() where kind = 'settled-refund'")
  const { refundTransaction } = await ended(refund)
  await until(async () => (await read("transactions", refundTransaction)).settlement, "the settlement is booked")
  assert.deepEqual(await differences(), [])
})

test("finds a settlement of a refund that was changed in the database", async () => {
  const refund = await ended(await release(await chargeInEuro(), 4000))
  await report(settled(refund, { net: -730, fee: 10 }))
  const id = refund.refundTransaction
  for (const change of [`{"net": -729}`, `{"fee": 9}`, `{"currency": "USD"}`]) {
    const [before] = await sql("select settlement from transactions where id = $1", [id])
    await sql("update transactions set settlement = settlement || $2::jsonb where id = $1", [id, change])
    assert.ok(
      (await differences()).some((each: Any) => each.object === id),
      change,
    )
    await sql("update transactions set settlement = $2 where id = $1", [id, before.settlement])
  }
  assert.deepEqual(await differences(), [])
})
