import { asSystem } from "../../kit/operation/system.ts"
import { dayMs } from "../../kit/pure/calendar.ts"
import { randomText } from "../../kit/service/crypto.ts"
import type { Context } from "../../kit/db/context.ts"
import type { DisputeGateway, DisputeReport } from "./dispute-gateway.ts"
import { findSimulatedDispute, insertAnswer, insertSimulatedDispute, isAnswered, saveSimulatedDecision } from "./simulator-dispute-store.ts"

/** How long the payer's bank waits for evidence, by the tenant's clock. */
const evidencePeriodMs = 14 * dayMs

/** Stores a dispute of the charge with this key, and returns the simulator's report of it. */
export function openAtSimulator(ctx: Context, key: string, amount: number, at: Date, reason = "fraudulent"): DisputeReport {
  const dispute = `simd_${randomText(12)}`
  insertSimulatedDispute(ctx, dispute)
  return { key, dispute, amount, reason, evidenceDueAt: new Date(at.getTime() + evidencePeriodMs), at }
}

/** Forgets the decision, because the payer's bank asks for evidence once more. */
export function reopenAtSimulator(ctx: Context, dispute: string): Pick<DisputeReport, "at" | "evidenceDueAt"> {
  saveSimulatedDecision(ctx, dispute, null)
  return { at: ctx.now, evidenceDueAt: new Date(ctx.now.getTime() + evidencePeriodMs) }
}

/** Stores each answer. The payer's bank decides when somebody calls POST /v1/simulations/disputes/{id}/resolve. */
export const simulatorDisputes: DisputeGateway = {
  submitEvidence: ({ tenant, key, dispute, text, documents }) =>
    asSystem(tenant, "simulator", async ctx => {
      // A concurrent call may commit first; then this runs again and finds its answer.
      if (!(await isAnswered(ctx, key))) insertAnswer(ctx, { key, dispute, evidence: { text, documents } })
    }),
  accept: (tenant, dispute) =>
    asSystem(tenant, "simulator", async ctx => {
      if (!(await isAnswered(ctx, dispute))) insertAnswer(ctx, { key: dispute, dispute, evidence: null })
    }),
  async lookUp(tenant, dispute) {
    const existing = await findSimulatedDispute(tenant, dispute)
    if (!existing) return { status: "absent" }
    const { decision, decided_at } = existing
    return decision && decided_at ? { status: decision, at: decided_at } : { status: "open" }
  },
}
