// The steps of the analytics test: each sends one request, which the service may refuse.
import { signature } from "../../src/money/gateways/simulator.ts"
import { type Any, type Caller, linkKeyOf, newContact, newIntent, type TestServer } from "../harness.ts"

export type Args = {
  at: number
  amount: number
  part: number
  parts: number[]
  currency: string
  days: number
  flag: boolean
  reason: string | undefined
}
export type Scenario = Awaited<ReturnType<typeof createScenario>>

export async function createScenario(server: TestServer, timezone: string) {
  const api: Caller & { keys: { tenantId: string } } = await server.otherTenant()
  const tenant = api.keys.tenantId
  const make = async (path: string, body: object): Promise<Any> => (await api.create(`/v1/${path}/create`, body)).body.data
  await api.post("/v1/settings/update", { timezone })
  const contacts: string[] = []
  for (let i = 0; i < 3; i++) contacts.push((await make("contacts", newContact()))._id)
  const service = await make("services", { name: "Course" })
  const team = await make("teams", { name: "North" })
  await make("partnerships", { name: "Casa", code: "CASA", kind: "supplier", splitTerms: { type: "percentage", basisPoints: 1000 } })
  const linkKey = await linkKeyOf(server, tenant)
  return {
    api,
    sql: server.sql,
    tenant,
    linkKey,
    make,
    contacts,
    service: service._id as string,
    team: team._id as string,
    clockOffsetMs: 0,
  }
}

/** All pages of a list. */
export async function listAll(api: Caller, path: string): Promise<Any[]> {
  const rows: Any[] = []
  for (let page: Any; page?.hasMore ?? true;) {
    const cursor = rows.length > 0 ? `&startingAfter=${rows.at(-1)._id}` : ""
    page = (await api.get(`/v1/${path}?limit=100${cursor}`)).body
    rows.push(...page.data)
  }
  return rows
}

const pick = <T>(rows: readonly T[], at: number): T | undefined => rows[at % Math.max(1, rows.length)]
const now = (scenario: Scenario) => Date.now() + scenario.clockOffsetMs
const inDays = (scenario: Scenario, days: number) => new Date(now(scenario) + days * 86_400_000).toISOString()
const pickIntent = async (scenario: Scenario, at: number) => pick(await listAll(scenario.api, "payment-intents"), at)
const isPaid = (each: Any) => each.transactionType === "charge" && each.status === "succeeded"

async function sendGatewayEvent(scenario: Scenario, type: string, key: string) {
  const bytes = JSON.stringify({ id: `${type} ${key}`, tenant: scenario.tenant, type, key })
  const headers = { "simulator-signature": signature(scenario.linkKey, Buffer.from(bytes)) }
  await scenario.api.post("/v1/gateways/simulator/events", bytes, headers)
}

/** A part of the due amount, or all of it. */
const partOf = (intent: Any, { amount, flag }: Args) => (flag ? Math.max(1, intent.due) : Math.min(amount, Math.max(1, intent.due)))

/** Steps that move money or add to it. */
export const moneySteps: Record<string, (scenario: Scenario, args: Args) => Promise<unknown>> = {
  async create(scenario, { at, parts, currency, days, flag }) {
    const lines = parts.map((amount, i) => ({
      name: "Line",
      amount,
      ...(i === 0 && flag && { service: scenario.service, supplier: "CASA" }),
    }))
    const discount = flag ? [{ name: "Discount", amount: -1 * Math.floor(parts[0]! / 3) }] : []
    const items = [...lines, ...discount].filter(item => item.amount !== 0)
    const fields = { items, currency, dueAt: inDays(scenario, days), ...(at % 2 === 0 && { team: scenario.team }) }
    return scenario.make("payment-intents", newIntent(pick(scenario.contacts, at)!, fields))
  },
  async plan(scenario, { at, parts, currency, days, flag }) {
    const amount = parts.reduce((all, part) => all + part, 0)
    const schedule = parts.map((part, i) => ({ amount: part, dueAt: inDays(scenario, days + 20 * i) }))
    const fields = {
      intentType: "payment-plan",
      items: [{ name: "Plan", amount }],
      currency,
      schedule,
      ...(flag && { team: scenario.team }),
    }
    return scenario.make("payment-intents", newIntent(pick(scenario.contacts, at)!, fields))
  },
  async pay(scenario, args) {
    const intent = await pickIntent(scenario, args.at)
    if (!intent) return
    const receivedAt = args.part % 3 === 0 ? { receivedAt: inDays(scenario, -(args.part % 40)) } : {}
    const body = { paymentIntent: intent._id, amount: partOf(intent, args), method: "cash", ...receivedAt }
    await scenario.make("transactions", { ...body, status: args.part % 7 === 0 ? "processing" : "succeeded" })
  },
  async convert(scenario, args) {
    const intent = await pickIntent(scenario, args.at)
    if (!intent) return
    const sourceCurrency = intent.currency === "EUR" ? "USD" : "EUR"
    const fx = { sourceCurrency, sourceAmount: args.part + 1, rate: 2 }
    await scenario.make("transactions", {
      paymentIntent: intent._id,
      amount: partOf(intent, args),
      method: "wire",
      currency: sourceCurrency,
      fx,
    })
  },
  async charge(scenario, args) {
    const intent = await pickIntent(scenario, args.at)
    if (!intent) return
    const token = args.part % 4 === 0 ? "tok_declined" : "tok_success"
    await scenario.make("gateways/simulator/charges", { paymentIntent: intent._id, method: "card", token, amount: partOf(intent, args) })
  },
  async overpay(scenario, { at, amount }) {
    const intent = await pickIntent(scenario, at)
    if (!intent) return
    await scenario.make("simulations/bank-transfers", { reference: intent.number, amount, currency: intent.currency })
  },
  async spendCredit(scenario, args) {
    const intent = await pickIntent(scenario, args.at)
    if (intent) await scenario.make("transactions", { paymentIntent: intent._id, amount: partOf(intent, args), method: "contact-credit" })
  },
  async reverse(scenario, { at }) {
    const charges = (await listAll(scenario.api, "transactions")).filter(each => isPaid(each) && each.gateway === "simulator")
    const charge = pick(charges, at)
    if (charge) await sendGatewayEvent(scenario, "charge.reversed", charge._id)
  },
  async refund(scenario, { at, amount, flag }) {
    const charge = pick(
      (await listAll(scenario.api, "transactions")).filter(each => isPaid(each) && each.gateway === null),
      at,
    )
    if (!charge) return
    const part = Math.min(amount, charge.amount)
    const how = flag ? { items: [{ line: 0, amount: Math.ceil(part / 2) }] } : { amount: part }
    const refund = await scenario.make("refund-intents", { transaction: charge._id, ...how })
    if (!refund) return
    await scenario.api.post(`/v1/refund-intents/${refund._id}/approve`)
    await scenario.api.post(`/v1/refund-intents/${refund._id}/settle`, { reference: "TED" })
  },
  async decide(scenario, { at, flag }) {
    const open = (await listAll(scenario.api, "transactions")).filter(each => each.status === "processing" && each.gateway === null)
    const payment = pick(open, at)
    if (payment) await scenario.api.post(`/v1/transactions/${payment._id}/${flag ? "confirm" : "fail"}`, {})
  },
  /** Opens a refund, or settles an open one, even if its charge was reversed or its intent canceled meanwhile. */
  async openRefund(scenario, { at, amount, flag }) {
    const charge = pick((await listAll(scenario.api, "transactions")).filter(isPaid), at)
    if (flag && charge) await scenario.make("refund-intents", { transaction: charge._id, amount: Math.min(amount, charge.amount) })
    const open = pick(
      (await listAll(scenario.api, "refund-intents")).filter(each => ["draft", "processing"].includes(each.status)),
      at,
    )
    if (flag || !open) return
    await scenario.api.post(`/v1/refund-intents/${open._id}/approve`)
    await scenario.api.post(`/v1/refund-intents/${open._id}/settle`, { reference: "TED" })
  },
  async split(scenario, { at, amount, flag }) {
    const intent = await pickIntent(scenario, at)
    const split = pick(await listAll(scenario.api, "payment-splits"), at)
    if (intent && flag) await scenario.make("payment-splits", { paymentIntent: intent._id, partnership: "CASA", amount })
    if (split && !flag) await scenario.api.post(`/v1/payment-splits/${split._id}/delete`)
  },
  /** Pays a partner, or reports the outcome of a payout in flight or paid. */
  async payOut(scenario, { at, amount, currency, flag }) {
    const payout = { recipientType: "supplier", partnership: "CASA", currency, method: "manual", amount: 1 + (amount % 300) }
    if (flag) await scenario.make("payouts", payout)
    const sent = pick(await listAll(scenario.api, "payouts"), at)
    if (!sent) return
    await scenario.api.post(
      `/v1/payouts/${sent._id}/${at % 3 === 0 ? "fail" : "confirm"}`,
      at % 3 === 0 ? { reason: "Closed" } : { reference: "T" },
    )
  },
  async resolve(scenario, { at, flag }) {
    const dispute = pick(await listAll(scenario.api, "disputes"), at)
    if (dispute) await scenario.api.post(`/v1/simulations/disputes/${dispute._id}/resolve`, { outcome: flag ? "won" : "lost" })
  },
  async dispute(scenario, { at, amount }) {
    const charge = pick(
      (await listAll(scenario.api, "transactions")).filter(each => isPaid(each) && each.gateway === "simulator"),
      at,
    )
    if (charge) await scenario.make("simulations/disputes", { transaction: charge._id, amount: Math.min(amount, charge.amount) })
  },
  async cancel(scenario, { at, reason }) {
    const intent = await pickIntent(scenario, at)
    if (intent) await scenario.api.post(`/v1/payment-intents/${intent._id}/cancel`, { ...(reason && { reason }) })
  },
  /** Moves the tenant's clock. */
  async wait(scenario, { days }) {
    const ms = Math.abs(days) * 86_400_000 + 3_600_000
    await scenario.sql("update tenants set clock_offset_ms = clock_offset_ms + $2 where id = $1", [scenario.tenant, ms])
    scenario.clockOffsetMs += ms
  },
}

/** Steps that change existing objects without moving money. */
export const changingSteps: typeof moneySteps = {
  async postpone(scenario, { at, days }) {
    const intent = await pickIntent(scenario, at)
    if (intent)
      await scenario.api.post(`/v1/payment-intents/${intent._id}/update`, { dueAt: inDays(scenario, days), metadata: { moved: "yes" } })
  },
  async moveTeam(scenario, { at, flag }) {
    const intent = await pickIntent(scenario, at)
    if (intent) await scenario.api.post(`/v1/payment-intents/${intent._id}/update`, { team: flag ? scenario.team : null })
  },
  async delete(scenario, { at }) {
    const intent = await pickIntent(scenario, at)
    if (intent) await scenario.api.post(`/v1/payment-intents/${intent._id}/delete`)
  },
  async rename(scenario, { at }) {
    const things = [
      `services/${scenario.service}`,
      `teams/${scenario.team}`,
      "partnerships/CASA",
      `contacts/${pick(scenario.contacts, at)}`,
    ]
    await scenario.api.post(`/v1/${pick(things, at)}/update`, { name: `Name ${at}` })
  },
}
