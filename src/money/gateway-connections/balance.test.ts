import assert from "node:assert/strict"
import { test } from "node:test"
import { type Any, inParallel, newContact, newIntent, startTestServer, until } from "../../../test/harness.ts"
import { addProviders, connect, fakeProvider, sendReports } from "../../../test/providers.ts"
import type { Held, Movement, Report } from "../gateways/provider.ts"
import { reconciliationSweep } from "./reconcile.ts"
import { compareBalances } from "./rules.ts"

const { provider, state } = fakeProvider()
addProviders(provider)
state.isTelling = false
const { api, sql, otherTenant } = await startTestServer()
const contact = (await api.post("/v1/contacts/create", newContact())).body.data
const connection = await connect(api)

const charge = async (): Promise<Any> => {
  const intent = (await api.create("/v1/payment-intents/create", newIntent(contact._id))).body.data
  const body = { paymentIntent: intent._id, method: "card", token: "pm_1", connection: connection._id }
  return (await api.create("/v1/gateways/fakepay/charges/create", body)).body.data
}
const report = async (...reports: Report[]): Promise<string> => {
  const message = await sendReports(api, connection, state, ...reports)
  const done = await until(async () => {
    const { data } = (await api.get(`/v1/gateway-connections/${connection._id}/messages?limit=100`)).body
    return data.find((each: Any) => each._id === message && each.status !== "pending")
  }, "the message was read")
  return done.effect
}
const withdrawal = (type: "paid" | "failed", reference: string, amount = 4000): Report => ({
  type: `withdrawal.${type}`,
  reference,
  amount,
  currency: "BRL",
  at: new Date(),
})
const cashOf = async (holder: string): Promise<number> => {
  const [{ n }] = await sql(
    `select coalesce(sum((p ->> 'debit')::bigint - (p ->> 'credit')::bigint), 0)::int as n
     from ledger_entries e cross join lateral jsonb_array_elements(e.postings) p where p ->> 'account' = $1`,
    [`cash:${holder}`],
  )
  return n
}
const differences = async () => (await api.get("/v1/ledger/verify")).body.data.differences
const compare = async (query = "") => api.get(`/v1/gateway-connections/${connection._id}/reconciliation${query}`)

test("books a withdrawal to the tenant's own bank once, and back when it fails", async () => {
  await charge()
  const [before, own] = [await cashOf(connection._id), await cashOf("own")]
  assert.equal(await report(withdrawal("paid", "po_1")), "paid")
  await inParallel(4, () => report(withdrawal("paid", "po_1")))
  assert.deepEqual([await cashOf(connection._id), await cashOf("own")], [before - 4000, own + 4000])
  const audited = await sql("select action from audit_entries where object_id = $1 and action like '%withdrawal%'", [connection._id])
  assert.deepEqual(audited, [{ action: "gatewayConnections.withdrawalPaid" }])
  assert.deepEqual(await differences(), [])
  assert.equal(await report(withdrawal("failed", "po_1")), "failed")
  assert.equal(await report(withdrawal("paid", "po_1")), "it was failed already")
  assert.deepEqual([await cashOf(connection._id), await cashOf("own")], [before, own])
  assert.deepEqual(await differences(), [])
})

test("books nothing for a withdrawal whose failure is reported first, or whose amount changes", async () => {
  const before = await cashOf(connection._id)
  assert.equal(await report(withdrawal("failed", "po_2")), "failed")
  assert.equal(await report(withdrawal("paid", "po_2")), "it was failed already")
  assert.equal(await cashOf(connection._id), before)
  await report(withdrawal("paid", "po_3", 1000))
  assert.match(await report(withdrawal("failed", "po_3", 999)), /^not booked/)
  assert.deepEqual([await cashOf(connection._id), await differences()], [before - 1000, []])
})

test("verification finds a withdrawal that was changed or deleted", async () => {
  await report(withdrawal("paid", "po_4", 500))
  for (const change of ["amount = 501", "status = 'failed', failed_at = now()", "connection_id = null"]) {
    await sql("create table saved as select * from gateway_withdrawals")
    await sql(`update gateway_withdrawals set ${change} where reference = 'po_4'`)
    assert.notDeepEqual(await differences(), [], change)
    await sql("delete from gateway_withdrawals")
    assert.notDeepEqual(await differences(), [], "deleted")
    await sql("insert into gateway_withdrawals select * from saved")
    await sql("drop table saved")
  }
  assert.deepEqual(await differences(), [])
})

test("compares by currency, and lists movements without a counterpart", () => {
  const held: Held[] = [
    { currency: "EUR", available: 100, pending: 50 },
    { currency: "BRL", available: -30, pending: 0 },
  ]
  const movement = (reference: string, amount: number): Movement => ({
    id: `m ${reference}`,
    type: "other",
    reference,
    amount,
    fee: 1,
    currency: "USD",
    at: new Date(),
  })
  const cash = [
    { currency: "EUR", n: 140n },
    { currency: "BRL", n: -30n },
  ]
  assert.deepEqual(compareBalances(held, cash, [movement("known", 5), movement("strange", 7)], new Set(["known"])), [
    { currency: "BRL", provider: -30, ledger: -30, difference: 0, unmatched: [] },
    { currency: "EUR", provider: 150, ledger: 140, difference: 10, unmatched: [] },
    { currency: "USD", provider: 0, ledger: 0, difference: 0, unmatched: [{ reference: "strange", amount: 6, type: "other" }] },
  ])
})

test("shows what the provider holds beside the ledger", async () => {
  assert.equal((await compare()).body.data.comparedAt, null)
  const charged = await charge()
  const cash = await cashOf(connection._id)
  const asked: string[] = []
  const movement = { id: "m1", type: "charge", fee: 0, currency: "BRL", at: new Date() } as const
  state.parts.balance = {
    holds: async () => [{ currency: "BRL", available: cash - 100, pending: 0 }],
    async movements(from) {
      asked.push(from.toISOString())
      return [
        { ...movement, reference: state.charges.get(charged._id)!.reference, amount: 10_000 },
        { ...movement, reference: "po_4", amount: -500, type: "payout" },
        { ...movement, reference: "fee_1", amount: -100, type: "fee" },
      ]
    },
  }
  const { currencies, notCompared, date } = (await compare("?date=2026-11-02")).body.data
  assert.deepEqual(currencies, [
    {
      currency: "BRL",
      provider: cash - 100,
      ledger: cash,
      difference: -100,
      unmatched: [{ reference: "fee_1", amount: -100, type: "fee", page: "https://fakepay.example.com/payments/fee_1" }],
    },
  ])
  assert.deepEqual([date, asked, notCompared.length > 0], ["2026-11-02", ["2026-11-02T00:00:00.000Z"], true])
  assert.equal((await compare("?date=yesterday")).status, 400)
  state.parts.balance.holds = async () => {
    throw new Error("no answer")
  }
  assert.equal((await compare()).body.error.code, "GTW-2005")
})

test("stores a comparison each day, and mails people on the second day of a difference", async () => {
  state.parts.balance = { holds: async () => [{ currency: "BRL", available: 1, pending: 0 }], movements: async () => [] }
  await sql("delete from gateway_reconciliations")
  await reconciliationSweep([]).run()
  const rows = () => sql("select is_equal, currencies from gateway_reconciliations where connection_id = $1", [connection._id])
  const mails = async () => (await sql("select recipient from mails where kind = 'balance-differs'")).length
  assert.deepEqual([(await rows()).map(each => each.is_equal), await mails()], [[false], 0])
  await sql("update gateway_reconciliations set date = (date::date - 1)::text")
  await inParallel(3, () => reconciliationSweep([]).run())
  assert.deepEqual([(await rows()).length, await mails()], [2, 1])
  assert.deepEqual(Object.keys((await rows())[0].currencies[0]).toSorted(), ["currency", "difference", "ledger", "provider", "unmatched"])
})

test("lists the connections whose newest daily comparison differs, and shows what a day found", async () => {
  const ended = await connect(api, "7")
  state.parts.balance = { holds: async () => [{ currency: "BRL", available: 1, pending: 0 }], movements: async () => [] }
  await sql("delete from gateway_reconciliations")
  await reconciliationSweep([]).run()
  await api.post(`/v1/gateway-connections/${ended._id}/disconnect`)
  await until(async () => (await api.get(`/v1/gateway-connections/${ended._id}`)).body.data.status === "disconnected", "it has ended")
  const list = async (): Promise<Any> => (await api.get("/v1/gateway-connections/differences")).body
  const difference = 1 - (await cashOf(connection._id))
  const { data, count } = await list()
  const [{ connection: id, name, currencies, date }] = data
  assert.deepEqual([count, id, name], [1, connection._id, connection.name])
  assert.deepEqual(currencies, [{ currency: "BRL", difference }])
  const { daily } = (await compare(`?date=${date}`)).body.data
  assert.deepEqual(daily.currencies, [{ currency: "BRL", provider: 1, ledger: 1 - difference, difference }])
  assert.equal((await compare("?date=2020-01-01")).body.data.daily, null)
  await sql("update gateway_reconciliations set date = (date::date - 1)::text")
  await sql(
    `insert into gateway_reconciliations select tenant_id, connection_id, (date::date + 1)::text, true, '[]', compared_at
    from gateway_reconciliations where connection_id = $1`,
    [connection._id],
  )
  assert.deepEqual((await list()).data, [], "the newest one is equal")
  assert.equal((await (await otherTenant()).get("/v1/gateway-connections/differences")).body.count, 0)
})

test("disconnects only when nothing is open at the provider", async () => {
  const other = await connect(api, "9")
  const body = { method: "card", token: "pm_1", connection: other._id }
  state.answer = ({ reference }) => ({ status: "processing", reference })
  const intent = (await api.create("/v1/payment-intents/create", newIntent(contact._id))).body.data
  const open = (await api.create("/v1/gateways/fakepay/charges/create", { ...body, paymentIntent: intent._id })).body.data
  assert.equal(open.status, "processing")
  await api.post(`/v1/gateway-connections/${other._id}/disconnect`)
  const later =
    "select next_at > now() + interval '30 minutes' as is_later from jobs where kind = 'disconnect-gateway' and payload->>'connection' = $1"
  await until(async () => (await sql(later, [other._id]))[0]?.is_later, "the job waits for the charge")
  assert.equal((await api.get(`/v1/gateway-connections/${other._id}`)).body.data.status, "disconnecting")
  await sendReports(api, other, state, { type: "charge.failed", key: open._id, code: "declined", reason: "no" })
  await until(async () => (await api.get(`/v1/transactions/${open._id}`)).body.data.status === "failed", "the charge has failed")
  await sql("update jobs set next_at = now() where kind = 'disconnect-gateway'")
  await until(async () => (await api.get(`/v1/gateway-connections/${other._id}`)).body.data.status === "disconnected", "it ends")
})
