// What comes back with time: cycles, expiries, disputes, and money that a bank returns days after it was sent or received.
import { brazilian } from "./business.ts"
import type { Json } from "./client.ts"
import { remember, rememberRequest, type Turn } from "./turn.ts"

/** What a saved card does when it is charged again. */
const savedTokens = ["tok_success", "tok_success", "tok_authenticate_later", "tok_declined_later", "tok_expires_later"]
/** Of the accounts that payers let us debit. The names decide what the simulator makes of mandates and debits. */
const holders = ["Ana Souza", "Ana Souza", "Ana Souza", "Decline Debit", "Fail Mandate"]
const chargePath = "/v1/gateways/simulator/charges/create"

export const laterSteps = {
  async payOutByGateway({ business, random }: Turn) {
    const amount = random.whole(1, 30_000)
    const fields = { ...random.pick(business.accounts), recipientType: "supplier", currency: "BRL", amount, method: "pix" }
    remember(business, business.payouts, await business.owner.write("/v1/payouts/create", fields))
  },
  /** Mostly one of days ago, which the bank returns. One that was just sent fails. */
  async returnPayout({ business, random }: Turn) {
    const payout = random.pick(business.payouts)
    if (payout) await business.owner.write(`/v1/simulations/payouts/${payout}/fail`, {})
  },
  /** As banks do with a direct debit that the payer objects to, within weeks. */
  async returnPayment({ business, random }: Turn) {
    const payment = random.pick(business.payments)
    if (payment) await business.owner.write(`/v1/simulations/transactions/${payment}/reverse`)
  },
  async dispute({ business, random }: Turn) {
    const transaction = random.pick(business.payments)
    if (!transaction) return
    const stage = random.chance(0.3) ? "inquiry" : "dispute"
    const fields = { transaction, stage, ...(random.chance(0.5) && { amount: random.whole(1, 60_000) }) }
    remember(business, business.disputes, await business.owner.write("/v1/simulations/disputes/create", fields))
  },
  /** Also those that the gateway has reported by itself. */
  async answerDispute({ business, random }: Turn) {
    const { body } = await business.owner.read("/v1/disputes?open=true")
    const id = random.pick((body.data as Json[]).map(({ _id }) => _id as string))
    if (id === undefined) return
    if (!business.disputes.includes(id)) business.disputes.push(id)
    if (random.chance(0.8)) await business.owner.write(`/v1/disputes/${id}/evidence`, { text: "Delivered, and signed for" })
    else await business.owner.write(`/v1/disputes/${id}/accept`)
  },
  /** The payer's bank decides, changes its decision, or begins the next stage. */
  async decideDispute({ business, random }: Turn) {
    const id = random.pick(business.disputes)
    if (!id) return
    const act = random.weighted({ won: 3, lost: 4, dispute: 2, appeal: 2 })
    const isDecided = act === "won" || act === "lost"
    const fields = isDecided ? { outcome: act } : { stage: act }
    await business.owner.write(`/v1/simulations/disputes/${id}/${isDecided ? "resolve" : "advance"}`, fields)
  },
  /** The payer gets instructions, which expire after half an hour, an hour or three days. */
  async chargeByInstructions({ business, random }: Turn) {
    const paymentIntent = random.pick(business.intents)
    if (!paymentIntent) return
    const method = random.pick(["pix", "boleto", "hosted-card"])
    const consent = method === "hosted-card" && random.chance(0.5) ? { saveConsent: "Keep my card" } : {}
    const answer = await business.owner.write(chargePath, { paymentIntent, method, ...consent })
    remember(business, business.payments, answer)
    if (answer.body?.data?.action) business.waiting.push(answer.body.data._id as string)
  },
  async endWaiting({ business, random }: Turn) {
    const payment = random.pick(business.waiting)
    if (!payment) return
    const act = random.weighted({ pay: 5, expire: 1, cancel: 2 })
    await business.owner.write(act === "cancel" ? `/v1/transactions/${payment}/cancel` : `/v1/simulations/transactions/${payment}/${act}`)
  },
  async saveCard({ business, random }: Turn) {
    const paymentIntent = random.pick(business.intents)
    if (!paymentIntent) return
    const fields = { paymentIntent, method: "card", token: random.pick(savedTokens), saveConsent: "Keep my card for what follows" }
    remember(business, business.payments, await business.owner.write(chargePath, fields))
  },
  async createMandate({ business, random }: Turn) {
    const contact = random.pick(business.contacts)
    if (!contact) return
    const account = { ...brazilian, holder: random.pick(holders), owner: "contact", contact }
    const bankAccount = (await business.owner.write("/v1/bank-accounts/create", account)).body.data?._id as string | undefined
    const { body } = await business.owner.write("/v1/authorizations/create", { contact, bankAccount, scheme: "pix" })
    if (body.data) business.mandates.push({ id: body.data._id as string, contact })
  },
  async subscribe({ business, random }: Turn) {
    const payer = random.chance(0.3) ? { contact: random.pick(business.contacts) } : await payerOf(business, random)
    if (!payer?.contact) return
    const cadence = random.pick([
      { every: 1, unit: "day" },
      { every: 3, unit: "day" },
      { every: 1, unit: "week" },
      { every: 1, unit: "month" },
    ])
    const items = [{ name: "Membership", amount: random.whole(100, 20_000), ...(random.chance(0.5) && { supplier: "CASA" }) }]
    const fields = { ...payer, currency: "BRL", items, cadence, cycles: random.whole(1, 30) }
    remember(business, business.subscriptions, await business.owner.write("/v1/subscriptions/create", fields))
  },
  async changeSubscription({ business, random }: Turn) {
    const subscription = random.pick(business.subscriptions)
    if (!subscription) return
    const act = random.weighted({ pause: 3, resume: 4, cancel: 1, update: 3 })
    const items = [{ name: "Membership", amount: random.whole(100, 20_000) }]
    const fields = { pause: {}, resume: {}, cancel: { at: random.pick(["now", "cycle-end"]) }, update: { items } }[act]
    await business.owner.write(`/v1/subscriptions/${subscription}/${act}`, fields)
  },
  /** Pays the bills of cycles, too, and remembers the payments that the schedules made by themselves. */
  async followCycles({ business, random }: Turn) {
    const subscription = random.pick(business.subscriptions)
    const last = subscription && (await business.owner.read(`/v1/subscriptions/${subscription}`)).body.data?.lastIntent
    if (!last) return
    if (!business.intents.includes(last as string)) business.intents.push(last as string)
    const payments = (await business.owner.read(`/v1/transactions?paymentIntent=${last}`)).body.data as Json[]
    for (const { _id, approval } of payments) {
      if (!business.payments.includes(_id as string)) business.payments.push(_id as string)
      if (approval?.request && !business.requests.includes(approval.request as string)) business.requests.push(approval.request as string)
    }
  },
  /** The payer revokes a mandate at the bank, or the bank blocks a card. */
  async endPermission({ business, random }: Turn) {
    const mandate = random.pick(business.mandates)
    if (random.chance(0.5)) {
      if (mandate) await business.owner.write(`/v1/simulations/authorizations/${mandate.id}/revoke`)
      return
    }
    const card = await savedCard(business, random)
    if (card) await business.owner.write(`/v1/simulations/saved-methods/${card._id}/detach`)
  },
  async debit({ business, random }: Turn) {
    const mandate = random.pick(business.mandates)
    if (!mandate) return
    const { body } = await business.owner.read(`/v1/payment-intents?contact=${mandate.contact}&status=due`)
    const intent = random.pick(body.data as Json[])
    if (!intent) return
    const fields = { paymentIntent: intent._id, method: "direct-debit", authorization: mandate.id }
    const answer = await business.owner.write(chargePath, fields)
    remember(business, business.payments, answer)
    rememberRequest(business, answer)
  },
} satisfies Record<string, (turn: Turn) => Promise<void>>

/** Who pays a subscription by itself, and by what. */
async function payerOf(business: Turn["business"], random: Turn["random"]) {
  if (random.chance(0.5)) {
    const mandate = random.pick(business.mandates)
    return mandate && { contact: mandate.contact, mode: "auto-charge", chargeBy: "authorization", authorization: mandate.id }
  }
  const card = await savedCard(business, random)
  return card && { contact: card.contact as string, mode: "auto-charge", chargeBy: "saved-method", savedMethod: card._id as string }
}

const savedCard = async (business: Turn["business"], random: Turn["random"]): Promise<Json> =>
  random.pick((await business.owner.read("/v1/saved-methods?status=active")).body.data as Json[])

export const laterWeights: Record<keyof typeof laterSteps, number> = {
  payOutByGateway: 4,
  returnPayout: 2,
  returnPayment: 2,
  dispute: 3,
  answerDispute: 3,
  decideDispute: 5,
  chargeByInstructions: 4,
  endWaiting: 4,
  saveCard: 3,
  createMandate: 2,
  subscribe: 3,
  changeSubscription: 2,
  followCycles: 4,
  endPermission: 1,
  debit: 3,
}
