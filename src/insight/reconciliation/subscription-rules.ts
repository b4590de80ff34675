import type { PaymentIntentRow } from "../../money/payment-intents/store.ts"
import type { SubscriptionRow } from "../../money/subscriptions/store.ts"
import { compare, type Difference } from "./rules.ts"

/** The cycles that payment intents were raised for, by subscription. */
export type RaisedCycles = Map<string, Set<number>>

export function addCycle(raised: RaisedCycles, { id, subscription_id, cycle }: PaymentIntentRow): Difference[] {
  if (subscription_id === null || cycle === null) return []
  const cycles = raised.get(subscription_id) ?? new Set()
  raised.set(subscription_id, cycles)
  const isFirst = !cycles.has(cycle)
  cycles.add(cycle)
  return compare(id, `payment intents of cycle ${cycle}`, 1, isFirst ? 1 : 2)
}

/** Each cycle up to the subscription's current one has its payment intent, and no later cycle has one. Called after all intents. */
export function checkSubscription(raised: RaisedCycles, { id, cycle }: Pick<SubscriptionRow, "id" | "cycle">): Difference[] {
  const cycles = raised.get(id) ?? new Set()
  const expected = Array.from({ length: cycle }, (_, i) => i + 1)
  const missing = expected.filter(each => !cycles.has(each))
  return [
    ...compare(id, "cycles without a payment intent", "none", missing.join(", ") || "none"),
    ...compare(id, "cycles", cycle, cycles.size),
  ]
}
