import { envelope, headersOf } from "../src/platform/webhooks/sign.ts"
import { allowPrivateDestinations, concurrency, measureArrivalsPerSecond, startReceiverWithEndpoints } from "./webhook-endpoints.ts"
import { formatInteger, formatRatio, measureSeconds, medians, type Report, warmUpSeconds } from "./report.ts"
import { eventData, fillDeliveries } from "./fill-deliveries.ts"
import { type BenchServer, type ChildProgram, startProgram } from "./bench-server.ts"
import { measureInRounds } from "./measure.ts"
import { measureUsage } from "./usage.ts"

/** More than can be sent while it is measured. */
const dueCount = 9_000 * (warmUpSeconds + measureSeconds)

/** How close does the worker, which claims, signs, sends and records each delivery, come to a client that only sends? */
export async function deliveries(server: BenchServer): Promise<Report> {
  const receiver = await startReceiverWithEndpoints(server, ["services.update"])
  const samples = await measureInRounds({
    limit: () => measureBareSender(server, receiver),
    worker: () => measureWorker(server, receiver),
  })
  await receiver.stop()
  const [limit, worker] = [medians(samples.limit), medians(samples.worker)]
  return {
    title: `Deliveries to a receiver on this machine, ${concurrency} at once`,
    columns: ["", "per second", "of the limit"],
    rows: [
      ["a bare client that sends one message repeatedly", formatInteger(limit.perSecond), "1"],
      ["worker", formatInteger(worker.perSecond), formatRatio(worker.perSecond / limit.perSecond)],
    ],
    passed: worker.perSecond / limit.perSecond >= 0.5,
    hotPaths: [{ name: "deliveries", target: 0.7, limit, load: worker }],
    note: "The target is at least 0.5.",
  }
}

async function measureBareSender(server: BenchServer, receiver: ChildProgram) {
  const id = "f".repeat(24)
  const body = envelope("services.update", eventData, id, id)
  const headers = headersOf({ id, body, secrets: ["only for benches"], attempt: 1, sequence: 1 }, new Date())
  const sender = await startProgram("bare-webhook-sender.ts", {
    BENCH_TARGET: receiver.address,
    BENCH_BODY: body,
    BENCH_HEADERS: JSON.stringify(headers),
    BENCH_CONCURRENCY: String(concurrency),
  })
  await measureArrivalsPerSecond(receiver, warmUpSeconds)
  const result = await measureUsage(server, sender, () => countArrivals(receiver))
  await sender.stop()
  return result
}

async function measureWorker(server: BenchServer, receiver: ChildProgram) {
  await fillDeliveries(server, dueCount)
  const service = await server.startService("worker", allowPrivateDestinations)
  await measureArrivalsPerSecond(receiver, warmUpSeconds)
  const result = await measureUsage(server, service, () => countArrivals(receiver))
  await service.stop()
  const [row] = await server.sql<{ n: string }>("select count(*) as n from deliveries")
  if (row!.n === "0")
    throw new Error("All deliveries were sent before the measurement ended, so the rate includes idle time. Raise dueCount.")
  await server.sql("truncate deliveries, delivery_history")
  await server.clearBacklog()
  return result
}

async function countArrivals(receiver: ChildProgram) {
  const perSecond = await measureArrivalsPerSecond(receiver, measureSeconds)
  return { perSecond, requests: perSecond * measureSeconds }
}
