// Payouts in the money model test: the model of a payout, and the steps that apply to the service and to the model.
import assert from "node:assert/strict"
import type { Any } from "../harness.ts"
import type { Args, Scenario } from "./money-model-scenario.ts"
import { type Allocation, type Payout, pick, sum } from "./money-model.ts"

/** Sent by hand, so that no worker changes them between two steps. */
const byHand = { method: "manual", currency: "BRL" }
const reserved = ["draft", "processing"]
const isReserved = ({ status }: Payout) => reserved.includes(status)
const isIn = ({ allocations }: Payout, split: string) => allocations.some(({ paymentSplit }) => paymentSplit === split)

/** Whether a split is or was in a payout that did not free it: it can then be neither deleted nor canceled. */
export const isInPayout = ({ payouts }: Scenario, split: string) =>
  payouts.some(payout => (isReserved(payout) || payout.status === "paid") && isIn(payout, split))
export const isScheduled = ({ payouts }: Scenario, split: string) => payouts.some(payout => isReserved(payout) && isIn(payout, split))
export const paidOutOf = ({ payouts }: Scenario, split: string) =>
  sum(payouts, ({ status, allocations }) =>
    status === "paid" ? sum(allocations, each => (each.paymentSplit === split ? each.amount : 0)) : 0,
  )

/** The sums of payouts to partners or to oneself. */
export function sumsOf({ payouts }: Scenario, isSelf: boolean) {
  const own = payouts.filter(each => each.isSelf === isSelf)
  const amountOf = (status: (payout: Payout) => boolean) => sum(own.filter(status), ({ amount }) => amount)
  return { sent: amountOf(({ status }) => status === "paid"), reserved: amountOf(isReserved) }
}

/** The splits, oldest first, with the outstanding amount of each free one. `compare` has already checked that they equal the model. */
async function freeSplits(scenario: Scenario): Promise<{ id: string; outstanding: number }[]> {
  const splits: Any[] = (await scenario.api.get("/v1/payment-splits?limit=100&sort=createdAt")).body.data
  const free = splits.filter(({ _id, status }) => status !== "canceled" && !isScheduled(scenario, _id))
  return free.map(({ _id, outstanding }) => ({ id: _id, outstanding }))
}
const availableOf = async ({ api }: Scenario): Promise<number> => (await api.get("/v1/balances")).body.data[0]?.available ?? 0

export const payoutSteps: Record<string, (scenario: Scenario, args: Args) => Promise<void>> = {
  async payOutBalance(scenario, { amount: wanted, whole, days }) {
    const available = await availableOf(scenario)
    const amount = whole ? Math.max(1, available) : wanted
    const body = { recipientType: "self", amount, draft: days % 3 === 0, ...byHand }
    await create(scenario, body, amount > available ? "PAY-2001" : undefined)
  },

  /** For named splits, or for an amount. */
  async payOut(scenario, { at, amount: wanted, whole, flag, days }) {
    const free = await freeSplits(scenario)
    const due = free.filter(({ outstanding }) => outstanding > 0)
    const debt = sum(free, ({ outstanding }) => Math.max(0, -outstanding))
    const total = sum(due, ({ outstanding }) => outstanding)
    const partner = { recipientType: "supplier", partnership: "CASA", draft: days % 3 === 0, ...byHand }
    if (days % 2) {
      const amount = whole ? Math.max(1, total - debt) : wanted
      const payout = await create(scenario, { ...partner, amount }, amount > total - debt ? "PAY-2001" : undefined)
      if (payout) assert.deepEqual([payout.amount, payout.debtNetted], [amount, debt])
      if (flag) await confirmLast(scenario)
      return
    }
    const one = pick(due, at)
    const named = whole ? due : one ? [one] : []
    if (named.length === 0) return
    const value = sum(named, ({ outstanding }) => outstanding)
    const body = { ...partner, splits: named.map(({ id }) => id) }
    const payout = await create(scenario, body, value <= debt ? "PAY-2005" : undefined)
    if (payout) assert.deepEqual([payout.amount, payout.debtNetted], [value - debt, debt])
    if (flag) await confirmLast(scenario)
  },

  async decidePayout(scenario, { at, flag }) {
    const payout = pick(scenario.payouts.filter(isReserved), at) ?? pick(scenario.payouts, at)
    if (!payout) return
    const isDraft = payout.status === "draft"
    const [action, body, status] = isDraft
      ? flag
        ? (["send", {}, "processing"] as const)
        : (["cancel", {}, "canceled"] as const)
      : flag && payout.status === "processing"
        ? (["confirm", { reference: "by hand" }, "paid"] as const)
        : (["fail", { reason: "closed" }, payout.status === "paid" ? "returned" : "failed"] as const)
    const isOver = !isReserved(payout) && payout.status !== "paid"
    const refusal = isOver ? "PAY-2002" : action === "send" ? await expectedRefusal(scenario, payout) : undefined
    const response = await scenario.api.post(`/v1/payouts/${payout.id}/${action}`, body)
    assert.equal(response.body.error?.code, refusal, response.text)
    if (refusal === undefined) payout.status = status
  },
}

/** Most payouts are paid soon, so that a later reversal becomes a debt. */
async function confirmLast({ api, payouts }: Scenario) {
  const payout = payouts.at(-1)
  if (payout?.status !== "processing") return
  const response = await api.post(`/v1/payouts/${payout.id}/confirm`, { reference: "at once" })
  assert.equal(response.status, 200, response.text)
  payout.status = "paid"
}

/** For sending a draft: what it was to pay may have been reversed by now. */
async function expectedRefusal(scenario: Scenario, { isSelf, allocations }: Payout): Promise<string | undefined> {
  if (isSelf) return (await availableOf(scenario)) < 0 ? "PAY-2001" : undefined
  const splits: Any[] = (await scenario.api.get("/v1/payment-splits?limit=100")).body.data
  const isCovered = ({ paymentSplit, amount }: Allocation) => {
    const { outstanding } = splits.find(({ _id }) => _id === paymentSplit)
    return amount > 0 ? outstanding >= amount : outstanding <= amount
  }
  return allocations.every(isCovered) ? undefined : "PAY-2006"
}

async function create(scenario: Scenario, body: object, refusal: string | undefined): Promise<Any> {
  const response = await scenario.api.create("/v1/payouts/create", body)
  assert.equal(response.body.error?.code, refusal, response.text)
  if (refusal !== undefined) return undefined
  const { _id: id, recipientType, amount, allocations, status } = response.body.data
  scenario.payouts.push({ id, isSelf: recipientType === "self", amount, allocations, status })
  return response.body.data
}
