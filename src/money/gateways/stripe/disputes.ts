import type { DisputeGateway, DisputeReport, DisputeSettlement, DisputeStage, DisputeState } from "../dispute-gateway.ts"
import { type StripeClient, StripeRefusal } from "./client.ts"
import { submitEvidence } from "./evidence.ts"
import { fromStripe } from "./money.ts"
import { Dispute, Event, PaymentIntent } from "./objects.ts"
import { keyIn, stepKey } from "./ownership.ts"

const pathOf = (id: string) => `/v1/disputes/${id}`

export const stripeDisputes = (client: StripeClient): DisputeGateway => ({
  async submitEvidence(request) {
    const { dispute } = await readOwned(client, request.tenant, request.dispute)
    await submitEvidence(client, request, dispute)
  },
  async accept(tenant, id) {
    await readOwned(client, tenant, id)
    try {
      await client.post(Dispute, `${pathOf(id)}/close`, {}, stepKey({ tenant, key: id }, "close"))
    } catch (error) {
      const isOver = error instanceof StripeRefusal && (await client.get(Dispute, pathOf(id))).status === "lost"
      if (!isOver) throw error
    }
  },
  async lookUp(tenant, id): Promise<DisputeState> {
    const found = await findOwned(client, tenant, id)
    if (!found) return { status: "absent" }
    const status = statusOf(found.dispute)
    if (status === "open") return { status }
    return { status, at: await changedAt(client, found.dispute), ...bookedOf(found.dispute, found.currency) }
  },
})

type OwnedDispute = { dispute: Dispute; key: string; currency: string }

async function readOwned(client: StripeClient, tenant: string, id: string): Promise<OwnedDispute> {
  const found = await findOwned(client, tenant, id)
  if (!found) throw new Error(`Stripe has no dispute ${id} about a charge of ours`)
  return found
}

async function findOwned(client: StripeClient, tenant: string, id: string): Promise<OwnedDispute | undefined> {
  const dispute = await client.find(Dispute, pathOf(id))
  if (dispute?.payment_intent == null) return undefined
  const intent = await client.find(PaymentIntent, `/v1/payment_intents/${dispute.payment_intent}`)
  const key = keyIn(intent?.metadata, tenant)
  return intent && key !== undefined ? { dispute, key, currency: intent.currency } : undefined
}

/** The dispute as an event reports it, with its state now; undefined where it is not about a charge of ours. */
export async function readDispute(client: StripeClient, tenant: string, id: string) {
  const found = await findOwned(client, tenant, id)
  if (!found) return undefined
  const { dispute, key, currency } = found
  if (dispute.currency !== currency)
    throw new Error(`Stripe reports the dispute ${id} in ${dispute.currency}, and its charge was in ${currency}; nothing is booked`)
  const status = statusOf(dispute)
  const report: DisputeReport = {
    key,
    dispute: id,
    amount: fromStripe(dispute.amount, currency),
    reason: dispute.reason,
    stage: stageOf(dispute),
    evidenceDueAt: dispute.evidence_details.due_by ?? dispute.created,
    at: await changedAt(client, dispute),
    ...bookedOf(dispute, currency),
  }
  const types = { open: "dispute.opened", won: "dispute.won", lost: "dispute.lost" } as const
  return { type: types[status], ...report }
}

/** An inquiry that was closed, and a dispute that was prevented, took no money. */
const won = ["won", "warning_closed", "prevented"]
const statusOf = ({ status }: Dispute) => (won.includes(status) ? "won" : status === "lost" ? "lost" : "open")

function stageOf({ status }: Dispute): DisputeStage {
  if (status.startsWith("warning_")) return "inquiry"
  return status.startsWith("appeal_") ? "appeal" : "dispute"
}

type Booked = { fee?: number; settlement?: DisputeSettlement }

/** What Stripe has booked. Where its balance is in another currency, it books all of a dispute there, at the rate of each day. */
function bookedOf({ id, balance_transactions: movements }: Dispute, currency: string): Booked {
  const [first] = movements
  if (!first) return {}
  if (movements.some(each => each.currency !== first.currency))
    throw new Error(`Stripe has booked the dispute ${id} in several currencies; nothing is booked`)
  const [net, fee] = (["net", "fee"] as const).map(part => movements.reduce((sum, each) => sum + each[part], 0)) as [number, number]
  if (first.currency === currency) return { fee: Math.max(0, fromStripe(fee, currency)) }
  const settled = { net: fromStripe(net, first.currency), fee: fromStripe(fee, first.currency) }
  return { settlement: { ...settled, currency: first.currency.toUpperCase() } }
}

/** When it got its status. A dispute does not say so, but its events do for 30 days, and its movements do where money moved. */
async function changedAt(client: StripeClient, dispute: Dispute): Promise<Date> {
  const { id, created, status, balance_transactions: movements } = dispute
  if (statusOf(dispute) === "open" && !status.startsWith("appeal_")) return created
  for await (const event of client.list(Event, "/v1/events", { type: "charge.dispute.*" }))
    if (event.data.object.id === id) return event.created
  return movements.reduce((last, each) => (each.created > last ? each.created : last), created)
}
