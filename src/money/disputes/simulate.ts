import type { Context } from "../../kit/db/context.ts"
import { saveSimulatedDecision } from "../gateways/simulator-dispute-store.ts"
import { openAtSimulator } from "../gateways/simulator-disputes.ts"
import { readTransactionForUpdate, resolveTransaction } from "../transactions/store.ts"
import { learn } from "./learn.ts"
import { awaitAnswer, open } from "./open.ts"
import { assertDisputable, assertResolvable } from "./rules.ts"
import type { outcomes, SimulatedDispute } from "./schema.ts"
import type { DisputeRow } from "./store.ts"

/** The payer's bank contests a charge, at once. */
export async function simulateDispute(ctx: Context, input: SimulatedDispute): Promise<DisputeRow> {
  const existing = await resolveTransaction(ctx, input.transaction)
  const charge = await readTransactionForUpdate(ctx, existing.id, existing)
  const amount = assertDisputable(charge, input.amount)
  const { dispute } = await open(
    ctx,
    charge,
    { gateway: "simulator", connection_id: null },
    openAtSimulator(ctx, charge.id, amount, ctx.now, input.reason),
  )
  await awaitAnswer(ctx, dispute)
  return dispute
}

/** Changes the simulator's own record too, so that a look-up returns the same decision. The same decision again changes nothing. */
export async function simulateDecision(ctx: Context, dispute: DisputeRow, decision: (typeof outcomes)[number]): Promise<DisputeRow> {
  assertResolvable(dispute)
  if (dispute.decision === decision) return dispute
  saveSimulatedDecision(ctx, dispute.reference, decision)
  return learn(ctx, dispute, { decision, decided_at: ctx.now })
}
