import assert from "node:assert/strict"
import { randomUUID } from "node:crypto"
import { test } from "node:test"
import type { ChargeRequest, Gateway, Method, Outcome } from "../../src/money/gateways/gateway.ts"
import { GatewayRefused } from "../../src/money/gateways/provider.ts"
import type { SavedMethodGateway, SavingCharge } from "../../src/money/gateways/saved-method-gateway.ts"
import { savedMethodCodes } from "../../src/money/gateways/values.ts"

/** What the bank does when a saved card is charged while the payer is absent. */
type Behaviour = "charged" | "declined" | "asked"

/** What the suite needs from a gateway that keeps cards: payments that save one, and the part of the payer. */
export type SavedMethodFixture = {
  tenant: string
  currency: string
  method: string
  /** The payer pays, and saves a card that behaves so later. Undefined: the payer pays, and saves nothing. */
  save(behaviour: Behaviour | undefined): Promise<SavingCharge>
  /** The payer confirms with the bank what it asked for. */
  confirm(key: string): Promise<void>
  /** How many charges with this key took money. */
  countPaid(key: string): Promise<number>
}

/** A gateway that keeps no cards says so: none of its methods can be saved. */
export function testSavesNothing(gateway: { id: string; methods: readonly Method[] }, savedMethods: SavedMethodGateway | undefined) {
  test(`${gateway.id} keeps no cards, and offers no method that can be saved`, () => {
    assert.equal(savedMethods, undefined)
    assert.ok(gateway.methods.every(({ saves }) => !saves))
  })
}

/** Tests what saved-method-gateway.ts promises. */
export function testSavedMethods(gateway: Gateway, methods: readonly Method[], fixture: SavedMethodFixture) {
  const { tenant, currency, method, save, confirm, countPaid } = fixture
  const saved = gateway.savedMethods ?? assert.fail(`${gateway.id} has a fixture for saved methods and keeps none`)

  async function savedAs(behaviour: Behaviour): Promise<string> {
    const card = await saved.find(await save(behaviour))
    return card?.reference ?? assert.fail("nothing was saved")
  }
  async function charge(savedMethod: string) {
    const request: ChargeRequest = { tenant, key: randomUUID(), amount: 4321, currency, method, token: "", savedMethod }
    const prepared = { ...request, description: "PI-000124", ...(await gateway.prepare?.(request)) }
    const send = () => gateway.charge(prepared)
    const lookUp = () => gateway.lookUp(tenant, request.key, prepared.reference)
    return { key: request.key, outcome: await send(), send, lookUp, cancel: () => gateway.cancel!(tenant, request.key, prepared.reference) }
  }

  test(`${gateway.id} tells which card was saved with a payment, and nothing where none was`, async () => {
    assert.ok(methods.some(each => each.method === method && each.saves))
    const paid = await save("charged")
    const card = (await saved.find(paid)) ?? assert.fail("nothing was saved")
    assert.ok(card.reference.length > 0 && card.brand && /^\d{4}$/.test(card.last4 ?? ""))
    assert.ok(card.expiryMonth! >= 1 && card.expiryMonth! <= 12 && card.expiryYear! > 2020)
    assert.deepEqual(await saved.find(paid), card)
    assert.equal(await saved.find(await save(undefined)), undefined)
    assert.equal(await saved.find({ ...paid, tenant: "f".repeat(24) }), undefined)
    assert.equal(await saved.find({ tenant, key: randomUUID(), reference: null }), undefined)
  })

  test(`${gateway.id} charges a saved card once per key while the payer is absent, however often it is called`, async () => {
    const { key, outcome, send, lookUp } = await charge(await savedAs("charged"))
    assert.equal(outcome.status, "succeeded")
    for (const again of await Promise.all(Array.from({ length: 6 }, send))) assert.deepEqual(again, outcome)
    assert.deepEqual(await lookUp(), outcome)
    assert.equal(await countPaid(key), 1)
  })

  test(`${gateway.id} sends an absent payer to the bank that asks for a confirmation, and takes the money once it is given`, async () => {
    const { key, outcome, send, lookUp } = await charge(await savedAs("asked"))
    assertRedirect(outcome)
    assert.deepEqual([await send(), await lookUp(), await countPaid(key)], [outcome, outcome, 0])
    await confirm(key)
    assert.equal((await lookUp()).status, "succeeded")
    assert.equal(await countPaid(key), 1)
  })

  test(`${gateway.id} cancels a charge that waits for the payer's confirmation`, async () => {
    const { key, outcome, lookUp, cancel } = await charge(await savedAs("asked"))
    assertRedirect(outcome)
    assert.equal((await cancel()).status, "canceled")
    assert.equal((await lookUp()).status, "canceled")
    assert.equal(await countPaid(key), 0)
  })

  test(`${gateway.id} declines a saved card with a code and a reason`, async () => {
    const { outcome, send, lookUp } = await charge(await savedAs("declined"))
    assert.ok(outcome.status === "declined" && outcome.code === "insufficient_funds" && outcome.reason.length > 5)
    assert.deepEqual([await send(), await lookUp()], [outcome, outcome])
  })

  test(`${gateway.id} forgets a card however often it is told to, and charges it no more`, async () => {
    const paid = await save("charged")
    const { reference } = (await saved.find(paid))!
    const before = await charge(reference)
    for (let n = 0; n < 3; n++) await saved.remove(tenant, reference)
    assert.equal(await saved.find(paid), undefined)
    await assert.rejects(charge(reference), error => error instanceof GatewayRefused && error.code === savedMethodCodes.detached)
    assert.equal((await before.lookUp()).status, "succeeded", "what was charged before stays so")
  })
}

function assertRedirect(outcome: Outcome) {
  assert.ok(outcome.status === "action" && outcome.action.type === "redirect", JSON.stringify(outcome))
  assert.match(outcome.action.url, /^https?:\/\//)
}
