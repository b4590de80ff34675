// The steps of the money model test: each applies one request to the service and to the model, and asserts the expected refusal.
import assert from "node:assert/strict"
import { application } from "../../src/app.ts"
import { signature } from "../../src/money/gateways/simulator.ts"
import { startWorker } from "../../src/worker.ts"
import { type Any, type ApiResponse, newIntent, until } from "../harness.ts"
import { creditSteps } from "./money-model-credit.ts"
import { disputeSteps, expireDisputes } from "./money-model-disputes.ts"
import { isInPayout, payoutSteps } from "./money-model-payouts.ts"
import { refundSteps, settleAtGateway } from "./money-model-refunds.ts"
import type { Args, Scenario } from "./money-model-scenario.ts"
import {
  basisPoints,
  dueOf,
  expectedRefusal,
  type Intent,
  isOpen,
  paidOf,
  type Payment,
  pick,
  pickTarget,
  reverse,
  settle,
  sum,
  targetId,
} from "./money-model.ts"

/** Asserts the refusal that the model expects, or success. Returns whether the request succeeded. */
function assertOutcome({ status, body, text }: ApiResponse, refusal: string | undefined): boolean {
  assert.equal(body.error?.code, refusal, `${status} ${text}`)
  return refusal === undefined
}

const splitsOf = async ({ api }: Scenario, { id }: Intent): Promise<Any[]> =>
  (await api.get(`/v1/payment-splits?paymentIntent=${id}`)).body.data

export const steps: Record<string, (scenario: Scenario, args: Args) => Promise<void>> = {
  ...refundSteps,
  ...disputeSteps,
  ...creditSteps,
  ...payoutSteps,

  async create(scenario, { parts, flag, days }) {
    const amount = sum(parts, part => part)
    const isPlan = parts.length > 1
    const schedule = parts.map((part, i) => {
      const dueAt = new Date(Date.now() + scenario.clockOffsetMs + (days + i) * 86_400_000).toISOString()
      return { amount: part, dueAt }
    })
    const items = [{ name: "Course", amount, ...(flag && { supplier: "CASA" }) }]
    const fields = { items, dueAt: schedule[0]!.dueAt, ...(isPlan && { intentType: "payment-plan", schedule }) }
    const response = await scenario.api.create("/v1/payment-intents/create", newIntent(scenario.contact, fields))
    assertOutcome(response, undefined)
    const { _id: id, number, installments: installmentIds } = response.body.data
    const installments = schedule.map((each, i) => ({
      id: isPlan ? installmentIds[i] : id,
      amount: each.amount,
      paid: 0,
      refunded: 0,
      disputed: 0,
      dueAt: Date.parse(each.dueAt),
    }))
    const share = flag ? Math.floor((amount * basisPoints) / 10_000) : 0
    const splits = share > 0 ? [{ origin: "calculated", amount: share }] : []
    scenario.intents.push({
      id,
      payer: scenario.payer,
      number,
      installments,
      amount,
      dueAt: installments[0]!.dueAt,
      canceled: false,
      splits,
      splitsCreated: false,
    })
  },

  async pay(scenario, args) {
    const target = pickTarget(scenario, args)
    if (!target) return
    const body = { paymentIntent: targetId(target), amount: target.amount, method: "cash", status: args.flag ? "processing" : "succeeded" }
    const response = await scenario.api.create("/v1/transactions/create", body)
    if (!assertOutcome(response, expectedRefusal(target.intent, target.installment, target.amount))) return
    const payment = { ...target, id: response.body.data._id, status: "processing", atGateway: false, allocations: [] }
    scenario.payments.push(payment)
    if (!args.flag) settle(payment)
  },

  async decide(scenario, { at, flag }) {
    const payment = pick(scenario.payments.filter(isOpen), at) ?? pick(scenario.payments, at)
    if (!payment) return
    const response = await scenario.api.post(`/v1/transactions/${payment.id}/${flag ? "confirm" : "fail"}`)
    if (!isOpen(payment) || payment.atGateway) return void assertOutcome(response, "TRX-2003")
    if (!assertOutcome(response, flag ? expectedRefusal(payment.intent, payment.installment, payment.amount) : undefined)) return
    if (flag) settle(payment)
    else payment.status = "failed"
  },

  async charge(scenario, args) {
    const target = pickTarget(scenario, args)
    if (!target) return
    const overlaps = (each: Payment) =>
      each.intent === target.intent && (!each.installment || !target.installment || each.installment === target.installment)
    const isBusy = scenario.payments.some(each => each.atGateway && isOpen(each) && overlaps(each))
    const isDeclined = args.token === "tok_declined"
    const gatewayUnreachable = args.token === "tok_unreachable"
    const refusal = expectedRefusal(target.intent, target.installment, target.amount) ?? (isBusy ? "TRX-2004" : undefined)
    const body = { paymentIntent: targetId(target), method: "card", token: args.token, amount: target.amount }
    const response = await scenario.api.create("/v1/gateways/simulator/charges/create", body)
    assertOutcome(response, refusal ?? (isDeclined ? "GTW-2001" : gatewayUnreachable ? "GTW-2002" : undefined))
    if (refusal) return
    const [{ _id: id }] = (await scenario.api.get(`/v1/transactions?paymentIntent=${targetId(target)}&limit=1`)).body.data
    const payment: Payment = {
      ...target,
      id,
      status: isDeclined || gatewayUnreachable ? "failed" : "processing",
      atGateway: true,
      allocations: [],
      gatewayUnreachable,
    }
    scenario.payments.push(payment)
    if (gatewayUnreachable) return
    if (args.token === "tok_processing_then_success") scenario.gatewayEvents.push([payment, settle])
    else settle(payment)
    if (args.token === "tok_success_then_reversed") scenario.gatewayEvents.push([payment, reverse])
  },

  async gatewayEvent(scenario, { at, flag }) {
    const payment = pick(
      scenario.payments.filter(each => each.atGateway),
      at,
    )
    if (!payment) return
    const event = {
      id: `event ${scenario.sentEvents++}`,
      tenant: scenario.tenant,
      type: flag ? "charge.reversed" : "charge.succeeded",
      key: payment.id,
    }
    const bytes = JSON.stringify(event)
    const headers = { "simulator-signature": signature(scenario.linkKey, Buffer.from(bytes)) }
    assertOutcome(await scenario.api.post("/v1/gateways/simulator/events", bytes, headers), undefined)
    if (flag) reverse(payment)
    else settle(payment)
  },

  async transfer(scenario, { at, flag, amount }) {
    const intent = flag ? undefined : pick(scenario.intents, at)
    const body = { reference: intent?.number ?? "no name", amount, currency: "BRL" }
    const response = await scenario.api.post("/v1/simulations/bank-transfers/create", body)
    assertOutcome(response, undefined)
    const { _id, transaction } = response.body.data
    if (!intent) return void scenario.unallocated.push({ id: _id, amount })
    const payment = { id: transaction, intent, installment: undefined, amount, status: "processing", atGateway: true, allocations: [] }
    scenario.payments.push(payment)
    settle(payment)
  },

  async allocate(scenario, args) {
    const transfer = pick(scenario.unallocated, args.days)
    const target = pickTarget(scenario, args)
    if (!transfer || !target) return
    const isClosed = target.intent.canceled || dueOf(target.intent, target.installment) === 0
    const response = await scenario.api.post(`/v1/bank-transfers/${transfer.id}/allocate`, { paymentIntent: targetId(target) })
    if (!assertOutcome(response, isClosed ? "TRX-2002" : undefined)) return
    scenario.unallocated.splice(scenario.unallocated.indexOf(transfer), 1)
    const { transaction } = response.body.data
    const payment: Payment = { ...target, id: transaction, amount: transfer.amount, status: "processing", atGateway: true, allocations: [] }
    scenario.payments.push(payment)
    settle(payment)
  },

  async cancel(scenario, { at }) {
    const intent = pick(scenario.intents, at)
    if (!intent) return
    const open = scenario.payments.filter(each => each.intent === intent && isOpen(each))
    const refusal = intent.canceled || paidOf(intent) > 0 ? "PIN-1001" : open.some(each => each.atGateway) ? "PIN-1006" : undefined
    const kept = (await splitsOf(scenario, intent)).filter(({ _id }) => isInPayout(scenario, _id))
    if (!assertOutcome(await scenario.api.post(`/v1/payment-intents/${intent.id}/cancel`), refusal)) return
    intent.canceled = true
    for (const payment of open) payment.status = "canceled"
    for (const split of intent.splits) split.canceled = true
    for (const { origin, amount } of kept)
      delete intent.splits.find(each => each.canceled && each.origin === origin && each.amount === amount)!.canceled
  },

  async delete(scenario, { at }) {
    const intent = pick(scenario.intents, at)
    if (!intent) return
    const own = scenario.payments.filter(each => each.intent === intent)
    const mayPay = own.some(each => each.status === "succeeded" || each.status === "reversed" || each.gatewayUnreachable)
    const reasons = paidOf(intent) > 0 ? ["PIN-1004"] : [...(own.some(isOpen) ? ["PIN-1006"] : []), ...(mayPay ? ["PIN-1007"] : [])]
    const response = await scenario.api.post(`/v1/payment-intents/${intent.id}/delete`)
    const refusal = reasons.find(code => code === response.body.error?.code) ?? reasons[0] // the first matching payment decides
    if (assertOutcome(response, refusal)) scenario.intents.splice(scenario.intents.indexOf(intent), 1)
  },

  async createSplit(scenario, { at, amount }) {
    const intent = pick(scenario.intents, at)
    if (!intent) return
    const exceedsAmount = sum(intent.splits, split => split.amount) + amount > intent.amount
    const body = { paymentIntent: intent.id, partnership: "CASA", amount }
    const refusal = intent.canceled ? "SPL-2003" : exceedsAmount ? "SPL-2001" : undefined
    if (assertOutcome(await scenario.api.create("/v1/payment-splits/create", body), refusal))
      intent.splits.push({ origin: "fixed", amount })
  },

  async updateSplit(scenario, { at, amount }) {
    const intent = pick(scenario.intents, at)
    const split = intent && pick(await splitsOf(scenario, intent), at)
    if (!intent || !split) return
    const exceedsAmount = sum(intent.splits, each => each.amount) - split.amount + amount > intent.amount
    const isFixed = intent.canceled || isInPayout(scenario, split._id) || split.paidOut !== 0
    const refusal = split.origin === "calculated" ? "SPL-2004" : isFixed ? "SPL-2002" : exceedsAmount ? "SPL-2001" : undefined
    const response = await scenario.api.post(`/v1/payment-splits/${split._id}/update`, { amount })
    if (!assertOutcome(response, amount === split.amount ? undefined : refusal)) return
    intent.splits.find(each => each.origin === split.origin && each.amount === split.amount)!.amount = amount
  },

  async deleteSplit(scenario, { at }) {
    const intent = pick(scenario.intents, at)
    const split = intent && pick(await splitsOf(scenario, intent), at)
    if (!intent || !split) return
    const isFixed = intent.canceled || isInPayout(scenario, split._id) || split.paidOut !== 0
    const response = await scenario.api.post(`/v1/payment-splits/${split._id}/delete`)
    if (!assertOutcome(response, isFixed ? "SPL-2002" : undefined)) return
    const index = intent.splits.findIndex(each => each.origin === split.origin && each.amount === split.amount)
    intent.splits.splice(index, 1)
  },

  /** A sale whose split is paid out and usually reversed afterwards: random steps rarely happen in this order. */
  async payOutSale(scenario, args) {
    const { create: sell, charge, payOut, gatewayEvent } = steps
    await sell!(scenario, { ...args, flag: true, parts: [args.amount] })
    await charge!(scenario, { ...args, at: scenario.intents.length - 1, installment: null, whole: true, token: "tok_success" })
    await payOut!(scenario, { ...args, whole: true, flag: true, days: 2 })
    const at = scenario.payments.filter(({ atGateway }) => atGateway).length - 1
    if (args.days > 2) await gatewayEvent!(scenario, { ...args, at, flag: true })
  },

  /** An overpayment that pays a new intent and is usually reversed afterwards. */
  async spendSurplus(scenario, args) {
    const { create: sell, transfer, payFromCredit, gatewayEvent } = steps
    await transfer!(scenario, { ...args, flag: false, amount: args.amount + 10_000 })
    const at = scenario.payments.filter(({ atGateway }) => atGateway).length - 1
    await sell!(scenario, args)
    await payFromCredit!(scenario, { ...args, at: scenario.intents.length - 1, whole: true })
    if (args.days > 4) await gatewayEvent!(scenario, { ...args, at, flag: true })
  },

  /** Advances the tenant's clock and runs the worker until the simulator's events are applied and due intents are overdue. */
  async wait(scenario, { days }) {
    scenario.clockOffsetMs += days * 86_400_000
    const worker = startWorker(application)
    const remaining = `select 1 from jobs where tenant_id = $1 and kind in ('simulator-event', 'refund')
      union all select 1 from jobs where tenant_id = $1 and kind = 'dispute-deadline' and next_at <= to_timestamp($2)
      union all select 1 from payment_intents where tenant_id = $1 and status = 'due' and due_at <= to_timestamp($2)`
    const values = [scenario.tenant, (Date.now() + scenario.clockOffsetMs) / 1000]
    try {
      assertOutcome(await scenario.api.post("/v1/simulations/clock", { advance: `P${days}D` }), undefined)
      await until(async () => (await scenario.sql(remaining, values)).length === 0, "no job and no overdue intent is left")
    } finally {
      await worker.stop()
    }
    settleAtGateway(scenario)
    expireDisputes(scenario)
    for (const [payment, apply] of scenario.gatewayEvents.splice(0)) apply(payment)
  },
}
