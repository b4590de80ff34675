import type { SubscriptionRow } from "../../money/subscriptions/store.ts"
import { compare, type Difference } from "./rules.ts"

/** Each cycle up to the subscription's current one has its payment intent, and no later cycle has one. `raised` has each cycle once. */
export function checkSubscription({ id, cycle }: Pick<SubscriptionRow, "id" | "cycle">, raised: readonly number[]): Difference[] {
  const cycles = new Set(raised)
  const expected = Array.from({ length: cycle }, (_, i) => i + 1)
  const missing = expected.filter(each => !cycles.has(each))
  return [
    ...compare(id, "cycles without a payment intent", "none", missing.join(", ") || "none"),
    ...compare(id, "cycles", cycle, cycles.size),
  ]
}
