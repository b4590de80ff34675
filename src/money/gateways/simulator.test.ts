import assert from "node:assert/strict"
import { randomUUID } from "node:crypto"
import { test } from "node:test"
import { linkKeyOf, startTestServer } from "../../../test/harness.ts"
import { testConformance } from "../../../test/conformance/gateway.ts"
import { testSavedMethods } from "../../../test/conformance/saved-methods.ts"
import { testPayerActions } from "../../../test/conformance/payer-actions.ts"
import { asSystem } from "../../kit/operation/system.ts"
import { checksum } from "../../parties/bank-accounts/transfer-code.ts"
import { gateways } from "./registry.ts"
import { boletoBarcode, boletoLine } from "./simulator-instructions.ts"
import { endAtSimulator } from "./simulator-payer.ts"
import { signature, simulator } from "./simulator.ts"

const { api, keys, sql } = await startTestServer({ ROLE: "api" })
const tenant = keys.tenantId
const linkKey = await linkKeyOf({ sql }, tenant)

const sign = async (event: object) => {
  const bytes = Buffer.from(JSON.stringify(event))
  return { bytes, headers: { "simulator-signature": signature(linkKey, bytes) } }
}

const countCharges = async (key: string): Promise<number> =>
  (await sql("select 1 from simulator_charges where tenant_id = $1 and key = $2", [tenant, key])).length

testConformance(simulator, {
  tenant,
  method: "card",
  currency: "BRL",
  tokens: {
    success: "tok_success",
    declined: "tok_declined",
    processing: "tok_processing_then_success",
    timeout: "tok_timeout_but_charged",
    unreachable: "tok_unreachable",
    fee: "tok_success_with_fee",
  },
  sign,
  countCharges,
  async readTerms(key) {
    const [row] = await sql("select * from simulator_charges where tenant_id = $1 and key = $2", [tenant, key])
    return { total: Number(row.total ?? row.amount), count: row.installments ?? 1 }
  },
  refunds: {
    tokens: { declined: "tok_refund_fails", timeout: "tok_refund_timeout" },
    countRefunds: async key => (await sql("select 1 from simulator_refunds where tenant_id = $1 and key = $2", [tenant, key])).length,
    later: {
      tokens: { paid: "tok_refund_later", declined: "tok_refund_fails_later" },
      settle: async key => void (await sql("update simulator_refunds set settles_at = now() - interval '1 second' where key = $1", [key])),
      async messagesAbout(key) {
        const jobs = await sql("select payload from jobs where kind = 'simulator-event' and payload->>'key' = $1", [key])
        return Promise.all(jobs.map(({ payload }) => sign(payload)))
      },
    },
  },
})

testPayerActions(simulator, tenant, {
  methods: [
    { method: "pix", currency: "BRL", action: "qr" },
    { method: "boleto", currency: "BRL", action: "voucher" },
    { method: "bank-transfer", currency: "EUR", action: "bank-details" },
    { method: "hosted-card", currency: "JPY", action: "redirect" },
  ],
  pay: async key => void (await asSystem(tenant, "test", ctx => endAtSimulator(ctx, key, "succeeded"))),
  expire: async key => void (await sql("update simulator_charges set expires_at = now() - interval '1 second' where key = $1", [key])),
  countCharges,
  returnUrl: "http://localhost/back",
})

const later = { charged: "tok_success", declined: "tok_declined_later", asked: "tok_authenticate_later" }

testSavedMethods(simulator, simulator.methods, {
  tenant,
  currency: "EUR",
  method: "card",
  async save(behaviour) {
    const key = randomUUID()
    const request = { tenant, key, amount: 1234, currency: "EUR", method: "card", token: later[behaviour ?? "charged"] }
    await simulator.charge({ ...request, ...(behaviour && { savesMethod: true }) })
    return { tenant, key, reference: null }
  },
  confirm: async key => void (await asSystem(tenant, "test", ctx => endAtSimulator(ctx, key, "succeeded"))),
  countPaid: async key =>
    (await sql("select 1 from simulator_charges where tenant_id = $1 and key = $2 and status = 'succeeded'", [tenant, key])).length,
})

const pix = (key: string) => ({ tenant, key, amount: 12_345, currency: "BRL", method: "pix", token: "" })

test("a payer who pays and a call that cancels at the same time agree on one outcome", async () => {
  for (let round = 0; round < 5; round++) {
    const key = `race-${round}`
    await simulator.charge(pix(key))
    const ends = (["succeeded", "canceled", "expired"] as const).map(end => asSystem(tenant, "test", ctx => endAtSimulator(ctx, key, end)))
    const [first, ...others] = await Promise.all(ends)
    for (const other of [...others, await simulator.lookUp(tenant, key)]) assert.deepEqual(other, first)
    const settled = await sql("select 1 from jobs where payload->>'id' = $1", [`${key}-charge.settled`])
    assert.equal(settled.length, first!.status === "succeeded" ? 1 : 0)
  }
})

test("the code of Pix is a valid BR Code of the amount", async () => {
  const outcome = await simulator.charge(pix("br-code"))
  assert.ok(outcome.status === "action" && outcome.action.type === "qr")
  const { payload } = outcome.action
  assert.equal(checksum(payload.slice(0, -4)), payload.slice(-4))
  assert.match(payload, /^000201.*br\.gov\.bcb\.pix.*5303986.*5406123\.45/)
})

test("a boleto has the check digits of the banks", () => {
  const barcode = boletoBarcode(12_345, new Date("2025-02-23T12:00:00Z"))
  assert.match(barcode, /^9999\d10010000012345\d{25}$/)
  const digits = boletoLine(barcode).replaceAll(/\D/g, "")
  assert.equal(digits.length, 47)
  assert.equal(digits.slice(33), barcode.slice(5, 19))
  // A slip that a bank printed: its digits are known to be right.
  assert.equal(boletoLine("00193373700000001000500940144816060680935031"), "00190.50095 40144.816069 06809.350314 3 37370000000100")
})

test("enqueues the events of a charge once, together with the charge", async () => {
  const request = { tenant, key: "a".repeat(24), amount: 5, currency: "BRL", method: "card", token: "tok_processing_then_failure" }
  for (let n = 0; n < 3; n++) await simulator.charge(request)
  const jobs = await sql("select payload from jobs where kind = 'simulator-event' and payload->>'key' = $1 order by next_at", [request.key])
  assert.deepEqual(
    jobs.map(({ payload }) => payload.type),
    ["charge.failed", "charge.processing", "charge.failed"],
  )
  assert.equal(jobs[0].payload.id, jobs[2].payload.id) // a duplicate
})

test("a signature with another tenant's key is not valid", async () => {
  const bytes = Buffer.from(JSON.stringify({ id: "e", tenant, type: "charge.succeeded", key: "k" }))
  assert.equal(await simulator.verify({ bytes, headers: { "simulator-signature": signature("another key", bytes) } }), undefined)
})

test("every registered gateway is listed with its methods and currencies", async () => {
  const { data, count } = (await api.get("/v1/gateways")).body
  assert.equal(count, gateways.length)
  const methods = simulator.methods.map(({ method, name, currencies, maxInstallments, starts, saves = false }) => {
    return { method, name, currencies, installments: maxInstallments, starts, savesMethod: saves, connection: null }
  })
  assert.deepEqual([data[0].gateway, data[0].methods], ["simulator", methods])
  for (const currency of ["BRL", "USD", "JPY", "KWD"]) assert.ok(data[0].currencies.includes(currency), currency)
})
