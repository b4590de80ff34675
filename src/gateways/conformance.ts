import assert from "node:assert/strict"
import { randomUUID } from "node:crypto"
import { test } from "node:test"
import { type ChargeOrder, type Gateway, type GatewayEvent, type Message, type Outcome, Unreachable } from "./gateway.ts"

/** What an adapter brings to be tried: a tenant, tokens of its test mode, and how the gateway itself would sign. */
export type Bench = {
  tenant: string
  method: string
  currency: string
  tokens: { success: string; declined: string; processing: string; silent: string; unreachable: string }
  /** Bytes and headers as the gateway sends them. */
  signed(event: GatewayEvent): Promise<Message>
  /** How many charges the gateway itself knows by this key. */
  chargesBy(key: string): Promise<number>
  /** What the gateway itself takes from the payer by this key, and in how many installments. */
  taken(key: string): Promise<{ total: number; count: number }>
}

/** The promises of gateway.ts, as tests. An adapter that keeps them may be listed in registry.ts. */
export function conforms(gateway: Gateway, bench: Bench) {
  const order = (token: string, fields: Partial<ChargeOrder> = {}): ChargeOrder => {
    const { tenant, method, currency } = bench
    return { tenant, key: randomUUID(), amount: 1234, currency, method, token, ...fields }
  }
  describeItself(gateway, bench)
  chargesOnce(gateway, bench, order)
  passesInstallmentsOn(gateway, bench, order)
  answersByToken(gateway, bench, order)
  verifiesEvents(gateway, bench)
}

type NewOrder = (token: string, fields?: Partial<ChargeOrder>) => ChargeOrder

function describeItself({ id, name, methods, isToken }: Gateway, bench: Bench) {
  test(`${id} says who it is, what it takes, and which tokens are its own`, () => {
    assert.match(id, /^[a-z][a-z0-9-]*$/)
    assert.ok(name.length > 0)
    assert.equal(new Set(methods.map(each => each.method)).size, methods.length)
    for (const { currencies, installments } of methods) {
      assert.ok(installments >= 1)
      for (const currency of currencies) assert.match(currency, /^[A-Z]{3}$/)
    }
    assert.ok(methods.some(each => each.method === bench.method && each.currencies.includes(bench.currency)))
    for (const token of Object.values(bench.tokens)) assert.ok(isToken(token), token)
    for (const other of ["4242424242424242", "4242 4242 4242 4242", "", "constructor", "__proto__"]) assert.ok(!isToken(other), other)
  })
}

function chargesOnce(gateway: Gateway, { tenant, tokens, chargesBy }: Bench, order: NewOrder) {
  test(`${gateway.id} charges once for each key, however often and however fast it is asked`, async () => {
    const asked = order(tokens.success)
    const outcomes = await Promise.all(Array.from({ length: 12 }, () => gateway.charge(asked)))
    outcomes.push(await gateway.charge(asked))
    assert.equal(outcomes[0]!.status, "succeeded")
    for (const outcome of outcomes) assert.deepEqual(outcome, outcomes[0])
    assert.equal(await chargesBy(asked.key), 1)
    const other = await gateway.charge(order(tokens.success))
    assert.notEqual(referenceOf(other), referenceOf(outcomes[0]!))
  })

  test(`${gateway.id} looks a charge up as it answered, and never charges by looking`, async () => {
    for (const token of [tokens.success, tokens.declined, tokens.processing]) {
      const asked = order(token)
      const answered = await gateway.charge(asked)
      assert.deepEqual(await gateway.lookUp(tenant, asked.key), answered, token)
    }
    const unheard = randomUUID()
    for (let n = 0; n < 3; n++) assert.deepEqual(await gateway.lookUp(tenant, unheard), { status: "absent" })
    assert.equal(await chargesBy(unheard), 0)
  })

  test(`${gateway.id} keeps the keys of tenants apart`, async () => {
    const asked = order(tokens.success)
    await gateway.charge(asked)
    assert.deepEqual(await gateway.lookUp("f".repeat(24), asked.key), { status: "absent" })
  })
}

function passesInstallmentsOn(gateway: Gateway, { tenant, method, tokens, chargesBy, taken }: Bench, order: NewOrder) {
  const count = gateway.methods.find(each => each.method === method)?.installments ?? 1
  if (count === 1) return // it is told of none, ever
  test(`${gateway.id} takes the total in as many installments as it is told, and the amount at once when it is told of none`, async () => {
    const [lump, parts] = [order(tokens.success), order(tokens.success, { installments: { count, total: 1343 } })]
    for (const asked of [lump, parts, parts]) {
      const answered = await gateway.charge(asked)
      assert.deepEqual([answered.status, await gateway.lookUp(tenant, asked.key)], ["succeeded", answered])
    }
    assert.deepEqual(await taken(lump.key), { total: 1234, count: 1 })
    assert.deepEqual([await taken(parts.key), await chargesBy(parts.key)], [{ total: 1343, count }, 1])
  })
}

const referenceOf = (outcome: Outcome) => (outcome.status === "unknown" ? undefined : outcome.reference)

function answersByToken(gateway: Gateway, { tenant, tokens, chargesBy }: Bench, order: NewOrder) {
  test(`${gateway.id} declines with a code and a reason, the same each time`, async () => {
    const asked = order(tokens.declined)
    const declined = await gateway.charge(asked)
    assert.ok(declined.status === "declined" && /^[a-z_]+$/.test(declined.code) && declined.reason.length > 5)
    assert.deepEqual(await gateway.charge(asked), declined)
  })

  test(`${gateway.id} says processing while it is`, async () => {
    const outcome = await gateway.charge(order(tokens.processing))
    assert.ok(outcome.status === "processing" && outcome.reference.length > 0)
  })

  test(`${gateway.id} that did not answer is unknown, and tells when it is looked up`, async () => {
    const asked = order(tokens.silent)
    assert.deepEqual(await gateway.charge(asked), { status: "unknown" })
    assert.equal((await gateway.lookUp(tenant, asked.key)).status, "succeeded")
    assert.equal(await chargesBy(asked.key), 1)
  })

  test(`${gateway.id} that can't be reached says so only when surely nothing was charged`, async () => {
    const asked = order(tokens.unreachable)
    await assert.rejects(gateway.charge(asked), Unreachable)
    assert.equal(await chargesBy(asked.key), 0)
    assert.deepEqual(await gateway.lookUp(tenant, asked.key), { status: "absent" })
  })
}

function verifiesEvents(gateway: Gateway, { tenant, signed }: Bench) {
  const events: GatewayEvent[] = [
    { id: "e1", tenant, type: "charge.succeeded", key: "k" },
    { id: "e2", tenant, type: "charge.failed", key: "k", code: "debit_failed", reason: "the bank said no" },
    { id: "e3", tenant, type: "charge.reversed", key: "k" },
    { id: "e4", tenant, type: "bank-transfer.received", reference: "PI-000001 Ação", amount: 5, currency: "BRL" },
  ]

  test(`${gateway.id} reads its own events`, async () => {
    for (const event of events) assert.deepEqual(await gateway.verify(await signed(event)), event)
  })

  test(`${gateway.id} believes nothing when one byte or the signature changes`, async () => {
    const { bytes, headers } = await signed(events[3]!)
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
