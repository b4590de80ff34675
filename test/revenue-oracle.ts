// MRR, churn, net revenue and payers, computed plainly from what the API lists.
import type { Any } from "./harness.ts"

type World = { subscriptions: Any[]; intents: Any[]; transactions: Any[]; now: number }
/** The moments between which each month lies, in order. */
type Query = { currency: string; points: number[] }

const day = 86_400_000
const sum = (values: number[]) => values.reduce((all, value) => all + value, 0)

function addUnits(at: number, { every, unit }: { every: number; unit: string }): number {
  if (unit === "day" || unit === "week") return at + every * (unit === "day" ? 1 : 7) * day
  const months = every * (unit === "month" ? 1 : 12)
  const date = new Date(at)
  const last = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + months + 1, 0)).getUTCDate()
  const moved = new Date(date)
  moved.setUTCDate(1)
  moved.setUTCMonth(moved.getUTCMonth() + months)
  moved.setUTCDate(Math.min(date.getUTCDate(), last))
  return moved.getTime()
}

const perMonth = {
  month: (every: number) => 1 / every,
  year: (every: number) => 1 / (12 * every),
  week: (every: number) => 30.4375 / (7 * every),
  day: (every: number) => 30.4375 / every,
}

/** What a contact's subscriptions bill per month at a moment. The time zone is UTC. */
function mrrOf({ subscriptions, intents }: World, contact: string, currency: string, at: number): number {
  const own = subscriptions.filter(each => each.contact === contact && each.currency === currency)
  return sum(
    own.map(subscription => {
      const cycles = intents
        .filter(intent => intent.subscription === subscription._id && intent.status !== "canceled")
        .toSorted((a, b) => a.cycle - b.cycle)
      const index = cycles.findLastIndex(cycle => Date.parse(cycle.createdAt) < at)
      const cycle = cycles[index]
      if (!cycle) return 0
      const over = addUnits(Date.parse(cycle.createdAt), subscription.cadence)
      const next = cycles[index + 1]
      const isNextClose = next && Date.parse(next.createdAt) <= over + 3 * day
      const ends = isNextClose ? Date.parse(next.createdAt) : !next && subscription.status === "active" ? Infinity : over
      const canceled = subscription.cancelAt === null ? Infinity : Date.parse(subscription.cancelAt)
      if (Math.min(ends, canceled) < at) return 0
      const { every, unit } = subscription.cadence as { every: number; unit: keyof typeof perMonth }
      return Math.round(cycle.amount * perMonth[unit](every) + 1e-9)
    }),
  )
}

function paymentsOf({ transactions }: World, contact: string, currency: string): number[] {
  return transactions
    .filter(
      each => each.contact === contact && each.currency === currency && each.transactionType === "charge" && each.status === "succeeded",
    )
    .map(each => Date.parse(each.receivedAt))
}

function isPayer(world: World, contact: string, currency: string, at: number): boolean {
  const before = paymentsOf(world, contact, currency).filter(paid => paid < at)
  return before.some(paid => paid >= at - 90 * day) || (before.length > 0 && mrrOf(world, contact, currency, at) > 0)
}

export function expectedRevenue(world: World, { currency, points }: Query): Any {
  const contacts = [...new Set([...world.subscriptions, ...world.transactions].map(each => each.contact as string))]
  const clamped = points.map(point => Math.min(point, world.now + 1))
  const months = points.slice(1).map((_, index) => {
    const [from, to] = [clamped[index]!, clamped[index + 1]!]
    const states = contacts.map(contact => ({
      before: mrrOf(world, contact, currency, from),
      now: mrrOf(world, contact, currency, to),
      paidBefore: isPayer(world, contact, currency, from),
      pays: isPayer(world, contact, currency, to),
      first: Math.min(...paymentsOf(world, contact, currency)),
    }))
    const of = (test: (state: (typeof states)[number]) => boolean) => states.filter(test)
    const money = (type: string) =>
      sum(
        world.transactions
          .filter(
            each =>
              each.transactionType === type &&
              each.currency === currency &&
              each.status === "succeeded" &&
              each.method !== "contact-credit" &&
              Date.parse(each.receivedAt) >= points[index]! &&
              Date.parse(each.receivedAt) < points[index + 1]!,
          )
          .map(each => each.amount),
      )
    return {
      before: sum(states.map(each => each.before)),
      payersBefore: of(each => each.paidBefore).length,
      mrr: sum(states.map(each => each.now)),
      newMrr: sum(of(each => each.before === 0).map(each => each.now)),
      expansion: sum(of(each => each.before > 0 && each.now > each.before).map(each => each.now - each.before)),
      contraction: sum(of(each => each.now > 0 && each.now < each.before).map(each => each.before - each.now)),
      churned: sum(of(each => each.now === 0).map(each => each.before)),
      subscribers: of(each => each.now > 0).length,
      newSubscribers: of(each => each.now > 0 && each.before === 0).length,
      lostSubscribers: of(each => each.now === 0 && each.before > 0).length,
      received: money("charge"),
      refunded: money("refund"),
      payers: of(each => each.pays).length,
      newPayers: of(each => each.pays && !each.paidBefore && each.first >= from).length,
      returnedPayers: of(each => each.pays && !each.paidBefore && each.first < from).length,
      lostPayers: of(each => each.paidBefore && !each.pays).length,
    }
  })
  return { months: months.map(month => withRates([month])), summary: withRates(months) }
}

type Month = Record<string, number>

/** What happened is added up; what there is at the end is that of the last month. */
function withRates(months: Month[]): Month {
  const all = (name: string) => sum(months.map(month => month[name]!))
  const names = Object.keys(months[0]!).filter(name => name !== "before" && name !== "payersBefore")
  const figures = Object.fromEntries(
    names.map(name => [name, ["mrr", "subscribers", "payers"].includes(name) ? months.at(-1)![name]! : all(name)]),
  )
  const rate = (part: number, whole: number) => (whole === 0 ? 0 : Math.round((part / whole) * 1e6) / 1e6)
  return {
    ...figures,
    netRevenue: all("received") - all("refunded"),
    mrrChurnRate: rate(all("churned") + all("contraction"), all("before")),
    payerChurnRate: rate(all("lostPayers"), all("payersBefore")),
  }
}
