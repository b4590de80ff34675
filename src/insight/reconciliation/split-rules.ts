import { earningsOf, isActive, statusOf } from "../../money/payment-splits/rules.ts"
import type { PaymentSplitRow } from "../../money/payment-splits/store.ts"
import { add, compare, type Difference, type Totals } from "./rules.ts"

/** Called after all intents. */
export function checkSplit(totals: Totals, row: PaymentSplitRow): Difference[] {
  const { id, payment_intent_id, status, amount, earned, accrued, currency } = row
  const intent = totals.intents.get(payment_intent_id)
  if (!intent) return compare(id, "payment intent", payment_intent_id, "deleted")
  if (isActive(status) || status === "pending-approval") add(totals.splitsByIntent, payment_intent_id, amount)
  const expected = isActive(status) ? earningsOf(amount, intent) : { earned: 0, accrued: 0 }
  return [
    ...compare(id, "currency", intent.currency, currency),
    ...compare(id, "accrued", totals.ledger.earnedBySplit.get(id) ?? 0, accrued),
    ...compare(id, "earned", expected.earned, earned),
    ...compare(id, "accrued", expected.accrued, accrued),
  ]
}

/**
 * The status follows from the amounts and from the approval. A calculated split's reversed amount is at least the missing part of its
 * earnings. A fixed split may have got another amount since.
 */
export function checkSplitStatus({ id, status, origin, earned, accrued, reversed, paid_out, approval }: PaymentSplitRow): Difference[] {
  const isMissing = origin === "calculated" && reversed < earned - accrued
  const isDerived = isActive(status) && status !== "scheduled"
  const isHeld = (held: boolean) => (held ? "pending" : "decided")
  return [
    ...(isMissing ? compare(id, "reversed", earned - accrued, reversed) : []),
    ...(isDerived ? compare(id, "status", statusOf({ accrued, reversed, paid_out }), status) : []),
    ...compare(id, "approval", isHeld(status === "pending-approval"), isHeld(approval.status === "pending")),
  ]
}

/** Once the calculated splits of an intent are inserted, its counter is the sum of all its splits. Called after all splits. */
export function checkSplitCounters({ intents, splitsByIntent }: Totals): Difference[] {
  return [...intents].flatMap(([id, { splitsMade, isCanceled, split }]) => {
    // A canceled intent promises nothing. A split that was already paid out remains, as the partner's debt.
    if (isCanceled) return compare(id, "split", 0, split)
    return splitsMade ? compare(id, "split", splitsByIntent.get(id) ?? 0, split) : []
  })
}
