import { dayMs, hourMs } from "../kit/pure/calendar.ts"
import { type Connection, type ConnectionOptions, resolveConnection } from "./connection.ts"
import { type DemoApi, demoApi, DemoFault } from "./demo-api.ts"
import { agents, business, cities, type City, courses, hostsCode, insurer, priceOf, serviceName } from "./demo-business.ts"
import { seededRandom } from "./demo-random.ts"
import { liveWeek, type Story } from "./demo-year.ts"

export const demoSizes = { small: { weeks: 5, customersAWeek: 2 }, year: { weeks: 52, customersAWeek: 4 } } as const
/** As many of the last weeks have money on each weekday, for plots by day. Each move of the clock takes a fifth of a second. */
const weeksByDay = 5
export type DemoSize = keyof typeof demoSizes

type Options = ConnectionOptions & { size: DemoSize; seed: number; report?: (line: string) => void }

/**
 * Fills a sandbox with the year of a language school, through its API and by moving its clock. The same seed gives the same customers,
 * amounts and outcomes.
 */
export async function fillDemo({ size, seed, report = () => {}, ...options }: Options) {
  const connection = resolveConnection(options)
  const api = demoApi(connection)
  await assertEmptySandbox(api, connection)
  const { weeks, customersAWeek } = demoSizes[size]
  const { now } = await api.get("GET /v1/settings")
  const start = mondayAfter(Date.parse(now))
  await api.post("POST /v1/simulations/clock", { to: start.toISOString() })
  const me = (await api.get("GET /v1/users/user"))._id
  const story: Story = { api, random: seededRandom(seed), start, customersAWeek, me, customers: [] }
  await openBusiness(story)
  for (let week = 0; week < weeks; week++) {
    await liveWeek(story, { number: week, isLast: week === weeks - 1, byDay: week >= weeks - weeksByDay })
    report(progressBar((week + 1) / weeks, `week ${week + 1} of ${weeks}`))
  }
  await sellByLink(story)
  return summaryOf(api, connection)
}

/** At nine in the morning, UTC. */
function mondayAfter(now: number): Date {
  const tomorrow = Math.ceil((now + dayMs) / dayMs) * dayMs
  return new Date(tomorrow + ((8 - new Date(tomorrow).getUTCDay()) % 7) * dayMs + 9 * hourMs)
}

async function assertEmptySandbox(api: DemoApi, { baseUrl, tenantId }: Connection) {
  const { mode, name } = await api.get("GET /v1/settings")
  if (mode === "live")
    throw new DemoFault(`The tenant ${name} (${tenantId}) is live, for real money. The demo fills sandboxes only; nothing was changed.`)
  if ((await api.count("GET /v1/partnerships", `&code=${insurer.code}`)) > 0)
    throw new DemoFault(
      `The sandbox ${name} at ${baseUrl} has a demo already. Create another: countersign tenant create --name Demo --email you@example.com`,
    )
}

const emailOf = (code: string) => `${code.toLowerCase()}@example.com`
const percentage = (basisPoints: number) => ({ type: "percentage" as const, basisPoints })

/** Names the business, and creates partners, their accounts, the catalogue, and the approval policies. */
async function openBusiness({ api, random, me }: Story) {
  await api.post("POST /v1/settings/update", { name: business.name, branding: business.branding })
  const ofInsurer = { ...insurer, email: emailOf(insurer.code), kind: "supplier" as const, country: "DE", splitTerms: percentage(8000) }
  await api.post("POST /v1/partnerships/create", ofInsurer)
  for (const { name, code, country } of agents) {
    const splitTerms = percentage(random.int(10, 20) * 100)
    await api.post("POST /v1/partnerships/create", { name, code, email: emailOf(code), kind: "agent", country, splitTerms })
  }
  await Promise.all(cities.map(city => openSchool(api, city, percentage(random.int(80, 90) * 100))))
  const accounts = [
    { partnership: "HOSTS-DE", holder: "Gastfamilien Berlin e.V.", country: "DE", currency: "EUR", iban: "DE89370400440532013000" },
    { partnership: "HOSTS-GB", holder: "Return Payout", country: "GB", currency: "GBP", iban: "GB29NWBK60161331926819" },
    {
      partnership: "HOSTS-US",
      holder: "Boston Homestays",
      country: "US",
      currency: "USD",
      accountNumber: "123456789",
      routing: "021000021",
    },
  ]
  await Promise.all(accounts.map(account => api.post("POST /v1/bank-accounts/create", { ...account, owner: "partnership" })))
  await createPolicies(api, me)
}

/** A city with its host families and its courses. */
async function openSchool(api: DemoApi, city: City, splitTerms: ReturnType<typeof percentage>) {
  const code = hostsCode(city)
  const { country, currency } = city
  const name = `Host families of ${city.city}`
  await api.post("POST /v1/partnerships/create", { name, code, email: emailOf(code), kind: "supplier", country, currency, splitTerms })
  await Promise.all(
    courses.map(course => {
      const supplier = "supplier" in course ? { supplier: course.supplier === "hosts" ? code : insurer.code } : {}
      const price = { amount: priceOf(course.price, city), currency }
      return api.post("POST /v1/services/create", { name: serviceName(course, city), category: course.category, price, ...supplier })
    }),
  )
}

async function createPolicies(api: DemoApi, me: string) {
  const people = await api.list("GET /v1/users", "&type=person&status=active")
  const approvers = [...people.map(({ _id }) => _id), me]
  await api.post("POST /v1/approvals/policies/create", {
    name: "Payouts to partners over 1,000",
    entityType: "payout",
    strategy: "any-of",
    approvers,
    conditions: { amountMin: 100_000 },
  })
  await api.post("POST /v1/approvals/policies/create", {
    name: "Large refunds",
    entityType: "refund-intent",
    strategy: "any-of",
    approvers,
    conditions: { amountMin: 50_000 },
  })
}

/** Two visitors of a public address book a course: one has paid, the other holds a place for an hour. */
async function sellByLink({ api }: Story) {
  const [course, city] = [courses[1], cities[1]]
  const { _id } = await api.post("POST /v1/payment-links/create", {
    name: `${course.name} in ${city.city}`,
    description: "Twice a week from seven to nine. Books are included.",
    slug: "evening-course",
    lines: [{ service: serviceName(course, city), quantity: { min: 1, max: 4 }, stock: 12 }],
    fields: [{ key: "level", label: "Your level", type: "choice", options: ["Beginner", "Intermediate", "Advanced"], required: true }],
  })
  const buy = (name: string, email: string, level: string) =>
    api.post("POST /v1/payment-links/{id}/purchases/create", { name, email, answers: { level } }, _id)
  const { paymentIntent, amount } = await buy("Mira Okonkwo", "mira.okonkwo@example.com", "Beginner")
  await api.attempt("POST /v1/gateways/{id}/charges/create", { paymentIntent, method: "card", token: "tok_success", amount }, "simulator")
  await buy("Leonard Achterberg", "leonard.achterberg@example.com", "Advanced")
}

/** What the sandbox contains now. */
async function summaryOf(api: DemoApi, { baseUrl, tenantId }: Connection) {
  const { now } = await api.get("GET /v1/settings")
  const [person] = await api.list("GET /v1/users", "&type=person&status=active")
  const signIn = `${baseUrl}/sign-in${person ? `?email=${encodeURIComponent(person.email)}` : ""}`
  const { ok } = await api.get("GET /v1/ledger/verify")
  const counts = {
    contacts: await api.count("GET /v1/contacts"),
    orders: await api.count("GET /v1/orders"),
    paymentLinks: await api.count("GET /v1/payment-links"),
    paymentIntents: await api.count("GET /v1/payment-intents"),
    paid: await api.count("GET /v1/payment-intents", "&status=paid-full"),
    overdue: await api.count("GET /v1/payment-intents", "&status=overdue"),
    subscriptions: await api.count("GET /v1/subscriptions"),
    transactions: await api.count("GET /v1/transactions"),
    refunds: await api.count("GET /v1/refund-intents"),
    disputes: await api.count("GET /v1/disputes"),
    splits: await api.count("GET /v1/payment-splits"),
    payouts: await api.count("GET /v1/payouts"),
    waitingForApproval: await api.count("GET /v1/approvals/requests", "&status=pending"),
    events: await api.count("GET /v1/dev/events"),
  }
  return { baseUrl, signIn, tenantId, now, ledgerVerifies: ok, counts, balances: await api.latest("GET /v1/balances", 100) }
}

const barWidth = 30
const progressBar = (part: number, text: string) => `[${"#".repeat(Math.round(part * barWidth)).padEnd(barWidth, ".")}] ${text}`
