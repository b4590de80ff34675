// A contact's credit in the money model test: the step that spends it.
import assert from "node:assert/strict"
import type { Args, Scenario } from "./money-model-scenario.ts"
import { expectedRefusal, type Payment, pickTarget, settle, targetId } from "./money-model.ts"

export const creditSteps: Record<string, (scenario: Scenario, args: Args) => Promise<void>> = {
  /** Usually the contact's credit or the intent's due amount, sometimes more than either. */
  async payFromCredit(scenario, args) {
    const target = pickTarget(scenario, args)
    if (!target) return
    const { credit } = scenario.payer
    const amount = args.whole && credit > 0 ? Math.min(credit, target.amount) : target.amount
    const body = { paymentIntent: targetId(target), amount, method: "contact-credit" }
    const response = await scenario.api.create("/v1/transactions/create", body)
    const refusal = expectedRefusal(target.intent, target.installment, amount) ?? (amount > credit ? "TRX-2007" : undefined)
    assert.equal(response.body.error?.code, refusal, response.text)
    if (refusal !== undefined) return
    const payment: Payment = {
      ...target,
      amount,
      id: response.body.data._id,
      status: "processing",
      atGateway: false,
      fromCredit: true,
      allocations: [],
    }
    scenario.payments.push(payment)
    settle(payment)
  },
}
