import assert from "node:assert/strict"
import { randomUUID } from "node:crypto"
import { after, test } from "node:test"
import { allScopes, startApiPix } from "../../../../test/doubles/api-pix/server.ts"
import { config, readConfig, setConfig } from "../../../kit/service/config.ts"
import { type ChargeRequest, GatewayUnreachable } from "../gateway.ts"
import type { ConnectedGateway, Credentials, Report } from "../provider.ts"
import { apiPix } from "./provider.ts"
import { txidOf } from "./txid.ts"

const before = config
setConfig(readConfig({ WEBHOOKS_ALLOW_PRIVATE: "true" }))
after(() => setConfig(before))

const pixKey = "+5511987654321"
const tenant = "a".repeat(24)
const bankAccount = { id: "account", name: "Account", country: "BR" }
const { bank, state, url, requests, endTokens } = await startApiPix({
  pixKey,
  clients: [{ id: "client", secret: "secret", scopes: allScopes }],
})
const credentials: Credentials = {
  baseUrl: `${url}/api/v2/`,
  tokenUrl: `${url}/oauth/token`,
  clientId: "client",
  clientSecret: "secret",
  pixKey,
  environment: "test",
}
const eventsUrl = "https://pay.example.com/v1/gateways/api-pix/events/c"
const gateway = open()
await gateway.events.register!()

function open(): ConnectedGateway {
  const { methods } = apiPix
  return apiPix.open({
    tenant,
    id: "c".repeat(24),
    mode: "sandbox",
    account: bankAccount,
    credentials,
    eventSecrets: [],
    eventsUrl,
    methods,
  })
}

const newRequest = (fields: Partial<ChargeRequest> = {}): ChargeRequest => {
  return { tenant, key: randomUUID(), amount: 1234, currency: "BRL", method: "pix", token: "", description: "PI-000123", ...fields }
}

async function begin(fields: Partial<ChargeRequest> = {}) {
  const request = newRequest(fields)
  const outcome = await gateway.charge(request)
  assert.ok(outcome.status === "action" && outcome.action.type === "qr", outcome.status)
  return { ...request, ...outcome }
}

/** What the messages since the last call lead to. */
async function readMessages(): Promise<Report[]> {
  const messages = bank.messages.splice(0)
  const reports: Report[] = []
  for (const { url: to, body } of messages) {
    assert.equal(to, `${eventsUrl}/pix`)
    for (const hint of (await gateway.events.verify({ headers: {}, bytes: Buffer.from(JSON.stringify(body)) })) ?? assert.fail("not valid"))
      reports.push(...(await gateway.events.read(hint)))
  }
  return reports
}

test("a charge names the payer, the amount and its end, and returns the code that the payer copies", async () => {
  const payer = { id: "p", name: "Empresa de Serviços SA", email: null, taxId: "12.ABC.345/01DE-35", country: "BR" }
  const expiresAt = new Date(Date.now() + 3_600_000)
  const { reference, action } = await begin({ amount: 5, payer, expiresAt })
  const { devedor, valor, solicitacaoPagador, calendario, criacao } = bank.cobs.get(reference)!
  assert.deepEqual(devedor, { cnpj: "12ABC34501DE35", nome: payer.name })
  assert.deepEqual([valor, solicitacaoPagador], [{ original: "0.05" }, "PI-000123"])
  assert.ok(calendario.expiracao > 3_500 && calendario.expiracao <= 3_600)
  assert.deepEqual(action.expiresAt, new Date(Date.parse(criacao) + calendario.expiracao * 1000))
  assert.match(action.type === "qr" ? action.payload : "", /^000201.*BR\.GOV\.BCB\.PIX/)
})

test("a payer without a tax id of Brazil is left out, because a name alone is refused", async () => {
  for (const [taxId, country] of [
    [null, "BR"],
    ["123", null],
    ["12345678909", "PT"],
  ] as const) {
    const { reference } = await begin({ payer: { id: "p", name: "Ana", email: null, taxId, country } })
    assert.equal(bank.cobs.get(reference)!.devedor, undefined)
  }
  const { reference } = await begin({ payer: { id: "p", name: "Ana", email: null, taxId: "123.456.789-09", country: null } })
  assert.deepEqual(bank.cobs.get(reference)!.devedor, { cpf: "12345678909", nome: "Ana" })
})

test("an amount that Pix does not take is declined before the bank is asked", async () => {
  const count = requests.length
  for (const fields of [{ amount: 1_000_000_000_000 }, { currency: "USD" }]) {
    const outcome = await gateway.charge(newRequest(fields))
    assert.ok(outcome.status === "declined" && outcome.reason.includes("nothing was charged"))
  }
  assert.equal(requests.length, count)
})

test("a charge that is sent again stays one, at a bank that refuses it and at one that revises it", async () => {
  for (const repeatedPut of ["refused", "revises"] as const) {
    bank.ways.repeatedPut = repeatedPut
    const request = newRequest()
    const outcome = await gateway.charge(request)
    assert.deepEqual(await gateway.charge(request), outcome)
    bank.pay(txidOf(request.key))
    assert.deepEqual(await gateway.charge(request), { status: "succeeded", reference: txidOf(request.key) })
  }
  bank.ways.repeatedPut = "refused"
})

test("a charge of the same key with another amount is not taken for ours", async () => {
  const { key } = await begin()
  await assert.rejects(gateway.charge(newRequest({ key, amount: 999 })), /not the amount/)
})

test("one token serves many calls, and a token that ended is replaced once", async () => {
  await begin()
  const given = state.tokensGiven
  await Promise.all(Array.from({ length: 5 }, () => begin()))
  assert.equal(state.tokensGiven, given)
  endTokens()
  await begin()
  assert.equal(state.tokensGiven, given + 1)
})

test("a bank that takes no more requests charged nothing, and one that failed leaves it open", async () => {
  state.next = [429]
  await assert.rejects(gateway.charge(newRequest()), GatewayUnreachable)
  for (const status of [500, 503, 504]) {
    state.next = [status]
    assert.deepEqual(await gateway.charge(newRequest()), { status: "unknown" })
  }
})

test("what the payer sent counts, also after the charge expired or was removed", async () => {
  const [late, removed] = [await begin(), await begin()]
  bank.messages.splice(0)
  bank.letExpire(late.reference)
  assert.equal((await gateway.lookUp(tenant, late.key)).status, "expired")
  assert.equal((await gateway.cancel!(tenant, removed.key)).status, "canceled")
  for (const { key, reference } of [late, removed]) {
    bank.pay(reference, { breaksRules: true })
    assert.deepEqual(await gateway.lookUp(tenant, key), { status: "succeeded", reference })
    assert.deepEqual(await readMessages(), [{ type: "charge.succeeded", key }])
  }
})

test("an amount that nobody asked for is not booked by guess", async () => {
  const { key, reference } = await begin()
  const endToEndId = bank.pay(reference, { valor: "10.00", breaksRules: true })
  await assert.rejects(gateway.lookUp(tenant, key), new RegExp(`12\\.34.*10\\.00 by ${endToEndId}`))
  await assert.rejects(readMessages(), /not booked until a person decides/)
})

test("a charge that was paid twice succeeds once, and the second payment is reported as money received, once", async () => {
  const { key, reference } = await begin()
  bank.messages.splice(0)
  const first = bank.pay(reference)
  const second = bank.pay(reference, { breaksRules: true })
  assert.equal((await gateway.lookUp(tenant, key)).status, "succeeded")
  const received = { type: "bank-transfer.received", reference: `PI-000123 ${reference} ${second}`, amount: 1234, currency: "BRL" }
  assert.deepEqual(await readMessages(), [{ type: "charge.succeeded", key }, { type: "charge.succeeded", key }, received])
  const refund = { tenant, key: randomUUID(), charge: { key, reference }, amount: 1234, currency: "BRL" }
  assert.equal((await gateway.refunds!.refund(refund)).status, "succeeded")
  assert.deepEqual(
    bank.getPix(first).devolucoes?.map(({ valor }) => valor),
    ["12.34"],
  )
  assert.ok((await readMessages()).every(({ type }) => type === "refund.succeeded"))
})

test("what the bank takes back reverses the charge, or is a lost dispute where it is a part", async () => {
  for (const [valor, type] of [
    ["12.34", "charge.reversed"],
    ["2.34", "dispute.lost"],
  ] as const) {
    const { key, reference } = await begin()
    const endToEndId = bank.pay(reference)
    bank.messages.splice(0) // the message about the payment is lost
    const dispute = bank.takeBack(endToEndId, valor, "MED_FRAUDE")
    const [paid, taken] = await readMessages()
    assert.deepEqual([paid, taken?.type], [{ type: "charge.succeeded", key }, type])
    if (taken?.type === "dispute.lost") assert.deepEqual([taken.dispute, taken.amount, taken.reason], [dispute, 234, "MED_FRAUDE"])
  }
})

test("one message may tell of several Pix, and each change of a refund is another hint", async () => {
  const [one, two] = [await begin(), await begin()]
  const ids = [bank.pay(one.reference), bank.pay(two.reference)]
  bank.messages.splice(0)
  bank.tellTogether(...ids)
  assert.deepEqual(
    (await readMessages()).map(report => "key" in report && report.key),
    [one.key, two.key],
  )
  const devolucoes = (status: string) => [{ id: "r", rtrId: "D", valor: "1.00", horario: {}, status }]
  const verify = (pix: object) => gateway.events.verify({ headers: {}, bytes: Buffer.from(JSON.stringify({ pix: [pix] })) })
  const pix = { endToEndId: ids[0], txid: one.reference, valor: "12.34", horario: "2026-11-18T12:00:00Z" }
  const hints = [pix, { ...pix, devolucoes: devolucoes("EM_PROCESSAMENTO") }, { ...pix, devolucoes: devolucoes("DEVOLVIDO")[0] }]
  const all = (await Promise.all(hints.map(verify))).map(list => list?.[0]?.id)
  assert.deepEqual([new Set(all).size, all[0]], [3, ids[0]])
})

test("the trial message of a bank is accepted, and leads to nothing", async () => {
  const bytes = Buffer.from(JSON.stringify({ evento: "teste_webhook", data_criacao: "2026-11-18T12:00:00Z" }))
  assert.deepEqual(await gateway.events.verify({ headers: {}, bytes }), [])
})

test("the webhook of another program is not removed", async () => {
  bank.putWebhook(pixKey, { webhookUrl: "https://other.example.com/pix" })
  await gateway.events.remove!(eventsUrl)
  assert.equal(bank.webhookUrl(), "https://other.example.com/pix")
  await gateway.events.register!()
  assert.equal(bank.webhookUrl(), eventsUrl)
})
