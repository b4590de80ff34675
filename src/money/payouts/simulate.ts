import type { Context } from "../../kit/db/context.ts"
import { saveSimulatedPayout } from "../gateways/simulator-payout-store.ts"
import { fail, markReturned, type PayoutWithSplits } from "./settle.ts"
import type { PayoutRow } from "./store.ts"

/** Changes the simulator's own record too, so that a look-up returns the same outcome. */
export async function simulateFailure(ctx: Context, withSplits: PayoutWithSplits, reason?: string): Promise<PayoutRow> {
  const { payout } = withSplits
  const outcome = payout.status === "paid" ? "returned" : "failed"
  const told = reason ?? (outcome === "returned" ? "the recipient's bank returned the money" : "the recipient's bank refused the transfer")
  const { id: key, amount, currency } = payout
  if (payout.gateway === "simulator")
    saveSimulatedPayout(ctx, { key, amount, currency, charged: null, outcome, reason: told, settles_at: ctx.now })
  return outcome === "returned" ? markReturned(ctx, withSplits, told) : fail(ctx, withSplits, told)
}
