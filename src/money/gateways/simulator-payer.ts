import type { Context } from "../../kit/db/context.ts"
import { enqueue } from "../../kit/jobs/enqueue.ts"
import { dayMs } from "../../kit/pure/calendar.ts"
import type { GatewayEvent, Outcome } from "./gateway.ts"
import { outcomeOf } from "./simulator-scripts.ts"
import { endSimulatedCharge, findSimulatedCharge, type SimulatedCharge } from "./store.ts"

type End = "succeeded" | "declined" | "expired" | "canceled"

/** How long after a payment the simulator knows its fee, and when the money is available, by the tenant's clock. */
const settleDelayMs = 5_000
const availableAfterMs = dayMs

/** Ends a charge that waits for its payer, if it still does, and returns its outcome: who was faster decides. */
export async function endAtSimulator(ctx: Context, key: string, end: End, card?: string): Promise<Outcome | { status: "absent" }> {
  const existing = await findSimulatedCharge(ctx.tenant.id, key)
  if (!existing) return { status: "absent" }
  const outcome = outcomeOf(existing, ctx.now)
  const isOpen = outcome.status === "action" || (end === "expired" && existing.status === "action")
  if (!isOpen) return outcome
  const decline_code = end === "declined" ? "card_declined" : null
  const ended = endSimulatedCharge(ctx, existing, { status: end, decline_code, token: card ?? existing.token })
  if (end === "succeeded") settleLater(ctx, ended)
  return outcomeOf(ended, ctx.now)
}

/** The same, by the payer on a page of the simulator, which reports it by an event as a real gateway does. */
export async function endByPayer(ctx: Context, charge: SimulatedCharge, end: End, card?: string) {
  const outcome = await endAtSimulator(ctx, charge.key, end, card)
  if (charge.status === "action") enqueueReport(ctx, charge, outcome)
}

export const expireLater = (ctx: Context, key: string, at: Date) => enqueue(ctx, "simulator-expiry", { key }, at)

/** The payer did not act in time. Does nothing where the charge has ended already. */
export async function expire(ctx: Context, key: string) {
  const charge = await findSimulatedCharge(ctx.tenant.id, key)
  if (charge?.status === "action") await endByPayer(ctx, charge, "expired")
}

function enqueueReport(ctx: Context, { key }: SimulatedCharge, outcome: Outcome | { status: "absent" }) {
  const base = { tenant: ctx.tenant.id, key }
  const event = (type: GatewayEvent["type"], fields: object) =>
    enqueue(ctx, "simulator-event", { id: `${key}-${type}`, type, ...base, ...fields }, ctx.now)
  if (outcome.status === "succeeded") return event("charge.succeeded", {})
  if (outcome.status === "declined") return event("charge.failed", { code: outcome.code, reason: outcome.reason })
  if (outcome.status === "expired" || outcome.status === "canceled")
    return event(`charge.${outcome.status}`, { reference: outcome.reference })
  return undefined
}

/** The simulator keeps one percent, rounded down. */
function settleLater(ctx: Context, { key, amount, currency }: SimulatedCharge) {
  const at = new Date(ctx.now.getTime() + settleDelayMs)
  const fee = Math.floor(amount / 100)
  const settlement = { net: amount - fee, fee, currency, rate: null, availableAt: new Date(ctx.now.getTime() + availableAfterMs) }
  const type = "charge.settled"
  enqueue(ctx, "simulator-event", { id: `${key}-${type}`, tenant: ctx.tenant.id, type, key, ...settlement }, at)
}
