import { enqueue } from "../../kit/jobs/enqueue.ts"
import { asSystem } from "../../kit/operation/system.ts"
import type { GatewayEvent, RefundGateway, RefundOutcome, RefundRequest } from "./gateway.ts"
import { findSimulatedRefund, insertSimulatedRefund, type SimulatedRefund } from "./simulator-refund-store.ts"
import { findSimulatedCharge } from "./store.ts"

type Script = { declines?: true; timesOut?: true; settlesLater?: true; failsLater?: true }

/** By the token of the charge; the refunds of all other charges, and of bank transfers, succeed at once. */
const scripts: Record<string, Script> = {
  tok_refund_fails: { declines: true },
  tok_refund_timeout: { timesOut: true },
  tok_refund_later: { settlesLater: true },
  tok_refund_fails_later: { declines: true, settlesLater: true },
  tok_refund_fails_after_success: { failsLater: true },
}

/** By the tenant's clock. */
const settleDelayMs = 5_000

export const simulatorRefunds: RefundGateway = {
  async refund(request) {
    const charge = await findSimulatedCharge(request.tenant, request.charge.key)
    const script = scripts[charge?.token ?? ""] ?? {}
    const outcome = await refundOnce(request, script)
    return script.timesOut ? { status: "unknown" } : outcome
  },
  async lookUp({ tenant, key }) {
    const existing = await findSimulatedRefund(tenant, key)
    return existing ? asSystem(tenant, "simulator", async ({ now }) => outcomeOf(existing, now)) : { status: "absent" }
  },
}

/** A second call with the same key returns the first refund. A refund that settles later reports its outcome twice, as gateways do. */
function refundOnce({ tenant, key, charge, amount, currency }: RefundRequest, script: Script): Promise<RefundOutcome> {
  return asSystem(tenant, "simulator", async ctx => {
    const existing = await findSimulatedRefund(tenant, key) // a concurrent call may commit first; then this runs again and finds its refund
    if (existing) return outcomeOf(existing, ctx.now)
    const later = new Date(ctx.now.getTime() + settleDelayMs)
    const settles_at = script.settlesLater ? later : null
    const fails_at = script.failsLater ? later : null
    const outcome = script.declines ? ({ status: "declined", decline_code: "refund_declined" } as const) : paid
    const refund = insertSimulatedRefund(ctx, { key, charge_key: charge.key, amount, currency, ...outcome, settles_at, fails_at })
    if (settles_at ?? fails_at) for (let n = 0; n < 2; n++) enqueue(ctx, "simulator-event", eventOf(refund), later)
    return outcomeOf(refund, ctx.now)
  })
}

const paid = { status: "succeeded", decline_code: null } as const
const refusal = "the payer's bank did not accept the refund"

function eventOf({ tenant_id: tenant, key, status, reference, decline_code, fails_at }: SimulatedRefund): GatewayEvent {
  if (status === "declined" || fails_at) {
    const failure = { code: decline_code ?? "refund_declined", reason: refusal }
    return { id: `${key}-failed`, tenant, type: "refund.failed", key, ...failure }
  }
  return { id: `${key}-succeeded`, tenant, type: "refund.succeeded", key, reference }
}

function outcomeOf({ status, reference, decline_code, settles_at, fails_at }: SimulatedRefund, now: Date): RefundOutcome {
  if (settles_at && now < settles_at) return { status: "processing", reference }
  const hasFailed = status === "declined" || (fails_at !== null && now >= fails_at)
  return hasFailed
    ? { status: "declined", reference, code: decline_code ?? "refund_declined", reason: refusal }
    : { status: "succeeded", reference }
}
