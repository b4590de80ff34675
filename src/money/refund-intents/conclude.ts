import type { Context } from "../../kit/db/context.ts"
import { databaseClock } from "../../kit/db/database-clock.ts"
import { enqueue } from "../../kit/jobs/enqueue.ts"
import { display, sum } from "../../kit/pure/money.ts"
import { log } from "../../kit/service/log.ts"
import type { RefundOutcome } from "../gateways/gateway.ts"
import { readTransactionForUpdate, saveRefundCounters, type TransactionRow } from "../transactions/store.ts"
import { failLater } from "./fail-later.ts"
import { end, withdrawDraft } from "./release.ts"
import { firstRecheckDelayMs, givingWay, leftToRefund } from "./rules.ts"
import { settle } from "./settle.ts"
import { saveRefundSettlement } from "./settled.ts"
import { readDraftsForUpdate, type RefundIntentRow, saveRefundIntent } from "./store.ts"

type Answer = RefundOutcome | { status: "absent" | "unreachable" }

/**
 * Saves an outcome. The call, the look-up and the gateway's event use it; the first one to learn the outcome writes it. An answer that
 * leaves the outcome open changes nothing. A refund that was paid may fail weeks later, when the payer's bank sends the money back.
 */
export async function conclude(ctx: Context, refund: RefundIntentRow, outcome: Answer): Promise<RefundIntentRow> {
  // After a late failure a success is an old report: the gateway had paid it before it failed.
  if (refund.status === "failed" && outcome.status === "succeeded" && refund.refund_transaction_id === null)
    return settleAfterAll(ctx, refund, outcome)
  if (refund.status === "settled" && outcome.status === "declined" && refund.gateway !== null)
    return failLater(ctx, refund, { code: outcome.code, message: outcome.reason }, outcome.settlement)
  if (refund.status !== "processing") return noteSettlement(ctx, refund, outcome)
  if (outcome.status === "succeeded") return settleAtGateway(ctx, refund, outcome)
  if (outcome.status === "declined") return end(ctx, refund, { status: "failed", failure: { code: outcome.code, message: outcome.reason } })
  return refund
}

/** A refund that was paid may be settled later, or otherwise than before. */
async function noteSettlement(ctx: Context, refund: RefundIntentRow, outcome: Answer): Promise<RefundIntentRow> {
  if ((outcome.status === "succeeded" || outcome.status === "declined") && outcome.settlement)
    await saveRefundSettlement(ctx, refund, outcome.settlement, outcome.status === "declined")
  return refund
}

type Success = Extract<RefundOutcome, { status: "succeeded" }>

/** A provider may report weeks later that it failed. In case that message is lost, it is asked, by the world's clock. */
function settleAtGateway(ctx: Context, refund: RefundIntentRow, { reference, fee = 0, settlement }: Success, charge?: TransactionRow) {
  const payload = { refundIntent: refund.id, settledAt: databaseClock.now() }
  if (refund.connection_id !== null) enqueue(ctx, "recheck-refund", payload, new Date(ctx.now.getTime() + firstRecheckDelayMs), true)
  return settle(ctx, refund, { reference: null, gatewayReference: reference, fees: fee, settlement }, charge)
}

/**
 * The money went back although the refund counted as failed and its amount was free again. Drafts that have reserved it since are canceled,
 * because none of their money has moved.
 */
async function settleAfterAll(ctx: Context, refund: RefundIntentRow, outcome: Success): Promise<RefundIntentRow> {
  const charge = await readTransactionForUpdate(ctx, refund.transaction_id)
  const drafts = givingWay(charge, await readDraftsForUpdate(ctx, charge), refund.amount)
  if (!drafts) return noteUnbooked(ctx, refund, charge, outcome)
  const money = display(refund.amount, refund.currency)
  const reason = `it exceeds the charge: ${money} went back by refund ${refund.id}, which had counted as failed`
  for (const draft of drafts) saveRefundIntent(ctx, draft, await withdrawDraft(ctx, draft, reason))
  const refunding = charge.refunding - sum(drafts.map(draft => draft.amount)) + refund.amount
  return settleAtGateway(ctx, refund, outcome, { ...charge, refunding })
}

/** Released refunds or disputes hold the amount and can't give it up, so a person must learn of it and correct the books. */
function noteUnbooked(ctx: Context, refund: RefundIntentRow, charge: TransactionRow, { reference }: Success): RefundIntentRow {
  const { id, amount, currency, failure } = refund
  if (failure?.code === paidAfterAll) return refund
  const facts = { tenant: ctx.tenant.id, refundIntent: id, transaction: charge.id, amount, left: leftToRefund(charge), currency, reference }
  log.error(facts, "a gateway paid a refund that had counted as failed; refunds or disputes have its amount, so it is not in the ledger")
  saveRefundCounters(ctx, charge, {}) // a change that frees the amount at the same moment makes this run again
  const money = display(amount, currency)
  const message = `the gateway paid it after all, as ${reference}; refunds or disputes took its amount, so ${money} is not in the ledger`
  return saveRefundIntent(ctx, refund, { failure: { code: paidAfterAll, message } })
}

const paidAfterAll = "paid_after_all"
