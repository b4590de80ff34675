import { envelope, headersOf } from "../src/webhooks/sign.ts"
import { allowed, arrivalsPerSecond, atOnce, openDestination } from "./destination.ts"
import { type Answer, median, ratio, seconds, warmUpSeconds, whole } from "./figures.ts"
import { fillDeliveries, news } from "./fill-deliveries.ts"
import { type House, type Service, serve } from "./house.ts"
import { inTurn } from "./measure.ts"

/** More than can be sent while it is measured. */
const due = 100_000

/** How close does the worker, who claims, signs, sends and keeps the outcome, come to a client that does nothing but send? */
export async function deliveries(house: House): Promise<Answer> {
  const receiver = await openDestination(house, ["services.update"])
  const samples = await inTurn({ limit: () => bare(receiver), worker: () => worker(house, receiver) })
  await receiver.stop()
  const [most, ours] = [median(samples.limit), median(samples.worker)]
  return {
    title: `Deliveries to a receiver on this machine, ${atOnce} at once`,
    columns: ["", "a second", "of the limit"],
    rows: [
      ["a bare client, the same message", whole(most), "1"],
      ["worker", whole(ours), ratio(ours / most)],
    ],
    holds: ours / most >= 0.5,
    note: "At least 0.5 is asked for.",
  }
}

async function bare(receiver: Service): Promise<number> {
  const id = "f".repeat(24)
  const body = envelope("services.update", news, id, id)
  const headers = headersOf({ id, body, secrets: ["only for benches"], attempt: 1, sequence: 1 })
  const caller = await serve("caller.ts", {
    BENCH_TARGET: receiver.address,
    BENCH_BODY: body,
    BENCH_HEADERS: JSON.stringify(headers),
    BENCH_AT_ONCE: String(atOnce),
  })
  await arrivalsPerSecond(receiver, warmUpSeconds)
  const perSecond = await arrivalsPerSecond(receiver, seconds)
  await caller.stop()
  return perSecond
}

async function worker(house: House, receiver: Service): Promise<number> {
  await fillDeliveries(house, due)
  const running = await house.serve("worker", allowed)
  await arrivalsPerSecond(receiver, warmUpSeconds)
  const perSecond = await arrivalsPerSecond(receiver, seconds)
  await running.stop()
  const [left] = await house.sql<{ n: string }>("select count(*) as n from deliveries")
  if (left!.n === "0") throw new Error("all was sent before the time was up; a figure with idleness in it says nothing")
  await house.sql("truncate deliveries, delivery_history")
  await house.settle()
  return perSecond
}
