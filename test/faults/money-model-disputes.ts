// Disputes in the money model test: the model of a dispute, and the steps that apply to the service and to the model.
import assert from "node:assert/strict"
import { signature } from "../../src/money/gateways/simulator.ts"
import type { Args, Scenario } from "./money-model-scenario.ts"
import { type Dispute, isUndecided, type Payment, pick, sum } from "./money-model.ts"

export function statusOf({ decision, isAccepted, isExpired, hasEvidence }: Dispute): string {
  if (decision === "won") return "won"
  if (isAccepted) return "accepted"
  if (decision === "lost" || isExpired) return "lost"
  return hasEvidence ? "under-review" : "needs-response"
}
const isOpen = (dispute: Dispute) => ["needs-response", "under-review"].includes(statusOf(dispute))
const isGone = (dispute: Dispute) => ["lost", "accepted"].includes(statusOf(dispute))
const amountOf = (disputes: readonly Dispute[]) => sum(disputes, ({ amount }) => amount)
const disputesOf = ({ disputes }: Scenario, payment: Payment) => disputes.filter(each => each.payment === payment)

/** The disputed amount that counts against the budget of a payment. */
export const disputedOf = (scenario: Scenario, payment: Payment) =>
  amountOf(disputesOf(scenario, payment).filter(each => isOpen(each) || isGone(each)))
export const openAmount = ({ disputes }: Scenario) => amountOf(disputes.filter(isOpen))
export const goneAmount = ({ disputes }: Scenario) => amountOf(disputes.filter(isGone))

/** Updates the model's dispute, and moves the money if the outcome changes. The installment that was paid last gives first. */
function learn(scenario: Scenario, dispute: Dispute, facts: Partial<Dispute>) {
  Object.assign(dispute, facts)
  for (const [installment, part] of dispute.taken.splice(0)) installment.disputed -= part
  if (!isGone(dispute)) return
  let left = dispute.amount
  for (const [installment, allocated] of dispute.payment.allocations.toReversed()) {
    const others = disputesOf(scenario, dispute.payment).flatMap(({ taken }) => taken)
    const part = Math.min(left, allocated - sum(others, ([each, n]) => (each === installment ? n : 0)))
    if (part > 0) dispute.taken.push([installment, part])
    installment.disputed += part
    left -= part
  }
}

/** Disputes whose date has passed without an answer are lost. */
export function expireDisputes(scenario: Scenario) {
  const now = Date.now() + scenario.clockOffsetMs
  for (const dispute of scenario.disputes)
    if (statusOf(dispute) === "needs-response" && dispute.dueAt <= now) learn(scenario, dispute, { isExpired: true })
}

export const disputeSteps: Record<string, (scenario: Scenario, args: Args) => Promise<void>> = {
  /** At most what the payment paid down, but often more than refunds have left of it. */
  async dispute(scenario, { at, amount, whole, days }) {
    const freeOf = (payment: Payment) => sum(payment.allocations, ([, allocated]) => allocated) - disputedOf(scenario, payment)
    const payment = pick(
      scenario.payments.filter(each => each.atGateway && !isUndecided(each) && each.status !== "failed" && freeOf(each) > 0),
      at,
    )
    if (!payment) return
    const free = freeOf(payment)
    const dispute: Dispute = {
      id: "",
      reference: `dispute ${scenario.sentEvents}`,
      payment,
      amount: whole ? free : 1 + (amount % free),
      dueAt: Date.now() + scenario.clockOffsetMs + days * 86_400_000,
      taken: [],
      hasEvidence: false,
      isAccepted: false,
      isExpired: false,
      decision: undefined,
    }
    await tell(scenario, dispute, "opened")
    dispute.id = (await scenario.api.get(`/v1/disputes?reference=${dispute.reference}`)).body.data[0]._id
    scenario.disputes.push(dispute)
  },

  async answerDispute(scenario, { at, flag }) {
    const dispute = pick(scenario.disputes.filter(isOpen), at) ?? pick(scenario.disputes, at)
    if (!dispute) return
    const isLate = !flag && dispute.dueAt < Date.now() + scenario.clockOffsetMs // evidence that was sent in time can't be extended
    const refusal = !isOpen(dispute) ? "DSP-2001" : isLate ? "DSP-2002" : undefined
    const [action, body] = flag ? (["accept", {}] as const) : (["evidence", { text: "it was delivered" }] as const)
    const response = await scenario.api.post(`/v1/disputes/${dispute.id}/${action}`, body)
    assert.equal(response.body.error?.code, refusal, response.text)
    if (refusal === undefined) learn(scenario, dispute, flag ? { isAccepted: true } : { hasEvidence: true })
  },

  /** The bank decides, perhaps differently than before. */
  async decideDispute(scenario, { at, flag }) {
    const dispute = pick(scenario.disputes.filter(isOpen), at) ?? pick(scenario.disputes, at)
    if (!dispute) return
    const decision = flag ? "won" : "lost"
    const others = disputedOf(scenario, dispute.payment) - (isOpen(dispute) || isGone(dispute) ? dispute.amount : 0)
    const paidDown = sum(dispute.payment.allocations, ([, allocated]) => allocated)
    if (decision === "lost" && others + dispute.amount > paidDown) return // it would take from the contact's credit
    await tell(scenario, dispute, decision)
    learn(scenario, dispute, { decision })
  },
}

async function tell(scenario: Scenario, { reference, payment, amount, dueAt }: Dispute, what: "opened" | "won" | "lost") {
  const n = scenario.sentEvents++
  const times = { evidenceDueAt: new Date(dueAt).toISOString(), at: new Date(Date.now() + scenario.clockOffsetMs + n).toISOString() }
  const report = { key: payment.id, dispute: reference, amount, reason: "fraudulent", ...times }
  const bytes = JSON.stringify({ id: `event ${n}`, tenant: scenario.tenant, type: `dispute.${what}`, ...report })
  const headers = { "simulator-signature": signature(scenario.linkKey, Buffer.from(bytes)) }
  const response = await scenario.api.post("/v1/gateways/simulator/events", bytes, headers)
  assert.equal(response.status, 200, response.text)
}
