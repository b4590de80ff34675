import type { Context } from "../../kit/db/context.ts"
import { enqueue } from "../../kit/jobs/enqueue.ts"
import { gatewayNow, isRealTime } from "../gateways/clock.ts"
import type { DisputeReport } from "../gateways/dispute-gateway.ts"
import type { Sender } from "../gateways/ports.ts"
import { planLookUp } from "../gateways/look-up.ts"
import { post } from "../ledger/store.ts"
import { saveRefundCounters, type TransactionRow } from "../transactions/store.ts"
import { reservePostings } from "./learn.ts"
import { notifyOfDispute } from "./notify.ts"
import { isInBudget, remindAt } from "./rules.ts"
import { type DisputeRow, insertDispute } from "./store.ts"

/**
 * Records a dispute and sets its money aside, unless it is an inquiry. We can't refuse a dispute, even when refunds have left less of the
 * charge. A refund that is created or released at the same moment also saves the charge, so one of the two sees the other.
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
    stage: report.stage === "inquiry" ? "inquiry" : "dispute", // the caller learns of an appeal
  })
  if (!isInBudget(dispute)) return { dispute, charge: saveRefundCounters(ctx, charge, {}) }
  post(ctx, {
    kind: "dispute",
    source: { type: "dispute", id: dispute.id },
    currency: dispute.currency,
    effectiveAt: ctx.now,
    postings: reservePostings(dispute),
  })
  return { dispute, charge: saveRefundCounters(ctx, charge, { disputed: charge.disputed + amount }) }
}

/** Asks people for evidence, plans a reminder and the deadline, and looks the dispute up later, in case an event gets lost. */
export async function awaitAnswer(ctx: Context, dispute: DisputeRow) {
  await notifyOfDispute(ctx, dispute, "opened")
  const payload = { dispute: dispute.id }
  const reminder = remindAt(dispute.evidence_due_at)
  const isReal = isRealTime(dispute)
  // A provider's dates are by the world's clock. Jobs wait by the tenant's, and are moved along with it where they are real.
  const offsetMs = ctx.now.getTime() - gatewayNow(ctx, dispute).getTime()
  const tenantTime = (at: Date) => new Date(at.getTime() + offsetMs)
  if (tenantTime(reminder) > ctx.now) enqueue(ctx, "dispute-reminder", payload, tenantTime(reminder), isReal)
  enqueue(ctx, "dispute-deadline", payload, tenantTime(dispute.evidence_due_at), isReal)
  const { at, passed } = planLookUp(ctx, dispute)
  enqueue(ctx, "look-up-dispute", { ...payload, ...passed }, at, isReal)
}
