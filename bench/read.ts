import { type Answer, median, medians, ms, ratio, whole } from "./figures.ts"
import { fill } from "./fill.ts"
import type { House } from "./house.ts"
import { inTurn, limitOf, service } from "./measure.ts"

/** How close does a read over HTTP come to the same row read in the database, without and with the look-up of the API key? */
export async function read(house: House): Promise<Answer> {
  for (const { tenantId } of [house.client, house.limit]) await fill(house, tenantId, 1000)
  const bare = await limitOf(house, "read")
  const asCaller = await limitOf(house, "read-as-caller")
  const samples = await inTurn({ bare: bare.measure, asCaller: asCaller.measure, all: () => service(house, "all", "read") })
  const [row, known, all] = [median(samples.bare), median(samples.asCaller), medians(samples.all)]
  return {
    title: "GET /v1/payment-intents/{id}, 64 clients",
    columns: ["", "a second", "p50 ms", "p99 ms", "of the bare row", "of the row and its caller"],
    rows: [
      [`pgbench, the row alone, ${bare.clients} clients`, whole(row), "", "", "1", ""],
      [`pgbench, the row and its caller, ${asCaller.clients} clients`, whole(known), "", "", "", "1"],
      ["service and worker", whole(all.perSecond), ms(all.p50), ms(all.p99), ratio(all.perSecond / row), ratio(all.perSecond / known)],
    ],
    holds: all.perSecond / row >= 0.4,
    note: "At least 0.4 of the bare row is asked for.",
  }
}
