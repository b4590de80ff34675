import type { Facts } from "../../control/approvals/schema.ts"
import type { Context } from "../../kit/db/context.ts"
import { type PaymentIntentRow, readPaymentIntent } from "../payment-intents/store.ts"
import { partnersOf } from "./rules.ts"
import { findShared, findSplits } from "./store.ts"

/** The partners whom a payment or a refund of this intent concerns, for approval policies. An installment has those of its plan. */
export async function findPartners(ctx: Context, intent: PaymentIntentRow): Promise<string[]> {
  const root = intent.plan_id === null ? intent : await readPaymentIntent(ctx, intent.plan_id)
  return partnersOf(root.items, await findSplits(ctx, root.id))
}

/** What was paid or refunded of an intent. */
type Movement = { id: string; created_at: Date; payment_intent_id: string }

/** Payments or refunds for the preview of a policy, each with its facts and the partners whom it concerns. */
export async function describeRecent<R extends Movement>(
  ctx: Context,
  rows: readonly R[],
  factsOf: (row: R) => Omit<Facts, "partnerships">,
) {
  const shared = await findShared(ctx, [...new Set(rows.map(row => row.payment_intent_id))])
  const partners = new Map(shared.map(({ id, items, splits }) => [id, partnersOf(items, splits)]))
  return rows.map(row => {
    const partnerships = partners.get(row.payment_intent_id) ?? []
    return { id: row.id, at: row.created_at, facts: { ...factsOf(row), partnerships } }
  })
}
