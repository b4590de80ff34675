import type { Context } from "../../kit/operation/context.ts"
import { accruedOf, sharesOf } from "../../parties/partnerships/rules.ts"
import type { Dependent } from "../payment-intents/dependents.ts"
import type { PaymentIntentRow } from "../payment-intents/store.ts"
import { isActive } from "./rules.ts"
import { deleteSplit, findSplits, insertSplit, saveAccrued, saveSplit } from "./store.ts"

/**
 * Adjusts the splits of an intent to `paid`, the amount paid after this commit. The first payment inserts the calculated splits, from the
 * terms that its lines were sold with. The caller saves the intent in the same commit, so its revision guards the splits.
 */
export async function accrueSplits(ctx: Context, intent: PaymentIntentRow, paid: number) {
  if (intent.split === 0) return
  const existing = await findSplits(ctx, intent.id)
  const all = intent.splits_made ? existing : [...existing, ...insertCalculated(ctx, intent)]
  for (const split of all) if (isActive(split.status)) saveAccrued(ctx, split, accruedOf(split.amount, paid, intent.amount))
}

function insertCalculated(ctx: Context, { id, currency, items }: PaymentIntentRow) {
  return sharesOf(items, currency).map(({ partnership, amount, terms }) =>
    insertSplit(ctx, { payment_intent_id: id, partnership_id: partnership, origin: "calculated", currency, amount, terms, metadata: {} }),
  )
}

/** Cancels or deletes the splits with their intent. Nothing was paid on it, so nothing is owed. */
export const splitDependent: Dependent = {
  async canceled(ctx, intent) {
    if (intent.split === 0) return
    for (const split of await findSplits(ctx, intent.id)) if (isActive(split.status)) saveSplit(ctx, split, { status: "canceled" })
  },
  async deleted(ctx, intent) {
    for (const split of await findSplits(ctx, intent.id)) deleteSplit(ctx, split)
  },
}
