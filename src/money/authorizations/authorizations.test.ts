import assert from "node:assert/strict"
import { test } from "node:test"
import { type Any, inParallel, linkKeyOf, newContact, newIntent, startTestServer, until } from "../../../test/harness.ts"
import { signature } from "../gateways/simulator.ts"

const server = await startTestServer()
const { api, keys, sql } = server
const iban = "DE89370400440532013000"
const linkKey = await linkKeyOf(server, keys.tenantId)

const advance = (by: string) => api.post("/v1/simulations/clock", { advance: by })
const read = async ({ _id }: Any): Promise<Any> => (await api.get(`/v1/authorizations/${_id}`)).body.data
const act = ({ _id }: Any, action: string, body?: object) => api.post(`/v1/authorizations/${_id}/${action}`, body)
const becomes = (mandate: Any, status: string) =>
  until(async () => {
    const now = await read(mandate)
    return now.status === status && now
  }, `the authorization is ${status}`)

const newAccount = async (fields: object = {}): Promise<Any> => {
  const contact = (await api.create("/v1/contacts/create", newContact())).body.data
  const body = { holder: "Ana Souza", country: "DE", currency: "EUR", iban, owner: "contact", contact: contact._id, ...fields }
  return (await api.create("/v1/bank-accounts/create", body)).body.data
}
const newMandate = async (fields: object = {}, account?: Any) => {
  const { _id, contact } = account ?? (await newAccount())
  return { contact, bankAccount: _id, scheme: "sepa", maxAmount: 10_000, reference: "M-1", ...fields }
}
const create = async (fields: object = {}, account?: Any): Promise<Any> =>
  (await api.create("/v1/authorizations/create", await newMandate(fields, account))).body.data
const createActive = async (fields: object = {}, account?: Any) => {
  const mandate = await create(fields, account)
  await advance("PT2M")
  return becomes(mandate, "active")
}
const owedBy = async ({ contact }: Any, amount = 10_000, fields: object = {}): Promise<Any> =>
  (await api.create("/v1/payment-intents/create", newIntent(contact, { currency: "EUR", items: [{ name: "Course", amount }], ...fields })))
    .body.data
const chargePath = "/v1/gateways/simulator/charges/create"
const debit = (intent: Any, mandate: Any, fields: object = {}, key?: string) =>
  api.create(chargePath, { paymentIntent: intent._id, method: "direct-debit", authorization: mandate._id, ...fields }, key)
const paidOf = async ({ _id }: Any) => (await api.get(`/v1/payment-intents/${_id}`)).body.data.paid
let sentEvents = 0
const sendEvent = async (type: string, { _id }: Any, fields: object = {}) => {
  const bytes = JSON.stringify({ id: `${type} ${sentEvents++}`, tenant: keys.tenantId, type, key: _id, ...fields })
  const headers = { authorization: null, "x-tenant-id": null, "simulator-signature": signature(linkKey, Buffer.from(bytes)) }
  return (await api.post("/v1/gateways/simulator/events", bytes, headers)).body.data.effect
}

test("a new mandate is pending, masked, and the same when it is read again", async () => {
  const body = await newMandate({ metadata: { term: "spring" } })
  const answer = await api.create("/v1/authorizations/create", body)
  const made = answer.body.data
  assert.deepEqual(
    [answer.status, made.status, made.scheme, made.maxAmount, made.reference, made.currency],
    [201, "pending", "sepa", 10_000, "M-1", "EUR"],
  )
  assert.deepEqual([made.contact, made.bankAccount], [body.contact, { _id: body.bankAccount, masked: "•••• 3000" }])
  assert.deepEqual(made.approval, { required: false, status: "none", request: null })
  await until(async () => (await sql("select 1 from simulator_mandates where key = $1", [made._id])).length > 0, "the gateway has it")
  assert.deepEqual(await read(made), made)
  for (const path of ["/v1/authorizations", `/v1/authorizations/${made._id}/timeline`, "/v1/dev/events", "/v1/audit-log"])
    assert.ok(!(await api.get(path)).text.includes(iban), path)
})

test("creating a mandate needs a key, and one key makes one mandate", async () => {
  const body = await newMandate()
  const without = await api.post("/v1/authorizations/create", body)
  assert.deepEqual([without.status, without.body.error.code], [400, "IDM-1004"])
  const answers = await inParallel(8, () => api.create("/v1/authorizations/create", body, `one ${body.contact}`))
  for (const { status } of answers) assert.ok(status === 201 || status === 409)
  assert.equal((await api.get(`/v1/authorizations?contact=${body.contact}`)).body.count, 1)
})

test("a mandate becomes active a minute after its submission, by the tenant's clock, and publishes that once", async () => {
  const mandate = await create()
  const active = await createActive() // advances the clock
  assert.equal((await becomes(mandate, "active")).version, 2)
  assert.equal(typeof active.activatedAt, "string")
  const timeline = (await api.get(`/v1/authorizations/${mandate._id}/timeline`)).body.data.map((entry: Any) => entry.action)
  assert.deepEqual(timeline, ["authorizations.update", "authorizations.create"])
})

test("the bank of Fail Mandate refuses the mandate, and nothing can be charged", async () => {
  const mandate = await create({}, await newAccount({ holder: "Fail Mandate" }))
  await advance("PT2M")
  const failed = await becomes(mandate, "failed")
  assert.match(failed.failureReason, /refused/)
  const intent = await owedBy(mandate)
  const refused = await debit(intent, mandate)
  assert.deepEqual([refused.status, refused.body.error.code, await paidOf(intent)], [409, "AUZ-2001", 0])
})

test("an active mandate is charged up to its maximum, and the ledger verifies", async () => {
  const mandate = await createActive({ maxAmount: 7500 })
  const intent = await owedBy(mandate, 7501)
  const above = await debit(intent, mandate)
  assert.deepEqual(
    [above.status, above.body.error.code, above.body.error.details],
    [422, "AUZ-2002", { maxAmount: 7500, amount: 7501, currency: "EUR" }],
  )
  const { status, body } = await debit(intent, mandate, { amount: 7500 })
  assert.deepEqual([status, body.data.status, body.data.authorization, body.data.method], [201, "succeeded", mandate._id, "direct-debit"])
  assert.equal(await paidOf(intent), 7500)
  assert.deepEqual((await api.get("/v1/ledger/verify")).body.data.differences, [])
})

test("a retry of a debit with the same key charges once, and the same key with a token is refused", async () => {
  const mandate = await createActive()
  const intent = await owedBy(mandate)
  const key = `debit ${intent._id}`
  const first = await debit(intent, mandate, { amount: 100 }, key)
  const again = await debit(intent, mandate, { amount: 100 }, key)
  assert.deepEqual([first.status, again.text, await paidOf(intent)], [201, first.text, 100])
  const token = await api.create(chargePath, { paymentIntent: intent._id, method: "direct-debit", token: "tok_success", amount: 100 }, key)
  assert.equal(token.body.error.code, "IDM-1002")
})

test("the bank of Decline Debit declines every debit", async () => {
  const mandate = await createActive({}, await newAccount({ holder: "Decline Debit" }))
  const intent = await owedBy(mandate)
  const { status, body } = await debit(intent, mandate)
  assert.deepEqual([status, body.error.code, body.error.details.declineCode, await paidOf(intent)], [402, "GTW-2001", "debit_refused", 0])
})

test("a pending, a canceled and a revoked mandate can't be charged", async () => {
  const pending = await create()
  const intent = await owedBy(pending)
  for (const action of [undefined, "cancel"]) {
    if (action) assert.equal((await act(pending, action)).body.data.status, "canceled")
    assert.deepEqual([(await debit(intent, pending)).body.error.code, await paidOf(intent)], ["AUZ-2001", 0])
  }
  const active = await createActive()
  const debt = await owedBy(active)
  const revoked = await act(active, "revoke")
  assert.deepEqual([revoked.body.data.status, typeof revoked.body.data.endedAt], ["revoked", "string"])
  assert.deepEqual([(await debit(debt, active)).body.error.code, await paidOf(debt)], ["AUZ-2001", 0])
  const noted = (await act(active, "update", { metadata: { file: "7" } })).body.data
  assert.deepEqual([noted.metadata, noted.status, noted.endedAt], [{ file: "7" }, "revoked", revoked.body.data.endedAt])
  assert.equal((await act(active, "update", { maxAmount: 1 })).body.error.code, "VAL-1005")
  await until(
    async () => (await sql("select revoked_at from simulator_mandates where key = $1", [active._id]))[0].revoked_at,
    "the gateway ended it",
  )
  for (const [mandate, action] of [
    [active, "revoke"],
    [active, "cancel"],
    [pending, "revoke"],
    [pending, "cancel"],
  ] as const) {
    const { status, body } = await act(mandate, action)
    assert.deepEqual([status, body.error.code], [409, "AUZ-2001"])
  }
  await advance("PT2M")
  await sendEvent("mandate.active", pending)
  assert.deepEqual([(await read(pending)).status, (await read(active)).status], ["canceled", "revoked"])
})

test("requires that mandate, account and intent have the same contact, currency and scheme", async () => {
  const [mine, other] = [await newAccount(), await newAccount()]
  const refused = async (fields: object, account: Any = mine) =>
    (await api.create("/v1/authorizations/create", await newMandate(fields, account))).body.error.code
  assert.equal(await refused({ contact: other.contact }), "BNK-2003")
  const own = (await api.create("/v1/bank-accounts/create", { holder: "Escola", country: "DE", currency: "EUR", iban, owner: "self" })).body
    .data
  assert.equal(await refused({ contact: mine.contact }, own), "BNK-2003")
  assert.equal(await refused({ scheme: "ach" }), "AUZ-1001")
  assert.equal(await refused({ bankAccount: "f".repeat(24) }), "SMR-1001")
  const mandate = await createActive({}, mine)
  const theirs = await debit(await owedBy(other), mandate)
  assert.deepEqual([theirs.status, theirs.body.error.code], [422, "AUZ-2003"])
  const inDollars = await debit(await owedBy(mine, 100, { currency: "USD" }), mandate)
  assert.deepEqual([inDollars.status, inDollars.body.error.code], [422, "AUZ-2004"])
})

test("a mandate that is with another gateway is not charged through this one", async () => {
  const mandate = await createActive()
  await sql("update authorizations set gateway = 'other' where id = $1", [mandate._id])
  assert.equal((await debit(await owedBy(mandate), mandate)).body.error.code, "AUZ-2005")
})

test("a charge has either a token or an authorization, and the latter only by direct debit", async () => {
  const mandate = await createActive()
  const intent = await owedBy(mandate)
  for (const [fields, code, path] of [
    [{ token: "tok_success" }, "VAL-1003", "token"],
    [{ method: "card" }, "VAL-1003", "method"],
    [{ authorization: undefined }, "VAL-1002", "token"],
    [{ authorization: "M-1" }, "VAL-1003", "authorization"],
  ] as const) {
    const { body } = await debit(intent, mandate, fields)
    assert.deepEqual([body.error.code, body.error.errors[0].path], [code, path])
  }
  const unknown = await debit(intent, { _id: "f".repeat(24) })
  assert.deepEqual([unknown.status, unknown.body.error.code], [404, "SMR-1001"])
})

test("ends a mandate when the gateway reports that it was revoked, failed or expired", async () => {
  for (const [type, status, reason] of [
    ["mandate.revoked", "revoked", null],
    ["mandate.expired", "expired", null],
    ["mandate.failed", "failed", "the account was closed"],
  ] as const) {
    const mandate = await createActive()
    assert.equal(await sendEvent(type, mandate, { reason: "the account was closed" }), status)
    const ended = await read(mandate)
    assert.deepEqual([ended.status, ended.failureReason], [status, reason])
    assert.equal(await sendEvent("mandate.active", mandate), `it was ${status} already`)
    assert.equal((await debit(await owedBy(mandate), mandate)).body.error.code, "AUZ-2001")
  }
  assert.equal(await sendEvent("mandate.active", { _id: "f".repeat(24) }), "no such authorization")
})

test("finds the outcome by the look-up of the next day when no event arrives", async () => {
  const mandate = await create()
  await until(async () => (await sql("select 1 from jobs where payload->>'key' = $1", [mandate._id])).length > 0, "the event is due")
  await sql("delete from jobs where kind = 'simulator-event' and payload->>'key' = $1", [mandate._id])
  await advance("P1DT2M")
  await becomes(mandate, "active")
})

test("a mandate that never reaches the gateway fails once the worker gives up", async () => {
  const mandate = await create({}, await newAccount({ holder: "Unreachable Mandate" }))
  await advance("P1D") // past all attempts
  assert.match((await becomes(mandate, "failed")).failureReason, /could not be reached/)
})

test("refuses to change the holder of an account while a mandate waits for the bank, and allows it afterwards", async () => {
  const account = await newAccount()
  const mandate = await create({}, account)
  const rename = (holder: string) => api.post(`/v1/bank-accounts/${account._id}/update`, { holder, metadata: { a: "1" } })
  const refused = await rename("Someone else")
  assert.deepEqual([refused.status, refused.body.error.code, refused.body.error.details.action], [409, "BNK-2002", "given another holder"])
  assert.equal((await rename(account.holder)).status, 200)
  await advance("PT2M")
  await becomes(mandate, "active")
  assert.equal((await rename("Ana Souza Lima")).body.data.holder, "Ana Souza Lima")
})

test("a bank account can't be deactivated while a mandate needs it", async () => {
  const account = await newAccount()
  const mandate = await create({}, account)
  const refused = await api.post(`/v1/bank-accounts/${account._id}/deactivate`)
  assert.deepEqual(
    [refused.status, refused.body.error.code, refused.body.error.details],
    [409, "BNK-2002", { kind: "authorization", reference: mandate._id, action: "deactivated" }],
  )
  await act(mandate, "cancel")
  assert.equal((await api.post(`/v1/bank-accounts/${account._id}/deactivate`)).status, 200)
  const again = await api.create("/v1/authorizations/create", await newMandate({}, account))
  assert.deepEqual([again.status, again.body.error.code], [409, "BNK-2001"])
})

test("mandates are listed by contact, account, status and scheme", async () => {
  const mandate = await create()
  const count = async (query: string) => (await api.get(`/v1/authorizations?contact=${mandate.contact}&${query}`)).body.count
  const all = `bankAccount=${mandate.bankAccount._id}&status=pending&scheme=sepa&currency=EUR&gateway=simulator`
  assert.deepEqual([await count(all), await count("status=revoked"), await count("scheme=ach")], [1, 0, 0])
})

test("the actions say what is possible now, and why the others are not", async () => {
  const mandate = await create()
  const { data } = (await api.get(`/v1/authorizations/${mandate._id}/actions`)).body
  const summary = data.map(({ action, allowed, reason }: Any) => [action, allowed, reason?.code])
  assert.deepEqual(summary, [
    ["update", true, undefined],
    ["cancel", true, undefined],
    ["revoke", false, "AUZ-2001"],
  ])
})

test("a viewer can only read mandates; another tenant sees none", async () => {
  const mandate = await create()
  const viewer = await server.withRole("viewer")
  assert.equal((await viewer.get(`/v1/authorizations/${mandate._id}`)).status, 200)
  assert.equal((await viewer.create("/v1/authorizations/create", await newMandate())).status, 403)
  for (const action of ["update", "cancel", "revoke"])
    assert.equal((await viewer.post(`/v1/authorizations/${mandate._id}/${action}`)).status, 403)
  const other = await server.otherTenant()
  assert.equal((await other.get(`/v1/authorizations/${mandate._id}`)).status, 404)
})

test("ends a mandate when a simulated payer revokes it at the bank, and debits nothing by it any more", async () => {
  const active = await createActive()
  const debt = await owedBy(active)
  const revoke = () => api.post(`/v1/simulations/authorizations/${active._id}/revoke`)
  assert.equal((await revoke()).body.data.status, "revoked")
  assert.deepEqual([(await debit(debt, active)).body.error.code, await paidOf(debt)], ["AUZ-2001", 0])
  assert.equal((await sql("select 1 from simulator_mandates where key = $1 and revoked_at is not null", [active._id])).length, 1)
  assert.deepEqual([(await revoke()).status, (await revoke()).body.error.code], [409, "AUZ-2001"])
})
