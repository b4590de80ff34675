import { createHmac, timingSafeEqual } from "node:crypto"
import { z } from "zod"
import type { Context } from "../kit/context.ts"
import { enqueue } from "../kit/enqueue.ts"
import { Id } from "../kit/fields.ts"
import { asSystem } from "../kit/system.ts"
import { findTenant } from "../kit/tenant.ts"
import { type ChargeOrder, type Gateway, type GatewayEvent, type Message, type Outcome, type Signed, Unreachable } from "./gateway.ts"
import { readSimulated, rememberSimulated, type SimulatedCharge } from "./store.ts"

const everywhere = ["AUD", "BRL", "CAD", "CHF", "CLP", "COP", "EUR", "GBP", "JPY", "KRW", "KWD", "MXN", "USD", "VND"]

/** As cards in Brazil have it: some installments are the merchant's treat, and none is below R$ 5. */
const financing = { monthlyRate: "0.0249", interestFree: 3, leastInstallment: 500 }

/** Later, by the tenant's clock. */
const laterMs = 5_000

type Script = Pick<SimulatedCharge, "status"> & { decline?: [code: string, reason: string]; later?: GatewayEvent["type"][]; silent?: true }

/** What each token makes it do. Events come late, doubled and out of order, as real ones do. */
const scripts: Record<string, Script> = {
  tok_success: { status: "succeeded" },
  tok_declined: { status: "declined", decline: ["card_declined", "the card was declined"] },
  tok_insufficient_funds: { status: "declined", decline: ["insufficient_funds", "there is not enough money on the account"] },
  tok_processing_then_success: { status: "processing", later: ["charge.succeeded", "charge.succeeded", "charge.processing"] },
  tok_processing_then_failure: { status: "processing", later: ["charge.failed", "charge.processing", "charge.failed"] },
  tok_success_then_reversed: { status: "succeeded", later: ["charge.reversed", "charge.reversed"] },
  tok_timeout_but_charged: { status: "succeeded", silent: true },
  tok_dispute: { status: "succeeded", later: ["dispute.opened"] },
}

/** A gateway of our own that answers by token. It plays the outside world and shares nothing with the rest but the database. */
export const simulator: Gateway = {
  id: "simulator",
  name: "Simulator",
  methods: [
    { method: "card", name: "Card", currencies: everywhere, installments: 12, financing },
    { method: "direct-debit", name: "Direct debit", currencies: everywhere, installments: 1 },
  ],
  isToken: token => Object.hasOwn(scripts, token) || token === "tok_unreachable",
  charge,
  async lookUp(tenant, key) {
    const known = await readSimulated(tenant, key)
    return known ? outcomeOf(known) : { status: "absent" }
  },
  verify,
}

async function charge(order: ChargeOrder): Promise<Outcome> {
  if (order.token === "tok_unreachable") throw new Unreachable("the simulator was told not to be there")
  const script = scripts[order.token]!
  const known = await begin(order, script)
  return script.silent ? { status: "unknown" } : outcomeOf(known)
}

/** Remembered with the events that will follow: both or neither. A second call with the same key finds the first. */
async function begin(order: ChargeOrder, { status, decline, later = [] }: Script): Promise<SimulatedCharge> {
  const { tenant, key, token, amount, currency, installments } = order
  return asSystem(tenant, "simulator", async ctx => {
    const known = await readSimulated(tenant, key) // another may have been faster, and then this runs again
    if (known) return known
    for (const [n, type] of later.entries())
      send(ctx, { id: `${key}-${n % 2 === 0 ? type : `${type}-again`}`, type, key }, laterMs + n * 200)
    const parts = { installments: installments?.count ?? null, total: installments?.total ?? null }
    return rememberSimulated(ctx, { key, token, amount, currency, ...parts, status, decline_code: decline?.[0] ?? null })
  })
}

function send(ctx: Context, event: { id: string; type: GatewayEvent["type"]; key: string }, afterMs: number) {
  const at = new Date(ctx.now.getTime() + afterMs)
  const why = event.type === "charge.failed" ? { code: "debit_failed", reason: "the bank returned the debit" } : {}
  enqueue(ctx, "simulator-event", { ...event, ...why, id: event.id.replace(/-again$/, ""), tenant: ctx.tenant.id }, at)
}

function outcomeOf({ status, reference, token, decline_code }: SimulatedCharge): Outcome {
  if (status !== "declined") return { status, reference }
  return { status, reference, code: decline_code ?? "declined", reason: scripts[token]?.decline?.[1] ?? "it was declined" }
}

const Said = z.looseObject({ tenant: Id })

/** Signed with a secret of the tenant's own, over the raw bytes. */
async function verify({ headers, bytes }: Message): Promise<Signed | undefined> {
  const read = Said.safeParse(parsed(bytes))
  const tenant = read.success ? await findTenant({ id: read.data.tenant }) : undefined
  if (!tenant || !read.success) return undefined
  const expected = Buffer.from(signature(tenant.linkKey, bytes))
  const given = Buffer.from(headers["simulator-signature"] ?? "")
  return given.length === expected.length && timingSafeEqual(given, expected) ? read.data : undefined
}

/** How the simulator signs what it sends to a tenant. */
export const signature = (linkKey: string, bytes: Buffer) =>
  `sha256=${createHmac("sha256", `simulator events ${linkKey}`).update(bytes).digest("hex")}`

function parsed(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString("utf8"))
  } catch {
    return undefined
  }
}
