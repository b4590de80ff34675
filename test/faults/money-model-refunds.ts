// Refunds in the money model test: the model of a refund, and the steps that apply to the service and to the model.
import assert from "node:assert/strict"
import { disputedOf } from "./money-model-disputes.ts"
import type { Args, Scenario } from "./money-model-scenario.ts"
import { type Payment, pick, type Refund, sum } from "./money-model.ts"

const open = ["draft", "processing"]
const isOpen = ({ status }: Refund) => open.includes(status)
const refundsOf = ({ refunds }: Scenario, payment: Payment) => refunds.filter(each => each.payment === payment)
const amountOf = (refunds: Refund[], ...statuses: string[]) => sum(refunds, each => (statuses.includes(each.status) ? each.amount : 0))

/** What the payment paid down, less its open and settled refunds and its disputes. Negative if a dispute came later. */
const leftOf = (scenario: Scenario, payment: Payment) =>
  sum(payment.allocations, ([, allocated]) => allocated) -
  amountOf(refundsOf(scenario, payment), ...open, "settled") -
  disputedOf(scenario, payment)

/** The installment that was paid down last gives first. */
function settleRefund(scenario: Scenario, refund: Refund) {
  let [skip, left] = [amountOf(refundsOf(scenario, refund.payment), "settled"), refund.amount]
  for (const [installment, allocated] of refund.payment.allocations.toReversed()) {
    const skipped = Math.min(skip, allocated)
    const part = Math.min(left, allocated - skipped)
    installment.refunded += part
    skip -= skipped
    left -= part
  }
  refund.status = "settled"
  if (refund.payment.fromCredit) refund.payment.intent.payer.credit += refund.amount
}

/** The worker has called the gateway for each refund that was approved. */
export function settleAtGateway(scenario: Scenario) {
  for (const refund of scenario.refunds) if (refund.status === "processing" && refund.payment.atGateway) settleRefund(scenario, refund)
}

export const refundSteps: Record<string, (scenario: Scenario, args: Args) => Promise<void>> = {
  async refund(scenario, { at: index, amount, whole, flag, days }) {
    const refundable = scenario.payments.filter(each => each.status === "succeeded" && leftOf(scenario, each) > 0)
    const payment = (days > 1 && pick(refundable, index)) || pick(scenario.payments, index)
    if (!payment) return
    const left = leftOf(scenario, payment)
    const requested = whole ? Math.max(1, left) : days < 3 ? amount : 1 + (amount % Math.max(1, left))
    const body = { transaction: payment.id, ...(whole && left > 0 ? {} : { amount: requested }) }
    const response = await scenario.api.create("/v1/refund-intents/create", body)
    const refusal = payment.status !== "succeeded" ? "RFD-2001" : requested > left ? "RFD-2002" : undefined
    assert.equal(response.body.error?.code, refusal, response.text)
    if (refusal !== undefined) return
    scenario.refunds.push({ id: response.body.data._id, payment, amount: requested, status: "draft" })
    const at = scenario.refunds.filter(isOpen).length - 1
    if (flag) await decideRefund(scenario, { at, days, flag }) // approves it
    if (flag && !payment.atGateway && !payment.fromCredit) await decideRefund(scenario, { at, days, flag }) // settles it
  },

  decideRefund,
}

async function decideRefund(scenario: Scenario, { at, days, flag }: Pick<Args, "at" | "days" | "flag">) {
  const refund = pick(scenario.refunds.filter(isOpen), at) ?? pick(scenario.refunds, at)
  if (!refund) return
  const { status, payment } = refund
  const [action, body] =
    status === "processing"
      ? flag
        ? (["settle", { reference: "by hand" }] as const)
        : (["fail", { reason: "closed" }] as const)
      : flag
        ? (["approve", {}] as const)
        : ([days % 2 ? "reject" : "cancel", {}] as const)
  const isPossible = status === "draft" || (status === "processing" && !payment.atGateway)
  const isReversed = action === "approve" && payment.status !== "succeeded"
  const isExceeded = action === "approve" && leftOf(scenario, payment) < 0
  const response = await scenario.api.post(`/v1/refund-intents/${refund.id}/${action}`, body)
  const refusal = !isPossible ? "RFD-2004" : isReversed ? "RFD-2001" : isExceeded ? "RFD-2002" : undefined
  assert.equal(response.body.error?.code, refusal, response.text)
  if (refusal !== undefined) return
  if (action === "settle" || (action === "approve" && payment.fromCredit)) settleRefund(scenario, refund)
  else refund.status = { approve: "processing", reject: "rejected", cancel: "canceled", fail: "failed" }[action]
}
