import { setTimeout as wait } from "node:timers/promises"
import { allowed, type Count, newIntent, openDestination, post } from "./destination.ts"
import { type Answer, ms, warmUpSeconds, whole } from "./figures.ts"
import type { House } from "./house.ts"

const perSecond = 200
const seconds = 20

/** How long after a change does its endpoint hear of it, while others go on changing things? */
export async function latency(house: House): Promise<Answer> {
  const receiver = await openDestination(house, ["paymentIntents.create"], 1)
  const running = await house.serve("all", allowed)
  const answered = new Map<string, number>()
  await createSteadily(running.address, house, warmUpSeconds)
  await createSteadily(running.address, house, seconds, answered)
  for (let waits = 0; waits < 100 && (await receiver.ask<Count>("count")).came < (warmUpSeconds + seconds) * perSecond; waits++)
    await wait(100)
  const arrived = new Map(await receiver.ask<[string, number][]>("arrivals"))
  await running.stop()
  await receiver.stop()
  const told = await house.sql<{ id: string; object_id: string; created_at: Date }>(
    "select h.id, v.object_id, v.created_at from delivery_history h join events v on v.tenant_id = h.tenant_id and v.id = h.event_id",
  )
  const measured = told.filter(({ object_id }) => answered.has(object_id))
  const sinceMade = sorted(measured.map(({ id, created_at }) => arrived.get(id)! - created_at.getTime()))
  const sinceAnswered = sorted(measured.map(({ id, object_id }) => arrived.get(id)! - answered.get(object_id)!))
  const row = (name: string, times: number[]) => [name, ms(at(times, 0.5)), ms(at(times, 0.99)), ms(times.at(-1)!)]
  return {
    title: `From a change to its arrival, ${perSecond} a second for ${seconds} s`,
    columns: ["ms", "p50", "p99", "longest"],
    rows: [row("since the change began (its createdAt), its own commit included", sinceMade), row("since it was answered", sinceAnswered)],
    holds: measured.length === perSecond * seconds && at(sinceMade, 0.5) < 50 && at(sinceMade, 0.99) < 500,
    note: `Less than 50 and 500 are asked for, of the first row. ${whole(measured.length)} of ${whole(perSecond * seconds)} arrived.`,
  }
}

/** By the clock, whether or not earlier ones are answered: who waits for answers hides how late they are. */
async function createSteadily(address: string, house: House, forSeconds: number, answered = new Map<string, number>()) {
  const begun = performance.now()
  const asked: Promise<void>[] = []
  for (let i = 0; i < perSecond * forSeconds; i++) {
    const early = begun + (i * 1000) / perSecond - performance.now()
    if (early > 0) await wait(early)
    asked.push(post(address, house, "/v1/payment-intents/create", newIntent(i)).then(({ _id }) => void answered.set(_id, Date.now())))
  }
  await Promise.all(asked)
}

const sorted = (times: number[]) => times.sort((a, b) => a - b)
const at = (times: number[], share: number) => times[Math.floor(times.length * share)]!
