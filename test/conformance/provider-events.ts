import assert from "node:assert/strict"
import { test } from "node:test"
import type { InboundMessage } from "../../src/money/gateways/gateway.ts"
import type { ConnectedGateway, OpenConnection, Provider, Report } from "../../src/money/gateways/provider.ts"
import { begin, type ProviderFixture } from "./provider-fixture.ts"

export function testConnectedEvents(provider: Provider, fixture: ProviderFixture) {
  testReports(provider, fixture)
  testForgeries(provider, fixture)
  testRegistration(provider, fixture)
}

/** A connection whose messages arrive. */
async function listen(provider: Provider, { newConnection }: ProviderFixture): Promise<OpenConnection> {
  const connection = newConnection()
  const registered = await provider.open(connection).events.register?.()
  return registered ? { ...connection, eventSecrets: [registered.secret] } : connection
}

/** What a message leads to. */
async function readAll({ events }: ConnectedGateway, message: InboundMessage): Promise<Report[]> {
  const hints = await events.verify(message)
  assert.ok(hints, "the message is valid")
  const reports = await Promise.all(hints.map(hint => events.read(hint)))
  return reports.flat()
}

function testReports(provider: Provider, fixture: ProviderFixture) {
  const { id } = provider
  const { newRequest, payer, events } = fixture

  test(`${id} reports that the payer has paid or let it expire, the same as the look-up, however often the message comes`, async () => {
    const connection = await listen(provider, fixture)
    const gateway = provider.open(connection)
    for (const [act, type] of [
      [payer.pays, "charge.succeeded"],
      [payer.letsExpire, "charge.expired"],
    ] as const) {
      const { key, reference } = await begin(gateway, newRequest())
      await act(reference)
      const messages = await events.messagesAbout(connection, key)
      const reports = (await Promise.all(messages.map(message => readAll(gateway, message)))).flat()
      if (type === "charge.succeeded") assert.ok(messages.length > 0, "the provider sends a message") // some send none when time is over
      assert.ok(messages.length === 0 || reports.some(report => report.type === type), `${type} is reported`)
      for (const report of reports) assert.ok("key" in report && report.key === key && report.type.startsWith("charge."))
      for (const message of messages) assert.deepEqual(await gateway.events.verify(message), await gateway.events.verify(message))
    }
  })

  test(`${id} reports how a refund ended, also a failure after a success`, async () => {
    const connection = await listen(provider, fixture)
    const gateway = provider.open(connection)
    if (!gateway.refunds || !fixture.refunds) return
    fixture.refunds.begin("processing")
    const { tenant, key: charge, reference, currency } = await begin(gateway, newRequest())
    await payer.pays(reference)
    const request = { tenant, key: newRequest().key, charge: { key: charge, reference }, amount: 500, currency }
    await gateway.refunds.refund(request)
    for (const [status, type] of [
      ["succeeded", "refund.succeeded"],
      ["failed", "refund.failed"],
    ] as const) {
      await fixture.refunds.settle(request.key, status)
      const last = (await events.messagesAbout(connection, request.key)).at(-1)
      assert.ok(last, "the provider sends a message")
      const reports = await readAll(gateway, last)
      assert.deepEqual(
        reports.map(report => [report.type, "key" in report && report.key]),
        [[type, request.key]],
      )
    }
    fixture.refunds.begin("succeeded")
  })

  test(`${id} accepts a message about what is not ours, and reports nothing of it`, async () => {
    const connection = await listen(provider, fixture)
    assert.deepEqual(await readAll(provider.open(connection), await events.newForeign(connection)), [])
  })
}

function testForgeries(provider: Provider, fixture: ProviderFixture) {
  const { id } = provider
  const { newRequest, payer, events } = fixture

  test(`${id} believes no message of nonsense`, async () => {
    const connection = await listen(provider, fixture)
    const { headers } = await events.newForeign(connection)
    const { verify } = provider.open(connection).events
    for (const nonsense of ["", "null", "[]", "{", "{}", '{"id":5}', "\u0000"])
      assert.deepEqual((await verify({ bytes: Buffer.from(nonsense), headers })) ?? [], [], nonsense)
  })

  if (!events.isSigned) return
  test(`${id} rejects a message when one byte, the signature or the secret changes`, async () => {
    const connection = await listen(provider, fixture)
    const { key, reference } = await begin(provider.open(connection), newRequest())
    await payer.pays(reference)
    const [message] = await events.messagesAbout(connection, key)
    assert.ok(message)
    const { bytes, headers } = message
    const { verify } = provider.open(connection).events
    for (let at = 0; at < bytes.length; at++) {
      const changed = Buffer.from(bytes)
      changed[at] = changed[at]! ^ 1
      assert.equal(await verify({ bytes: changed, headers }), undefined, `byte ${at}`)
    }
    assert.equal(await verify({ bytes: Buffer.concat([bytes, Buffer.from(" ")]), headers }), undefined)
    assert.equal(await verify({ bytes, headers: {} }), undefined)
    for (const eventSecrets of [[], ["another secret"]])
      assert.equal(await provider.open({ ...connection, eventSecrets }).events.verify(message), undefined)
    const rotated = provider.open({ ...connection, eventSecrets: ["the next secret", ...connection.eventSecrets] })
    assert.deepEqual(await rotated.events.verify(message), await verify(message))
  })
}

function testRegistration(provider: Provider, fixture: ProviderFixture) {
  const { countEndpoints } = fixture.events
  if (!countEndpoints) return

  test(`${provider.id} registers the address for messages once, also where its secret was lost, and removes it`, async () => {
    const connection = fixture.newConnection()
    const { register, remove } = provider.open(connection).events
    const all = await Promise.all(Array.from({ length: 4 }, () => register!()))
    for (const each of all) assert.deepEqual(each, all[0])
    assert.equal(await countEndpoints(connection.eventsUrl), 1)
    const again = await register!()
    assert.equal(await countEndpoints(connection.eventsUrl), 1)
    const known = provider.open({ ...connection, eventSecrets: [again.secret] })
    assert.deepEqual(await known.events.register!(), again)
    for (let n = 0; n < 2; n++) await remove!(again.endpoint)
    assert.equal(await countEndpoints(connection.eventsUrl), 0)
    assert.ok((await register!()).secret.length > 5)
    assert.equal(await countEndpoints(connection.eventsUrl), 1)
  })
}
