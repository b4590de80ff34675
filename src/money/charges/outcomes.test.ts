import assert from "node:assert/strict"
import { test } from "node:test"
import { type Any, inParallel, linkKeyOf, newContact, newIntent, startTestServer, until } from "../../../test/harness.ts"
import { faultRounds } from "../../../test/levels.ts"
import { type BuiltInGateway, GatewayUnreachable } from "../gateways/gateway.ts"
import { addGateways, timeOut } from "../../../test/gateways.ts"
import { signature, simulator } from "../gateways/simulator.ts"
import type { TransactionRow } from "../transactions/store.ts"
import { callGateway } from "./call.ts"

const server = await startTestServer()
const { api } = server
const tenant = server.keys.tenantId
const linkKey = await linkKeyOf(server, tenant)
const contact = (await api.post("/v1/contacts/create", newContact())).body.data
const splitTerms = { type: "percentage", basisPoints: 1000 }
await api.post("/v1/partnerships/create", { name: "Casa", code: "CASA", kind: "supplier", splitTerms })

/** A gateway that a test scripts; it signs like the simulator. By default it never responds and has no charges. */
const unresponsive: Pick<BuiltInGateway, "charge" | "lookUp"> = {
  charge: async () => ({ status: "unknown" }),
  lookUp: async () => ({ status: "absent" }),
}
const scripted: BuiltInGateway = { ...simulator, id: "scripted", ...unresponsive }
const script = (calls: Partial<typeof unresponsive>) => Object.assign(scripted, unresponsive, calls)
addGateways(scripted)

const create = async (): Promise<Any> => {
  const items = [{ name: "Course", amount: 10_000, supplier: "CASA" }]
  return (await api.create("/v1/payment-intents/create", newIntent(contact._id, { items }))).body.data
}
const charge = ({ _id }: Any, key?: string, gateway = "scripted") =>
  api.create(`/v1/gateways/${gateway}/charges/create`, { paymentIntent: _id, method: "card", token: "tok_success", amount: 10_000 }, key)
const pay = (intent: Any, amount: number) => api.create("/v1/transactions/create", { paymentIntent: intent._id, amount, method: "cash" })
const advance = (by: string) => api.post("/v1/simulations/clock", { advance: by })
const read = async (id: string): Promise<Any> => (await api.get(`/v1/transactions/${id}`)).body.data
const waitForOutcome = (id: string) =>
  until(async () => {
    const now = await read(id)
    return now.status !== "processing" && now
  }, `transaction ${id} has an outcome`)
const moneyOf = async ({ _id }: Any) => {
  const { paid, status } = (await api.get(`/v1/payment-intents/${_id}`)).body.data
  const [split] = (await api.get(`/v1/payment-splits?paymentIntent=${_id}`)).body.data
  return [paid, status, split?.accrued]
}
const creditOf = async (source: string) => {
  const [entry] = (await api.get(`/v1/ledger/entries?source=${source}&kind=charge`)).body.data
  return entry.postings.find((each: Any) => each.account === `credit:${contact._id}`)?.credit ?? 0
}
const assertLedgerVerifies = async () => assert.deepEqual((await api.get("/v1/ledger/verify")).body.data.differences, [])
const sendEvent = async (type: string, id: string, fields: object = {}): Promise<string> => {
  const bytes = JSON.stringify({ id: `${type} ${id}`, tenant, type, key: id, ...fields })
  const headers = { "simulator-signature": signature(linkKey, Buffer.from(bytes)) }
  return (await api.post("/v1/gateways/scripted/events", bytes, headers)).body.data.effect
}

/** A charge that the gateway never received, and that was given up. */
async function createGivenUp(intent: Any): Promise<string> {
  script({})
  const { _id } = (await charge(intent)).body.data
  await advance("PT11M")
  assert.equal((await waitForOutcome(_id)).failure.code, "never_arrived")
  return _id
}

/** A charge whose gateway was unreachable. */
async function createUnsent(intent: Any): Promise<string> {
  script({ charge: () => Promise.reject(new GatewayUnreachable("not reachable")) })
  assert.equal((await charge(intent)).status, 503)
  const [{ _id, failure }] = (await api.get(`/v1/transactions?paymentIntent=${intent._id}`)).body.data
  assert.equal(failure.code, "gateway_unreachable")
  return _id
}

for (const [what, createCharge] of [
  ["was given up", createGivenUp],
  ["could not be sent", createUnsent],
] as const) {
  test(`a charge that ${what} counts when the gateway reports success later, and can be reversed like any other`, async () => {
    const intent = await create()
    const id = await createCharge(intent)
    assert.equal(await sendEvent("charge.succeeded", id), "succeeded")
    const { status, failure, outcome } = await read(id)
    assert.deepEqual([status, failure, outcome, await moneyOf(intent)], ["succeeded", null, null, [10_000, "paid-full", 1000]])
    assert.equal(await sendEvent("charge.succeeded", id, { id: `another event of ${id}` }), "it was succeeded already")
    const events: Any[] = (await api.get(`/v1/dev/events?object=${id}&sort=createdAt`)).body.data
    assert.deepEqual(
      events.slice(-2).map(each => [each.event, each.data.status]),
      [
        ["transactions.update", "failed"],
        ["transactions.update", "succeeded"],
      ],
    )
    assert.equal(await sendEvent("charge.reversed", id), "reversed")
    assert.deepEqual([(await read(id)).status, await moneyOf(intent)], ["reversed", [0, "due", 0]])
    await assertLedgerVerifies()
  })

  test(`a charge that ${what} and succeeds after the intent was paid or canceled becomes the contact's credit`, async () => {
    for (const meanwhile of [10_000, 7000]) {
      const intent = await create()
      const id = await createCharge(intent)
      await pay(intent, meanwhile)
      await sendEvent("charge.succeeded", id)
      assert.deepEqual([await creditOf(id), await moneyOf(intent)], [meanwhile, [10_000, "paid-full", 1000]])
      await sendEvent("charge.reversed", id)
      assert.equal((await moneyOf(intent))[0], meanwhile)
    }
    const canceled = await create()
    const id = await createCharge(canceled)
    assert.equal((await api.post(`/v1/payment-intents/${canceled._id}/cancel`)).status, 200)
    await sendEvent("charge.succeeded", id)
    assert.deepEqual([await creditOf(id), await moneyOf(canceled)], [10_000, [0, "canceled", undefined]])
    await assertLedgerVerifies()
  })

  test(`a charge that ${what} fails for good when the gateway reports its failure or its reversal`, async () => {
    for (const [type, code] of [
      ["charge.failed", "expired_card"],
      ["charge.reversed", "reversed"],
    ] as const) {
      const intent = await create()
      const id = await createCharge(intent)
      assert.equal(await sendEvent(type, id, { code: "expired_card", reason: "the card expired" }), "failed")
      assert.equal(await sendEvent("charge.succeeded", id), "it was failed already")
      assert.deepEqual([(await read(id)).failure.code, await moneyOf(intent)], [code, [0, "due", undefined]])
    }
    await assertLedgerVerifies()
  })
}

test("books every amount exactly once when a late success, a payment, a second charge and a cancellation arrive at once", async () => {
  for (let round = 0; round < faultRounds(12); round++) {
    const intent = await create()
    const id = await createUnsent(intent)
    script({ charge: async ({ key }) => ({ status: "succeeded", reference: key }) })
    const [, second, recorded, canceled] = await Promise.all([
      inParallel(6, i => sendEvent("charge.succeeded", id, { id: `${i % 3} of ${id}` })),
      charge(intent),
      pay(intent, 4000),
      api.post(`/v1/payment-intents/${intent._id}/cancel`),
    ])
    const late = await read(id)
    const received = 10_000 + (second.status === 201 ? 10_000 : 0) + (recorded.status === 201 ? 4000 : 0)
    const credits = await Promise.all([id, ...(second.status === 201 ? [second.body.data._id] : [])].map(creditOf))
    const [paid, status] = await moneyOf(intent)
    assert.deepEqual([late.status, paid + credits.reduce((sum, n) => sum + n, 0)], ["succeeded", received])
    assert.equal(status === "canceled", canceled.status === 200)
  }
  await assertLedgerVerifies()
})

test("a charge that the gateway declined stays declined, whatever events arrive later", async () => {
  const intent = await create()
  script({ charge: async () => ({ status: "declined", reference: "r", code: "card_declined", reason: "no" }) })
  const id = (await charge(intent)).body.error.details.transaction
  for (const type of ["charge.succeeded", "charge.reversed"]) assert.equal(await sendEvent(type, id), "it was failed already")
  assert.deepEqual(await moneyOf(intent), [0, "due", undefined])
})

test("looks a charge up for a week after it was given up, and so finds a success without an event", async () => {
  const intent = await create()
  const id = await createGivenUp(intent)
  let lookUps = 0
  script({ lookUp: async () => (lookUps++, { status: "absent" }) })
  for (const time of ["PT1H", "PT6H", "P1D"]) {
    await advance(time)
    await until(async () => lookUps > 0, `the charge is looked up after ${time}`)
    lookUps = 0
  }
  script({ lookUp: async () => ({ status: "succeeded", reference: "found" }) })
  await advance("P2D")
  await until(async () => (await read(id)).status === "succeeded", "the success is found")
  assert.deepEqual(await moneyOf(intent), [10_000, "paid-full", 1000])
  assert.deepEqual(await server.sql("select 1 from jobs where payload->>'transaction' = $1", [id]), [])
  await assertLedgerVerifies()
})

test("a response that arrives after the charge was given up still counts", async () => {
  const intent = await create()
  const { promise: called, resolve: onCall } = Promise.withResolvers<void>()
  const { promise: outcome, resolve: respond } = Promise.withResolvers<{ status: "succeeded"; reference: string }>()
  script({ charge: () => (onCall(), outcome) })
  const response = charge(intent)
  await called
  await advance("PT11M")
  const [{ _id }] = (await api.get(`/v1/transactions?paymentIntent=${intent._id}`)).body.data
  assert.equal((await waitForOutcome(_id)).failure.code, "never_arrived")
  respond({ status: "succeeded", reference: "late" })
  const { status, body } = await response
  assert.deepEqual([status, body.data?.status, await moneyOf(intent)], [201, "succeeded", [10_000, "paid-full", 1000]])
  await assertLedgerVerifies()
})

test("a gateway call that times out is unknown: a second charge is refused, and a look-up resolves the first", async () => {
  const intent = await create()
  script({ charge: timeOut })
  const { status, body } = await charge(intent)
  assert.deepEqual([status, body.data?.status, body.data?.outcome], [201, "processing", "unknown"])
  const second = await charge(intent)
  assert.deepEqual([second.body.error.code, second.body.error.details.transaction], ["TRX-2004", body.data._id])
  script({ lookUp: async () => ({ status: "succeeded", reference: "timed out" }) })
  await advance("PT20S")
  const { status: now, outcome } = await waitForOutcome(body.data._id)
  assert.deepEqual([now, outcome, await moneyOf(intent)], ["succeeded", null, [10_000, "paid-full", 1000]])
})

test("a look-up that times out does not block other jobs and is repeated", async () => {
  const intent = await create()
  let lookUps = 0
  script({ lookUp: () => (lookUps++, timeOut()) })
  const { _id } = (await charge(intent)).body.data
  await advance("PT20S")
  await until(async () => lookUps > 0, "the charge is looked up")
  script({ lookUp: async () => ({ status: "succeeded", reference: "later" }) })
  await advance("PT1M")
  assert.equal((await waitForOutcome(_id)).status, "succeeded")
})

test("repeats a failed look-up, however often it fails, and never counts the failure as an outcome", async () => {
  const intent = await create()
  let lookUps = 0
  script({ lookUp: () => (lookUps++, Promise.reject(new GatewayUnreachable("not reachable"))) })
  const { _id } = (await charge(intent)).body.data
  for (let n = 0; n < 12; n++) {
    await advance("P1D")
    await until(async () => lookUps > n, `the charge is looked up ${n + 1} times`)
  }
  assert.deepEqual([(await read(_id)).status, (await read(_id)).outcome], ["processing", "unknown"])
  script({ lookUp: async () => ({ status: "succeeded", reference: "at last" }) })
  await advance("P1D")
  assert.equal((await waitForOutcome(_id)).status, "succeeded")
})

test("a retry after a crash, with the gateway unreachable, charges nothing and leaves the charge to later look-ups", async () => {
  const intent = await create()
  script({ lookUp: () => Promise.reject(new GatewayUnreachable("not reachable")) })
  const { _id } = (await charge(intent, "crashed")).body.data
  const crashed = "update idempotency_keys set status = null, body = null, event_id = null where key like '%crashed'" // before it responded
  await server.sql(crashed)
  assert.equal((await charge(intent, "crashed", "simulator")).body.error.code, "IDM-1002")
  await advance("PT31S")
  const again = await charge(intent, "crashed")
  assert.deepEqual([again.status, again.body.data?._id, again.body.data?.outcome], [201, _id, "unknown"])
  assert.equal((await charge(intent)).body.error.code, "TRX-2004")
  assert.equal((await api.get(`/v1/transactions?paymentIntent=${intent._id}`)).body.count, 1)
})

test("tells a retry that nothing was charged when the charge never reached the gateway, and charges on the next retry", async () => {
  const intent = await create()
  script({})
  const { _id } = (await charge(intent, "never arrived")).body.data
  const died = "update idempotency_keys set status = null, body = null, event_id = null where key like '%arrived'" // before it responded
  await server.sql(died)
  await advance("PT11M")
  assert.match((await waitForOutcome(_id)).failure.message, /nothing was charged, and it can be tried again/)
  const { status, body } = await charge(intent, "never arrived")
  assert.deepEqual([status, body.error.code, body.error.retryable, body.error.details.transaction], [503, "GTW-2002", true, _id])
  assert.match(body.error.message, /nothing was charged; try again/)
  script({ charge: async () => ({ status: "succeeded", reference: "second try" }) })
  const again = await charge(intent, "never arrived")
  assert.deepEqual([again.status, again.body.data?.status, await moneyOf(intent)], [201, "succeeded", [10_000, "paid-full", 1000]])
  await assertLedgerVerifies()
})

test("a process that was frozen does not send a charge that was given up meanwhile", async () => {
  const intent = await create()
  let sent = 0
  script({ charge: async () => (sent++, { status: "unknown" }) })
  const { _id } = (await charge(intent)).body.data
  const [frozen] = (await server.sql("select * from transactions where id = $1", [_id])) as [TransactionRow]
  await callGateway({ transaction: frozen, resumed: false, outcome: { status: "not-called" } })
  assert.equal(sent, 2, "it is sent again while it is processing; the gateway charges once per key")
  await advance("PT9M1S")
  await callGateway({ transaction: frozen, resumed: false, outcome: { status: "not-called" } })
  await advance("PT2M")
  assert.equal((await waitForOutcome(_id)).failure.code, "never_arrived")
  await callGateway({ transaction: frozen, resumed: false, outcome: { status: "not-called" } })
  assert.equal(sent, 2)
})
