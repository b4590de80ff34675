import type { Context } from "../kit/context.ts"
import { accruedOf, sharesOf } from "../partnerships/rules.ts"
import type { Follower } from "../payment-intents/followers.ts"
import type { PaymentIntentRow } from "../payment-intents/store.ts"
import { isLive } from "./rules.ts"
import { deleteSplit, findSplits, insertSplit, saveAccrued, saveSplit } from "./store.ts"

/**
 * The splits of an intent follow its money: `paid` is what was paid of it once this commit is done. The first payment makes the
 * calculated ones, from the terms that its lines were sold with. The caller saves the intent, whose version guards all of this.
 */
export async function accrueSplits(ctx: Context, intent: PaymentIntentRow, paid: number) {
  if (intent.split === 0) return
  const known = await findSplits(ctx, intent.id)
  const all = intent.splits_made ? known : [...known, ...makeCalculated(ctx, intent)]
  for (const split of all) if (isLive(split.status)) saveAccrued(ctx, split, accruedOf(split.amount, paid, intent.amount))
}

function makeCalculated(ctx: Context, { id, currency, items }: PaymentIntentRow) {
  return sharesOf(items, currency).map(({ partnership, amount, terms }) =>
    insertSplit(ctx, { payment_intent_id: id, partnership_id: partnership, origin: "calculated", currency, amount, terms, metadata: {} }),
  )
}

/** An intent that goes takes its splits along; nothing was paid on it, so nothing is owed. */
export const splitFollower: Follower = {
  async canceled(ctx, intent) {
    if (intent.split === 0) return
    for (const split of await findSplits(ctx, intent.id)) if (isLive(split.status)) saveSplit(ctx, split, { status: "canceled" })
  },
  async deleted(ctx, intent) {
    for (const split of await findSplits(ctx, intent.id)) deleteSplit(ctx, split)
  },
}
