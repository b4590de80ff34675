import { enqueue } from "../../kit/jobs/enqueue.ts"
import { asSystem } from "../../kit/operation/system.ts"
import { currencies } from "../../kit/pure/money.ts"
import { type GatewayEvent, GatewayUnreachable, type PayoutGateway, type PayoutOutcome, type PayoutRequest } from "./gateway.ts"
import { findSimulatedPayout, insertSimulatedPayout, type SimulatedPayout } from "./simulator-payout-store.ts"

/** When a payout has its outcome, and how much later the bank returns it, by the tenant's clock. */
const settleDelayMs = 5_000
const returnDelayMs = 5_000

type Script = Pick<SimulatedPayout, "outcome" | "reason"> & { timesOut?: true; hasOtherRate?: true }

/** The outcome for each of these account holders; payouts to all others are paid. */
const scripts: Record<string, Script> = {
  "Fail Payout": { outcome: "failed", reason: "the recipient's bank refused the transfer" },
  "Return Payout": { outcome: "returned", reason: "the recipient's bank returned the money" },
  "Timeout Payout": { outcome: "paid", reason: null, timesOut: true },
  "Other Rate": { outcome: "paid", reason: null, hasOtherRate: true },
}
const plain: Script = { outcome: "paid", reason: null }

/** Simulates sending money out. Like a real gateway it has its own data, settles later, and reports outcomes by signed events. */
export const simulatorPayouts: PayoutGateway = {
  methods: [
    { method: "bank-transfer", currencies },
    { method: "wire", currencies },
    { method: "sepa", currencies: ["EUR"] },
    { method: "ach", currencies: ["USD"] },
    { method: "pix", currencies: ["BRL"] },
    { method: "spei", currencies: ["MXN"] },
  ],
  async payOut(request) {
    if (request.account.holder === "Unreachable Payout") throw new GatewayUnreachable("the holder makes the simulator unreachable")
    const script = Object.hasOwn(scripts, request.account.holder) ? scripts[request.account.holder]! : plain
    const outcome = await payOutOnce(request, script)
    return script.timesOut ? { status: "unknown" } : outcome
  },
  lookUp: (tenant, key) =>
    asSystem(tenant, "simulator", async ({ now }) => {
      const existing = await findSimulatedPayout(tenant, key)
      return existing ? outcomeOf(existing, now) : { status: "absent" }
    }),
}

/** Stores the payout and the jobs for its events in one commit. A second call with the same key returns the first payout. */
function payOutOnce(request: PayoutRequest, { outcome, reason, hasOtherRate }: Script): Promise<PayoutOutcome> {
  const { tenant, key, amount, currency, target } = request
  const charged = hasOtherRate && target.currency !== currency ? amount + Math.ceil(amount / 100) : null
  return asSystem(tenant, "simulator", async ctx => {
    const existing = await findSimulatedPayout(tenant, key) // a concurrent call may commit first; then this runs again and finds its payout
    if (existing) return outcomeOf(existing, ctx.now)
    const settles_at = new Date(ctx.now.getTime() + settleDelayMs)
    const payout = insertSimulatedPayout(ctx, { key, amount, currency, charged, outcome, reason, settles_at })
    for (const [event, at] of eventsOf(payout)) enqueue(ctx, "simulator-event", { id: `${key}-${event.type}`, tenant, ...event }, at)
    return outcomeOf(payout, ctx.now)
  })
}

/** A payout that will be returned is first reported as paid, as banks do. */
function eventsOf({
  key,
  reference,
  charged,
  outcome,
  reason,
  settles_at,
}: SimulatedPayout): [event: { type: GatewayEvent["type"] }, at: Date][] {
  const failure = { key, reason }
  if (outcome === "failed") return [[{ type: "payout.failed", ...failure }, settles_at]]
  const paid = { type: "payout.paid", key, reference, ...(charged !== null && { charged }) } as const
  if (outcome === "paid") return [[paid, settles_at]]
  return [
    [paid, settles_at],
    [{ type: "payout.returned", ...failure }, new Date(settles_at.getTime() + returnDelayMs)],
  ]
}

function outcomeOf({ reference, charged, outcome, reason, settles_at }: SimulatedPayout, now: Date): PayoutOutcome {
  if (now < settles_at) return { status: "processing", reference }
  return outcome === "paid"
    ? { status: outcome, reference, ...(charged !== null && { charged }) }
    : { status: outcome, reference, reason: reason ?? outcome }
}
