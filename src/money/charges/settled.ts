import type { Context } from "../../kit/db/context.ts"
import { enqueue } from "../../kit/jobs/enqueue.ts"
import type { GatewayEvent } from "../gateways/gateway.ts"
import { waitMs } from "../gateways/look-up.ts"
import type { Sender } from "../gateways/ports.ts"
import { awaitsGateway, maySucceed } from "../transactions/rules.ts"
import { saveSettlement } from "../transactions/settlement.ts"
import type { TransactionRow } from "../transactions/store.ts"
import { waitsForSuccessMs } from "./rules.ts"

type SettledEvent = Extract<GatewayEvent, { type: "charge.settled" }>

/** Saves what the provider made of a charge. A report that came before the success waits for it. */
export async function onSettled(
  ctx: Context,
  sender: Sender,
  charge: TransactionRow,
  event: SettledEvent,
  receivedAt = ctx.now,
): Promise<string> {
  if (charge.status === "succeeded" || charge.status === "reversed") return (await saveSettlement(ctx, charge, event)).effect
  return waitForSuccess(ctx, sender, charge, event, receivedAt)
}

/** A charge that has ended otherwise may turn out to have succeeded, for some days. */
function waitForSuccess(ctx: Context, sender: Sender, charge: TransactionRow, event: SettledEvent, receivedAt: Date): string {
  const ageMs = ctx.now.getTime() - receivedAt.getTime()
  const mayWait = awaitsGateway(charge) || (maySucceed(charge) && ageMs < waitsForSuccessMs)
  if (!mayWait) return `its charge was ${charge.status} already`
  enqueue(ctx, "settled-charge", { ...sender, event, receivedAt }, new Date(ctx.now.getTime() + waitMs(ageMs)))
  return "waits for its charge"
}
