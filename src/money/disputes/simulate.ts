import type { Context } from "../../kit/db/context.ts"
import { saveSimulatedDecision } from "../gateways/simulator-dispute-store.ts"
import { openAtSimulator, reopenAtSimulator } from "../gateways/simulator-disputes.ts"
import { readTransactionForUpdate, resolveTransaction } from "../transactions/store.ts"
import { learn } from "./learn.ts"
import { awaitAnswer, open } from "./open.ts"
import { hear } from "./receive.ts"
import { assertAdvances, assertDisputable, assertResolvable } from "./rules.ts"
import type { laterStages, outcomes, SimulatedDispute } from "./schema.ts"
import type { DisputeRow } from "./store.ts"

/** The payer's bank contests a charge, or asks about it, at once. */
export async function simulateDispute(ctx: Context, input: SimulatedDispute): Promise<DisputeRow> {
  const existing = await resolveTransaction(ctx, input.transaction)
  const charge = await readTransactionForUpdate(ctx, existing.id, existing)
  const amount = assertDisputable(charge, input.amount)
  const { dispute } = await open(
    ctx,
    charge,
    { gateway: "simulator", connection_id: null },
    { ...openAtSimulator(ctx, charge.id, amount, ctx.now, input.reason), stage: input.stage },
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

/**
 * The payer's bank makes a dispute of its inquiry, or a lost dispute is appealed; both need new evidence. Like a new dispute, one that was
 * an inquiry takes no more than is left of its charge.
 */
export async function simulateStage(ctx: Context, dispute: DisputeRow, stage: (typeof laterStages)[number]): Promise<DisputeRow> {
  assertAdvances(dispute, stage)
  const charge = await readTransactionForUpdate(ctx, dispute.transaction_id)
  if (stage === "dispute") assertDisputable(charge, dispute.amount)
  const begun = await hear(ctx, dispute, { ...reopenAtSimulator(ctx, dispute.reference), stage, decision: null }, charge)
  await awaitAnswer(ctx, begun)
  return begun
}
