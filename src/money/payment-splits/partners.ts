import type { Context } from "../../kit/db/context.ts"
import { type PaymentIntentRow, readPaymentIntent } from "../payment-intents/store.ts"
import { partnersOf } from "./rules.ts"
import { findShared, findSplits } from "./store.ts"

/** The partners whom a payment or a refund of this intent concerns, for approval policies. An installment has those of its plan. */
export async function findPartners(ctx: Context, intent: PaymentIntentRow): Promise<string[]> {
  const root = intent.plan_id === null ? intent : await readPaymentIntent(ctx, intent.plan_id)
  return partnersOf(root.items, await findSplits(ctx, root.id))
}

/** The same for many intents, by their ids. */
export async function findPartnersOfAll(ctx: Context, intents: readonly string[]): Promise<Map<string, string[]>> {
  const shared = await findShared(ctx, [...new Set(intents)])
  return new Map(shared.map(({ id, items, splits }) => [id, partnersOf(items, splits)]))
}
