import { asSystem } from "../../kit/operation/system.ts"
import type { RefundGateway, RefundOutcome, RefundRequest } from "./gateway.ts"
import { findSimulatedRefund, insertSimulatedRefund, type SimulatedRefund } from "./simulator-refund-store.ts"
import { findSimulatedCharge } from "./store.ts"

/** By the token of the charge; the refunds of all other charges, and of bank transfers, succeed at once. */
const scripts: Record<string, { declines?: true; timesOut?: true }> = {
  tok_refund_fails: { declines: true },
  tok_refund_timeout: { timesOut: true },
}

export const simulatorRefunds: RefundGateway = {
  async refund(request) {
    const charge = await findSimulatedCharge(request.tenant, request.charge.key)
    const script = scripts[charge?.token ?? ""] ?? {}
    const refund = await refundOnce(request, script.declines ? "declined" : "succeeded")
    return script.timesOut ? { status: "unknown" } : outcomeOf(refund)
  },
  async lookUp(tenant, key) {
    const existing = await findSimulatedRefund(tenant, key)
    return existing ? outcomeOf(existing) : { status: "absent" }
  },
}

/** A second call with the same key returns the first refund. */
function refundOnce({ tenant, key, charge, amount, currency }: RefundRequest, status: SimulatedRefund["status"]): Promise<SimulatedRefund> {
  return asSystem(tenant, "simulator", async ctx => {
    const existing = await findSimulatedRefund(tenant, key) // a concurrent call may commit first; then this runs again and finds its refund
    const decline_code = status === "declined" ? "refund_declined" : null
    return existing ?? insertSimulatedRefund(ctx, { key, charge_key: charge.key, amount, currency, status, decline_code })
  })
}

function outcomeOf({ status, reference, decline_code }: SimulatedRefund): RefundOutcome {
  if (status === "succeeded") return { status, reference }
  return { status, reference, code: decline_code ?? "refund_declined", reason: "the payer's bank did not accept the refund" }
}
