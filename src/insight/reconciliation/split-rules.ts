import type { EntryRow } from "../../money/ledger/store.ts"
import { earningsOf, isActive, statusOf } from "../../money/payment-splits/rules.ts"
import type { PaymentSplitRow } from "../../money/payment-splits/store.ts"
import { compare, type Difference, type Intents, sumOf } from "./rules.ts"

export function checkSplit(row: PaymentSplitRow, intents: Intents, entries: readonly EntryRow[]): Difference[] {
  const { id, payment_intent_id, status, amount, earned, accrued, currency } = row
  const intent = intents.get(payment_intent_id)
  if (!intent) return compare(id, "payment intent", payment_intent_id, "deleted")
  const expected = isActive(status) ? earningsOf(amount, intent) : { earned: 0, accrued: 0 }
  return [
    ...compare(id, "currency", intent.currency, currency),
    ...compare(
      id,
      "accrued",
      sumOf(entries, account => account === "payable"),
      accrued,
    ),
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
