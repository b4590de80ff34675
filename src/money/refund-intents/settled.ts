import type { Context } from "../../kit/db/context.ts"
import { enqueue } from "../../kit/jobs/enqueue.ts"
import type { GatewayEvent, Settlement } from "../gateways/gateway.ts"
import { waitMs } from "../gateways/look-up.ts"
import type { Sender } from "../gateways/ports.ts"
import { saveSettlement } from "../transactions/settlement.ts"
import { readTransactionForUpdate } from "../transactions/store.ts"
import { type RefundIntentRow, saveRefundIntent } from "./store.ts"

type SettledEvent = Extract<GatewayEvent, { type: "refund.settled" }>

/** Saves what the provider made of a refund. A report that came before the refund's success waits for it. */
export async function onRefundSettled(ctx: Context, sender: Sender, refund: RefundIntentRow, event: SettledEvent, receivedAt = ctx.now) {
  if (refund.refund_transaction_id !== null) return saveRefundSettlement(ctx, refund, event, event.isReturned ?? false)
  if (refund.status !== "processing") return `its refund was ${refund.status} already`
  const ageMs = ctx.now.getTime() - receivedAt.getTime()
  enqueue(ctx, "settled-refund", { ...sender, event, receivedAt }, new Date(ctx.now.getTime() + waitMs(ageMs)))
  return "waits for its refund"
}

/** `isReturned` says of which time the report is: one of before a late failure is an old one by then. */
export async function saveRefundSettlement(
  ctx: Context,
  refund: RefundIntentRow,
  settlement: Settlement,
  isReturned: boolean,
): Promise<string> {
  if (refund.refund_transaction_id === null) return "it was not paid"
  const transaction = await readTransactionForUpdate(ctx, refund.refund_transaction_id)
  if (isReturned !== (transaction.status === "reversed")) return `it was ${refund.status} already`
  const { effect, row } = await saveSettlement(ctx, transaction, settlement)
  saveRefundIntent(ctx, refund, { fees: row.fee })
  return effect
}
