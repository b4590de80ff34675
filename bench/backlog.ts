import { setTimeout as wait } from "node:timers/promises"
import type { BenchServer, ChildProgram } from "./bench-server.ts"
import { fillDeliveries } from "./fill-deliveries.ts"
import { formatDecimal, formatInteger, formatRatio, measureSeconds, medians, type Report, rounds, warmUpSeconds } from "./report.ts"
import { type LoadResult, runWrk } from "./tools.ts"
import { allowPrivateDestinations, type ReceiverCount, startReceiverWithEndpoints } from "./webhook-endpoints.ts"

const [dueCount, laterCount] = [100_000, 1_000_000]
const maxDrainMs = 300_000

/** Are requests slower while the worker in the same process sends a backlog of webhook deliveries, and does every delivery arrive? */
export async function backlog(server: BenchServer): Promise<Report> {
  const receiver = await startReceiverWithEndpoints(server, ["services.update"])
  const idle = await measureUnderLoad(server, receiver)
  await server.clearBacklog()
  await fillDeliveries(server, dueCount, laterCount)
  const busy = await measureUnderLoad(server, receiver)
  if (busy.sent === dueCount) throw new Error("The backlog was sent before the load ended, so there is nothing to compare.")
  const { drainSeconds, total } = await drain(server, receiver)
  await receiver.stop()
  const [without, during] = [medians(idle.results), medians(busy.results)]
  const row = (name: string, { perSecond, p50Ms, p99Ms }: LoadResult) => [
    name,
    formatInteger(perSecond),
    formatDecimal(p50Ms),
    formatDecimal(p99Ms),
    formatRatio(perSecond / without.perSecond),
  ]
  const backlogSize = `${formatInteger(dueCount)} deliveries are due and ${formatInteger(laterCount)} are due later`
  return {
    title: `POST /v1/payment-intents/create, 64 clients, while ${backlogSize}`,
    columns: ["", "per second", "p50 ms", "p99 ms", "of the rate without a backlog"],
    rows: [row("no deliveries due", without), row("while the backlog is sent", during)],
    passed: during.perSecond / without.perSecond >= 0.8 && total.received === dueCount && total.distinct === dueCount,
    note: [
      "The target is at least 0.8.",
      `${formatInteger(busy.sent)} deliveries were sent before the load ended,`,
      `the other ${formatInteger(dueCount - busy.sent)} in the ${formatDecimal(drainSeconds)} s after it;`,
      `${formatInteger(total.received)} were received, ${formatInteger(total.distinct)} of them distinct.`,
    ].join(" "),
  }
}

/** Loads the service with its worker, round by round, and counts the deliveries that were received by the end. */
async function measureUnderLoad(server: BenchServer, receiver: ChildProgram) {
  const service = await server.startService("all", allowPrivateDestinations)
  await runWrk(service.address, server.clientTenant, "create", warmUpSeconds)
  const results: LoadResult[] = []
  for (let round = 0; round < rounds; round++) results.push(await runWrk(service.address, server.clientTenant, "create", measureSeconds))
  const { received: sent } = await receiver.request<ReceiverCount>("count")
  await service.stop()
  return { results, sent }
}

/** Sends the rest without load. The final count is taken after the stop, so that a duplicate delivery would be counted. */
async function drain(server: BenchServer, receiver: ChildProgram) {
  const service = await server.startService("all", allowPrivateDestinations)
  const start = performance.now()
  while ((await receiver.request<ReceiverCount>("count")).received < dueCount && performance.now() - start < maxDrainMs) await wait(200)
  const drainSeconds = (performance.now() - start) / 1000
  await service.stop()
  return { drainSeconds, total: await receiver.request<ReceiverCount>("count") }
}
