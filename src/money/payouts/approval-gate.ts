import { assertStillHeld } from "../../control/approvals/hold.ts"
import type { Gate } from "../../control/approvals/ports.ts"
import { factsOf } from "./approval-facts.ts"
import { assertReleasable } from "./rules.ts"
import { assertCovered, start } from "./send.ts"
import { freeReserved, readPayoutWithSplits } from "./settle.ts"
import { findPayout, findRecentPayouts, readPartner } from "./store.ts"

/** Payouts that a policy holds. Their money stays reserved while they wait. */
export const payoutGate: Gate = {
  async find(ctx, reference) {
    const payout = await findPayout(ctx, reference)
    if (!payout) return undefined
    return { id: payout.id, facts: factsOf(payout, await readPartner(ctx, payout)) }
  },

  async release(ctx, id, approval) {
    const held = await readPayoutWithSplits(ctx, id)
    assertStillHeld(held.payout)
    assertReleasable(held.payout)
    await assertCovered(ctx, held)
    start(ctx, held.payout, approval)
  },

  async stop(ctx, id, approval) {
    const held = await readPayoutWithSplits(ctx, id)
    assertStillHeld(held.payout)
    freeReserved(ctx, held, { status: approval.status === "rejected" ? "rejected" : "canceled", approval })
  },

  async recent(ctx, since, limit) {
    const rows = await findRecentPayouts(ctx, since, limit)
    return rows.map(({ team_id, kind, ...row }) => ({
      id: row.id,
      at: row.created_at,
      facts: factsOf(row, kind === null ? undefined : { kind, team_id }),
    }))
  },
}
