import assert from "node:assert/strict"
import { dayMs } from "../src/kit/pure/calendar.ts"
import { type Any, type ApiResponse, type Caller, newContact, newIntent } from "./harness.ts"

const hourMs = 3_600_000

type Api = Pick<Caller, "get" | "post" | "create">

/** A small business whose month or year is run in tests: the same script always, from the same hour of the day on. */
export async function prepareMonth(api: Api, { cycles = 10, unit = "day" } = {}) {
  const created = async (path: string, body: object): Promise<Any> => dataOf(await api.create(path, body))
  const start = new Date(Math.ceil(Date.now() / dayMs) * dayMs + dayMs)
  dataOf(await api.post("/v1/simulations/clock", { to: start.toISOString() }))
  const at = (ms: number) => new Date(start.getTime() + ms).toISOString()
  const contact = dataOf(await api.post("/v1/contacts/create", newContact()))
  const intent = (dueInMs: number, fields: object = {}) =>
    created("/v1/payment-intents/create", newIntent(contact._id, { dueAt: at(dueInMs), ...fields }))

  const first = await intent(dayMs)
  const second = await intent(dayMs)
  const third = await intent(1.5 * dayMs)
  const schedule = [2, 9, 16].map((days, i) => ({ dueAt: at(days * dayMs), amount: [3_000, 3_000, 4_000][i] }))
  const plan = await intent(16 * dayMs, { intentType: "payment-plan", schedule })
  const charged = await intent(20 * dayMs)
  await created("/v1/gateways/simulator/charges/create", {
    paymentIntent: charged._id,
    method: "card",
    token: "tok_processing_then_success",
  })
  const subscribe = (startAt: string) =>
    created("/v1/subscriptions/create", {
      contact: contact._id,
      currency: "BRL",
      items: [{ name: "Membership", amount: 5_000 }],
      cadence: { every: 1, unit },
      cycles,
      startAt,
    })
  const twins = [await subscribe(at(2 * hourMs)), await subscribe(at(2 * hourMs))]
  const approver = dataOf(await api.get("/v1/users?type=person"))[0]._id
  const policy = { name: "All", entityType: "transaction", strategy: "any-of", approvers: [approver], conditions: {} }
  dataOf(await api.post("/v1/approvals/policies/create", policy))
  const held = await created("/v1/transactions/create", { paymentIntent: third._id, amount: 10_000, method: "cash" })
  return { start, contact, first, second, third, plan, charged, twins, request: held.approval.request as string }
}

export function dataOf({ status, body, text }: ApiResponse): Any {
  assert.ok(status < 300, text)
  return body.data
}

/** All events of the tenant in their order. */
export async function eventsOf(api: Api): Promise<Any[]> {
  const events: Any[] = []
  for (let cursor = ""; ;) {
    const { data, hasMore } = (await api.get(`/v1/dev/events?sort=createdAt&limit=100${cursor}`)).body
    events.push(...data)
    if (!hasMore) return events
    cursor = `&startingAfter=${data.at(-1)._id}`
  }
}

/**
 * The events as lines, to compare two runs: what happened to which object, its state then, and the minutes since the start. Objects are
 * numbered in the order of their first event, because ids and numbers differ between runs.
 */
export async function logOf(api: Api, start: Date): Promise<string[]> {
  const names = new Map<string, string>()
  return (await eventsOf(api)).map(({ event, object, data, createdAt }) => {
    const kind = event.split(".")[0]
    if (!names.has(object)) names.set(object, `${kind} ${[...names.values()].filter(name => name.startsWith(`${kind} `)).length + 1}`)
    const minutes = Math.round((Date.parse(createdAt) - start.getTime()) / 60_000)
    return `${minutes} ${event} ${names.get(object)} ${data.status ?? ""} ${data.dueAt ? Date.parse(data.dueAt) - start.getTime() : ""}`
  })
}
