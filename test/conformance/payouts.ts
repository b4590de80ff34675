import assert from "node:assert/strict"
import { randomUUID } from "node:crypto"
import { test } from "node:test"
import { type Destination, type Gateway, GatewayUnreachable, type PayoutRequest } from "../../src/money/gateways/gateway.ts"

/** What the suite needs from an adapter that sends payouts: accounts of the gateway's test mode, and access to the gateway's own data. */
type PayoutFixture = {
  tenant: string
  method: string
  currency: string
  /** Accounts that the money reaches, that refuse it, that return it later, and that make the gateway slow or unreachable. */
  accounts: Record<"paid" | "failed" | "returned" | "timeout" | "unreachable", Destination>
  /** Lets the recipient's bank decide on this payout. */
  settle(key: string): Promise<void>
  /** How many payouts the gateway has for this key. */
  countPayouts(key: string): Promise<number>
}

/** Tests the promises of gateway.ts about payouts. */
export function testPayouts(gateway: Gateway, { tenant, method, currency, accounts, settle, countPayouts }: PayoutFixture) {
  const payouts = gateway.payouts!
  const newRequest = (account: keyof typeof accounts): PayoutRequest => ({
    tenant,
    key: randomUUID(),
    amount: 1234,
    currency,
    target: { amount: 1234, currency },
    method,
    account: accounts[account],
    description: "PO-000001",
  })
  const statusOf = async ({ key }: PayoutRequest) => (await payouts.lookUp(tenant, key)).status

  test(`${gateway.id} names the methods and currencies in which it sends money`, () => {
    assert.equal(new Set(payouts.methods.map(each => each.method)).size, payouts.methods.length)
    assert.ok(payouts.methods.some(each => each.method === method && each.currencies.includes(currency)))
    assert.ok(!payouts.methods.some(each => each.method === "manual"))
  })

  test(`${gateway.id} sends once per key, however often and however fast it is called, and never when it is looked up`, async () => {
    const request = newRequest("paid")
    assert.deepEqual([await statusOf(request), await countPayouts(request.key)], ["absent", 0])
    const outcomes = await Promise.all(Array.from({ length: 12 }, () => payouts.payOut(request)))
    for (const outcome of outcomes) assert.deepEqual(outcome, outcomes[0])
    assert.deepEqual(await payouts.lookUp(tenant, request.key), outcomes[0])
    await settle(request.key)
    assert.deepEqual([await statusOf(request), (await payouts.payOut(request)).status], ["paid", "paid"])
    assert.equal(await countPayouts(request.key), 1)
  })

  test(`${gateway.id} says why a payout failed or was returned, the same each time`, async () => {
    for (const status of ["failed", "returned"] as const) {
      const request = newRequest(status)
      await payouts.payOut(request)
      await settle(request.key)
      const outcome = await payouts.lookUp(tenant, request.key)
      assert.ok(outcome.status === status && outcome.reason.length > 5)
      assert.deepEqual(await payouts.payOut(request), outcome)
    }
  })

  test(`${gateway.id} returns unknown when it did not respond, and the outcome when it is looked up`, async () => {
    const request = newRequest("timeout")
    assert.deepEqual(await payouts.payOut(request), { status: "unknown" })
    await settle(request.key)
    assert.deepEqual([await statusOf(request), await countPayouts(request.key)], ["paid", 1])
  })

  test(`${gateway.id} throws GatewayUnreachable only when certainly nothing was sent`, async () => {
    const request = newRequest("unreachable")
    await assert.rejects(payouts.payOut(request), GatewayUnreachable)
    assert.deepEqual([await statusOf(request), await countPayouts(request.key)], ["absent", 0])
  })

  test(`${gateway.id} separates the payouts of tenants`, async () => {
    const request = newRequest("paid")
    await payouts.payOut(request)
    assert.deepEqual(await payouts.lookUp("f".repeat(24), request.key).catch(() => ({ status: "absent" })), { status: "absent" })
  })
}
