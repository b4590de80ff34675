import type { Gate } from "../../control/approvals/ports.ts"
import { describeRecent } from "../payment-splits/partners.ts"
import { factsOf, readFacts } from "./approval-facts.ts"
import { end, release } from "./release.ts"
import { assertDraft } from "./rules.ts"
import { findRecentRefunds, findRefundIntent, readRefundIntentForUpdate } from "./store.ts"

/** Refunds that a policy holds. */
export const refundGate: Gate = {
  async find(ctx, reference) {
    const refund = await findRefundIntent(ctx, reference)
    return refund && { id: refund.id, facts: await readFacts(ctx, refund) }
  },

  async release(ctx, id, approval) {
    await release(ctx, await readRefundIntentForUpdate(ctx, id), approval)
  },

  async stop(ctx, id, approval) {
    const refund = await readRefundIntentForUpdate(ctx, id)
    const status = approval.status === "rejected" ? "rejected" : "canceled"
    assertDraft(refund.status, status) // it may have been canceled after the request was read
    await end(ctx, refund, { status, approval })
  },

  async recent(ctx, since, limit) {
    return describeRecent(ctx, await findRecentRefunds(ctx, since, limit), row => factsOf(row, row, row))
  },
}
