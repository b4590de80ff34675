import { setTimeout as wait } from "node:timers/promises"
import { allowed, type Count, openDestination } from "./destination.ts"
import { type Answer, medians, ms, ratio, rounds, seconds, warmUpSeconds, whole } from "./figures.ts"
import { fillDeliveries } from "./fill-deliveries.ts"
import type { House, Service } from "./house.ts"
import { load, type Load } from "./tools.ts"

const [due, later] = [100_000, 1_000_000]

/** Are requests slower while the worker of the same process sends what piled up, and does all of it arrive? */
export async function backlog(house: House): Promise<Answer> {
  const receiver = await openDestination(house, ["services.update"])
  const calm = await loaded(house, receiver)
  await house.settle()
  await fillDeliveries(house, due, later)
  const busy = await loaded(house, receiver)
  if (busy.sent === due) throw new Error("all was sent before the time was up; nothing is left to compare")
  const { drained, now } = await drain(house, receiver)
  await receiver.stop()
  const [alone, beside] = [medians(calm.figures), medians(busy.figures)]
  const row = (name: string, { perSecond, p50, p99 }: Load) => [
    name,
    whole(perSecond),
    ms(p50),
    ms(p99),
    ratio(perSecond / alone.perSecond),
  ]
  return {
    title: `POST /v1/payment-intents/create, 64 clients, while ${whole(due)} deliveries are due and ${whole(later)} will be`,
    columns: ["", "a second", "p50 ms", "p99 ms", "of that without"],
    rows: [row("nothing to deliver", alone), row("while it drains", beside)],
    holds: beside.perSecond / alone.perSecond >= 0.8 && now.came === due && now.distinct === due,
    note: [
      "At least 0.8 is asked for.",
      `${whole(busy.sent)} were sent until the load ended, the other ${whole(due - busy.sent)} in ${ms(drained)} s after it;`,
      `${whole(now.came)} came, ${whole(now.distinct)} of them for the first time.`,
    ].join(" "),
  }
}

/** The service and its worker under load, round by round, and what had been sent when it ended. */
async function loaded(house: House, receiver: Service) {
  const running = await house.serve("all", allowed)
  await load(running.address, house.client, "create", warmUpSeconds)
  const figures: Load[] = []
  for (let round = 0; round < rounds; round++) figures.push(await load(running.address, house.client, "create", seconds))
  const { came: sent } = await receiver.ask<Count>("count")
  await running.stop()
  return { figures, sent }
}

/** The rest, with nothing else to do. One that comes twice would come in the end. */
async function drain(house: House, receiver: Service) {
  const running = await house.serve("all", allowed)
  const begun = performance.now()
  while ((await receiver.ask<Count>("count")).came < due && performance.now() - begun < 300_000) await wait(200)
  const drained = (performance.now() - begun) / 1000
  await running.stop()
  return { drained, now: await receiver.ask<Count>("count") }
}
