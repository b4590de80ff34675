import type { Gate } from "../../control/approvals/ports.ts"
import { isHeld } from "../../control/approvals/hold.ts"
import { factsOf } from "./approval-facts.ts"
import { rejectReopening, releaseReopening } from "./close.ts"
import { findClose, findRecentCloses, readCloseForUpdate } from "./close-store.ts"

/** Reopenings of closed months that a policy holds. */
export const journalCloseGate: Gate = {
  async find(ctx, reference) {
    const close = await findClose(ctx, reference)
    return close && { id: close.id, facts: factsOf(close) }
  },

  async release(ctx, id, approval) {
    await releaseReopening(ctx, await readCloseForUpdate(ctx, id), approval)
  },

  async stop(ctx, id, approval) {
    const close = await readCloseForUpdate(ctx, id)
    if (isHeld(close.approval)) rejectReopening(ctx, close, approval)
  },

  async recent(ctx, since, limit) {
    const rows = await findRecentCloses(ctx, since, limit)
    return rows
      .filter(row => row.reopen_requested_by !== null)
      .map(row => ({ id: row.id, at: row.updated_at, facts: { ...factsOf(row), partnerships: [] } }))
  },
}
