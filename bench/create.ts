import { readFileSync } from "node:fs"
import { join } from "node:path"
import { type Answer, median, medians, ms, ratio, whole } from "./figures.ts"
import type { House } from "./house.ts"
import { inTurn, limitOf, service } from "./measure.ts"

/** How close does a create over HTTP come to the same rows written by one call in the database? */
export async function create(house: House): Promise<Answer> {
  await prepareLimit(house)
  const one = await limitOf(house, "create")
  const samples = await inTurn({
    limit: one.measure,
    all: () => service(house, "all", "create"),
    api: () => service(house, "api", "create"),
  })
  const most = median(samples.limit)
  const [all, api] = [medians(samples.all), medians(samples.api)]
  const row = (name: string, { perSecond, p50, p99 }: typeof all) => [name, whole(perSecond), ms(p50), ms(p99), ratio(perSecond / most)]
  return {
    title: "POST /v1/payment-intents/create, 64 clients, each with an Idempotency-Key",
    columns: ["", "a second", "p50 ms", "p99 ms", "of the limit"],
    rows: [
      [`pgbench, one call, ${one.clients} clients`, whole(most), "", "", "1"],
      row("service and worker", all),
      row("service alone", api),
    ],
    holds: all.perSecond / most >= 0.8,
    note: `At least 0.8 is asked for. ${whole(all.unsealed)} audit entries were still to be sealed when the load ended.`,
  }
}

export const prepareLimit = ({ sql }: House) =>
  sql(`
    drop function if exists bench_create, bench_pay, bench_news, bench_id;
    drop sequence if exists bench_numbers;
    ${readFileSync(join(import.meta.dirname, "limit.sql"), "utf8")};
    grant usage on sequence bench_numbers to countersign`)
