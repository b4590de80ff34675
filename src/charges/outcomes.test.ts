import assert from "node:assert/strict"
import { mock, test } from "node:test"
import { type Any, newContact, newIntent, openHouse, storm, until } from "../../test/harness.ts"
import { answerWithinMs, type Gateway, Unreachable } from "../gateways/gateway.ts"
import { gateways } from "../gateways/registry.ts"
import { signature, simulator } from "../gateways/simulator.ts"

const house = await openHouse()
const { api } = house
const tenant = house.keys.tenantId
const [{ link_key }] = (await house.sql("select link_key from tenants where id = $1", [tenant])) as [{ link_key: string }]
const contact = (await api.post("/v1/contacts/create", newContact())).body.data
const splitTerms = { type: "percentage", basisPoints: 1000 }
await api.post("/v1/partnerships/create", { name: "Casa", code: "CASA", kind: "supplier", splitTerms })

/** A gateway that does what a test tells it to, and signs like the simulator. Left alone, it never answers and never heard of anything. */
const deaf: Pick<Gateway, "charge" | "lookUp"> = { charge: async () => ({ status: "unknown" }), lookUp: async () => ({ status: "absent" }) }
const scripted: Gateway = { ...simulator, id: "scripted", ...deaf }
const script = (acts: Partial<typeof deaf>) => Object.assign(scripted, deaf, acts)
;(gateways as Gateway[]).push(scripted)

const create = async (): Promise<Any> => {
  const items = [{ name: "Course", amount: 10_000, supplier: "CASA" }]
  return (await api.create("/v1/payment-intents/create", newIntent(contact._id, { items }))).body.data
}
const charge = ({ _id }: Any, key?: string, gateway = "scripted") =>
  api.create(`/v1/gateways/${gateway}/charges/create`, { paymentIntent: _id, method: "card", token: "tok_success", amount: 10_000 }, key)
const pay = (intent: Any, amount: number) => api.create("/v1/transactions/create", { paymentIntent: intent._id, amount, method: "cash" })
const advance = (by: string) => api.post("/v1/simulations/clock", { advance: by })
const read = async (id: string): Promise<Any> => (await api.get(`/v1/transactions/${id}`)).body.data
const settled = (id: string) =>
  until(async () => {
    const now = await read(id)
    return now.status !== "processing" && now
  }, `transaction ${id} is settled`)
const moneyOf = async ({ _id }: Any) => {
  const { paid, status } = (await api.get(`/v1/payment-intents/${_id}`)).body.data
  const [split] = (await api.get(`/v1/payment-splits?paymentIntent=${_id}`)).body.data
  return [paid, status, split?.accrued]
}
const creditOf = async (source: string) => {
  const [entry] = (await api.get(`/v1/ledger/entries?source=${source}&kind=charge`)).body.data
  return entry.postings.find((each: Any) => each.account === `credit:${contact._id}`)?.credit ?? 0
}
const booksAreRight = async () => assert.deepEqual((await api.get("/v1/ledger/verify")).body.data.differences, [])
const say = async (type: string, id: string, fields: object = {}): Promise<string> => {
  const bytes = JSON.stringify({ id: `${type} ${id}`, tenant, type, key: id, ...fields })
  const headers = { "simulator-signature": signature(link_key, Buffer.from(bytes)) }
  return (await api.post("/v1/gateways/scripted/events", bytes, headers)).body.data.effect
}

/** A charge that the gateway never heard of, and that was given up. */
async function givenUp(intent: Any): Promise<string> {
  script({})
  const { _id } = (await charge(intent)).body.data
  await advance("PT11M")
  assert.equal((await settled(_id)).failure.code, "never_arrived")
  return _id
}

/** A charge that could not be sent, as the adapter says. */
async function unsent(intent: Any): Promise<string> {
  script({ charge: () => Promise.reject(new Unreachable("not there")) })
  assert.equal((await charge(intent)).status, 503)
  const [{ _id, failure }] = (await api.get(`/v1/transactions?paymentIntent=${intent._id}`)).body.data
  assert.equal(failure.code, "gateway_unreachable")
  return _id
}

for (const [what, begin] of [
  ["was given up", givenUp],
  ["could not be sent", unsent],
] as const) {
  test(`a charge that ${what} counts when the gateway took it after all, and is taken back like any other`, async () => {
    const intent = await create()
    const id = await begin(intent)
    assert.equal(await say("charge.succeeded", id), "succeeded")
    const { status, failure, outcome } = await read(id)
    assert.deepEqual([status, failure, outcome, await moneyOf(intent)], ["succeeded", null, null, [10_000, "paid-full", 1000]])
    assert.equal(await say("charge.succeeded", id, { id: `a second one of ${id}` }), "it was succeeded already")
    const told: Any[] = (await api.get(`/v1/dev/events?object=${id}&sort=createdAt`)).body.data
    assert.deepEqual(
      told.slice(-2).map(each => [each.event, each.data.status]),
      [
        ["transactions.update", "failed"],
        ["transactions.update", "succeeded"],
      ],
    )
    assert.equal(await say("charge.reversed", id), "reversed")
    assert.deepEqual([(await read(id)).status, await moneyOf(intent)], ["reversed", [0, "due", 0]])
    await booksAreRight()
  })

  test(`a charge that ${what} and comes after the debt was paid otherwise or canceled is the payer's credit`, async () => {
    for (const meanwhile of [10_000, 7000]) {
      const intent = await create()
      const id = await begin(intent)
      await pay(intent, meanwhile)
      await say("charge.succeeded", id)
      assert.deepEqual([await creditOf(id), await moneyOf(intent)], [meanwhile, [10_000, "paid-full", 1000]])
      await say("charge.reversed", id)
      assert.equal((await moneyOf(intent))[0], meanwhile)
    }
    const canceled = await create()
    const id = await begin(canceled)
    assert.equal((await api.post(`/v1/payment-intents/${canceled._id}/cancel`)).status, 200)
    await say("charge.succeeded", id)
    assert.deepEqual([await creditOf(id), await moneyOf(canceled)], [10_000, [0, "canceled", undefined]])
    await booksAreRight()
  })

  test(`of a charge that ${what}, the gateway's no is final, and what went back before it came never was there`, async () => {
    for (const [type, code] of [
      ["charge.failed", "expired_card"],
      ["charge.reversed", "reversed"],
    ] as const) {
      const intent = await create()
      const id = await begin(intent)
      assert.equal(await say(type, id, { code: "expired_card", reason: "the card expired" }), "failed")
      assert.equal(await say("charge.succeeded", id), "it was failed already")
      assert.deepEqual([(await read(id)).failure.code, await moneyOf(intent)], [code, [0, "due", undefined]])
    }
    await booksAreRight()
  })
}

test("a late success, a payment, a second charge and a cancellation in the same instant: each unit is somewhere, once", async () => {
  for (let round = 0; round < 12; round++) {
    const intent = await create()
    const id = await unsent(intent)
    script({ charge: async ({ key }) => ({ status: "succeeded", reference: key }) })
    const [, second, byHand, canceled] = await Promise.all([
      storm(6, i => say("charge.succeeded", id, { id: `${i % 3} of ${id}` })),
      charge(intent),
      pay(intent, 4000),
      api.post(`/v1/payment-intents/${intent._id}/cancel`),
    ])
    const late = await read(id)
    const came = 10_000 + (second.status === 201 ? 10_000 : 0) + (byHand.status === 201 ? 4000 : 0)
    const credits = await Promise.all([id, ...(second.status === 201 ? [second.body.data._id] : [])].map(creditOf))
    const [paid, status] = await moneyOf(intent)
    assert.deepEqual([late.status, paid + credits.reduce((sum, n) => sum + n, 0)], ["succeeded", came])
    assert.equal(status === "canceled", canceled.status === 200)
  }
  await booksAreRight()
})

test("a charge that the gateway declined stays declined, whatever comes late", async () => {
  const intent = await create()
  script({ charge: async () => ({ status: "declined", reference: "r", code: "card_declined", reason: "no" }) })
  const id = (await charge(intent)).body.error.details.transaction
  for (const type of ["charge.succeeded", "charge.reversed"]) assert.equal(await say(type, id), "it was failed already")
  assert.deepEqual(await moneyOf(intent), [0, "due", undefined])
})

test("a charge that was given up is asked about for a week: what the gateway took after all is found without its telling", async () => {
  const intent = await create()
  const id = await givenUp(intent)
  let asked = 0
  script({ lookUp: async () => (asked++, { status: "absent" }) })
  for (const time of ["PT1H", "PT6H", "P1D"]) {
    await advance(time)
    await until(async () => asked > 0, `it is asked about after ${time}`)
    asked = 0
  }
  script({ lookUp: async () => ({ status: "succeeded", reference: "found" }) })
  await advance("P2D")
  await until(async () => (await read(id)).status === "succeeded", "it is found")
  assert.deepEqual(await moneyOf(intent), [10_000, "paid-full", 1000])
  assert.deepEqual(await house.sql("select 1 from jobs where payload->>'transaction' = $1", [id]), [])
  await booksAreRight()
})

test("an answer that comes after the charge was given up still counts", async () => {
  const intent = await create()
  const { promise: asked, resolve: ask } = Promise.withResolvers<void>()
  const { promise: answer, resolve: reply } = Promise.withResolvers<{ status: "succeeded"; reference: string }>()
  script({ charge: () => (ask(), answer) })
  const answered = charge(intent)
  await asked
  await advance("PT11M")
  const [{ _id }] = (await api.get(`/v1/transactions?paymentIntent=${intent._id}`)).body.data
  assert.equal((await settled(_id)).failure.code, "never_arrived")
  reply({ status: "succeeded", reference: "late" })
  const { status, body } = await answered
  assert.deepEqual([status, body.data?.status, await moneyOf(intent)], [201, "succeeded", [10_000, "paid-full", 1000]])
  await booksAreRight()
})

/** Only while it is asked does time stand still: the ten seconds of patience pass at once, and nobody else's. */
function silent() {
  mock.timers.enable({ apis: ["setTimeout"] })
  queueMicrotask(() => {
    mock.timers.tick(answerWithinMs)
    mock.timers.reset()
  })
  return new Promise<never>(() => {})
}

test("a gateway that is silent too long is unknown: a second charge is refused, and asking resolves it", async () => {
  const intent = await create()
  script({ charge: silent })
  const { status, body } = await charge(intent)
  assert.deepEqual([status, body.data?.status, body.data?.outcome], [201, "processing", "unknown"])
  const second = await charge(intent)
  assert.deepEqual([second.body.error.code, second.body.error.details.transaction], ["TRX-2004", body.data._id])
  script({ lookUp: async () => ({ status: "succeeded", reference: "silent" }) })
  await advance("PT20S")
  const { status: now, outcome } = await settled(body.data._id)
  assert.deepEqual([now, outcome, await moneyOf(intent)], ["succeeded", null, [10_000, "paid-full", 1000]])
})

test("a gateway that is silent when it is looked up holds up nobody's work and is asked again", async () => {
  const intent = await create()
  let asked = 0
  script({ lookUp: () => (asked++, silent()) })
  const { _id } = (await charge(intent)).body.data
  await advance("PT20S")
  await until(async () => asked > 0, "it is asked")
  script({ lookUp: async () => ({ status: "succeeded", reference: "woken" }) })
  await advance("PT1M")
  assert.equal((await settled(_id)).status, "succeeded")
})

test("a gateway that can't be asked is asked again, however often, and no failure to ask is an answer", async () => {
  const intent = await create()
  let asked = 0
  script({ lookUp: () => (asked++, Promise.reject(new Unreachable("away"))) })
  const { _id } = (await charge(intent)).body.data
  for (let n = 0; n < 12; n++) {
    await advance("PT2M")
    await until(async () => asked > n, `it is asked ${n + 1} times`)
  }
  assert.deepEqual([(await read(_id)).status, (await read(_id)).outcome], ["processing", "unknown"])
  script({ lookUp: async () => ({ status: "succeeded", reference: "at last" }) })
  await advance("PT2M")
  assert.equal((await settled(_id)).status, "succeeded")
})

test("a retry after a crash that can't ask the gateway charges nothing and leaves the charge to be asked about", async () => {
  const intent = await create()
  script({ lookUp: () => Promise.reject(new Unreachable("away")) })
  const { _id } = (await charge(intent, "crashed")).body.data
  await house.sql("delete from idempotency_keys where key like '%crashed'") // as if it had died before it could answer
  assert.equal((await charge(intent, "crashed", "simulator")).body.error.code, "IDM-1002")
  await advance("PT31S")
  const again = await charge(intent, "crashed")
  assert.deepEqual([again.status, again.body.data?._id, again.body.data?.outcome], [201, _id, "unknown"])
  assert.equal((await charge(intent)).body.error.code, "TRX-2004")
  assert.equal((await api.get(`/v1/transactions?paymentIntent=${intent._id}`)).body.count, 1)
})
