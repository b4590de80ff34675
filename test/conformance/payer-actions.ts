import assert from "node:assert/strict"
import { randomUUID } from "node:crypto"
import { test } from "node:test"
import type { Action, ChargeRequest, Gateway, Outcome } from "../../src/money/gateways/gateway.ts"

/** What the suite needs from a gateway whose payers act after the charge was made: its methods, and the part of the payer and of time. */
type PayerFixture = {
  /** A method for each type of action that the gateway has, and a currency of it. */
  methods: { method: string; currency: string; action: Action["type"] }[]
  /** The payer does what the action says. */
  pay(key: string): Promise<void>
  /** The time to pay passes. */
  expire(key: string): Promise<void>
  countCharges(key: string): Promise<number>
  returnUrl: string
}

/** Tests what gateway.ts promises about charges that wait for their payer. */
export function testPayerActions(gateway: Gateway, tenant: string, fixture: PayerFixture) {
  const { methods, pay, expire, countCharges, returnUrl } = fixture
  const cancel = gateway.cancel ?? assert.fail(`${gateway.id} has charges that wait for their payer, so it needs cancel`)
  const references = new Map<string, string | null>()
  const lookUp = (key: string) => gateway.lookUp(tenant, key, references.get(key))
  const end = (key: string) => cancel(tenant, key, references.get(key))

  async function begin({ method, currency }: { method: string; currency: string }): Promise<Begun> {
    const key = randomUUID()
    const request: ChargeRequest = { tenant, key, amount: 12_345, currency, method, token: "", returnUrl, description: "PI-000123" }
    const prepared = await gateway.prepare?.(request)
    const outcome = await gateway.charge({ ...request, ...prepared })
    references.set(key, prepared?.reference ?? null)
    return { key, outcome, repeat: () => gateway.charge({ ...request, ...prepared }) }
  }

  for (const { action: type, ...way } of methods)
    test(`${gateway.id} tells by ${way.method} what the payer must do, once per key, and the look-up tells the same`, async () => {
      const { key, outcome, repeat } = await begin(way)
      assert.ok(outcome.status === "action" && outcome.reference.length > 0 && outcome.action.type === type)
      assertComplete(outcome.action)
      assert.ok(outcome.action.expiresAt === null || outcome.action.expiresAt > new Date())
      assert.deepEqual(await repeat(), outcome)
      assert.deepEqual(await lookUp(key), outcome)
      assert.equal(await countCharges(key), 1)
    })

  const first = methods[0]!
  test(`${gateway.id} reports a payer who has paid, whatever is asked of it afterwards`, async () => {
    const { key } = await begin(first)
    await pay(key)
    assert.equal((await lookUp(key)).status, "succeeded")
    assert.equal((await end(key)).status, "succeeded", "who pays before the charge is canceled has paid")
    assert.equal((await lookUp(key)).status, "succeeded")
  })

  test(`${gateway.id} cancels a charge that waits for its payer, however often it is asked to`, async () => {
    const { key, outcome } = await begin(first)
    for (let n = 0; n < 3; n++) assert.deepEqual(await end(key), { status: "canceled", reference: referenceOf(outcome) })
    assert.deepEqual(await lookUp(key), { status: "canceled", reference: referenceOf(outcome) })
    assert.deepEqual(await gateway.lookUp("f".repeat(24), key), { status: "absent" })
  })

  test(`${gateway.id} reports instructions that nobody followed in time as expired, and cancels them no more`, async () => {
    const { key, outcome } = await begin(first)
    await expire(key)
    assert.deepEqual(await lookUp(key), { status: "expired", reference: referenceOf(outcome) })
    assert.deepEqual(await end(key), { status: "expired", reference: referenceOf(outcome) })
  })
}

type Begun = { key: string; outcome: Outcome; repeat(): Promise<Outcome> }

const referenceOf = (outcome: Outcome) => (outcome.status === "unknown" ? undefined : outcome.reference)

/** Each action has what a payer needs, and nothing that is empty. */
function assertComplete(action: Action) {
  if (action.type === "redirect") assert.match(action.url, /^https?:\/\//)
  if (action.type === "qr") assert.ok(action.payload.length > 10)
  if (action.type === "voucher") assert.match(`${action.line.replaceAll(/\D/g, "")} ${action.barcode}`, /^\d{40,} \d{40,}$/)
  if (action.type === "bank-details") {
    assert.ok(action.accountHolder.length > 0 && action.reference.length > 0)
    assert.ok((action.iban ?? action.account ?? "").length > 5)
  }
}
