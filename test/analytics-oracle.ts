// The reports computed plainly from what the API lists: every payment intent, transaction and ledger entry of a tenant.
import type { Any } from "./harness.ts"

export type World = {
  intents: Any[]
  transactions: Any[]
  refunds: Any[]
  entries: Any[]
  names: Map<string, string>
  timezone: string
  now: Date
}
type Query = { from: string; to: string; currency?: string; team?: string }

const day = 86_400_000
const daysIn = new Map<string, Intl.DateTimeFormat>() // creating one takes longer than all else
function dayOf(time: string | Date, timeZone: string): string {
  const days = daysIn.get(timeZone) ?? new Intl.DateTimeFormat("sv-SE", { timeZone })
  daysIn.set(timeZone, days)
  return days.format(new Date(time))
}
const sum = (rows: readonly Any[], value: (row: Any) => number) => rows.reduce((all: number, row: Any) => all + value(row), 0)
const order = (...keys: number[]) => keys.find(key => key !== 0) ?? 0
const less = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0)

function daysBetween(from: string, to: string): string[] {
  const days = []
  for (let at = Date.parse(from); at <= Date.parse(to); at += day) days.push(new Date(at).toISOString().slice(0, 10))
  return days
}
const monthsBetween = (from: string, to: string) => [...new Set(daysBetween(from, to).map(each => each.slice(0, 7)))]

/** An installment belongs to the team of its plan. */
const teamOf = (world: World, intent: Any): string | null =>
  intent.plan === null ? intent.team : world.intents.find(each => each._id === intent.plan).team

export function expectedReport(world: World, format: string, query: Query): Record<string, Any> {
  const { timezone } = world
  const isOwn = (intent: Any) => query.team === undefined || teamOf(world, intent) === query.team
  const inRange = (time: string) => dayOf(time, timezone) >= query.from && dayOf(time, timezone) <= query.to
  const owned = world.intents.filter(isOwn)
  const ids = new Set(owned.map(intent => intent._id))
  const created = owned.filter(intent => inRange(intent.createdAt))
  const arrived = world.transactions.filter(
    each => ids.has(each.paymentIntent) && each.transactionType === "charge" && each.status === "succeeded" && inRange(each.receivedAt),
  )
  const due = owned.filter(intent => inRange(intent.dueAt))
  const sourcesOf: Record<string, Any[]> = {
    "calendar-by-day": [...owing(due).filter(isLive), ...arrived],
    "fx-corridor-margin": arrived.filter(each => each.fx !== null),
    "month-by-month": [...owing(created).filter(hasFigures), ...arrived],
    consolidated: owing(created),
    cancellations: owing(created),
    "by-services": created.filter(isLive),
    "revenue-by-service": created.filter(hasFigures),
  }
  const sources = sourcesOf[format] ?? owing(created).filter(isLive)
  const currencies = [...new Set<string>(sources.map(each => each.currency))].filter(each => each === (query.currency ?? each)).sort()
  return Object.fromEntries(
    currencies.map(currency => {
      const own = (rows: Any[]) => rows.filter(row => row.currency === currency)
      return [currency, formats[format]!({ world, query, created: own(created), arrived: own(arrived), due: own(due) })]
    }),
  )
}

type Input = { world: World; query: Query; created: Any[]; arrived: Any[]; due: Any[] }

const owing = (intents: Any[]) => intents.filter(intent => intent.intentType !== "payment-plan")
const isLive = (intent: Any) => intent.status !== "canceled"
const isFull = (intent: Any) => intent.paid === intent.amount
const liveOf = ({ created }: Input) => owing(created).filter(isLive)

/** Canceled intents bill nothing, but their refunds still count as money that went out. */
const hasFigures = (intent: Any) => isLive(intent) || intent.refunded > 0

function billing(all: Any[]) {
  const intents = all.filter(isLive)
  const [billed, paid, refunded] = [sum(intents, each => each.amount), sum(intents, each => each.paid), sum(all, each => each.refunded)]
  return { billed, paid, outstanding: billed - paid, refunded, net: paid - refunded, count: intents.length }
}

/** When the last payment of a fully paid intent arrived before now. */
function completedAt({ entries }: World, intent: Any): number {
  const paying = entries.filter(
    each => each.kind === "charge" && each.postings.some((each: Any) => each.account === `received:${intent._id}`),
  )
  return Date.parse(paying.toSorted((a, b) => less(a._id, b._id)).at(-1).effectiveAt)
}
const isLate = (world: World, intent: Any) => completedAt(world, intent) > Date.parse(intent.dueAt)
const daysToPay = (world: World, intent: Any) => Math.max(0, Math.floor((completedAt(world, intent) - Date.parse(intent.createdAt)) / day))

/** The lines of an intent with their exact shares of the paid and refunded amounts. */
function linesOf(world: World, { _id, items, amount, paid, refunded }: Any) {
  const byLine = world.refunds.filter(each => each.status === "settled" && each.paymentIntent === _id).flatMap(each => each.items)
  const rest = refunded - sum(byLine, each => each.amount)
  const refundedOf = (index: number) =>
    sum(
      byLine.filter(each => each.line === index),
      each => each.amount,
    )
  let before = 0n
  return items.map((item: Any, index: number) => {
    const after = before + BigInt(item.amount)
    const shareOf = (of: number) => Number((BigInt(of) * after) / BigInt(amount) - (BigInt(of) * before) / BigInt(amount))
    const line = {
      key: item.amount < 0 ? "discount" : (item.service ?? ""),
      billed: item.amount,
      paid: shareOf(paid),
      refunded: refundedOf(index) + shareOf(rest),
    }
    before = after
    return line
  })
}

function servicesOf({ created, world }: Input) {
  const lines = created
    .filter(intent => hasFigures(intent) && intent.intentType !== "installment")
    .flatMap(intent =>
      linesOf(world, intent).map((line: Any) => (isLive(intent) ? line : { ...line, billed: 0, paid: 0, isCanceled: true })),
    )
  return [...Map.groupBy(lines, (line: Any) => line.key)].map(([key, own]) => ({
    service: key === "" || key === "discount" ? null : key,
    name: key === "" ? "Without a service" : key === "discount" ? "Discounts" : world.names.get(key)!,
    billed: sum(own, each => each.billed),
    paid: sum(own, each => each.paid),
    refunded: sum(own, each => each.refunded),
    count: own.filter((each: Any) => !each.isCanceled).length,
  }))
}

/** The list has every value as often as it occurs. */
const median = (values: number[]) =>
  values.length === 0 ? 0 : (values[Math.floor((values.length - 1) / 2)]! + values[Math.floor(values.length / 2)]!) / 2
const sortedDays = (world: World, intents: Any[]) => intents.map(each => daysToPay(world, each)).sort((a, b) => a - b)

const buckets = (bounds: [number, number | null][], rows: { days: number; amount: number }[]) =>
  bounds.map(([from, to]) => {
    const own = rows.filter(({ days }) => days >= from && (to === null || days <= to))
    return { from, to, count: own.length, amount: sum(own, each => each.amount) }
  })

function openOf({ world, ...input }: Input) {
  const today = dayOf(world.now, world.timezone)
  const open = liveOf({ world, ...input }).filter(each => !isFull(each))
  const rows = open.map(each => ({
    isOverdue: Date.parse(each.dueAt) <= world.now.getTime(),
    days: (Date.parse(dayOf(each.dueAt, world.timezone)) - Date.parse(today)) / day,
    amount: each.amount - each.paid,
  }))
  return { overdue: rows.filter(each => each.isOverdue), scheduled: rows.filter(each => !each.isOverdue) }
}

const formats: Record<string, (input: Input) => Any> = {
  consolidated(input) {
    const intents = liveOf(input)
    const { billed, count, ...rest } = billing(owing(input.created))
    return {
      billed,
      ...rest,
      count,
      overdue: sum(openOf(input).overdue, each => each.amount),
      canceled: sum(
        owing(input.created).filter(each => !isLive(each)),
        each => each.amount,
      ),
      paidCount: intents.filter(isFull).length,
      averageTicket: count === 0 ? 0 : Math.round(billed / count),
    }
  },
  "month-by-month": input => ({
    months: monthsBetween(input.query.from, input.query.to).map(month => {
      const isIn = (time: string) => dayOf(time, input.world.timezone).startsWith(month)
      const received = input.arrived.filter(each => each.method !== "contact-credit" && isIn(each.receivedAt))
      return { month, ...billing(owing(input.created).filter(each => isIn(each.createdAt))), received: sum(received, each => each.amount) }
    }),
  }),
  "payer-behavior"(input) {
    const full = liveOf(input).filter(isFull)
    const late = full.filter(each => isLate(input.world, each))
    const days = sortedDays(input.world, full)
    const byContact = [...Map.groupBy(late, each => each.contact as string)].map(([contact, own]) => ({
      contact,
      count: own.length,
      amount: sum(own, each => each.amount),
    }))
    return {
      onTime: full.length - late.length,
      late: late.length,
      unpaid: liveOf(input).length - full.length,
      averageDaysToPay: Math.round((100 * days.reduce((all, each) => all + each, 0)) / Math.max(1, days.length)) / 100,
      medianDaysToPay: median(days),
      topLate: byContact.sort((a, b) => order(b.count - a.count, b.amount - a.amount, less(a.contact, b.contact))).slice(0, 10),
    }
  },
  "by-services": input => ({
    services: servicesOf(input)
      .filter(row => row.count > 0)
      .map(({ service, name, billed, paid, count }) => ({ service, name, billed, paid, count }))
      .sort((a, b) => order(b.billed - a.billed, less(a.name, b.name), less(a.service ?? "", b.service ?? ""))),
  }),
  "revenue-by-service"(input) {
    const rows = servicesOf(input).filter(row => row.count > 0 || row.refunded > 0)
    const all = sum(rows, row => row.paid - row.refunded)
    return {
      services: rows
        .map(({ service, name, paid, refunded }) => {
          const net = paid - refunded
          return { service, name, revenue: paid, refunded, net, share: all === 0 ? 0 : Math.round((net / all) * 1e6) / 1e6 + 0 }
        })
        .sort((a, b) => order(b.revenue - a.revenue, less(a.name, b.name), less(a.service ?? "", b.service ?? ""))),
    }
  },
  "calendar-by-day": ({ world, query, due, arrived }) => ({
    days: daysBetween(query.from, query.to).map(each => {
      const dueThen = owing(due).filter(intent => isLive(intent) && dayOf(intent.dueAt, world.timezone) === each)
      const paidThen = arrived.filter(payment => dayOf(payment.receivedAt, world.timezone) === each)
      return {
        day: each,
        due: sum(dueThen, intent => intent.amount),
        paid: sum(paidThen, payment => payment.amount - payment.credited),
        count: dueThen.length,
      }
    }),
  }),
  cancellations({ world, query, created }) {
    const canceled = owing(created).filter(each => !isLive(each))
    const figures = (own: Any[]) => ({ count: own.length, amount: sum(own, each => each.amount) })
    return {
      ...figures(canceled),
      rate: Math.round((canceled.length / owing(created).length) * 1e6) / 1e6,
      byMonth: monthsBetween(query.from, query.to).map(month => ({
        month,
        ...figures(canceled.filter(each => dayOf(each.createdAt, world.timezone).startsWith(month))),
      })),
      byReason: [...Map.groupBy(canceled, each => each.cancelReason ?? "unspecified")]
        .map(([reason, own]) => ({ reason, ...figures(own) }))
        .sort((a, b) => order(b.count - a.count, b.amount - a.amount, less(a.reason, b.reason))),
    }
  },
  "customer-payments-by-month"({ query, ...input }) {
    const paid = liveOf({ query, ...input }).filter(each => each.paid > 0)
    const customers = [...Map.groupBy(paid, each => each.contact as string)].map(([contact, own]) => ({
      contact,
      months: monthsBetween(query.from, query.to).map(month => ({
        month,
        paid: sum(
          own.filter(each => dayOf(each.createdAt, input.world.timezone).startsWith(month)),
          each => each.paid,
        ),
      })),
      total: sum(own, each => each.paid),
    }))
    return { customers: customers.sort((a, b) => order(b.total - a.total, less(a.contact, b.contact))).slice(0, 100) }
  },
  "cash-velocity"(input) {
    const full = liveOf(input).filter(isFull)
    const days = sortedDays(input.world, full)
    const bounds: [number, number | null][] = [
      [0, 0],
      [1, 3],
      [4, 7],
      [8, 14],
      [15, 30],
      [31, 60],
      [61, 90],
      [91, null],
    ]
    const rows = full.map(each => ({ days: daysToPay(input.world, each), amount: each.amount as number }))
    return {
      medianDays: median(days),
      p90Days: days[Math.ceil((days.length * 90) / 100) - 1] ?? 0,
      histogram: buckets(bounds, rows).map(({ from, to, ...rest }) => ({ fromDay: from, toDay: to, ...rest })),
    }
  },
  "receivables-forecast"(input) {
    const { overdue, scheduled } = openOf(input)
    const amountOf = (rows: { amount: number }[]) => sum(rows, each => each.amount)
    const bounds = [7, 30, 60, 90, null].map((to, i, all): [number, number | null] => [i === 0 ? 0 : all[i - 1]! + 1, to])
    return { overdue: amountOf(overdue), scheduled: amountOf(scheduled), buckets: buckets(bounds, scheduled) }
  },
  "fx-corridor-margin": ({ arrived }) => ({
    corridors: [
      ...Map.groupBy(
        arrived.filter(each => each.fx !== null),
        each => each.fx.sourceCurrency as string,
      ),
    ]
      .map(([source, own]) => ({
        source,
        target: own[0].currency,
        count: own.length,
        sourceAmount: sum(own, each => each.fx.sourceAmount),
        targetAmount: sum(own, each => each.amount),
      }))
      .sort((a, b) => less(a.source, b.source)),
  }),
}
