import { hold, withdraw } from "../../control/approvals/hold.ts"
import type { Context } from "../../kit/db/context.ts"
import { newId } from "../../kit/pure/id.ts"
import { sharesOf } from "../../parties/partnerships/rules.ts"
import type { PaymentIntentDependent } from "../payment-intents/ports.ts"
import type { PaymentIntentRow } from "../payment-intents/store.ts"
import { splitToApprove } from "./approval-facts.ts"
import { earningsOf, isActive } from "./rules.ts"
import { deleteSplit, findSplits, insertSplit, type PaymentSplitRow, saveAccrued, saveSplit } from "./store.ts"

/**
 * Adjusts the splits of an intent to the money that it has after this commit. The first payment inserts the calculated splits by the terms
 * at the time of the sale. The caller saves the intent in the same commit, so its revision guards the splits.
 */
export async function accrueSplits(ctx: Context, intent: PaymentIntentRow) {
  if (intent.split === 0) return
  const existing = await findSplits(ctx, intent.id)
  const all = intent.splits_made ? existing : [...existing, ...(await insertCalculated(ctx, intent))]
  for (const split of all) if (isActive(split.status)) saveAccrued(ctx, split, earningsOf(split.amount, intent))
}

/** A policy may hold each of them, whoever paid. */
function insertCalculated(ctx: Context, intent: PaymentIntentRow): Promise<PaymentSplitRow[]> {
  const { currency } = intent
  return Promise.all(
    sharesOf(intent.items, currency).map(async ({ partnership, amount, terms }) => {
      const id = newId(ctx.now)
      const split = { payment_intent_id: intent.id, partnership_id: partnership, currency, amount, terms }
      const approval = await hold(ctx, { ...splitToApprove(ctx, id, split, intent), isFact: true })
      return insertSplit(ctx, { ...split, id, approval, origin: "calculated", metadata: {} })
    }),
  )
}

/**
 * Cancels or deletes the splits with their intent. Nothing is paid on it now, so nothing is owed. What was already paid out stays the
 * partner's debt.
 */
export const splitDependent: PaymentIntentDependent = {
  async canceled(ctx, intent) {
    if (intent.split === 0) return
    for (const split of await findSplits(ctx, intent.id))
      if (split.status === "pending-approval") await cancelHeld(ctx, split)
      else if (isActive(split.status) && split.payout_id === null && split.paid_out === 0) saveSplit(ctx, split, { status: "canceled" })
  },
  async deleted(ctx, intent) {
    for (const split of await findSplits(ctx, intent.id)) {
      if (split.status === "pending-approval") await withdraw(ctx, split.id, "the payment intent was deleted")
      deleteSplit(ctx, split)
    }
  },
}

async function cancelHeld(ctx: Context, split: PaymentSplitRow) {
  await withdraw(ctx, split.id, "the payment intent was canceled")
  saveSplit(ctx, split, { status: "canceled", approval: { ...split.approval, status: "canceled" } })
}
