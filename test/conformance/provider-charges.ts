import assert from "node:assert/strict"
import { test } from "node:test"
import { type ChargeRequest, GatewayUnreachable } from "../../src/money/gateways/gateway.ts"
import type { Provider } from "../../src/money/gateways/provider.ts"
import { begin, losingEachAnswer, prepare, type ProviderFixture, referenceOf } from "./provider-fixture.ts"

export function testConnectedCharges(provider: Provider, fixture: ProviderFixture) {
  testOnce(provider, fixture)
  testLostAnswers(provider, fixture)
  testEnds(provider, fixture)
}

function testOnce(provider: Provider, { newConnection, newRequest, newDeclined, countCharges, countPaid }: ProviderFixture) {
  const { id } = provider
  const gateway = provider.open(newConnection())

  test(`${id} begins a charge once per key, however often and however fast it is called`, async () => {
    const request = newRequest()
    const prepared = await Promise.all(Array.from({ length: 12 }, () => prepare(gateway, request)))
    for (const each of prepared) assert.deepEqual(each, prepared[0])
    const outcomes = await Promise.all(prepared.map(each => gateway.charge(each)))
    outcomes.push(await gateway.charge(prepared[0]!))
    for (const outcome of outcomes) assert.deepEqual(outcome, outcomes[0])
    assert.equal(outcomes[0]!.status, "action")
    assert.deepEqual([await countCharges(request.key), await countPaid(request.key)], [1, 0])
    assert.deepEqual(await gateway.lookUp(request.tenant, request.key, referenceOf(outcomes[0]!)), outcomes[0])
    assert.notEqual((await begin(gateway, newRequest())).reference, referenceOf(outcomes[0]!))
  })

  test(`${id} finds no charge that was never begun, nor one of another tenant or key, and begins none by looking`, async () => {
    const { tenant, key, reference } = await begin(gateway, newRequest())
    const other = newRequest().key
    for (const [ofTenant, ofKey] of [
      [tenant, other],
      ["f".repeat(24), key],
    ] as const)
      assert.deepEqual(await gateway.lookUp(ofTenant, ofKey, reference), { status: "absent" })
    assert.deepEqual(await gateway.lookUp(tenant, other), { status: "absent" })
    assert.equal(await countCharges(other), 0)
  })

  if (newDeclined)
    test(`${id} declines with a code and a reason, the same each time, and takes nothing`, async () => {
      const request = await prepare(gateway, await newDeclined())
      const declined = await gateway.charge(request)
      assert.ok(declined.status === "declined" && /^[a-z_]+$/.test(declined.code) && declined.reason.length > 5)
      assert.deepEqual(await gateway.charge(request), declined)
      assert.deepEqual(await gateway.lookUp(request.tenant, request.key, request.reference), declined)
      assert.deepEqual(await gateway.cancel?.(request.tenant, request.key, request.reference), gateway.cancel && declined)
      assert.equal(await countPaid(request.key), 0)
    })
}

function testLostAnswers(provider: Provider, fixture: ProviderFixture) {
  const { id } = provider
  const { proxy, newConnection, newRequest, payer, countCharges, countPaid } = fixture
  const gateway = provider.open(newConnection())
  const assertOne = async ({ tenant, key }: ChargeRequest, reference: string) => {
    await payer.pays(reference)
    assert.equal((await gateway.lookUp(tenant, key, reference)).status, "succeeded")
    assert.deepEqual([await countCharges(key), await countPaid(key)], [1, 1])
  }

  if (gateway.prepare)
    test(`${id} has one charge, whichever answer was lost while it was prepared`, async () => {
      await losingEachAnswer(
        fixture,
        async () => newRequest(),
        request => prepare(gateway, request),
        async request => assertOne(request, (await begin(gateway, request)).reference),
      )
    })

  test(`${id} says unknown where an answer to a charge was lost, and what became of it when it is looked up`, async () => {
    await losingEachAnswer(
      fixture,
      () => prepare(gateway, newRequest()),
      request => gateway.charge(request),
      async (request, outcome) => {
        assert.match(outcome?.status ?? "unknown", /^(unknown|action)$/)
        const found = await gateway.lookUp(request.tenant, request.key, request.reference)
        assert.match(found.status, /^(action|absent)$/)
        await assertOne(request, found.status === "action" ? found.reference : (await begin(gateway, request)).reference)
      },
    )
  })

  test(`${id} throws GatewayUnreachable where certainly nothing was charged, and concludes nothing from a look-up`, async () => {
    const request = newRequest()
    await proxy.whileRefusing(() => assert.rejects(begin(gateway, request), GatewayUnreachable))
    assert.equal(await countCharges(request.key), 0)
    const { tenant, key, reference } = await begin(gateway, request)
    await payer.pays(reference)
    const outcome = await proxy.whileRefusing(() => gateway.lookUp(tenant, key, reference).catch(() => ({ status: "unknown" })))
    assert.deepEqual(outcome, { status: "unknown" })
    assert.equal((await gateway.lookUp(tenant, key, reference)).status, "succeeded")
  })
}

function testEnds(provider: Provider, fixture: ProviderFixture) {
  const { id } = provider
  const { newConnection, newRequest, payer, countPaid } = fixture
  const gateway = provider.open(newConnection())

  test(`${id} tells what the payer must do and until when, and that the payer has paid`, async () => {
    const { tenant, key, reference } = await begin(gateway, newRequest())
    const waiting = await gateway.lookUp(tenant, key, reference)
    assert.ok(waiting.status === "action" && (waiting.action.expiresAt === null || waiting.action.expiresAt instanceof Date))
    await payer.pays(reference)
    const paid = await gateway.lookUp(tenant, key, reference)
    assert.ok(paid.status === "succeeded" && paid.reference === reference)
    assert.equal(await countPaid(key), 1)
    assert.deepEqual(await gateway.lookUp(tenant, key, reference), paid)
  })

  test(`${id} tells that the payer did not act in time`, async () => {
    const { tenant, key, reference } = await begin(gateway, newRequest())
    await payer.letsExpire(reference)
    assert.deepEqual(await gateway.lookUp(tenant, key, reference), { status: "expired", reference })
  })

  if (!gateway.cancel) return
  const cancel = gateway.cancel

  test(`${id} ends a charge that waits for its payer, once, and says succeeded where the payer was faster`, async () => {
    const request = newRequest()
    const { tenant, key, reference } = await begin(gateway, request)
    for (let n = 0; n < 2; n++) assert.match((await cancel(tenant, key, reference)).status, /^(canceled|expired)$/)
    assert.match((await gateway.lookUp(tenant, key, reference)).status, /^(canceled|expired)$/)
    await assert.rejects(payer.pays(reference))
    const paid = await begin(gateway, newRequest())
    await payer.pays(paid.reference)
    assert.deepEqual(await cancel(tenant, paid.key, paid.reference), { status: "succeeded", reference: paid.reference })
    assert.deepEqual(await cancel("f".repeat(24), paid.key, paid.reference), { status: "absent" })
    assert.deepEqual(await cancel(tenant, newRequest().key), { status: "absent" })
  })

  test(`${id} cancels a charge again where the answer was lost, and ends it`, async () => {
    await losingEachAnswer(
      fixture,
      () => begin(gateway, newRequest()),
      ({ tenant, key, reference }) => cancel(tenant, key, reference),
      async ({ tenant, key, reference }, outcome) => {
        assert.match(outcome?.status ?? "unknown", /^(unknown|canceled|expired)$/)
        assert.match((await cancel(tenant, key, reference)).status, /^(canceled|expired)$/)
        assert.equal(await countPaid(key), 0)
      },
    )
  })
}
