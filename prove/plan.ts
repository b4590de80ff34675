import { remember, type Turn } from "./turn.ts"

const dayMs = 86_400_000

/** Creates a plan of some installments for one of the contacts. Returns its id, unless it was refused. */
export async function createPlan({ business, random, n }: Turn): Promise<string | undefined> {
  const contact = random.pick(business.contacts)
  if (!contact) return undefined
  const schedule = Array.from({ length: random.whole(2, 4) }, (_, i) => {
    return { amount: random.whole(1, 30_000), dueAt: new Date(Date.now() + (i + 2) * 20 * dayMs).toISOString() }
  })
  const amount = schedule.reduce((sum, part) => sum + part.amount, 0)
  const items = [{ name: "Year", description: "", category: "tuition", amount, supplier: "CASA" }]
  const dueAt = schedule[0]!.dueAt
  const fields = { intentType: "payment-plan", contact, currency: "BRL", dueAt, items, schedule, reference: `plan ${n}` }
  const answer = await business.owner.write("/v1/payment-intents/create", fields)
  remember(business, business.intents, answer)
  if (answer.status !== 201) return undefined
  business.plans.push(answer.body.data._id as string)
  return business.plans.at(-1)
}
