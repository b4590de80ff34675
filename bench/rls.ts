import { type Answer, median, ratio, whole } from "./figures.ts"
import { fill } from "./fill.ts"
import type { House } from "./house.ts"
import { inTurn, service } from "./measure.ts"

/** What does row-level security cost, the second line between tenants? */
export async function rls(house: House): Promise<Answer> {
  await fill(house, house.client.tenantId, 1000)
  const measured = (policies: "enable" | "disable", what: "create" | "read") => async () => {
    await switchPolicies(house, policies)
    return (await service(house, "api", what)).perSecond
  }
  const samples = await inTurn({
    createWith: measured("enable", "create"),
    createWithout: measured("disable", "create"),
    readWith: measured("enable", "read"),
    readWithout: measured("disable", "read"),
  })
  await switchPolicies(house, "enable")
  const row = (name: string, on: number[], off: number[]) => [name, whole(median(on)), whole(median(off)), ratio(median(on) / median(off))]
  return {
    title: "Row-level security, 64 clients, service alone",
    columns: ["a second", "with policies", "without", "with / without"],
    rows: [row("create", samples.createWith, samples.createWithout), row("read", samples.readWith, samples.readWithout)],
  }
}

async function switchPolicies({ sql }: House, how: "enable" | "disable") {
  const tables = await sql<{ name: string }>("select polrelid::regclass::text as name from pg_policy")
  for (const { name } of tables) await sql(`alter table ${name} ${how} row level security`)
}
