import assert from "node:assert/strict"
import { test } from "node:test"
import { losingEachAnswer } from "../../../../test/conformance/provider-fixture.ts"
import { newConnection, newRequest, startFixture, tenant } from "../../../../test/doubles/stripe/fixture.ts"
import type { ChargeRequest } from "../gateway.ts"
import { stripe } from "./stripe.ts"

const { double, proxy } = await startFixture()
const { state } = double
const gateway = stripe.open(newConnection())

async function prepare(fields: Partial<ChargeRequest> = {}) {
  const request = newRequest({ token: "pm_card_visa", ...fields })
  return { ...request, ...(await gateway.prepare!(request)) }
}
const chargesOf = (intent: string) => [...state.charges.values()].filter(each => each.payment_intent === intent)

test("a saved method is charged once per key while the payer is absent, however fast", async () => {
  const request = await prepare()
  assert.deepEqual(await gateway.lookUp(tenant, request.key, request.reference), { status: "absent" }, "nothing was taken yet")
  const outcomes = await Promise.all(Array.from({ length: 12 }, () => gateway.charge(request)))
  for (const outcome of outcomes) assert.deepEqual(outcome, { status: "succeeded", reference: request.reference })
  assert.equal(chargesOf(request.reference).length, 1)
})

test("a lost answer to a charge is unknown, and the look-up tells whether it took the money", async () => {
  await losingEachAnswer(
    { proxy },
    () => prepare(),
    request => gateway.charge(request),
    async (request, outcome) => {
      assert.match(outcome?.status ?? "unknown", /^(unknown|succeeded)$/)
      assert.equal((await gateway.lookUp(tenant, request.key, request.reference)).status, "succeeded")
      assert.equal((await gateway.charge(request)).status, "succeeded")
      assert.equal(chargesOf(request.reference).length, 1)
    },
  )
})

test("a payer who must confirm the payment is a decline that says so, and nothing can take the money later", async () => {
  for (const [token, code] of [
    ["pm_card_authenticationRequired", "authentication_required"],
    ["pm_card_visa_chargeDeclinedInsufficientFunds", "insufficient_funds"],
  ] as const) {
    const request = await prepare({ token })
    const outcome = await gateway.charge(request)
    assert.ok(outcome.status === "declined" && outcome.code === code)
    assert.equal(state.intents.get(request.reference)?.status, "canceled")
    assert.deepEqual(await gateway.lookUp(tenant, request.key, request.reference), outcome)
  }
})

test("a decline keeps its code where Stripe has dropped the error from the payment", async () => {
  const request = await prepare({ token: "pm_card_chargeDeclined" })
  await gateway.charge(request)
  state.intents.set(request.reference, { ...state.intents.get(request.reference)!, last_payment_error: null })
  const outcome = await gateway.lookUp(tenant, request.key, request.reference)
  assert.deepEqual(outcome, {
    status: "declined",
    reference: request.reference,
    code: "card_declined",
    reason: "Your card was declined.",
  })
})

test("a charge that was prepared and never sent is canceled for good", async () => {
  const request = await prepare()
  assert.deepEqual(await gateway.cancel!(tenant, request.key, request.reference), { status: "canceled", reference: request.reference })
  assert.deepEqual(await gateway.charge(request), { status: "canceled", reference: request.reference })
  assert.equal(chargesOf(request.reference).length, 0)
})

test("the dashboard of Stripe shows what a reference names", () => {
  const live = stripe.open(newConnection({ mode: "live" }))
  assert.equal(gateway.pageOf("pi_1"), "https://dashboard.stripe.com/test/payments/pi_1")
  assert.equal(live.pageOf("po_1"), "https://dashboard.stripe.com/payouts/po_1")
  assert.equal(live.pageOf("cs_live_a1"), "https://dashboard.stripe.com/search?query=cs_live_a1")
  for (const other of ["", "javascript:alert(1)", "pi_1/../x"]) assert.equal(live.pageOf(other), undefined)
})
