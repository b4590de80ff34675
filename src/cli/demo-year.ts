import { dayMs } from "../kit/pure/calendar.ts"
import { agents, cities, type City, courses, customerOf, disputeReasons, priceOf, refundReasons, serviceName } from "./demo-business.ts"
import type { DemoApi } from "./demo-api.ts"
import type { Random } from "./demo-random.ts"

/** What the story needs: the API, the time, and the objects that were prepared. */
export type Story = {
  api: DemoApi
  random: Random
  /** The first Monday, at nine in the morning. */
  start: Date
  /** New customers per week. */
  customersAWeek: number
  /** The user of the key, who decides what approvals hold. */
  me: string
  customers: { id: string; city: City }[]
}

/** Which week it is. `byDay`: money arrives on each weekday and not on Monday only, which takes four more moves of the clock. */
type Week = { number: number; isLast: boolean; byDay: boolean }

/** One week: new customers buy, some open requests are paid, some payments are refunded. Then the clock moves on. */
export async function liveWeek(story: Story, { number, isLast, byDay }: Week) {
  const monday = new Date(story.start.getTime() + 7 * number * dayMs)
  await Promise.all(Array.from({ length: story.customersAWeek }, () => welcomeCustomer(forked(story), monday)))
  if (story.customers.length > 3) await sellAgain(story, monday)
  await collect(story, monday, byDay ? workingDays : 1)
  await giveBack(story, monday)
  if (number % 4 === 3) await payPartners(story, isLast)
  if (!isLast) await moveTo(story, monday, 7)
}

const workingDays = 5

/** For requests that are sent at the same time: each has its own numbers, so that the same seed gives the same year. */
const forked = (story: Story): Story => ({ ...story, random: story.random.fork() })

const moveTo = ({ api }: Story, monday: Date, days: number) =>
  api.post("POST /v1/simulations/clock", { to: new Date(monday.getTime() + days * dayMs).toISOString() })

const inDays = (from: Date, days: number) => new Date(from.getTime() + days * dayMs + dayMs / 2).toISOString()

async function welcomeCustomer(story: Story, monday: Date) {
  const { api, random, customers } = story
  const city = random.pick(cities)
  const customer = { id: "", city }
  const created = api.post("POST /v1/contacts/create", customerOf(random, customers.push(customer)))
  const { _id: id } = await created
  customer.id = id
  const kind = random.int(1, 10)
  if (kind <= 5) await order(story, id, city, monday)
  else if (kind <= 7) await sellByPlan(story, id, city, monday)
  else await subscribe(story, id, city, monday)
}

async function sellAgain(story: Story, monday: Date) {
  const { api, random, customers } = story
  const { id, city } = random.pick(customers)
  const course = random.pick(courses)
  const amount = priceOf(course.price, city)
  const discount = random.chance(0.3) ? [{ name: "Returning customer", category: "discount", amount: -Math.floor(amount / 10) }] : []
  const line = { name: course.name, category: course.category, amount, service: serviceName(course, city) }
  await api.post("POST /v1/payment-intents/create", {
    intentType: "ad-hoc",
    contact: id,
    currency: city.currency,
    dueAt: inDays(monday, random.int(3, 21)),
    items: [line, ...discount],
    description: `${course.name}, booked at the front desk`,
  })
}

async function order({ api, random }: Story, contact: string, city: City, monday: Date) {
  const [tuition, extra] = [random.pick(courses.slice(0, 3)), random.pick(courses.slice(3))]
  const services = [tuition, ...(random.chance(0.6) ? [extra] : [])].map(course => serviceName(course, city))
  const { _id } = await api.post("POST /v1/orders/create", { contact, source: "manual", services })
  const bill = await api.post("POST /v1/orders/{id}/payment-intents/create", { dueAt: inDays(monday, random.int(5, 20)) }, _id)
  if (random.chance(0.25))
    await api.post("POST /v1/payment-splits/create", {
      paymentIntent: bill._id,
      partnership: random.pick(agents).code,
      amount: Math.floor(priceOf(tuition.price, city) / 10),
    })
}

async function sellByPlan({ api, random }: Story, contact: string, city: City, monday: Date) {
  const course = courses[0]
  const installments = random.int(3, 6)
  const total = priceOf(course.price * 2, city)
  const part = Math.floor(total / installments)
  const schedule = Array.from({ length: installments }, (_, i) => ({
    dueAt: inDays(monday, 7 + 30 * i),
    amount: i === 0 ? total - part * (installments - 1) : part,
  }))
  const items = [{ name: `${course.name}, twice`, category: course.category, amount: total, service: serviceName(course, city) }]
  const dueAt = schedule.at(-1)!.dueAt
  await api.post("POST /v1/payment-intents/create", {
    intentType: "payment-plan",
    contact,
    currency: city.currency,
    dueAt,
    items,
    schedule,
  })
}

async function subscribe(story: Story, contact: string, city: City, monday: Date) {
  const { api, random } = story
  const authorization = city.currency === "EUR" ? await mandateOf(story, contact) : undefined
  await api.post("POST /v1/subscriptions/create", {
    contact,
    currency: city.currency,
    items: [{ name: "Conversation club, monthly", category: "membership", amount: priceOf(39, city) }],
    cadence: { every: 1, unit: "month" },
    startAt: inDays(monday, random.int(1, 6)),
    dueAfterDays: 7,
    ...(authorization && { mode: "auto-charge", authorization }),
  })
}

/** A SEPA mandate. Its bank accepts it within a minute; a few banks decline every debit. */
async function mandateOf({ api, random }: Story, contact: string): Promise<string> {
  const account = await api.post("POST /v1/bank-accounts/create", {
    holder: random.chance(0.2) ? "Decline Debit" : "Anneliese Schwarzenbach",
    country: "DE",
    currency: "EUR",
    iban: "DE89370400440532013000",
    owner: "contact",
    contact,
  })
  const { _id } = await api.post("POST /v1/authorizations/create", {
    contact,
    bankAccount: account._id,
    scheme: "sepa",
    maxAmount: 100_000,
  })
  return _id
}

/** Pays most of the requests that are due soon or overdue, by various methods, on so many days of the week. */
async function collect(story: Story, monday: Date, days: number) {
  const { api, random } = story
  const open = await api.list(
    "GET /v1/payment-intents",
    `&status[in]=due,overdue,paid-partial&intentType[ne]=payment-plan&dueAt[lt]=${inDays(monday, 8)}`,
  )
  const inOrder = open.toSorted((a, b) => (orderOf(a) < orderOf(b) ? -1 : 1))
  const paid = inOrder.filter(({ status }) => random.chance(status === "overdue" ? 0.2 : 0.6))
  const first = random.int(0, days - 1) // in a short week, too, not only the first days have money
  for (let day = 0; day < days; day++) {
    if (day > 0) await moveTo(story, monday, day)
    await Promise.all(paid.filter((_, i) => (i + first) % days === day).map(intent => pay(forked(story), intent)))
  }
}

type Open = { _id: string; number: string; currency: string; due: number; status: string; dueAt: string }

/** The numbers of requests depend on which was answered first, so they are no order. */
const orderOf = ({ dueAt, currency, due, status }: Open) => `${dueAt} ${currency} ${String(due).padStart(12, "0")} ${status}`

async function pay({ api, random }: Story, { _id: paymentIntent, number, currency, due }: Open) {
  const way = random.int(1, 20)
  const charge = (token: string, amount = due) =>
    api.attempt("POST /v1/gateways/{id}/charges/create", { paymentIntent, method: "card", token, amount }, "simulator")
  if (way <= 9) await charge("tok_success_with_fee")
  else if (way === 10) await charge("tok_processing_then_success")
  else if (way === 11) await charge("tok_insufficient_funds")
  else if (way === 12) await charge("tok_success", Math.ceil(due / 2))
  else if (way <= 16)
    await api.post("POST /v1/simulations/bank-transfers/create", { reference: `Invoice ${number}`, amount: due, currency })
  else await api.attempt("POST /v1/transactions/create", { paymentIntent, amount: due, method: random.pick(["cash", "cheque"]) })
}

/** Some of the card payments of this week are refunded or disputed. */
async function giveBack(story: Story, monday: Date) {
  const { api, random } = story
  const since = `&receivedAt[gte]=${monday.toISOString()}`
  const charges = await api.latest("GET /v1/transactions", 100, `&transactionType=charge&status=succeeded&method=card${since}`)
  const inOrder = charges.toSorted((a, b) => (a.currency === b.currency ? a.amount - b.amount : a.currency < b.currency ? -1 : 1))
  for (const { _id: transaction, amount } of inOrder) {
    if (random.chance(0.08)) await refund(story, transaction, random.chance(0.5) ? amount : Math.ceil(amount / 3))
    else if (random.chance(0.03)) await dispute(story, transaction)
  }
}

async function refund(story: Story, transaction: string, amount: number) {
  const { api, random } = story
  const made = await api.attempt("POST /v1/refund-intents/create", { transaction, amount, reason: random.pick(refundReasons) })
  if (!made) return // less than this is left of the charge
  if (made.approval.request) await decide(story, made.approval.request)
  else await api.post("POST /v1/refund-intents/{id}/approve", {}, made._id)
}

async function dispute({ api, random }: Story, transaction: string) {
  const reason = random.pick(disputeReasons)
  const isInquiry = random.chance(0.25)
  const stage = isInquiry ? "inquiry" : "dispute"
  const opened = await api.attempt("POST /v1/simulations/disputes/create", { transaction, reason, stage })
  if (!opened) return
  if (isInquiry && random.chance(0.5)) await api.attempt("POST /v1/simulations/disputes/{id}/advance", { stage: "dispute" }, opened._id)
  const answer = random.int(1, 4)
  if (answer === 1) await api.post("POST /v1/disputes/{id}/accept", {}, opened._id)
  if (answer > 2) return // nobody answers in time
  await api.attempt(
    "POST /v1/disputes/{id}/evidence",
    { text: "The student attended every lesson; the list of attendance is attached." },
    opened._id,
  )
  const outcome = random.pick(["won", "lost"] as const)
  await api.attempt("POST /v1/simulations/disputes/{id}/resolve", { outcome }, opened._id)
  const isAppealed = outcome === "lost" && random.chance(0.5)
  if (isAppealed) await api.attempt("POST /v1/simulations/disputes/{id}/advance", { stage: "appeal" }, opened._id) // not of an inquiry
}

async function decide({ api, random }: Story, request: string) {
  if (random.chance(0.15)) await api.attempt("POST /v1/approvals/requests/{id}/reject", { comment: "Not within our terms" }, request)
  else await api.attempt("POST /v1/approvals/requests/{id}/approve", { comment: "Checked against the booking" }, request)
}

/** Every four weeks partners get what they have earned; the last time some payouts still wait for approval. */
async function payPartners(story: Story, isLast: boolean) {
  const { api } = story
  const splits = await api.list("GET /v1/payment-splits", "&status=due")
  const partners = new Map((await api.list("GET /v1/partnerships")).map(each => [each._id, each]))
  const groups = Map.groupBy(splits, ({ partnership, currency }) => `${partners.get(partnership)?.code} ${currency} ${partnership}`)
  const inOrder = [...groups].toSorted(([a], [b]) => (a < b ? -1 : 1))
  for (const [name, group] of inOrder) {
    const [, currency = "", partnership = ""] = name.split(" ")
    const [account] = await api.list("GET /v1/bank-accounts", `&partnership=${partnership}&currency=${currency}&status=active`)
    const made = await api.attempt("POST /v1/payouts/create", {
      recipientType: partners.get(partnership)?.kind === "supplier" ? "supplier" : "partnership",
      partnership,
      currency,
      splits: group
        .toSorted((a, b) => b.amount - a.amount)
        .slice(0, 100)
        .map(({ _id }) => _id),
      ...(account ? { method: "bank-transfer", bankAccount: account._id } : { method: "manual" }),
    })
    if (!made) continue // it owes more from refunds than it has earned
    if (made.approval.request && isLast) continue
    if (made.approval.request) await decide(story, made.approval.request)
    if (!account) await api.attempt("POST /v1/payouts/{id}/confirm", { reference: `Cheque ${made.number}` }, made._id)
  }
}
