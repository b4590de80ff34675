import { prepareLimit } from "./create.ts"
import { type Answer, median, medians, ms, ratio, whole } from "./figures.ts"
import { fillPayable } from "./fill-payable.ts"
import type { House } from "./house.ts"
import { inTurn, limitOf, service } from "./measure.ts"

const [small, large] = [10_000, 1_000_000]

/**
 * How close does a payment over HTTP come to the same rows written by one call in the database, and does it take longer when its
 * tenant has a hundred times as many intents? Each pays another intent, and each makes a supplier's share grow.
 */
export async function pay(house: House): Promise<Answer> {
  await prepareLimit(house)
  for (const { tenantId } of [house.client, house.limit]) await fillPayable(house, tenantId, small)
  const one = await limitOf(house, "pay", small)
  const few = await inTurn({ limit: one.measure, all: () => service(house, "all", "pay", small) })
  await fillPayable(house, house.client.tenantId, large)
  const many = await inTurn({ all: () => service(house, "all", "pay", large) })
  const most = median(few.limit)
  const [atFew, atMany] = [medians(few.all), medians(many.all)]
  const row = (name: string, { perSecond, p50, p99 }: typeof atFew) => [name, whole(perSecond), ms(p50), ms(p99), ratio(perSecond / most)]
  const growth = atFew.perSecond / atMany.perSecond
  return {
    title: "POST /v1/transactions/create, 64 clients, each with an Idempotency-Key and an intent with a split",
    columns: ["", "a second", "p50 ms", "p99 ms", "of the limit"],
    rows: [
      [`pgbench, one call, ${one.clients} clients, ${whole(small)} intents`, whole(most), "", "", "1"],
      row(`service and worker, ${whole(small)} intents`, atFew),
      row(`service and worker, ${whole(large)} intents`, atMany),
    ],
    holds: atFew.perSecond / most >= 0.6 && growth <= 1.3,
    note: `At least 0.6 is asked for, and at most 1.3 times as slow in the large tenant: it is ${ratio(growth)}.`,
  }
}
