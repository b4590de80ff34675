import { setTimeout as wait } from "node:timers/promises"
import { allowPrivateDestinations, newIntent, post, type ReceiverCount, startReceiverWithEndpoints } from "./webhook-endpoints.ts"
import { formatDecimal, formatInteger, type Report, warmUpSeconds } from "./report.ts"
import type { BenchServer } from "./bench-server.ts"
import { percentile, sendSteadily, sorted } from "./steady.ts"

const perSecond = 200
const seconds = 20

/** How long after a change does its webhook arrive, at a steady rate of changes? */
export async function latency(server: BenchServer): Promise<Report> {
  const receiver = await startReceiverWithEndpoints(server, ["paymentIntents.create"], 1)
  const service = await server.startService("all", allowPrivateDestinations)
  const respondedAt = new Map<string, number>()
  await createSteadily(service.address, server, warmUpSeconds)
  await createSteadily(service.address, server, seconds, respondedAt)
  const expected = (warmUpSeconds + seconds) * perSecond
  for (let i = 0; i < 100 && (await receiver.request<ReceiverCount>("count")).received < expected; i++) await wait(100)
  const arrivedAt = new Map(await receiver.request<[string, number][]>("arrivals"))
  await service.stop()
  await receiver.stop()
  const deliveries = await server.sql<{ id: string; object_id: string; created_at: Date }>(
    "select h.id, v.object_id, v.created_at from delivery_history h join events v on v.tenant_id = h.tenant_id and v.id = h.event_id",
  )
  const measured = deliveries.filter(({ object_id }) => respondedAt.has(object_id))
  const sinceCreated = sorted(measured.map(({ id, created_at }) => arrivedAt.get(id)! - created_at.getTime()))
  const sinceResponse = sorted(measured.map(({ id, object_id }) => arrivedAt.get(id)! - respondedAt.get(object_id)!))
  const row = (name: string, times: number[]) => [
    name,
    formatDecimal(percentile(times, 0.5)),
    formatDecimal(percentile(times, 0.99)),
    formatDecimal(times.at(-1)!),
  ]
  return {
    title: `From a change to the arrival of its webhook, ${perSecond} changes per second for ${seconds} s`,
    columns: ["ms", "p50", "p99", "longest"],
    rows: [row("since createdAt, which includes the commit", sinceCreated), row("since the HTTP response", sinceResponse)],
    passed: measured.length === perSecond * seconds && percentile(sinceCreated, 0.5) < 50 && percentile(sinceCreated, 0.99) < 500,
    note: [
      "The target is a p50 under 50 ms and a p99 under 500 ms in the first row.",
      `${formatInteger(measured.length)} of ${formatInteger(perSecond * seconds)} arrived.`,
    ].join(" "),
  }
}

async function createSteadily(address: string, server: BenchServer, forSeconds: number, respondedAt = new Map<string, number>()) {
  await sendSteadily(perSecond, forSeconds, async i => {
    const { _id } = await post(address, server, "/v1/payment-intents/create", newIntent(i))
    respondedAt.set(_id, Date.now())
  })
}
