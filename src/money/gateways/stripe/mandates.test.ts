import assert from "node:assert/strict"
import { randomUUID } from "node:crypto"
import { test } from "node:test"
import { decideMandate, refusedIban, verifyMicrodeposits } from "../../../../test/doubles/stripe/accounts.ts"
import { newConnection, newRequest, startFixture, tenant } from "../../../../test/doubles/stripe/fixture.ts"
import { decline, idOf, succeed } from "../../../../test/doubles/stripe/payments.ts"
import type { MandateRequest } from "../gateway.ts"
import { GatewayRefused } from "../provider.ts"
import { stripe } from "./stripe.ts"

const { double, proxy } = await startFixture()
const { state } = double
const gateway = stripe.open(newConnection())
const mandates = gateway.mandates!

const newMandate = (fields: Partial<MandateRequest> = {}): MandateRequest => ({
  tenant,
  key: randomUUID(),
  scheme: "sepa",
  currency: "EUR",
  maxAmount: null,
  reference: "MD-000001",
  account: { holder: "Ada Lovelace", country: "AT", bic: null, number: { iban: "AT611904300234573201" } },
  submittedAt: new Date(),
  acceptance: { at: new Date("2026-11-01T10:00:00Z"), ip: "203.0.113.5", userAgent: "Firefox" },
  payer: { id: "c".repeat(24), name: "Ada Lovelace", email: "ada@example.com", taxId: null, country: "AT" },
  ...fields,
})
const countOf = (key: string) => [...state.setupIntents.values()].filter(each => each.metadata?.["key"] === key).length
const debit = { method: "direct-debit" }
const reportsOf = (type: string, reference: string) => gateway.events.read({ id: "evt_1", type, reference })

test("a mandate is registered once per key with the proof that the payer agreed, and is active at once for SEPA", async () => {
  const request = newMandate()
  assert.deepEqual(await mandates.lookUp(tenant, request.key), { status: "absent" })
  double.requests.length = 0
  const outcomes = await Promise.all(Array.from({ length: 12 }, () => mandates.register(request)))
  for (const outcome of [...outcomes, await mandates.register(request)]) assert.deepEqual(outcome, outcomes[0])
  assert.ok(outcomes[0]!.status === "active" && countOf(request.key) === 1)
  const { params } = double.requests.find(({ method, path }) => method === "POST" && path === "/v1/setup_intents")!
  assert.deepEqual(params["mandate_data"], {
    customer_acceptance: { type: "online", accepted_at: "1793527200", online: { ip_address: "203.0.113.5", user_agent: "Firefox" } },
  })
  assert.deepEqual(params["payment_method_data"], {
    type: "sepa_debit",
    sepa_debit: { iban: "AT611904300234573201" },
    billing_details: { name: "Ada Lovelace", email: "ada@example.com", address: { country: "AT" } },
  })
  for (const reference of [outcomes[0]!.reference, null])
    assert.deepEqual(await mandates.lookUp(tenant, request.key, reference), outcomes[0])
  assert.deepEqual(await mandates.lookUp("f".repeat(24), request.key, outcomes[0]!.reference), { status: "absent" })
})

test("a mandate whose registration got no answer is found, and not registered twice", async () => {
  for (let nth = 1, hasLost = true; hasLost; nth++) {
    const request = newMandate()
    proxy.loseAnswer(nth)
    await mandates.register(request).catch(() => undefined)
    hasLost = proxy.stopLosing()
    assert.equal((await mandates.register(request)).status, "active")
    assert.equal(countOf(request.key), 1)
  }
})

test("a mandate follows what the payer and the bank decide", async () => {
  const number = { accountNumber: "000123456789", routing: "110000000" }
  const account = { holder: "Ada Lovelace", country: "US", bic: null, number }
  const ach = newMandate({ scheme: "ach", currency: "USD", account })
  const { status, reference } = await mandates.register(ach)
  assert.equal(status, "pending")
  verifyMicrodeposits(state, reference)
  assert.deepEqual(await reportsOf("setup_intent.succeeded", reference), [{ type: "mandate.active", key: ach.key }])

  const bacs = newMandate({
    scheme: "bacs",
    currency: "GBP",
    account: { ...account, number: { accountNumber: "00012345", routing: "108800" } },
  })
  const pending = await mandates.register(bacs)
  assert.equal(pending.status, "pending")
  for (const [decision, expected] of [
    ["active", "mandate.active"],
    ["inactive", "mandate.revoked"],
  ] as const) {
    decideMandate(state, pending.reference, decision)
    const mandate: string = idOf(state.setupIntents.get(pending.reference)?.mandate)!
    assert.deepEqual(await reportsOf("mandate.updated", mandate), [{ type: expected, key: bacs.key }])
  }

  const refused = newMandate({ account: { holder: "Ada Lovelace", country: "DE", bic: null, number: { iban: refusedIban } } })
  const failed = await mandates.register(refused)
  assert.ok(failed.status === "failed" && failed.reason === "The account is closed.")
  assert.equal((await reportsOf("setup_intent.setup_failed", failed.reference))[0]?.type, "mandate.failed")
  const withoutMail = newMandate({ payer: { ...newMandate().payer!, email: null } })
  assert.match(JSON.stringify(await mandates.register(withoutMail)), /"failed".*email/)
})

test("a debit by an active mandate is processing until the bank has paid or refused it", async () => {
  const mandate = newMandate()
  const { reference: mandateReference } = await mandates.register(mandate)
  for (const [decide, expected] of [
    [(id: string) => succeed(state, id), "succeeded"],
    [(id: string) => decline(state, id, "charge_failed", "insufficient_funds", "The debit was returned."), "declined"],
  ] as const) {
    const request = newRequest({ ...debit, mandate: mandate.key, mandateReference })
    const { reference } = await gateway.prepare!(request)
    assert.deepEqual(await gateway.charge({ ...request, reference }), { status: "processing", reference })
    decide(reference)
    assert.equal((await gateway.lookUp(tenant, request.key, reference)).status, expected)
  }
})

test("a mandate that has ended is revoked for good, however often it is ended, and debits nothing", async () => {
  const request = newMandate()
  await mandates.end(tenant, request.key) // it never arrived
  const { reference } = await mandates.register(request)
  const method = idOf(state.setupIntents.get(reference)?.payment_method)!
  for (let n = 0; n < 2; n++) await mandates.end(tenant, request.key, reference)
  assert.deepEqual(await mandates.register(request), { status: "revoked", reference })
  assert.deepEqual(await reportsOf("payment_method.detached", method), [{ type: "mandate.revoked", key: request.key }])
  for (const [mandate, mandateReference] of [
    [request.key, reference],
    [randomUUID(), "seti_unknown"],
  ] as const)
    await assert.rejects(
      gateway.prepare!(newRequest({ ...debit, mandate, mandateReference })),
      (error: unknown) => error instanceof GatewayRefused && error.code === "mandate_inactive",
    )
})
