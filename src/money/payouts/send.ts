import { hold, isHeld } from "../../control/approvals/hold.ts"
import type { Approval } from "../../control/approvals/schema.ts"
import type { Context } from "../../kit/db/context.ts"
import { enqueue } from "../../kit/jobs/enqueue.ts"
import { findCreators } from "../../platform/audit/store.ts"
import { readBalances } from "../ledger/store.ts"
import { payoutToApprove } from "./approval-facts.ts"
import { assertAvailable, sentAt } from "./rules.ts"
import { assertSplitsCover, type PayoutWithSplits } from "./settle.ts"
import { lockBalance, partnerDebts, type PayoutRow, readPartner, savePayout } from "./store.ts"

/** Sends a draft, or holds it when a policy matches. */
export async function send(ctx: Context, withSplits: PayoutWithSplits): Promise<PayoutRow> {
  const { payout } = withSplits
  await assertCovered(ctx, withSplits)
  const draftedBy = (await findCreators(ctx, [payout.id])).get(payout.id)
  const approval = await hold(ctx, { ...payoutToApprove(payout, await readPartner(ctx, payout)), draftedBy })
  return isHeld(approval) ? savePayout(ctx, payout, { status: "pending-approval", approval }) : start(ctx, payout, approval)
}

/** The splits or the balance may have shrunk since the payout was created. */
export async function assertCovered(ctx: Context, withSplits: PayoutWithSplits) {
  const { partnership_id, currency, amount } = withSplits.payout
  if (partnership_id !== null) return assertSplitsCover(withSplits)
  const available = await lockAvailable(ctx, currency)
  assertAvailable(available + amount, { amount, currency }) // the payout's own amount is set aside already
}

/** The available balance of a currency. It is locked before it is read, so it includes every payout that was created before. */
export async function lockAvailable(ctx: Context, currency: string): Promise<number> {
  await lockBalance(ctx, currency)
  const balances = await readBalances(ctx, partnerDebts)
  const balance = balances.find(each => each.currency === currency)
  return balance?.available ?? 0
}

/** Starts to send the money. */
export function start(ctx: Context, payout: PayoutRow, approval: Approval): PayoutRow {
  const started = savePayout(ctx, payout, { status: "processing", approval, sent_at: sentAt(payout, ctx.now) })
  enqueueSending(ctx, started)
  return started
}

/** The worker calls the gateway after this unit of work has committed. Others wait for a person or for their file. */
export function enqueueSending(ctx: Context, { id, status, gateway }: PayoutRow) {
  if (status === "processing" && gateway !== null) enqueue(ctx, "send-payout", { payout: id })
}
