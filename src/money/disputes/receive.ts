import type { Context } from "../../kit/db/context.ts"
import { enqueue } from "../../kit/jobs/enqueue.ts"
import type { DisputeSettlement } from "../gateways/dispute-gateway.ts"
import type { GatewayEvent } from "../gateways/gateway.ts"
import { waitMs } from "../gateways/look-up.ts"
import { type EventEffect, isFrom, type Sender } from "../gateways/ports.ts"
import { awaitsGateway } from "../transactions/rules.ts"
import { findTransaction, readTransactionForUpdate, type TransactionRow } from "../transactions/store.ts"
import { learn, saveFees, saveSettlement } from "./learn.ts"
import { awaitAnswer, open } from "./open.ts"
import { isLater, isLaterStage, isOfStage, isOpen, unanswered } from "./rules.ts"
import type { DisputeStage } from "./values.ts"
import { type DisputeRow, type DisputeRowChange, findByReference, readDisputeForUpdate } from "./store.ts"

type DisputeEvent = Extract<GatewayEvent, { type: `dispute.${string}` }>
const isAboutDispute = (event: GatewayEvent): event is DisputeEvent => event.type.startsWith("dispute.")

/** Applies a gateway's event about a dispute. Events may be late, doubled and out of order, and lead to the same state. */
export const disputeEventEffect: EventEffect = async (ctx, sender, event) =>
  isAboutDispute(event) ? receive(ctx, sender, event, ctx.now) : "noted"

/** The event waits until the outcome of its charge is known, from the look-up or from the charge's own event. */
export async function receive(ctx: Context, sender: Sender, event: DisputeEvent, receivedAt: Date): Promise<string> {
  const charge = await findTransaction(ctx, event.key)
  if (!charge || !isFrom(charge, sender) || charge.transaction_type !== "charge") return "no such charge"
  if (awaitsGateway(charge)) {
    const delayMs = waitMs(ctx.now.getTime() - receivedAt.getTime())
    enqueue(ctx, "dispute-event", { ...sender, event, receivedAt }, new Date(ctx.now.getTime() + delayMs))
    return "waits for its charge"
  }
  if (charge.status !== "succeeded" && charge.status !== "reversed") return `its charge was ${charge.status} already`
  const { status } = await record(ctx, charge, sender, event)
  return status
}

/** Any event may be the first one of its dispute. */
async function record(ctx: Context, existing: TransactionRow, sender: Sender, event: DisputeEvent): Promise<DisputeRow> {
  const { at, fee, settlement, stage = "dispute", evidenceDueAt } = event
  const news = { at, fee, settlement, stage, evidenceDueAt, decision: decisions[event.type] }
  const found = await findByReference(ctx, sender, event.dispute)
  if (found) {
    const dispute = await readDisputeForUpdate(ctx, found.id, found)
    const heard = await hear(ctx, dispute, news)
    if (heard.stage !== dispute.stage && isOpen(heard.status)) await awaitAnswer(ctx, heard)
    return heard
  }
  const { dispute, charge } = await open(ctx, await readTransactionForUpdate(ctx, existing.id, existing), sender, event)
  const heard = await hear(ctx, dispute, news, charge)
  if (isOpen(heard.status)) await awaitAnswer(ctx, heard)
  return heard
}

const decisions = { "dispute.opened": null, "dispute.won": "won", "dispute.lost": "lost" } as const

type News = {
  at: Date
  fee?: number | undefined
  settlement?: DisputeSettlement | undefined
  decision: "won" | "lost" | null
  stage?: DisputeStage | undefined
  evidenceDueAt?: Date | undefined
}

/** Saves what the gateway reports in an event or a look-up: its stage and decision, and what it has taken for the dispute so far. */
export async function hear(ctx: Context, dispute: DisputeRow, news: News, known?: TransactionRow): Promise<DisputeRow> {
  const { at, fee, settlement, decision, stage } = news
  const hasFee = fee !== undefined && isLater(at, dispute.fees_at, fee > dispute.fees)
  const settled = settlement ? saveSettlement(ctx, dispute, settlement, at) : dispute
  const charged = hasFee ? saveFees(ctx, settled, fee, at) : settled
  const begun = beginningOf(charged, news)
  if (decision === null) return begun ? learn(ctx, charged, begun, known) : charged
  const current = { ...charged, ...begun }
  if (!isOfStage(current, { at, decision, stage }) || !isLater(at, current.decided_at, decision === "lost")) return charged
  return learn(ctx, charged, { ...begun, decision, decided_at: at }, known)
}

/** What changes with a stage that is new. A look-up names no stage, but what is lost is no inquiry any more. */
function beginningOf(dispute: DisputeRow, { at, decision, evidenceDueAt, ...news }: News): DisputeRowChange | undefined {
  const stage = news.stage ?? (decision === "lost" ? "dispute" : undefined)
  if (stage === undefined || !isLaterStage(dispute.stage, stage)) return undefined
  return { ...unanswered, stage, stage_at: at, ...(evidenceDueAt && { evidence_due_at: evidenceDueAt }) }
}
