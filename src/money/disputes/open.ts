import type { Context } from "../../kit/db/context.ts"
import { enqueue } from "../../kit/jobs/enqueue.ts"
import type { DisputeReport } from "../gateways/gateway.ts"
import type { Sender } from "../gateways/ports.ts"
import { nextLookUpAt } from "../gateways/look-up.ts"
import { contestedAccount, movePostings, reservedAccount } from "../ledger/rules.ts"
import { post } from "../ledger/store.ts"
import { saveRefundCounters, type TransactionRow } from "../transactions/store.ts"
import { notifyOfDispute } from "./notify.ts"
import { remindAt } from "./rules.ts"
import { type DisputeRow, insertDispute } from "./store.ts"

/**
 * Records a dispute and sets its money aside. We can't refuse a dispute, even when refunds have left less of the charge. A refund that is
 * created or released at the same moment also saves the charge, so one of the two sees the other.
 */
export async function open(ctx: Context, charge: TransactionRow, { gateway, connection_id }: Sender, report: DisputeReport) {
  const { amount, reason, evidenceDueAt } = report
  const dispute = await insertDispute(ctx, {
    transaction_id: charge.id,
    payment_intent_id: charge.payment_intent_id,
    contact_id: charge.contact_id,
    gateway,
    connection_id,
    reference: report.dispute,
    currency: charge.currency,
    amount,
    reason,
    evidence_due_at: evidenceDueAt,
  })
  post(ctx, {
    kind: "dispute",
    source: { type: "dispute", id: dispute.id },
    currency: dispute.currency,
    effectiveAt: ctx.now,
    postings: movePostings(contestedAccount(dispute.id), reservedAccount(dispute.id), amount),
  })
  return { dispute, charge: saveRefundCounters(ctx, charge, { disputed: charge.disputed + amount }) }
}

/** Asks people for evidence, plans a reminder and the deadline, and looks the dispute up later, in case an event gets lost. */
export async function awaitAnswer(ctx: Context, dispute: DisputeRow) {
  await notifyOfDispute(ctx, dispute, "opened")
  const payload = { dispute: dispute.id }
  const reminder = remindAt(dispute.evidence_due_at)
  if (reminder > ctx.now) enqueue(ctx, "dispute-reminder", payload, reminder)
  enqueue(ctx, "dispute-deadline", payload, dispute.evidence_due_at)
  enqueue(ctx, "look-up-dispute", payload, nextLookUpAt(dispute, ctx.now))
}
