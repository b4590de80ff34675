import assert from "node:assert/strict"
import { test } from "node:test"
import { GatewayUnreachable, type RefundRequest } from "../../src/money/gateways/gateway.ts"
import type { Provider } from "../../src/money/gateways/provider.ts"
import { begin, losingEachAnswer, type ProviderFixture } from "./provider-fixture.ts"

export function testConnectedRefunds(provider: Provider, fixture: ProviderFixture) {
  const { newConnection, newRequest, payer } = fixture
  const gateway = provider.open(newConnection())
  if (!gateway.refunds) return
  if (!fixture.refunds) throw new Error(`${provider.id} gives money back; its fixture needs refunds`)

  const newRefund: NewRefund = async (amount = 500) => {
    const { tenant, key, reference, currency } = await begin(gateway, newRequest())
    await payer.pays(reference)
    return { tenant, key: newRequest().key, charge: { key, reference }, amount, currency }
  }
  testOnce(provider, fixture, newRefund)
  testLater(provider, fixture, newRefund)
  testFailures(provider, fixture, newRefund)
}

type NewRefund = (amount?: number) => Promise<RefundRequest>

function testOnce(provider: Provider, { newConnection, newRequest, ...fixture }: ProviderFixture, newRefund: NewRefund) {
  const refunds = provider.open(newConnection()).refunds!
  const { countRefunds, begin: beginWith, newDeclined } = fixture.refunds!

  test(`${provider.id} refunds once per key, however often and however fast it is called`, async () => {
    beginWith("succeeded")
    const request = await newRefund()
    assert.deepEqual(await refunds.lookUp(request), { status: "absent" })
    const outcomes = await Promise.all(Array.from({ length: 12 }, () => refunds.refund(request)))
    outcomes.push(await refunds.refund(request))
    assert.equal(outcomes[0]!.status, "succeeded")
    for (const outcome of outcomes) assert.deepEqual(outcome, outcomes[0])
    assert.deepEqual([await refunds.lookUp(request), await countRefunds(request.key)], [outcomes[0], 1])
    const second = { ...request, key: newRequest().key }
    assert.notDeepEqual(await refunds.refund(second), outcomes[0])
    for (const [tenant, key] of [
      [request.tenant, newRequest().key],
      ["f".repeat(24), request.key],
    ] as const)
      assert.deepEqual(await refunds.lookUp({ ...request, tenant, key }), { status: "absent" })
  })

  if (newDeclined)
    test(`${provider.id} declines a refund with a code and a reason, and gives nothing back`, async () => {
      const request = newDeclined(await newRefund())
      const declined = await refunds.refund(request)
      assert.ok(declined.status === "declined" && /^[a-z_]+$/.test(declined.code) && declined.reason.length > 5)
      assert.equal((await refunds.refund(request)).status, "declined")
      assert.match((await refunds.lookUp(request)).status, /^(declined|absent)$/)
    })
}

function testLater(provider: Provider, { newConnection, refunds: fixture }: ProviderFixture, newRefund: NewRefund) {
  const refunds = provider.open(newConnection()).refunds!
  const { begin: beginWith, settle } = fixture!

  test(`${provider.id} tells the outcome of a refund that was processing, and a failure after a success`, async () => {
    for (const status of ["succeeded", "failed"] as const) {
      beginWith("processing")
      const request = await newRefund()
      assert.equal((await refunds.refund(request)).status, "processing")
      assert.equal((await refunds.lookUp(request)).status, "processing")
      await settle(request.key, status)
      assert.equal((await refunds.lookUp(request)).status, status === "failed" ? "declined" : "succeeded")
    }
    beginWith("succeeded")
    const request = await newRefund()
    assert.equal((await refunds.refund(request)).status, "succeeded")
    await settle(request.key, "failed")
    const failed = await refunds.lookUp(request)
    assert.ok(failed.status === "declined" && /^[a-z_]+$/.test(failed.code) && failed.reason.length > 5)
    assert.deepEqual(await refunds.refund(request), failed)
  })
}

function testFailures(provider: Provider, fixture: ProviderFixture, newRefund: NewRefund) {
  const { id } = provider
  const refunds = provider.open(fixture.newConnection()).refunds!
  const { countRefunds, begin: beginWith } = fixture.refunds!

  test(`${id} refunds once, whichever answer was lost, and finds the refund when it is asked`, async () => {
    beginWith("succeeded")
    await losingEachAnswer(
      fixture,
      () => newRefund(),
      request => refunds.refund(request),
      async (request, outcome) => {
        assert.match(outcome?.status ?? "unknown", /^(unknown|succeeded)$/)
        const sent = await countRefunds(request.key)
        assert.equal((await refunds.lookUp(request)).status, sent === 1 ? "succeeded" : "absent")
        assert.equal((await refunds.refund(request)).status, "succeeded")
        assert.equal(await countRefunds(request.key), 1)
      },
    )
  })

  test(`${id} throws GatewayUnreachable where certainly nothing was refunded`, async () => {
    const request = await newRefund()
    await fixture.proxy.whileRefusing(() => assert.rejects(refunds.refund(request), GatewayUnreachable))
    assert.equal(await countRefunds(request.key), 0)
  })
}
