import assert from "node:assert/strict"
import { test } from "node:test"
import { type Any, newContact, newIntent, startTestServer, until } from "../../../test/harness.ts"
import { addProviders, fakeProvider, unreachable } from "../../../test/providers.ts"
import { sendRequest } from "../../../test/request.ts"

const { provider, state, pay } = fakeProvider()
addProviders(provider)
const server = await startTestServer()
const { api, sql } = server
const contact = (await api.post("/v1/contacts/create", newContact())).body.data

const connect = async (account: string): Promise<Any> =>
  (await api.create("/v1/gateway-connections/create", { gateway: "fakepay", name: account, credentials: { key: `test_${account}` } })).body
    .data
const connection = await connect("azul")
const secretOf = ({ eventsUrl }: Any) => [...state.endpoints.values()].find(({ url }) => url === eventsUrl)!.secret

const create = async (): Promise<Any> =>
  (await api.create("/v1/payment-intents/create", newIntent(contact._id, { items: [{ name: "Course", amount: 10_000 }] }))).body.data
const charge = (intent: Any, fields: object = {}, key?: string) =>
  api.create("/v1/gateways/fakepay/charges/create", { paymentIntent: intent._id, method: "card", ...fields }, key)
const read = async (id: string): Promise<Any> => (await api.get(`/v1/transactions/${id}`)).body.data
const waitFor = (id: string, status: string) =>
  until(async () => {
    const now = await read(id)
    return now.status === status && now
  }, `the transaction is ${status}`)
const send = (to: Any, hints: object[], signature = secretOf(to)) =>
  sendRequest(to.eventsUrl, {
    method: "POST",
    headers: { "content-type": "application/json", signature },
    body: JSON.stringify(hints),
  })
const verifies = async () => assert.equal((await api.get("/v1/ledger/verify")).body.data.ok, true)

test("a charge tells what its payer must do, and is paid by a message that is only a hint", async () => {
  const intent = await create()
  const { status, body } = await charge(intent)
  assert.equal(status, 201, JSON.stringify(body))
  const { _id, action, ...shown } = body.data
  assert.deepEqual([shown.status, shown.connection, shown.outcome], ["processing", connection._id, null])
  assert.deepEqual([action.type, action.url], ["redirect", `https://pay.example.com/${state.charges.get(_id)!.reference}`])
  const { request } = state.charges.get(_id)!
  assert.equal(request.description, intent.number)
  assert.match(request.returnUrl!, new RegExp(`/pay/[\\w-]+/return/${_id}$`))
  assert.equal(request.payer?.email, contact.email)
  const hint = { id: "evt_1", type: "paid", reference: pay(_id) }
  const answers = await Promise.all([send(connection, [hint, hint]), send(connection, [hint]), send(connection, [hint])])
  assert.deepEqual(
    answers.map(({ status }) => status),
    [200, 200, 200],
  )
  const paid = await waitFor(_id, "succeeded")
  assert.deepEqual([paid.amount, paid.action], [10_000, null])
  assert.equal((await api.get(`/v1/payment-intents/${intent._id}`)).body.data.status, "paid-full")
  const accounts = (await sql("select distinct p->>'account' as account from ledger_entries, jsonb_array_elements(postings) p")).map(
    ({ account }) => account as string,
  )
  assert.ok(accounts.includes(`cash:${connection._id}`), accounts.join())
  await verifies()
})

test("commits the provider's reference before money moves, so that a lost answer is looked up by it and charges once", async () => {
  state.answer = ({ reference }) => ({ status: "succeeded", reference })
  state.before["charge answers"] = () => {
    throw new Error("the answer was lost")
  }
  const { body } = await charge(await create(), { method: "pix" })
  delete state.before["charge answers"]
  const { _id, outcome } = body.data
  assert.equal(outcome, "unknown")
  const [row] = await sql("select gateway_reference from transactions where id = $1", [_id])
  assert.equal(row.gateway_reference, state.charges.get(_id)!.reference)
  await sql("update jobs set next_at = now() where payload->>'transaction' = $1", [_id])
  await waitFor(_id, "succeeded")
  assert.equal(state.charges.get(_id)!.confirmed, 1)
  await verifies()
})

test("fails without a charge when the provider does not prepare it, and a retry with the same key charges", async () => {
  const intent = await create()
  for (const fault of [unreachable, () => Promise.reject(new Error("cut off"))]) {
    state.before["prepare"] = fault
    const refused = await charge(intent, {}, `key ${String(fault === unreachable)}`)
    assert.deepEqual([refused.status, refused.body.error.code], [503, "GTW-2002"])
  }
  delete state.before["prepare"]
  state.answer = ({ reference }) => ({ status: "succeeded", reference })
  assert.equal((await charge(intent, {}, "key true")).body.data.status, "succeeded")
})

const qr = (charge: { reference: string }) => ({
  status: "action" as const,
  reference: charge.reference,
  action: { type: "qr" as const, payload: "000201", expiresAt: new Date(Date.now() + 60_000) },
})

test("lets a payer switch methods: the open attempt is canceled at the provider first", async () => {
  state.answer = qr
  const intent = await create()
  const first = (await charge(intent, { method: "pix" })).body.data
  const second = (await charge(intent)).body.data
  assert.deepEqual([(await read(first._id)).status, second.status], ["canceled", "processing"])
  assert.equal(state.charges.get(first._id)!.outcome.status, "canceled")
})

test("counts the payment when the payer has paid before the switch, and refuses the second charge", async () => {
  state.answer = qr
  const intent = await create()
  const first = (await charge(intent, { method: "pix" })).body.data
  pay(first._id)
  const second = await charge(intent)
  assert.deepEqual([second.status, second.body.error.code], [409, "TRX-2002"])
  assert.equal((await read(first._id)).status, "succeeded")
  await verifies()
})

test("refuses a second charge while the outcome of the first is unknown", async () => {
  state.answer = () => ({ status: "unknown" })
  const intent = await create()
  await charge(intent)
  const calls = state.calls.filter(name => name === "cancel").length
  assert.equal((await charge(intent, { method: "pix" })).body.error.code, "TRX-2004")
  assert.equal(state.calls.filter(name => name === "cancel").length, calls)
})

test("cancels an attempt that waits for its payer; if it was paid meanwhile the payment counts and the answer says so", async () => {
  state.answer = qr
  const [free, paid] = [(await charge(await create())).body.data, (await charge(await create())).body.data]
  assert.equal((await api.post(`/v1/transactions/${free._id}/cancel`, {})).body.data.status, "canceled")
  pay(paid._id)
  const late = await api.post(`/v1/transactions/${paid._id}/cancel`, {})
  assert.deepEqual([late.status, late.body.error.code], [409, "TRX-2008"])
  assert.equal((await read(paid._id)).status, "succeeded")
})

test("counts a payment that arrives while its attempt is canceled, before or after the cancelation is saved", async () => {
  state.answer = qr
  const paidBy = async (id: string) => send(connection, [{ id: `evt_race_${id}`, type: "paid", reference: pay(id) }])
  const intent = await create()
  const first = (await charge(intent)).body.data
  state.before["cancel answers"] = async () => {
    await paidBy(first._id)
    await waitFor(first._id, "succeeded")
  }
  const { status, body } = await api.post(`/v1/transactions/${first._id}/cancel`)
  assert.deepEqual([status, body.error.code], [409, "TRX-2008"])
  const switched = await create()
  const open = (await charge(switched)).body.data
  state.before["cancel answers"] = async () => {
    await paidBy(open._id)
    await waitFor(open._id, "succeeded")
  }
  const second = await charge(switched, { method: "pix" })
  delete state.before["cancel answers"]
  assert.equal(second.body.error.code, "TRX-2002", second.text)
  const late = await create()
  const canceled = (await charge(late)).body.data
  assert.equal((await api.post(`/v1/transactions/${canceled._id}/cancel`)).body.data.status, "canceled")
  await paidBy(canceled._id)
  await waitFor(canceled._id, "succeeded")
  for (const { _id } of [intent, switched, late]) {
    const { paid, status: paidStatus } = (await api.get(`/v1/payment-intents/${_id}`)).body.data
    assert.deepEqual([paid, paidStatus, (await api.get(`/v1/transactions?paymentIntent=${_id}`)).body.count], [10_000, "paid-full", 1])
  }
  await verifies()
})

test("books money that arrives after an attempt expired, with what is too much as credit", async () => {
  state.answer = qr
  const intent = await create()
  const late = (await charge(intent, { method: "pix" })).body.data
  const { reference } = state.charges.get(late._id)!
  state.reports.set(reference, [{ type: "charge.expired", key: late._id, reference }])
  await send(connection, [{ id: "evt_expired", type: "expired", reference }])
  await waitFor(late._id, "expired")
  await api.create("/v1/transactions/create", { paymentIntent: intent._id, amount: 10_000, method: "cash" })
  await send(connection, [{ id: "evt_late", type: "paid", reference: pay(late._id) }])
  const booked = await waitFor(late._id, "succeeded")
  assert.equal(booked.credited, 10_000)
  await verifies()
})

test("looks a charge up by the real time, whatever the sandbox's clock says, and never gives it up by a moved clock", async () => {
  state.answer = qr
  const { _id } = (await charge(await create(), { method: "pix" })).body.data
  const lookUps = () => state.calls.filter(name => name === "lookUp").length
  const before = lookUps()
  await api.post("/v1/simulations/clock", { advance: "P30D" })
  assert.deepEqual([lookUps(), (await read(_id)).status], [before, "processing"])
  const [job] = await sql(
    `select extract(epoch from j.next_at - now() - t.clock_offset_ms * interval '1 millisecond') as seconds
     from jobs j join tenants t on t.id = j.tenant_id where j.payload->>'transaction' = $1`,
    [_id],
  )
  assert.ok(Number(job.seconds) > 0 && Number(job.seconds) < 16, `it is due in ${job.seconds} s`)
})

test("stops charging and tells the super admins once when the provider refuses the key; what is open is still looked up", async () => {
  const other = await connect("verde")
  state.answer = qr
  const open = (await charge(await create(), { connection: other._id })).body.data
  state.revoked.add("test_verde")
  const refused = await charge(await create(), { connection: other._id })
  assert.deepEqual([refused.status, refused.body.error.code], [503, "GTW-2002"])
  const failing = (await api.get(`/v1/gateway-connections/${other._id}`)).body.data
  assert.deepEqual([failing.status, failing.lastCheck.ok], ["failing", false])
  const mails = await sql("select 1 from mails where kind = 'connection-failing' and object_id = $1", [other._id])
  assert.equal(mails.length, 1)
  assert.equal((await charge(await create(), { connection: other._id })).body.error.code, "GTW-2004")
  assert.equal((await charge(await create())).status, 201, "the other connection goes on")
  state.revoked.clear()
  const rotated = await api.post(`/v1/gateway-connections/${other._id}/rotate`, { credentials: { key: "test_verde2" } })
  assert.equal(rotated.body.data.status, "active")
  pay(open._id)
  await sql("update jobs set next_at = now() where payload->>'transaction' = $1", [open._id])
  await waitFor(open._id, "succeeded")
})

test("charges through the connection that a person put first, and through the oldest without an order", async () => {
  const other = await connect("rosa")
  state.answer = qr
  assert.equal((await charge(await create())).body.data.connection, connection._id)
  const order = { method: "card", currency: "BRL", connections: [other._id, connection._id] }
  assert.equal((await api.post("/v1/gateway-connections/order", order)).status, 200)
  assert.equal((await charge(await create())).body.data.connection, other._id)
  await api.post(`/v1/gateway-connections/${other._id}/pause`, {})
  assert.equal((await charge(await create())).body.data.connection, connection._id)
  await api.post("/v1/gateway-connections/order", { ...order, connections: [] })
})

test("believes no account about the charges of another one", async () => {
  const other = await connect("cinza")
  state.answer = qr
  const { _id } = (await charge(await create(), { connection: connection._id })).body.data
  const reference = pay(_id)
  await send(other, [{ id: "evt_foreign", type: "paid", reference }])
  await until(async () => {
    const [message] = await sql("select status, effect from gateway_messages where message_id = 'evt_foreign'")
    return message.status === "applied" && message.effect === "no such charge"
  }, "the message was read")
  assert.equal((await read(_id)).status, "processing")
})

test("refunds through the charge's connection, and names the references of earlier refunds to the provider", async () => {
  state.answer = ({ reference }) => ({ status: "succeeded", reference })
  const { _id } = (await charge(await create())).body.data
  const refund = async () => {
    const { body } = await api.create("/v1/refund-intents/create", { transaction: _id, amount: 1000 })
    await api.post(`/v1/refund-intents/${body.data._id}/approve`, {})
    await until(async () => (await api.get(`/v1/refund-intents/${body.data._id}`)).body.data.status === "settled", "the refund is settled")
  }
  await refund()
  await refund()
  const { reference } = state.charges.get(_id)!
  assert.deepEqual(
    state.refundRequests.slice(-2).map(each => [each.charge.reference, each.otherReferences?.length]),
    [
      [reference, 0],
      [reference, 1],
    ],
  )
  await verifies()
})

test("lets a person give back the money of a charge whose connection has ended", async () => {
  const ended = await connect("ocre")
  state.answer = ({ reference }) => ({ status: "succeeded", reference })
  const { _id } = (await charge(await create(), { connection: ended._id })).body.data
  await api.post(`/v1/gateway-connections/${ended._id}/disconnect`, {})
  await until(
    async () => (await api.get(`/v1/gateway-connections/${ended._id}`)).body.data.status === "disconnected",
    "the connection has ended",
  )
  const { status, body } = await api.create("/v1/refund-intents/create", { transaction: _id, amount: 1000 })
  assert.deepEqual([status, body.data.gateway], [201, null])
})

test("refuses a method or currency that no connection offers, and a connection of another gateway", async () => {
  assert.equal((await charge(await create(), { method: "cheque" })).body.error.code, "GTW-1009")
  const dollars = (await api.create("/v1/payment-intents/create", newIntent(contact._id, { currency: "USD" }))).body.data
  assert.equal((await charge(dollars, { method: "pix" })).body.error.code, "GTW-1009")
  const simulated = await api.create(
    "/v1/gateways/simulator/charges/create",
    { paymentIntent: (await create())._id, method: "card", token: "tok_success", connection: connection._id },
    "named connection",
  )
  assert.equal(simulated.body.error.code, "SMR-1001")
})
