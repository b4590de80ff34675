// What the programs and people of a business do at random. Refusals are expected; nothing is assumed about the outcome of a request.
import { type Business, heldFrom } from "./business.ts"
import type { Log } from "./client.ts"
import { laterSteps, laterWeights } from "./later.ts"
import { createPlan } from "./plan.ts"
import type { Random } from "./random.ts"
import { rareSteps, rareWeights } from "./rare.ts"
import { remember, rememberRequest, type Turn } from "./turn.ts"

const tokens = [
  "tok_success",
  "tok_success",
  "tok_success_with_fee",
  "tok_declined",
  "tok_processing_then_success",
  "tok_processing_then_failure",
  "tok_success_then_reversed",
  "tok_dispute",
  "tok_refund_later",
  "tok_refund_fails",
  "tok_refund_fails_later",
  "tok_refund_fails_after_success",
  "tok_refund_timeout",
  "tok_timeout_but_charged",
] as const
const days = 86_400_000

export const steps = {
  ...laterSteps,
  ...rareSteps,
  async createContact({ business, n }: Turn) {
    const fields = { email: `payer-${n}@example.com`, profile: { firstName: "Ana", lastName: `Souza ${n}`, phone: "+14155552671" } }
    remember(business, business.contacts, await business.owner.write("/v1/contacts/create", fields))
  },
  async updateContact({ business, random, n }: Turn) {
    const contact = random.pick(business.contacts)
    if (contact) await business.owner.write(`/v1/contacts/${contact}/update`, { profile: { lastName: `Lima ${n}` } })
  },
  async createIntent({ business, random, n }: Turn) {
    const contact = random.pick(business.contacts)
    if (!contact) return
    const supplier = random.chance(0.6) ? { supplier: random.pick(["CASA", "RUA"]) } : {}
    const items = [{ name: "Course", description: "", category: "tuition", amount: random.whole(1, 120_000), ...supplier }]
    const dueAt = new Date(Date.now() + random.whole(1, 40) * days).toISOString()
    const fields = { intentType: "ad-hoc", contact, currency: "BRL", dueAt, items, reference: `order ${n}` }
    remember(business, business.intents, await business.owner.write("/v1/payment-intents/create", fields))
  },
  async createPlan(turn: Turn) {
    await createPlan(turn)
  },
  async cancelIntent({ business, random }: Turn) {
    const intent = random.pick(business.intents)
    if (intent) await business.owner.write(`/v1/payment-intents/${intent}/cancel`)
  },
  async pay({ business, random }: Turn) {
    const paymentIntent = random.pick(business.intents)
    if (!paymentIntent) return
    const status = random.chance(0.3) ? "processing" : "succeeded"
    const fields = { paymentIntent, method: "cash", status, ...(random.chance(0.5) && { amount: random.whole(1, 120_000) }) }
    remember(business, business.payments, await business.owner.write("/v1/transactions/create", fields))
  },
  async charge({ business, random }: Turn) {
    const paymentIntent = random.pick(business.intents)
    if (!paymentIntent) return
    const amount = random.chance(0.4) ? { amount: random.whole(1, 60_000) } : {}
    const fields = { paymentIntent, method: "card", token: random.pick(tokens), ...amount }
    remember(business, business.payments, await business.owner.write("/v1/gateways/simulator/charges/create", fields))
  },
  async decidePayment({ business, random }: Turn) {
    const payment = random.pick(business.payments)
    if (payment) await business.owner.write(`/v1/transactions/${payment}/${random.chance(0.7) ? "confirm" : "fail"}`)
  },
  async transfer({ business, random, n }: Turn) {
    const intent = random.chance(0.5) ? random.pick(business.intents) : undefined
    const number = intent && ((await business.owner.read(`/v1/payment-intents/${intent}`)).body.data?.number as string | undefined)
    const fields = { reference: number ?? `unknown ${n}`, amount: random.whole(1, 90_000), currency: "BRL" }
    remember(business, business.transfers, await business.owner.write("/v1/simulations/bank-transfers/create", fields))
  },
  async allocate({ business, random }: Turn) {
    const [transfer, paymentIntent] = [random.pick(business.transfers), random.pick(business.intents)]
    if (transfer && paymentIntent) await business.owner.write(`/v1/bank-transfers/${transfer}/allocate`, { paymentIntent })
  },
  async refund({ business, random }: Turn) {
    const transaction = random.pick(business.payments)
    if (!transaction) return
    const amount = random.chance(0.7) ? { amount: random.whole(1, 2 * heldFrom.refund) } : {}
    remember(business, business.refunds, await business.owner.write("/v1/refund-intents/create", { transaction, ...amount }))
  },
  async decideRefund({ business, random }: Turn) {
    const refund = random.pick(business.refunds)
    if (!refund) return
    const action = random.weighted({ approve: 8, cancel: 1, reject: 1, settle: 1 })
    rememberRequest(business, await business.owner.write(`/v1/refund-intents/${refund}/${action}`))
  },
  async createSplit({ business, random }: Turn) {
    const paymentIntent = random.pick(business.intents)
    if (!paymentIntent) return
    const fields = { paymentIntent, partnership: random.pick(["CASA", "RUA"]), amount: random.whole(1, 5_000) }
    remember(business, business.splits, await business.owner.write("/v1/payment-splits/create", fields))
  },
  async changeSplit({ business, random }: Turn) {
    const split = random.pick(business.splits)
    if (!split) return
    if (random.chance(0.5)) await business.owner.write(`/v1/payment-splits/${split}/update`, { amount: random.whole(1, 5_000) })
    else await business.owner.write(`/v1/payment-splits/${split}/delete`)
  },
  async payOut({ business, random }: Turn) {
    const partner = { recipientType: "supplier", partnership: random.pick(["CASA", "RUA"]) }
    const recipient = random.chance(0.7) ? partner : { recipientType: "self" }
    const fields = { ...recipient, currency: "BRL", amount: random.whole(1, 40_000), method: "manual", draft: random.chance(0.3) }
    remember(business, business.payouts, await business.owner.write("/v1/payouts/create", fields))
  },
  async decidePayout({ business, random }: Turn) {
    const payout = random.pick(business.payouts)
    if (!payout) return
    const action = random.weighted({ send: 3, confirm: 5, fail: 2, cancel: 1 })
    const fields = { send: {}, cancel: {}, confirm: { reference: "by hand" }, fail: { reason: "account closed" } }[action]
    rememberRequest(business, await business.owner.write(`/v1/payouts/${payout}/${action}`, fields))
  },
  async decideRequest({ business, random }: Turn) {
    const request = random.pick(business.requests)
    if (!request) return
    const by = random.chance(0.9) ? business.approver : business.owner
    await by.write(`/v1/approvals/requests/${request}/${random.chance(0.8) ? "approve" : "reject"}`)
  },
  async read({ business, random }: Turn) {
    const list = random.pick(["payment-intents", "transactions", "payouts", "payment-splits", "balances", "contacts"])
    await business.owner.read(`/v1/${list}`)
  },
  /** Another tenant's object must look as if it did not exist, whatever is asked of it. */
  async useForeignObject({ business, other, random, log }: Turn) {
    const [path, id] = random.pick([
      ["payment-intents", random.pick(other.intents)],
      ["contacts", random.pick(other.contacts)],
      ["transactions", random.pick(other.payments)],
      ["payouts", random.pick(other.payouts)],
    ] as const)!
    if (!id) return
    const address = `/v1/${path}/${id}`
    const isRead = random.chance(0.5)
    const answer = isRead ? await business.owner.read(address) : await business.owner.write(`${address}/update`, { metadata: { a: "b" } })
    if (answer.status !== 404) log.violations.push(`${address} of another tenant was answered ${answer.status}: ${answer.text}`)
  },
} satisfies Record<string, (turn: Turn) => Promise<void>>

type StepName = keyof typeof steps
const weights: Record<StepName, number> = {
  ...laterWeights,
  ...rareWeights,
  createContact: 3,
  updateContact: 3,
  createIntent: 14,
  createPlan: 4,
  cancelIntent: 2,
  pay: 8,
  charge: 14,
  decidePayment: 3,
  transfer: 4,
  allocate: 3,
  refund: 7,
  decideRefund: 8,
  createSplit: 3,
  changeSplit: 2,
  payOut: 6,
  decidePayout: 7,
  decideRequest: 9,
  read: 5,
  useForeignObject: 4,
}

/** One step of a client, in one of the businesses. As long as there is nothing yet that a step can be about, it is another one's turn. */
export async function takeStep(random: Random, businesses: readonly [Business, Business], log: Log) {
  const [business, other] = random.chance(0.5) ? businesses : [businesses[1], businesses[0]]
  for (const { requests } = log; log.requests === requests;)
    await steps[random.weighted(weights)]({ business, other, random, log, n: random.whole(0, 2 ** 31) })
}

/** One client works until the trial ends, or until a request gets no answer at all. Returns how many steps it took. */
export async function work(random: Random, businesses: readonly [Business, Business], log: Log): Promise<number> {
  for (let n = 0; ; n++) {
    if (log.hasEnded) return n
    try {
      await takeStep(random, businesses, log)
    } catch (error) {
      log.violations.push(String(error))
      return n
    }
  }
}
