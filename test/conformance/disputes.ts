import assert from "node:assert/strict"
import { randomUUID } from "node:crypto"
import { test } from "node:test"
import { setTimeout as wait } from "node:timers/promises"
import type { BuiltInGateway, GatewayEvent, InboundMessage } from "../../src/money/gateways/gateway.ts"
import { DisputeEvent } from "../../src/money/gateways/schema.ts"

/** What the suite needs from an adapter whose charges may be disputed: access to the gateway's own data, and its messages. */
type DisputeFixture = {
  tenant: string
  method: string
  currency: string
  /** A token whose charge is disputed. */
  token: string
  /** The messages that the gateway sends about the dispute of the charge with this key, in order. */
  messagesAbout(charge: string): Promise<InboundMessage[]>
  /** Bytes and headers as the gateway sends them. */
  sign(event: GatewayEvent): Promise<InboundMessage>
  /** Lets the payer's bank decide the dispute. */
  decide(dispute: string, decision: "won" | "lost"): Promise<void>
  /** How often the gateway got evidence with this key. */
  countEvidence(key: string): Promise<number>
  /** How often the gateway was told that this dispute is accepted. */
  countAcceptances(dispute: string): Promise<number>
}

/** Tests the promises of gateway.ts about disputes. */
export function testDisputes(gateway: BuiltInGateway, fixture: DisputeFixture) {
  testReports(gateway, fixture)
  testAnswers(gateway, fixture)
  testLookUps(gateway, fixture)
}

function testReports(gateway: BuiltInGateway, { tenant, method, currency, token, messagesAbout, sign }: DisputeFixture) {
  test(`${gateway.id} reports the dispute of a charge whole in each event: charge, name, amount, reason, date and time`, async () => {
    const key = randomUUID()
    assert.equal((await gateway.charge({ tenant, key, amount: 1234, currency, method, token })).status, "succeeded")
    const messages = await messagesAbout(key)
    const events = await Promise.all(messages.map(async message => DisputeEvent.parse(await gateway.verify(message))))
    const [first] = events
    assert.equal(first?.type, "dispute.opened")
    assert.ok(first.reason.length > 0 && first.evidenceDueAt > first.at)
    for (const event of events) {
      const { amount, dispute } = event
      assert.deepEqual({ key: event.key, tenant: event.tenant, amount, dispute }, { key, tenant, amount: 1234, dispute: first.dispute })
      assert.ok(event.at >= first.at)
    }
    assert.equal(new Set(events.map(({ id }) => id)).size, events.length)
  })

  test(`${gateway.id} verifies the events of disputes, and rejects another amount or decision with the same signature`, async () => {
    const [at, evidenceDueAt] = [new Date("2027-01-01T12:00:00Z"), new Date("2027-01-15T12:00:00Z")]
    const report = { key: "k", dispute: "d", amount: 500, reason: "fraudulent", evidenceDueAt, at, fee: 150 }
    for (const type of ["dispute.opened", "dispute.won", "dispute.lost"] as const) {
      const { bytes, headers } = await sign({ id: type, tenant, type, ...report })
      assert.deepEqual(DisputeEvent.parse(await gateway.verify({ bytes, headers })), { id: type, tenant, type, ...report })
      for (const [found, replacement] of [
        [type, "dispute.gone"],
        ["500", "501"],
        ["2027-01-01", "2028-01-01"],
      ] as const) {
        const forged = Buffer.from(bytes.toString().replace(found, replacement))
        assert.equal(await gateway.verify({ bytes: forged, headers }), undefined, replacement)
      }
    }
  })
}

function testAnswers(gateway: BuiltInGateway, { tenant, countEvidence, countAcceptances }: DisputeFixture) {
  const { disputes } = gateway
  if (!disputes) return

  test(`${gateway.id} takes evidence once per key, however often and however fast it is called`, async () => {
    const request = { tenant, key: randomUUID(), dispute: randomUUID(), text: "it was delivered", documents: ["https://example.com/r.pdf"] }
    await Promise.all(Array.from({ length: 12 }, () => disputes.submitEvidence(request)))
    await disputes.submitEvidence(request)
    assert.equal(await countEvidence(request.key), 1)
    const more = { ...request, key: randomUUID(), text: "it was delivered and signed" }
    await disputes.submitEvidence(more)
    assert.deepEqual([await countEvidence(request.key), await countEvidence(more.key)], [1, 1])
  })

  test(`${gateway.id} receives the acceptance of a dispute once`, async () => {
    const dispute = randomUUID()
    await Promise.all(Array.from({ length: 12 }, () => disputes.accept(tenant, dispute)))
    await disputes.accept(tenant, dispute)
    assert.equal(await countAcceptances(dispute), 1)
  })
}

function testLookUps(gateway: BuiltInGateway, fixture: DisputeFixture) {
  const { disputes } = gateway
  if (!disputes) return
  const { tenant, method, currency, token, messagesAbout, decide } = fixture

  test(`${gateway.id} looks a dispute up with the latest decision of the payer's bank, and finds none for other tenants`, async () => {
    const key = randomUUID()
    await gateway.charge({ tenant, key, amount: 1234, currency, method, token })
    const { dispute } = DisputeEvent.parse(await gateway.verify((await messagesAbout(key))[0]!))
    assert.deepEqual(await disputes.lookUp(tenant, dispute), { status: "open" })
    let last = new Date(0)
    for (const decision of ["lost", "won"] as const) {
      await wait(2) // times have milliseconds
      await decide(dispute, decision)
      const state = await disputes.lookUp(tenant, dispute)
      assert.ok(state.status === decision && state.at > last)
      last = state.at
    }
    for (const [other, name] of [
      [tenant, randomUUID()],
      ["f".repeat(24), dispute],
    ] as const)
      assert.deepEqual(await disputes.lookUp(other, name), { status: "absent" })
  })
}
