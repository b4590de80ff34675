import assert from "node:assert/strict"
import { randomUUID } from "node:crypto"
import { test } from "node:test"
import type { BuiltInGateway, InboundMessage, RefundOutcome, RefundRequest } from "../../src/money/gateways/gateway.ts"
import { eventSchemas } from "../../src/money/gateways/schema.ts"

export type RefundFixture = {
  /** Tokens whose charges succeed, and whose refunds are declined or get no answer. */
  tokens: { declined: string; timeout: string }
  /** How many refunds the gateway has for this key. */
  countRefunds(key: string): Promise<number>
  /** Absent if every refund has its outcome at once. */
  later?: {
    /** Tokens whose refunds are processing, and then paid or declined. */
    tokens: { paid: string; declined: string }
    /** Lets the payer's bank decide on this refund. */
    settle(key: string): Promise<void>
    /** The messages that the gateway sends about this refund. */
    messagesAbout(key: string): Promise<InboundMessage[]>
  }
}

/** The charge that the tests refund. */
type Charged = { tenant: string; method: string; currency: string; tokens: { success: string }; refunds?: RefundFixture }

/** Tests the promises of gateway.ts about refunds. */
export function testRefunds(gateway: BuiltInGateway, { tenant, method, currency, tokens, refunds: fixture }: Charged) {
  const { refunds } = gateway
  if (!refunds) return
  if (!fixture) throw new Error(`${gateway.id} gives money back; its fixture needs refunds`)

  const newRequest = async (token: string, amount = 500): Promise<RefundRequest> => {
    const key = randomUUID()
    const outcome = await gateway.charge({ tenant, key, amount: 1234, currency, method, token })
    assert.equal(outcome.status, "succeeded")
    const reference = outcome.status === "succeeded" ? outcome.reference : null
    return { tenant, key: randomUUID(), charge: { key, reference }, amount, currency }
  }

  test(`${gateway.id} refunds once per key, however often and however fast it is called`, async () => {
    const request = await newRequest(tokens.success)
    const outcomes = await Promise.all(Array.from({ length: 12 }, () => refunds.refund(request)))
    outcomes.push(await refunds.refund(request))
    assert.ok(outcomes[0]!.status === "succeeded" && outcomes[0]!.reference.length > 0)
    for (const outcome of outcomes) assert.deepEqual(outcome, outcomes[0])
    assert.equal(await fixture.countRefunds(request.key), 1)
    const second = await refunds.refund({ ...request, key: randomUUID() })
    assert.notDeepEqual(second, outcomes[0])
  })

  test(`${gateway.id} returns the same outcome when a refund is looked up, and never refunds by looking up`, async () => {
    for (const token of [tokens.success, fixture.tokens.declined]) {
      const request = await newRequest(token)
      assert.deepEqual(await refunds.refund(request).then(() => refunds.lookUp(request)), await refunds.refund(request), token)
      assert.deepEqual(await refunds.lookUp({ ...request, tenant: "f".repeat(24) }), { status: "absent" })
    }
    const neverSent = await newRequest(tokens.success)
    for (let n = 0; n < 3; n++) assert.deepEqual(await refunds.lookUp(neverSent), { status: "absent" })
    assert.equal(await fixture.countRefunds(neverSent.key), 0)
  })

  test(`${gateway.id} declines a refund with a code and a reason, the same each time`, async () => {
    const request = await newRequest(fixture.tokens.declined)
    const declined = await refunds.refund(request)
    assert.ok(declined.status === "declined" && /^[a-z_]+$/.test(declined.code) && declined.reason.length > 5)
    assert.deepEqual(await refunds.refund(request), declined)
  })

  test(`${gateway.id} returns unknown for a refund that it did not respond to, and the outcome when it is looked up`, async () => {
    const request = await newRequest(fixture.tokens.timeout)
    assert.deepEqual(await refunds.refund(request), { status: "unknown" })
    assert.equal((await refunds.lookUp(request)).status, "succeeded")
    assert.equal(await fixture.countRefunds(request.key), 1)
  })

  if (fixture.later) testLaterOutcomes(gateway, tenant, fixture.later, newRequest)
}

type Later = NonNullable<RefundFixture["later"]>

/** The event and the look-up of a processing refund report the same outcome. */
function testLaterOutcomes(gateway: BuiltInGateway, tenant: string, later: Later, newRequest: (token: string) => Promise<RefundRequest>) {
  const { tokens, settle, messagesAbout } = later
  const refunds = gateway.refunds!

  test(`${gateway.id} reports the same outcome of a processing refund in the event and in the look-up, however often`, async () => {
    for (const [token, status] of [
      [tokens.paid, "succeeded"],
      [tokens.declined, "declined"],
    ] as const) {
      const request = await newRequest(token)
      assert.equal((await refunds.refund(request)).status, "processing")
      assert.equal((await refunds.lookUp(request)).status, "processing")
      await settle(request.key)
      const outcome = await refunds.lookUp(request)
      assert.deepEqual([outcome.status, await refunds.refund(request)], [status, outcome])
      const reported = await Promise.all((await messagesAbout(request.key)).map(message => reportIn(gateway, request, message)))
      assert.ok(reported.length > 0)
      for (const report of reported) assert.deepEqual(report, { key: request.key, tenant, outcome })
      assert.equal(new Set(reported.map(report => report.outcome.status)).size, 1)
    }
  })
}

type ReportedRefund = { key: string; tenant: string; outcome: RefundOutcome }

async function reportIn(gateway: BuiltInGateway, request: RefundRequest, message: InboundMessage): Promise<ReportedRefund> {
  const payload = await gateway.verify(message)
  assert.ok(payload, "its signature is valid")
  if (payload["type"] === "refund.succeeded") {
    const { key, tenant, reference, fee } = eventSchemas["refund.succeeded"].parse(payload)
    return { key, tenant, outcome: { status: "succeeded", reference, ...(fee !== undefined && { fee }) } }
  }
  const { key, tenant, code, reason } = eventSchemas["refund.failed"].parse(payload)
  const known = await gateway.refunds!.lookUp(request)
  const reference = known.status === "declined" ? known.reference : "" // the event need not name it
  return { key, tenant, outcome: { status: "declined", reference, code, reason } }
}
