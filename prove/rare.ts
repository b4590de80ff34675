// What happens seldom, but does harm when it is mistaken: payments that meet, reports that come late, and decisions that are changed.
import { setTimeout as wait } from "node:timers/promises"
import type { Json } from "./client.ts"
import { createPlan } from "./plan.ts"
import { remember, type Turn } from "./turn.ts"

export const rareSteps = {
  /** One pays what is left of a plan while others pay its installments. Most are refused, because they come too late. */
  async payPlanAtOnce(turn: Turn) {
    const { business, random } = turn
    const plan = random.pick(business.plans) ?? (await createPlan(turn))
    if (!plan) return
    const { installments, amount, paid, status } = (await business.owner.read(`/v1/payment-intents/${plan}`)).body.data
    if (amount === paid || status === "canceled") return forget(business.plans, plan)
    // Some begin later: what one reads is to meet what another commits.
    const pay = async (paymentIntent: string, part: number) => {
      await wait(random.whole(0, 80))
      const fields = { paymentIntent, method: "cash", amount: part }
      remember(business, business.payments, await business.owner.write("/v1/transactions/create", fields))
    }
    const some = (installments as string[]).filter(() => random.chance(0.7))
    await Promise.all([pay(plan, amount - paid), ...some.map(id => pay(id, random.whole(1, 500)))])
  },
  /** The gateway reports once more what it has reported, or that it failed. Neither changes anything any more. */
  async reportLate({ business, random, log, n }: Turn) {
    const key = random.pick(await succeededCharges(business))
    if (!key) return
    const failure = { type: "charge.failed", code: "debit_failed", reason: "the bank returned the debit" }
    const event = {
      tenant: business.owner.tenantId,
      id: `late-${n}`,
      key,
      ...(random.chance(0.7) ? failure : { type: "charge.succeeded" }),
    }
    const body = JSON.stringify(event)
    const headers = { "simulator-signature": business.sign(Buffer.from(body)) }
    const { status, text } = await business.owner.report("/v1/gateways/simulator/events", body, headers)
    if (status !== 200) log.violations.push(`the event ${body} was answered ${status}: ${text}`)
  },
  /** The payer's bank decides otherwise, after it has taken the money. */
  async reverseDecision({ business, random }: Turn) {
    const { body } = await business.owner.read("/v1/disputes?status=lost&limit=100")
    const lost = random.pick(body.data as Json[])
    if (lost) await business.owner.write(`/v1/simulations/disputes/${lost._id}/resolve`, { outcome: "won" })
  },
  /** Some payers contest what they have just paid, and the bank decides for them at once. */
  async loseDispute({ business, random }: Turn) {
    const transaction = random.pick(await succeededCharges(business))
    if (!transaction) return
    const answer = await business.owner.write("/v1/simulations/disputes/create", { transaction })
    remember(business, business.disputes, answer)
    const id = answer.body?.data?._id as string | undefined
    if (id !== undefined) await business.owner.write(`/v1/simulations/disputes/${id}/resolve`, { outcome: "lost" })
  },
} satisfies Record<string, (turn: Turn) => Promise<void>>

function forget(list: string[], id: string) {
  const at = list.indexOf(id) // another client may have forgotten it meanwhile
  if (at >= 0) list.splice(at, 1)
}

async function succeededCharges({ owner }: Turn["business"]): Promise<string[]> {
  const { body } = await owner.read("/v1/transactions?gateway=simulator&status=succeeded&transactionType=charge&limit=100")
  return (body.data as Json[]).map(({ _id }) => _id as string)
}

export const rareWeights: Record<keyof typeof rareSteps, number> = { payPlanAtOnce: 8, reportLate: 3, reverseDecision: 3, loseDispute: 2 }
