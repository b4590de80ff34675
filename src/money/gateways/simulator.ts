import { createHmac } from "node:crypto"
import { z } from "zod"
import type { Context } from "../../kit/db/context.ts"
import { enqueue } from "../../kit/jobs/enqueue.ts"
import { asSystem } from "../../kit/operation/system.ts"
import { Id } from "../../kit/pure/fields.ts"
import { isSameSecret, randomText } from "../../kit/service/crypto.ts"
import { findTenant } from "../../platform/tenants/find-store.ts"
import {
  type BuiltInGateway,
  type ChargeRequest,
  type GatewayEvent,
  GatewayUnreachable,
  type InboundMessage,
  type Outcome,
  type VerifiedPayload,
} from "./gateway.ts"
import { openAtSimulator, simulatorDisputes } from "./simulator-disputes.ts"
import { instructionMethods, instructionsFor } from "./simulator-instructions.ts"
import { debitDecline, debitDeclines, simulatorMandates } from "./simulator-mandates.ts"
import { endAtSimulator, expireLater } from "./simulator-payer.ts"
import { simulatorPayouts } from "./simulator-payouts.ts"
import { simulatorRefunds } from "./simulator-refunds.ts"
import { scriptForSaved, simulatorSavedMethods } from "./simulator-saved-methods.ts"
import { outcomeOf, type Script, scripts } from "./simulator-scripts.ts"
import { findSimulatedCharge, insertSimulatedCharge } from "./store.ts"

const currencies = ["AUD", "BRL", "CAD", "CHF", "CLP", "COP", "EUR", "GBP", "JPY", "KRW", "KWD", "MXN", "USD", "VND"]

/**
 * As is common for cards in Brazil: the merchant bears the interest of up to 3 installments, each further one raises the rate, and none is
 * below R$ 5.
 */
const monthlyRates = {
  2: "0",
  3: "0",
  4: "0.0229",
  5: "0.0239",
  6: "0.0249",
  7: "0.0259",
  8: "0.0269",
  9: "0.0279",
  10: "0.0289",
  11: "0.0299",
  12: "0.0309",
}
const financing = { monthlyRates, minInstallmentAmount: 500 }

/** By the tenant's clock. */
const firstEventDelayMs = 5_000
const nextEventDelayMs = 200

/** A gateway for sandboxes that responds by token. Like a real one, it has its own data and reports outcomes by signed events. */
export const simulator: BuiltInGateway = {
  id: "simulator",
  name: "Simulator",
  modes: ["sandbox"],
  methods: [
    { method: "card", name: "Card", currencies, starts: "token", maxInstallments: 12, saves: true, financing },
    { method: "direct-debit", name: "Direct debit", currencies, starts: "mandate", maxInstallments: 1 },
    ...instructionMethods(currencies),
  ],
  isToken: token => Object.hasOwn(scripts, token) || token === "tok_unreachable",
  testTokens: [
    "tok_success",
    "tok_declined",
    "tok_insufficient_funds",
    "tok_processing_then_success",
    "tok_processing_then_failure",
    "tok_timeout_but_charged",
    "tok_unreachable",
    "tok_authenticate_later",
    "tok_declined_later",
  ],
  charge,
  async lookUp(tenant, key) {
    const existing = await findSimulatedCharge(tenant, key)
    if (existing?.status === "action") return asSystem(tenant, "simulator", async ({ now }) => outcomeOf(existing, now))
    return existing ? outcomeOf(existing, existing.created_at) : { status: "absent" }
  },
  cancel: (tenant, key) => asSystem(tenant, "simulator", ctx => endAtSimulator(ctx, key, "canceled")),
  refunds: simulatorRefunds,
  payouts: simulatorPayouts,
  mandates: simulatorMandates,
  savedMethods: simulatorSavedMethods,
  disputes: simulatorDisputes,
  verify,
}

async function charge(request: ChargeRequest): Promise<Outcome> {
  if (request.token === "tok_unreachable") throw new GatewayUnreachable("the token makes the simulator unreachable")
  const script = await scriptFor(request)
  const outcome = await chargeOnce(request, script)
  return script.timesOut ? { status: "unknown" } : outcome
}

async function scriptFor(request: ChargeRequest): Promise<Script> {
  const { tenant, token, mandate, savedMethod } = request
  if (savedMethod !== undefined) return scriptForSaved(request, savedMethod)
  if (mandate === undefined) return scripts[token] ?? { status: "action" }
  const code = await debitDecline(tenant, mandate)
  return code === undefined ? { status: "succeeded" } : { status: "declined", decline: [code, debitDeclines[code] ?? code] }
}

/** Stores the charge and the jobs for its events in one commit. A second call with the same key returns the first charge. */
async function chargeOnce(request: ChargeRequest, { status, decline, events = [] }: Script): Promise<Outcome> {
  const { tenant, key, token, amount, currency, installments, returnUrl, savesMethod } = request
  return asSystem(tenant, "simulator", async ctx => {
    const existing = await findSimulatedCharge(tenant, key) // a concurrent call may commit first; then this runs again and finds its charge
    if (existing) return outcomeOf(existing, ctx.now)
    for (const [i, type] of events.entries()) enqueueEvent(ctx, type, request, firstEventDelayMs + i * nextEventDelayMs)
    const parts = { installments: installments?.count ?? null, total: installments?.total ?? null }
    const reference = `sim_${randomText(12)}`
    const instructions = status === "action" ? instructionsFor(request, reference, ctx.now) : undefined
    if (instructions) expireLater(ctx, key, instructions.expires_at)
    const row = { key, reference, token, amount, currency, ...parts, status, decline_code: decline?.[0] ?? null }
    const waiting = { action: instructions?.action ?? null, expires_at: instructions?.expires_at ?? null, return_url: returnUrl ?? null }
    const saved = { saves_method: savesMethod ?? false, method_removed_at: null }
    return outcomeOf(insertSimulatedCharge(ctx, { ...row, ...waiting, ...saved }), ctx.now)
  })
}

/** Events of one type have the same id: they are duplicates. */
function enqueueEvent(ctx: Context, type: GatewayEvent["type"], { key, amount }: ChargeRequest, delayMs: number) {
  const at = new Date(ctx.now.getTime() + delayMs)
  const failure = type === "charge.failed" ? { code: "debit_failed", reason: "the bank returned the debit" } : {}
  const dispute = type === "dispute.opened" ? openAtSimulator(ctx, key, amount, at) : {}
  enqueue(ctx, "simulator-event", { id: `${key}-${type}`, type, key, ...failure, ...dispute, tenant: ctx.tenant.id }, at)
}

const Payload = z.looseObject({ tenant: Id })

/** The signature is made with a key of the tenant, over the raw bytes. */
async function verify({ headers, bytes }: InboundMessage): Promise<VerifiedPayload | undefined> {
  const payload = Payload.safeParse(parseJson(bytes))
  const tenant = payload.success ? await findTenant({ id: payload.data.tenant }) : undefined
  if (!tenant || !payload.success) return undefined
  return isSameSecret(signature(tenant.linkKey, bytes), headers["simulator-signature"] ?? "") ? payload.data : undefined
}

/** How the simulator signs the events it sends to a tenant. */
export const signature = (linkKey: string, bytes: Buffer) =>
  `sha256=${createHmac("sha256", `simulator events ${linkKey}`).update(bytes).digest("hex")}`

function parseJson(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString("utf8"))
  } catch {
    return undefined
  }
}
