import assert from "node:assert/strict"
import { randomUUID } from "node:crypto"
import { after, test } from "node:test"
import { newMessage, startMercadoPago } from "../../../../test/doubles/mercado-pago/server.ts"
import { config, readConfig, setConfig } from "../../../kit/service/config.ts"
import { type ChargeRequest, GatewayUnreachable } from "../gateway.ts"
import { CredentialsRejected, type OpenConnection } from "../provider.ts"
import { mercadoPago } from "./provider.ts"

const credentials = { accessToken: "APP_USR-4599991948843755-110914-token", webhookSecret: "the secret of the webhook" }
const user = { id: 1245621468, nickname: "ESCOLA", country_id: "BR", site_id: "MLB", tags: ["normal"] }
const { url, books, state, requests } = await startMercadoPago({ accessToken: credentials.accessToken, user })

const before = config
setConfig(readConfig({ MERCADO_PAGO_API_URL: `${url}/` }))
after(() => setConfig(before))

const tenant = "a".repeat(24)
const connection: OpenConnection = {
  tenant,
  id: "c".repeat(24),
  mode: "live",
  account: { id: "1245621468", name: "ESCOLA", country: "BR" },
  credentials,
  eventSecrets: [],
  eventsUrl: "https://pay.example.com/v1/gateways/mercado-pago/events/c",
  methods: mercadoPago.methods,
}
const gateway = mercadoPago.open(connection)

const address = { street: "Rua das Flores", number: "10", district: "Centro", city: "Osasco", state: "SP", postalCode: "06233-200" }
const payer = { id: "p", name: "Ana Maria Souza", email: "ana@example.com", taxId: "191.191.191-00", country: "BR", address }
const newRequest = (fields: Partial<ChargeRequest> = {}): ChargeRequest => {
  const description = "PI-000123"
  return { tenant, key: randomUUID(), amount: 1234, currency: "BRL", method: "pix", token: "", payer, description, ...fields }
}

async function begin(fields: Partial<ChargeRequest> = {}) {
  const request = newRequest(fields)
  const outcome = await gateway.charge(request)
  assert.ok(outcome.status === "action", JSON.stringify(outcome))
  return { ...request, ...outcome }
}

async function readLast() {
  const notice = books.notices.at(-1)!
  const [hint] = (await gateway.events.verify(newMessage(credentials.webhookSecret, notice))) ?? []
  return gateway.events.read(hint!)
}

test("a Pix is an order with our key, and returns its code and its end", async () => {
  const { key, reference, action } = await begin({ expiresAt: new Date(Date.now() + 3_600_000) })
  const { body, idempotencyKey } = requests.findLast(({ method }) => method === "POST")!
  assert.deepEqual(body, {
    type: "online",
    total_amount: "12.34",
    external_reference: key,
    description: "PI-000123",
    payer: {
      email: "ana@example.com",
      first_name: "Ana",
      last_name: "Maria Souza",
      identification: { type: "CPF", number: "19119119100" },
      address: {
        street_name: "Rua das Flores",
        street_number: "10",
        neighborhood: "Centro",
        city: "Osasco",
        state: "SP",
        zip_code: "06233-200",
      },
    },
    processing_mode: "automatic",
    transactions: { payments: [{ amount: "12.34", payment_method: { id: "pix", type: "bank_transfer" }, expiration_time: "PT60M" }] },
  })
  assert.equal(idempotencyKey, key)
  const [payment] = books.getOrder(reference).transactions.payments
  assert.deepEqual(action, { type: "qr", payload: payment!.payment_method["qr_code"], expiresAt: new Date(payment!.date_of_expiration!) })
})

test("a boleto returns its line, its bar code and its page", async () => {
  const { action } = await begin({ method: "boleto" })
  assert.ok(action.type === "voucher" && action.expiresAt instanceof Date)
  assert.match(action.line, /^\d{47}$/)
  assert.match(action.barcode, /^\d{44}$/)
  assert.match(action.url ?? "", /^https:/)
})

test("a boleto for a payer without what it needs is refused before it is sent, and says what is missing", async () => {
  const count = requests.length
  const { address: _address, ...homeless } = payer
  for (const [fields, words] of [
    [{ payer: homeless }, /lacks: address.*nothing was charged/],
    [{ payer: { ...payer, address: { ...address, district: " " } } }, /lacks: address/],
    [{ payer: { ...payer, taxId: null } }, /lacks: CPF or CNPJ/],
    [{ payer: { ...payer, name: " ", email: null } }, /lacks: e-mail, name/],
  ] as [Partial<ChargeRequest>, RegExp][]) {
    const outcome = await gateway.charge(newRequest({ method: "boleto", ...fields }))
    assert.ok(outcome.status === "declined" && words.test(outcome.reason), JSON.stringify(outcome))
  }
  const { payer: _payer, ...nobody } = newRequest({ method: "boleto" })
  assert.equal((await gateway.charge(nobody)).status, "declined")
  assert.equal(requests.length, count)
})

test("a card is entered on the page of Mercado Pago, which sends the payer back", async () => {
  const returnUrl = "https://pay.example.com/pay/x/return/y"
  const { key, reference, action } = await begin({ method: "card", returnUrl })
  assert.deepEqual(action, { type: "redirect", url: books.getOrder(reference).checkout_url, expiresAt: null })
  assert.equal((await gateway.lookUp(tenant, key, reference)).status, "action")
  books.pay(reference, { paid: "13.50" }) // the payer also pays the interest of installments
  assert.deepEqual(await gateway.lookUp(tenant, key, reference), { status: "succeeded", reference })
})

test("what Mercado Pago refuses is declined in its own words, and nothing is charged", async () => {
  const { payer: _payer, ...nobody } = newRequest()
  const outcome = await gateway.charge(nobody)
  assert.ok(outcome.status === "declined" && /payer/.test(outcome.reason), JSON.stringify(outcome))
  assert.equal(books.findOrders(nobody.key).length, 0)
  assert.equal((await gateway.charge(newRequest({ currency: "USD" }))).status, "declined")
})

test("a key that was used before returns the old order, which is not taken for the new one", async () => {
  const { key, reference } = await begin()
  await assert.rejects(gateway.charge(newRequest({ key, amount: 999 })), /not the one that was asked for/)
  books.getOrder(reference).external_reference = randomUUID()
  await assert.rejects(gateway.charge(newRequest({ key })), /not the one that was asked for/)
})

test("each status has its outcome, and the detail decides", async () => {
  for (const [status, detail, outcome] of [
    ["processed", "accredited", "succeeded"],
    ["processed", "partially_refunded", "succeeded"],
    ["processed", "refunded", "succeeded"],
    ["refunded", "refunded", "succeeded"],
    ["charged_back", "settled", "succeeded"],
    ["processing", "in_process", "processing"],
    ["in_review", "in_review", "processing"],
    ["action_required", "waiting_payment", "action"],
    ["action_required", "waiting_transfer", "action"],
    ["action_required", "waiting_capture", "processing"],
    ["failed", "cc_rejected_high_risk", "declined"],
    ["canceled", "canceled", "canceled"],
    ["expired", "expired", "expired"],
    ["something_new", "", "processing"],
  ] as const) {
    const { key, reference } = await begin()
    Object.assign(books.getOrder(reference), { status, status_detail: detail })
    assert.equal((await gateway.lookUp(tenant, key, reference)).status, outcome, `${status} ${detail}`)
  }
  const { key, reference } = await begin()
  books.fail(reference, "insufficient_amount")
  assert.deepEqual(await gateway.lookUp(tenant, key, reference), {
    status: "declined",
    reference,
    code: "insufficient_amount",
    reason: "Mercado Pago declined it: insufficient amount",
  })
})

test("less than the amount is not booked by guess", async () => {
  const { key, reference } = await begin()
  books.pay(reference, { paid: "12.33" })
  await assert.rejects(gateway.lookUp(tenant, key, reference), /12\.34.*12\.33/)
  await assert.rejects(readLast(), /until a person decides/)
})

test("fees are reported where Mercado Pago tells them, and never estimated", async () => {
  const [silent, told] = [await begin(), await begin()]
  books.pay(silent.reference)
  assert.deepEqual(await readLast(), [{ type: "charge.succeeded", key: silent.key }])
  books.ways.tellsFees = true
  books.pay(told.reference)
  books.ways.tellsFees = false
  const availableAt = new Date("2026-12-01T03:00:00Z")
  assert.deepEqual(await readLast(), [
    { type: "charge.succeeded", key: told.key },
    { type: "charge.settled", key: told.key, net: 1222, fee: 12, currency: "BRL", rate: null, availableAt },
  ])
  const [payment] = books.getOrder(told.reference).transactions.payments
  delete payment!.net_received_amount
  assert.equal((await readLast()).length, 2)
  payment!.fee_details![0]!.amount = 0.1234
  assert.equal((await readLast()).length, 1)
})

test("a chargeback reverses the charge, unless it is reimbursed", async () => {
  for (const [detail, types] of [
    ["settled", ["charge.succeeded", "charge.reversed"]],
    ["in_process", ["charge.succeeded", "charge.reversed"]],
    ["reimbursed", ["charge.succeeded"]],
  ] as const) {
    const { reference } = await begin()
    books.pay(reference)
    books.chargeBack(reference, detail)
    assert.deepEqual(
      (await readLast()).map(({ type }) => type),
      types,
    )
  }
})

test("a whole refund is sent without a body, a part with its amount, and equal parts stay apart", async () => {
  const pays = async () => {
    const { key, reference } = await begin()
    books.pay(reference)
    return { key, reference }
  }
  const refundOf = (charge: { key: string; reference: string }, amount: number) => {
    return { tenant, key: randomUUID(), charge, amount, currency: "BRL" }
  }
  const whole = refundOf(await pays(), 1234)
  assert.equal((await gateway.refunds!.refund(whole)).status, "succeeded")
  assert.equal(requests.findLast(({ method }) => method === "POST")?.body, undefined)
  const charge = await pays()
  const [one, two, lost] = [refundOf(charge, 500), refundOf(charge, 500), refundOf(charge, 500)]
  const [first, second] = [await gateway.refunds!.refund(one), await gateway.refunds!.refund(two)]
  assert.ok(first.status === "succeeded" && second.status === "succeeded" && first.reference !== second.reference)
  assert.deepEqual(await gateway.refunds!.lookUp(two), second)
  assert.deepEqual(await gateway.refunds!.lookUp(lost), { status: "absent" })
})

test("a refund that another process made is told from the charge's other refunds by their references", async () => {
  const { key, reference } = await begin()
  books.pay(reference)
  const paymentId = books.getOrder(reference).transactions.payments[0]!.id
  const part = { transactions: [{ id: paymentId, amount: "5.00" }] }
  const [known] = books.refundOrder(reference, part, "key of another process").transactions.refunds!
  const request = { tenant, key: randomUUID(), charge: { key, reference }, amount: 500, currency: "BRL", otherReferences: [known!.id] }
  assert.deepEqual(await gateway.refunds!.lookUp(request), { status: "absent" })
  const [, mine] = books.refundOrder(reference, part, request.key).transactions.refunds!
  assert.deepEqual(await gateway.refunds!.lookUp(request), { status: "succeeded", reference: mine!.id })
})

test("the account decides whether money is real, because tokens of test users look like live ones", async () => {
  assert.deepEqual(await mercadoPago.inspect(credentials), {
    account: { id: "1245621468", name: "ESCOLA", country: "BR" },
    mode: "live",
    missingRights: [],
  })
  const [tags, site] = [user.tags, user.site_id]
  user.tags = ["normal", "test_user"]
  assert.equal((await mercadoPago.inspect(credentials)).mode, "sandbox")
  Object.assign(user, { tags, site_id: "MLA", country_id: "AR" })
  await assert.rejects(
    mercadoPago.inspect(credentials),
    (error: unknown) => error instanceof CredentialsRejected && /Brazil/.test(error.message),
  )
  Object.assign(user, { site_id: site, country_id: "BR" })
})

test("a provider that takes no more requests charged nothing, and one that failed leaves it open", async () => {
  state.next = [429]
  await assert.rejects(gateway.charge(newRequest()), GatewayUnreachable)
  state.next = [500]
  assert.deepEqual(await gateway.charge(newRequest()), { status: "unknown" })
  state.next = [409]
  assert.deepEqual(await gateway.charge(newRequest()), { status: "unknown" })
})
