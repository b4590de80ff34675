import assert from "node:assert/strict"
import { randomUUID } from "node:crypto"
import { test } from "node:test"
import { type RefundFixture, testRefunds } from "./refunds.ts"
import {
  type ChargeRequest,
  type BuiltInGateway,
  type GatewayEvent,
  GatewayUnreachable,
  type InboundMessage,
  type Outcome,
} from "../../src/money/gateways/gateway.ts"

/** What the suite needs from an adapter: a tenant, tokens of the gateway's test mode, and access to the gateway's own data. */
type Fixture = {
  tenant: string
  method: string
  currency: string
  tokens: { success: string; declined: string; processing: string; timeout: string; unreachable: string; fee?: string }
  /** Bytes and headers as the gateway sends them. */
  sign(event: GatewayEvent): Promise<InboundMessage>
  /** How many charges the gateway has for this key. */
  countCharges(key: string): Promise<number>
  /** What the gateway takes from the payer for this key, and in how many installments. */
  readTerms(key: string): Promise<{ total: number; count: number }>
  /** Required if the gateway supports refunds. */
  refunds?: RefundFixture
}

/** Tests the promises of gateway.ts. An adapter that passes may be listed in registry.ts. */
export function testConformance(gateway: BuiltInGateway, fixture: Fixture) {
  const newRequest = (token: string, fields: Partial<ChargeRequest> = {}): ChargeRequest => {
    const { tenant, method, currency } = fixture
    return { tenant, key: randomUUID(), amount: 1234, currency, method, token, ...fields }
  }
  testDescription(gateway, fixture)
  testCharging(gateway, fixture, newRequest)
  testInstallments(gateway, fixture, newRequest)
  testOutcomes(gateway, fixture, newRequest)
  testFees(gateway, fixture, newRequest)
  testEvents(gateway, fixture)
  testRefunds(gateway, fixture)
}

type NewRequest = (token: string, fields?: Partial<ChargeRequest>) => ChargeRequest

function testDescription({ id, name, modes, methods, isToken }: BuiltInGateway, fixture: Fixture) {
  test(`${id} has an id, a name and methods, and recognizes its own tokens`, () => {
    assert.match(id, /^[a-z][a-z0-9-]*$/)
    assert.ok(name.length > 0)
    assert.ok(modes.length > 0 && modes.every(mode => mode === "sandbox" || mode === "live"))
    assert.equal(new Set(methods.map(each => each.method)).size, methods.length)
    for (const { currencies, maxInstallments, financing } of methods) {
      assert.ok(maxInstallments >= 1)
      assertRatesRise(financing?.monthlyRates ?? {}, maxInstallments)
      for (const currency of currencies) assert.match(currency, /^[A-Z]{3}$/)
    }
    assert.ok(methods.some(each => each.method === fixture.method && each.currencies.includes(fixture.currency)))
    for (const token of Object.values(fixture.tokens)) assert.ok(isToken(token), token)
    for (const other of ["4242424242424242", "4242 4242 4242 4242", "", "constructor", "__proto__"]) assert.ok(!isToken(other), other)
  })
}

/** More installments never have a lower rate, and only installments that the method offers have a rate. */
function assertRatesRise(monthlyRates: Readonly<Record<number, string>>, maxInstallments: number) {
  const declared = Object.entries(monthlyRates).map(([n, rate]) => ({ n: Number(n), rate: Number(rate) }))
  for (const [i, { n, rate }] of declared.entries()) {
    assert.ok(n >= 2 && n <= maxInstallments, `${n} installments of ${maxInstallments}`)
    assert.ok(rate >= (declared[i - 1]?.rate ?? 0), `${n} installments have a lower rate than fewer`)
  }
}

function testCharging(gateway: BuiltInGateway, { tenant, tokens, countCharges }: Fixture, newRequest: NewRequest) {
  test(`${gateway.id} charges once per key, however often and however fast it is called`, async () => {
    const request = newRequest(tokens.success)
    const outcomes = await Promise.all(Array.from({ length: 12 }, () => gateway.charge(request)))
    outcomes.push(await gateway.charge(request))
    assert.equal(outcomes[0]!.status, "succeeded")
    for (const outcome of outcomes) assert.deepEqual(outcome, outcomes[0])
    assert.equal(await countCharges(request.key), 1)
    const other = await gateway.charge(newRequest(tokens.success))
    assert.notEqual(referenceOf(other), referenceOf(outcomes[0]!))
  })

  test(`${gateway.id} returns the same outcome when a charge is looked up, and never charges by looking up`, async () => {
    for (const token of [tokens.success, tokens.declined, tokens.processing]) {
      const request = newRequest(token)
      const outcome = await gateway.charge(request)
      assert.deepEqual(await gateway.lookUp(tenant, request.key), outcome, token)
    }
    const unknownKey = randomUUID()
    for (let n = 0; n < 3; n++) assert.deepEqual(await gateway.lookUp(tenant, unknownKey), { status: "absent" })
    assert.equal(await countCharges(unknownKey), 0)
  })

  test(`${gateway.id} separates the keys of tenants`, async () => {
    const request = newRequest(tokens.success)
    await gateway.charge(request)
    assert.deepEqual(await gateway.lookUp("f".repeat(24), request.key), { status: "absent" })
  })
}

function testInstallments(gateway: BuiltInGateway, { tenant, method, tokens, countCharges, readTerms }: Fixture, newRequest: NewRequest) {
  const count = gateway.methods.find(each => each.method === method)?.maxInstallments ?? 1
  if (count === 1) return // the method has no installments
  test(`${gateway.id} takes the total in the requested number of installments, or the amount at once when none are requested`, async () => {
    const [atOnce, parts] = [newRequest(tokens.success), newRequest(tokens.success, { installments: { count, total: 1343 } })]
    for (const request of [atOnce, parts, parts]) {
      const outcome = await gateway.charge(request)
      assert.deepEqual([outcome.status, await gateway.lookUp(tenant, request.key)], ["succeeded", outcome])
    }
    assert.deepEqual(await readTerms(atOnce.key), { total: 1234, count: 1 })
    assert.deepEqual([await readTerms(parts.key), await countCharges(parts.key)], [{ total: 1343, count }, 1])
  })
}

const referenceOf = (outcome: Outcome) => (outcome.status === "unknown" ? undefined : outcome.reference)

function testOutcomes(gateway: BuiltInGateway, { tenant, tokens, countCharges }: Fixture, newRequest: NewRequest) {
  test(`${gateway.id} declines with a code and a reason, the same each time`, async () => {
    const request = newRequest(tokens.declined)
    const declined = await gateway.charge(request)
    assert.ok(declined.status === "declined" && /^[a-z_]+$/.test(declined.code) && declined.reason.length > 5)
    assert.deepEqual(await gateway.charge(request), declined)
  })

  test(`${gateway.id} returns processing for a charge without an outcome yet`, async () => {
    const outcome = await gateway.charge(newRequest(tokens.processing))
    assert.ok(outcome.status === "processing" && outcome.reference.length > 0)
  })

  test(`${gateway.id} returns unknown when it did not respond, and the outcome when it is looked up`, async () => {
    const request = newRequest(tokens.timeout)
    assert.deepEqual(await gateway.charge(request), { status: "unknown" })
    assert.equal((await gateway.lookUp(tenant, request.key)).status, "succeeded")
    assert.equal(await countCharges(request.key), 1)
  })

  test(`${gateway.id} throws GatewayUnreachable only when certainly nothing was charged`, async () => {
    const request = newRequest(tokens.unreachable)
    await assert.rejects(gateway.charge(request), GatewayUnreachable)
    assert.equal(await countCharges(request.key), 0)
    assert.deepEqual(await gateway.lookUp(tenant, request.key), { status: "absent" })
  })
}

/** `tokens.fee` is the token of a charge that costs a fee. Absent if the gateway reports no fees. */
function testFees(gateway: BuiltInGateway, { tenant, tokens: { fee: token } }: Fixture, newRequest: NewRequest) {
  if (token === undefined) return
  test(`${gateway.id} reports its fee with a success as a whole amount, the same when it is looked up`, async () => {
    const request = newRequest(token)
    const outcome = await gateway.charge(request)
    assert.ok(outcome.status === "succeeded" && Number.isSafeInteger(outcome.fee) && outcome.fee! > 0 && outcome.fee! < request.amount)
    assert.deepEqual(await gateway.lookUp(tenant, request.key), outcome)
  })
}

function testEvents(gateway: BuiltInGateway, { tenant, sign }: Fixture) {
  const events: GatewayEvent[] = [
    { id: "e1", tenant, type: "charge.succeeded", key: "k" },
    { id: "e2", tenant, type: "charge.failed", key: "k", code: "debit_failed", reason: "the bank returned the debit" },
    { id: "e3", tenant, type: "charge.reversed", key: "k" },
    { id: "e4", tenant, type: "bank-transfer.received", reference: "PI-000001 Ação", amount: 5, currency: "BRL" },
  ]

  test(`${gateway.id} verifies its own events`, async () => {
    for (const event of events) assert.deepEqual(await gateway.verify(await sign(event)), event)
  })

  test(`${gateway.id} rejects a message when one byte or the signature changes`, async () => {
    const { bytes, headers } = await sign(events[3]!)
    for (let at = 0; at < bytes.length; at++) {
      const changed = Buffer.from(bytes)
      changed[at] = changed[at]! ^ 1
      assert.equal(await gateway.verify({ bytes: changed, headers }), undefined, `byte ${at}`)
    }
    assert.equal(await gateway.verify({ bytes: Buffer.concat([bytes, Buffer.from(" ")]), headers }), undefined)
    for (const [name, value] of Object.entries(headers)) {
      const last = value?.endsWith("0") ? "1" : "0"
      for (const forged of [undefined, "", value?.slice(0, -1), `${value}0`, `${value?.slice(0, -1)}${last}`])
        assert.equal(await gateway.verify({ bytes, headers: { ...headers, [name]: forged } }), undefined, `${name}: ${forged}`)
    }
    assert.equal(await gateway.verify({ bytes, headers: {} }), undefined)
    for (const nonsense of ["", "null", "[]", "{", '{"tenant":5}', "\u0000"])
      assert.equal(await gateway.verify({ bytes: Buffer.from(nonsense), headers }), undefined, nonsense)
  })
}
