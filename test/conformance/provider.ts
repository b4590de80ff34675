import assert from "node:assert/strict"
import { test } from "node:test"
import { CredentialsRejected, type Provider } from "../../src/money/gateways/provider.ts"
import { testConnectedCharges } from "./provider-charges.ts"
import { testConnectedEvents } from "./provider-events.ts"
import { begin, prepare, type ProviderFixture } from "./provider-fixture.ts"
import { testConnectedRefunds } from "./provider-refunds.ts"
import { testSavedMethods, testSavesNothing } from "./saved-methods.ts"

/** Tests what gateway.ts and provider.ts promise of a provider that tenants connect to. One that passes may be listed in registry.ts. */
export function testProvider(provider: Provider, fixture: ProviderFixture) {
  testDescription(provider)
  testInspection(provider, fixture)
  testConnectedCharges(provider, fixture)
  testConnectedRefunds(provider, fixture)
  testConnectedEvents(provider, fixture)
  testKeptCards(provider, fixture)
  testRevocation(provider, fixture)
  testBalance(provider, fixture)
}

function testKeptCards(provider: Provider, { newConnection, savedMethods, countPaid }: ProviderFixture) {
  const gateway = provider.open(newConnection())
  if (savedMethods) testSavedMethods(gateway, provider.methods, { ...savedMethods, countPaid })
  else testSavesNothing(provider, gateway.savedMethods)
}

function testDescription({ id, name, modes, credentials, methods }: Provider) {
  test(`${id} says what it is, what to paste and what it offers`, () => {
    assert.match(id, /^[a-z][a-z0-9-]*$/)
    assert.ok(name.length > 0 && modes.length > 0)
    assert.ok(credentials.length > 0 && credentials.every(({ field, label, hint }) => field && label && hint))
    for (const list of [credentials.map(({ field }) => field), methods.map(({ method }) => method)])
      assert.equal(new Set(list).size, list.length)
    for (const { currencies, maxInstallments } of methods) {
      assert.ok(maxInstallments >= 1 && currencies.length > 0)
      for (const currency of currencies) assert.match(currency, /^[A-Z]{3}$/)
    }
  })
}

function testInspection(provider: Provider, { credentials, newConnection }: ProviderFixture) {
  const { id } = provider

  test(`${id} tells whose credentials these are, whether they move real money, and the same each time`, async () => {
    const inspection = await provider.inspect(credentials.valid)
    assert.deepEqual(inspection.missingRights, [])
    assert.ok(inspection.account.id.length > 0 && inspection.account.name.length > 0)
    assert.equal(inspection.mode, newConnection().mode)
    assert.deepEqual(await provider.inspect(credentials.valid), inspection)
  })

  test(`${id} rejects credentials that the provider does not know, without repeating them`, async () => {
    await assert.rejects(provider.inspect(credentials.invalid), (error: unknown) => {
      assert.ok(error instanceof CredentialsRejected && error.message.length > 5)
      for (const secret of Object.values(credentials.invalid)) assert.ok(!error.message.includes(secret))
      return true
    })
  })

  const { limited } = credentials
  if (limited)
    test(`${id} names the rights that credentials lack`, async () => {
      const { missingRights } = await provider.inspect(limited.credentials)
      assert.equal(missingRights.length, limited.missing.length, missingRights.join(", "))
      for (const right of limited.missing)
        assert.ok(
          missingRights.some(each => right.test(each)),
          missingRights.join(", "),
        )
    })

  test(`${id} recognizes no card number as a token of its own`, () => {
    const { isToken } = provider.open(newConnection())
    for (const other of ["4242424242424242", "4242 4242 4242 4242", "", "constructor", "__proto__"]) assert.ok(!isToken(other), other)
  })
}

function testRevocation(provider: Provider, { newConnection, newRequest, whileRevoked, countPaid }: ProviderFixture) {
  test(`${provider.id} says that its credentials are rejected, whatever it is asked`, async () => {
    const gateway = provider.open(newConnection())
    const request = await prepare(gateway, newRequest())
    await whileRevoked(async () => {
      const calls: (() => Promise<unknown> | undefined)[] = [
        () => gateway.prepare?.(newRequest()) ?? gateway.charge(newRequest()),
        () => gateway.charge(request),
        () => gateway.lookUp(request.tenant, request.key, request.reference),
        () => gateway.balance?.holds() ?? gateway.charge(request),
        () => provider.inspect(newConnection().credentials),
      ]
      for (const call of calls) await assert.rejects(async () => call(), CredentialsRejected)
    })
    assert.equal(await countPaid(request.key), 0)
  })
}

function testBalance(provider: Provider, { newConnection, newRequest, payer }: ProviderFixture) {
  if (!provider.open(newConnection()).balance) return
  test(`${provider.id} tells what it holds, and each movement of it once, the oldest first`, async () => {
    const gateway = provider.open(newConnection())
    const balance = gateway.balance!
    const total = async (currency: string) => {
      const held = (await balance.holds()).filter(each => each.currency === currency)
      assert.ok(held.length <= 1)
      return held.reduce((sum, { available, pending }) => sum + available + pending, 0)
    }
    const request = newRequest()
    const before = await total(request.currency)
    await payer.pays((await begin(gateway, request)).reference)
    const movements = await balance.movements(new Date(0), new Date("2100-01-01"))
    assert.equal(new Set(movements.map(({ id }) => id)).size, movements.length)
    assert.deepEqual(
      movements,
      movements.toSorted((a, b) => a.at.getTime() - b.at.getTime()),
    )
    const last = movements.at(-1)
    assert.deepEqual([last?.type, last?.currency, last?.amount], ["charge", request.currency, request.amount])
    assert.ok(last?.key === undefined || last.key === request.key)
    assert.equal((await total(request.currency)) - before, last!.amount - last!.fee)
  })
}
