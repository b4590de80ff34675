import { assertStillHeld } from "../../control/approvals/hold.ts"
import type { Gate } from "../../control/approvals/ports.ts"
import { readPartnership } from "../../parties/partnerships/store.ts"
import { readPaymentIntent, saveSplitTotal, touchPaymentIntent } from "../payment-intents/store.ts"
import { factsOf } from "./approval-facts.ts"
import { assertShareable, earningsOf } from "./rules.ts"
import { findRecentSplits, findSplit, readWithIntentForUpdate, saveAccrued, saveSplit } from "./store.ts"

/** Fixed and calculated splits that a policy holds. While they wait, their amounts still count within the intent's amount. */
export const splitGate: Gate = {
  async find(ctx, reference) {
    const split = await findSplit(ctx, reference)
    if (!split) return undefined
    const [intent, partner] = await Promise.all([
      readPaymentIntent(ctx, split.payment_intent_id),
      readPartnership(ctx, split.partnership_id),
    ])
    return { id: split.id, facts: factsOf(split, intent, partner) }
  },

  /** The split earns at once its part of payments that came while it waited. */
  async release(ctx, id, approval) {
    const { intent, split: held } = await readWithIntentForUpdate(ctx, id)
    assertStillHeld(held)
    assertShareable(intent)
    touchPaymentIntent(ctx, intent) // its revision guards all of its splits
    const released = saveSplit(ctx, held, { status: "pending", approval })
    saveAccrued(ctx, released, earningsOf(held.amount, intent))
  },

  async stop(ctx, id, approval) {
    const { intent, split: held } = await readWithIntentForUpdate(ctx, id)
    assertStillHeld(held)
    saveSplitTotal(ctx, intent, intent.split - held.amount)
    saveSplit(ctx, held, { status: approval.status === "rejected" ? "rejected" : "canceled", approval })
  },

  async recent(ctx, since, limit) {
    const rows = await findRecentSplits(ctx, since, limit)
    return rows.map(({ intent_team, kind, partner_team, ...row }) => ({
      id: row.id,
      at: row.created_at,
      facts: factsOf(row, { team_id: intent_team }, { kind, team_id: partner_team }),
    }))
  },
}
