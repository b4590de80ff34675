import assert from "node:assert/strict"
import { randomUUID } from "node:crypto"
import { test } from "node:test"
import type { ChargeRequest, Gateway, MandateRequest } from "../../src/money/gateways/gateway.ts"

/** What the suite needs from an adapter that takes mandates: accounts of the gateway's test mode, and access to the gateway's own data. */
type MandateFixture = {
  tenant: string
  currency: string
  /** Mandates that the payer's bank accepts, refuses, or accepts for an account on which it declines every debit. */
  requests: Record<"accepted" | "refused" | "declining", () => MandateRequest>
  /** Lets the payer's bank decide on this mandate. */
  decide(key: string): Promise<void>
  /** How many mandates the gateway has for this key. */
  countMandates(key: string): Promise<number>
  /** How many charges the gateway has for this key. */
  countCharges(key: string): Promise<number>
}

/** Tests the promises of gateway.ts about mandates. */
export function testMandates(gateway: Gateway, { tenant, currency, requests, decide, countMandates, countCharges }: MandateFixture) {
  const mandates = gateway.mandates!
  const statusOf = async (key: string) => (await mandates.lookUp(tenant, key)).status
  const debitBy = (mandate: string): ChargeRequest => {
    return { tenant, key: randomUUID(), amount: 1234, currency, method: "direct-debit", token: "", mandate }
  }

  test(`${gateway.id} registers a mandate once per key, and never when it is looked up`, async () => {
    const request = requests.accepted()
    assert.deepEqual(await mandates.lookUp(tenant, request.key), { status: "absent" })
    assert.equal(await countMandates(request.key), 0)
    const outcomes = await Promise.all(Array.from({ length: 12 }, () => mandates.register(request)))
    for (const outcome of outcomes) assert.deepEqual(outcome, outcomes[0])
    assert.deepEqual([outcomes[0]!.status, await statusOf(request.key), await countMandates(request.key)], ["pending", "pending", 1])
  })

  test(`${gateway.id} returns the decision of the payer's bank, also when it is asked to register again`, async () => {
    for (const [name, status] of [
      ["accepted", "active"],
      ["refused", "failed"],
    ] as const) {
      const request = requests[name]()
      await mandates.register(request)
      await decide(request.key)
      assert.deepEqual([await statusOf(request.key), (await mandates.register(request)).status], [status, status])
    }
  })

  test(`${gateway.id} debits by an active mandate once per key`, async () => {
    const mandate = requests.accepted()
    await mandates.register(mandate)
    await decide(mandate.key)
    const request = debitBy(mandate.key)
    const outcomes = await Promise.all(Array.from({ length: 12 }, () => gateway.charge(request)))
    for (const outcome of outcomes) assert.deepEqual(outcome, outcomes[0])
    assert.match(outcomes[0]!.status, /^(succeeded|processing)$/)
    assert.deepEqual(await gateway.lookUp(tenant, request.key), outcomes[0])
    assert.equal(await countCharges(request.key), 1)
  })

  test(`${gateway.id} declines a debit that the bank declines, and one by a mandate that is not active`, async () => {
    const [pending, refused, ended, declining] = [requests.accepted(), requests.refused(), requests.accepted(), requests.declining()]
    for (const request of [pending, refused, ended, declining]) await mandates.register(request)
    for (const request of [refused, ended, declining]) await decide(request.key)
    await mandates.end(tenant, ended.key)
    for (const key of [pending.key, refused.key, ended.key, declining.key, randomUUID()]) {
      const request = debitBy(key)
      const outcome = await gateway.charge(request)
      assert.equal(outcome.status, "declined")
      assert.deepEqual(await gateway.lookUp(tenant, request.key), outcome)
    }
  })

  test(`${gateway.id} ends a mandate for good, however often it is told to`, async () => {
    const request = requests.accepted()
    await mandates.end(tenant, request.key) // for a mandate that was never registered
    await mandates.register(request)
    await decide(request.key)
    for (let n = 0; n < 2; n++) await mandates.end(tenant, request.key)
    assert.deepEqual([await statusOf(request.key), (await mandates.register(request)).status], ["revoked", "revoked"])
  })
}
