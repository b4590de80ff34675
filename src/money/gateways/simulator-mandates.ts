import { enqueue } from "../../kit/jobs/enqueue.ts"
import { asSystem } from "../../kit/operation/system.ts"
import { GatewayUnreachable, type MandateGateway, type MandateOutcome, type MandateRequest } from "./gateway.ts"
import { endSimulatedMandate, findSimulatedMandate, insertSimulatedMandate, type SimulatedMandate } from "./simulator-mandate-store.ts"

/** How long the payer's bank takes to accept or refuse a mandate, by the tenant's clock. */
const decideDelayMs = 60_000

const refusal = "the payer's bank refused the mandate"

/**
 * Simulates mandates by the holder of the account: the bank refuses `Fail Mandate`, declines debits of `Decline Debit`, and accepts others.
 */
export const simulatorMandates: MandateGateway = {
  schemes: ["sepa", "bacs", "becs", "ach", "pix"],
  async register(request) {
    if (request.account.holder === "Unreachable Mandate") throw new GatewayUnreachable("the holder makes the simulator unreachable")
    return registerOnce(request)
  },
  lookUp: (tenant, key) =>
    asSystem(tenant, "simulator", async ({ now }) => {
      const existing = await findSimulatedMandate(tenant, key)
      return existing ? outcomeOf(existing, now) : { status: "absent" }
    }),
  end: (tenant, key) => asSystem(tenant, "simulator", async ctx => endSimulatedMandate(ctx, key)),
}

/** Stores the mandate and the job for its event in one commit. A second call with the same key returns the first mandate. */
function registerOnce({ tenant, key, account, submittedAt }: MandateRequest): Promise<MandateOutcome> {
  return asSystem(tenant, "simulator", async ctx => {
    const existing = await findSimulatedMandate(tenant, key) // a concurrent call may commit first; then this runs again
    if (existing) return outcomeOf(existing, ctx.now)
    const decides_at = new Date(submittedAt.getTime() + decideDelayMs)
    const mandate = insertSimulatedMandate(ctx, { key, holder: account.holder, decides_at })
    const event = isRefused(mandate) ? { type: "mandate.failed", reason: refusal } : { type: "mandate.active" }
    enqueue(ctx, "simulator-event", { id: `${key}-${event.type}`, tenant, key, ...event }, decides_at)
    return { status: "pending", reference: mandate.reference }
  })
}

const isRefused = ({ holder }: SimulatedMandate) => holder === "Fail Mandate"

function outcomeOf(mandate: SimulatedMandate, now: Date): MandateOutcome {
  const { reference, decides_at, revoked_at } = mandate
  if (revoked_at !== null) return { status: "revoked", reference }
  if (now < decides_at) return { status: "pending", reference }
  return isRefused(mandate) ? { status: "failed", reference, reason: refusal } : { status: "active", reference }
}

/** Why a debit by mandate is declined, by the code that the simulator stores. */
export const debitDeclines: Record<string, string> = {
  mandate_inactive: "the mandate is not active",
  debit_refused: "the payer's bank refused the debit",
}

/** The code that a debit by this mandate is declined with; undefined when it succeeds. */
export async function debitDecline(tenant: string, key: string): Promise<string | undefined> {
  const outcome = await simulatorMandates.lookUp(tenant, key)
  if (outcome.status !== "active") return "mandate_inactive"
  const mandate = await findSimulatedMandate(tenant, key)
  return mandate?.holder === "Decline Debit" ? "debit_refused" : undefined
}
