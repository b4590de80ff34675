import type { Context } from "../../kit/db/context.ts"
import { enqueue } from "../../kit/jobs/enqueue.ts"
import type { GatewayEvent } from "../gateways/gateway.ts"
import { waitMs } from "../gateways/look-up.ts"
import { type EventEffect, isFrom, type Sender } from "../gateways/ports.ts"
import { awaitsGateway } from "../transactions/rules.ts"
import { findTransaction, readTransactionForUpdate, type TransactionRow } from "../transactions/store.ts"
import { learn, saveFees } from "./learn.ts"
import { awaitAnswer, open } from "./open.ts"
import { isLater, isOpen } from "./rules.ts"
import { type DisputeRow, findByReference, readDisputeForUpdate } from "./store.ts"

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
  const news = { at: event.at, fee: event.fee, decision: decisions[event.type] }
  const found = await findByReference(ctx, sender, event.dispute)
  if (found) return hear(ctx, await readDisputeForUpdate(ctx, found.id, found), news)
  const { dispute, charge } = await open(ctx, await readTransactionForUpdate(ctx, existing.id, existing), sender, event)
  const heard = await hear(ctx, dispute, news, charge)
  if (isOpen(heard.status)) await awaitAnswer(ctx, heard)
  return heard
}

const decisions = { "dispute.opened": null, "dispute.won": "won", "dispute.lost": "lost" } as const

type News = { at: Date; fee?: number | undefined; decision: "won" | "lost" | null }

/** Saves what the gateway reports in an event or a look-up: its decision, and what it has taken for the dispute so far. */
export async function hear(ctx: Context, dispute: DisputeRow, { at, fee, decision }: News, known?: TransactionRow): Promise<DisputeRow> {
  const hasFee = fee !== undefined && isLater(at, dispute.fees_at, fee > dispute.fees)
  const charged = hasFee ? saveFees(ctx, dispute, fee, at) : dispute
  const isDecided = decision !== null && isLater(at, dispute.decided_at, decision === "lost")
  return isDecided ? learn(ctx, charged, { decision, decided_at: at }, known) : charged
}
